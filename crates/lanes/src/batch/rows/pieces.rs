//! Writes the targets of sliders and knights: a set for each square of each position.

use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, QuadBitboard, attacks};

use super::in_memory::lanes_of;

/// The sliders and knights that may move, and the sets that limit their moves, in every lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlidersAndKnights<S: BoardSimd> {
    pub(super) occupied: S::u64s,
    /// The squares to which unpinned pieces other than the king may move.
    pub(super) allowed: S::u64s,
    /// For each kind of line, the sliders that may move along it: those that are not pinned, or pinned on this line.
    pub(super) sliders: ByLine<S::u64s>,
    /// The knights that may move.
    pub(super) knights: S::u64s,
}

/// Writes the set of targets of each slider and each knight to the element of `rows` for its square, one piece at a
/// time.
#[inline(always)]
pub(super) fn write_pieces<S: BoardSimd>(s: S, pieces: &SlidersAndKnights<S>, rows: &mut [[Bitboard; 64]]) {
    let [occupied, allowed] = [lanes_of::<S>(pieces.occupied), lanes_of::<S>(pieces.allowed)];
    let knights = lanes_of::<S>(pieces.knights);
    let ByLine(planes) = pieces.sliders;
    let mut sliders = [QuadBitboard::EMPTY; 8];
    Boards::<S> { planes }.store(&mut sliders[..Boards::<S>::LEN]);

    for (lane, rows) in rows.iter_mut().enumerate() {
        let lane = lane & 7;
        let (occupied, allowed) = (Bitboard(occupied[lane]), Bitboard(allowed[lane]));
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = sliders[lane].planes();
        for square in on_rank | on_file | on_diagonal | on_antidiagonal {
            rows[square.index()] = s.attacks_on_lines(square, occupied, sliders[lane]) & allowed;
        }
        for square in Bitboard(knights[lane]) {
            rows[square.index()] = attacks::knight(square) & allowed;
        }
    }
}
