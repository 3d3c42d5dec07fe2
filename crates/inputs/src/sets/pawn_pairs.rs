//! `PP_3Wide`: numbers of pairs of pawns.
//!
//! With the pawns in order of files, those that a pawn forms pairs with are the ones right after it: the rest
//! of its file, and the next file.
//!
//! ```text
//!   pawns    a2 a7 b3 b6 d2 d4 e5 h7
//!   with a7        b3 b6                 sixteen numbers at once, of which two count
//! ```

use fearless_simd::Simd;
use quadbit_movegen::{Color, Position};
use quadbit_quad::Bitboard;
use quadbit_x88::File;

use super::found::Found;

/// The number of inputs: 96 pawns.
pub(super) const SIZE: usize = 96 * 95 / 2;

/// Adds the pairs as both sides see them: the pawns in order of files a to h, each with those after it.
#[inline(always)]
pub(super) fn append<S: Simd>(_level: S, position: &Position, base: u32, found: &mut [Found; 2]) {
    let board = position.board();
    let (pawns, black) = (board.pawns(), board.black());
    let turns = Color::ALL.map(
        #[inline(always)]
        |side| {
            let is_right = position.king(side).index() as u16 >> 2 & 1;
            (0b111_000 * side as u16) | (0b000_111 * is_right)
        },
    );
    // Sixteen pawns, and sixteen more numbers that a vector may read after the last one; the end of each run.
    let (mut numbers, mut ends, mut len) = ([[0_u16; 32]; 2], [0; 16], 0);
    for file in File::ALL {
        let begin = len;
        for square in pawns & Bitboard::file(file) {
            let color = u16::from(black.has(square));
            // There are no more than sixteen.
            let n = len & 15;
            for (side, numbers) in numbers.iter_mut().enumerate() {
                numbers[n] = 48 * (color ^ side as u16) + (square.index() as u16 ^ turns[side]) - 8;
            }
            len = n + 1;
        }
        // The run of a pawn ends with the file after its own.
        let next = File::from_index(file.index() + 1).map_or(Bitboard::EMPTY, Bitboard::file);
        ends[begin..len].fill(len + (pawns & next).count() as usize);
    }
    for (numbers, found) in numbers.iter().zip(found) {
        // 120 pairs, and the numbers that a vector writes after them.
        let (mut pairs, mut count) = ([0_u16; 136], 0);
        for n in 0..len {
            let this = numbers[n];
            // Arrays of sixteen, which the compiler turns into vectors.
            let (Some(others), Some(places)) =
                (numbers[n + 1..].first_chunk::<16>(), pairs[count..].first_chunk_mut::<16>())
            else {
                break;
            };
            for (place, &other) in places.iter_mut().zip(others) {
                let (high, low) = (other.max(this), other.min(this));
                // The entries after the last pawn give arbitrary numbers.
                *place = (high.wrapping_mul(high.wrapping_sub(1)) >> 1).wrapping_add(low);
            }
            count += ends[n] - n - 1;
        }
        found.extend(base, &pairs[..count]);
    }
}
