//! The attacks of a slider along its rank, from a table of 512 bytes.

use quadbit_nibble::const_array;
use quadbit_x88::Square;

/// The squares that a slider on `square` attacks on its rank: one look-up by its file and the six inner squares
/// of the rank.
///
/// Whether the edges are occupied makes no difference.
///
/// Source: <https://www.chessprogramming.org/First_Rank_Attacks>.
#[inline]
pub(super) const fn attacks(square: Square, occupied: u64) -> u64 {
    let shift = square.index() as u32 & 0x38;
    let inner = occupied.rotate_right(shift) >> 1 & 63;
    (ATTACKS[square.index() & 7][inner as usize] as u64).rotate_left(shift)
}

/// The attacked squares, the a-file in bit 0, by the slider's file and the occupied inner squares b to g.
pub(super) static ATTACKS: [[u8; 64]; 8] =
    const_array!(8, |file| const_array!(64, |inner| walk(file, (inner as u8) << 1)));

/// The squares of a rank that a slider on `file` attacks, the a-file in bit 0: to the right, then to the left, up to
/// and including the first square of `occupied`.
const fn walk(file: usize, occupied: u8) -> u8 {
    let mut set = 0;
    let mut at = file;
    while at < 7 {
        at += 1;
        set |= 1 << at;
        if occupied >> at & 1 != 0 {
            break;
        }
    }
    at = file;
    while at > 0 {
        at -= 1;
        set |= 1 << at;
        if occupied >> at & 1 != 0 {
            break;
        }
    }
    set
}
