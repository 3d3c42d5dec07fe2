//! Attacks towards the east, all in one subtraction.

use fearless_simd::Simd;
use fearless_simd::prelude::*;

/// What `sliders` attack towards the east, by one subtraction in each rank: `o ^ (o - 2r)`. 3 operations.
///
/// From each slider the borrow runs east to the next piece and no further, so the sliders of a rank do not
/// disturb each other. Ranks are subtracted as bytes, so no borrow leaves its rank. Sliders must be among the
/// `occupied` squares.
///
/// Source: <https://www.chessprogramming.org/SWAR_Attacks_of_Sliding_Pieces>, the subtraction of sets of bytes.
#[inline(always)]
pub(super) fn east_attacks<S: Simd>(sliders: S::u64s, occupied: S::u64s) -> S::u64s {
    let o: S::u8s = occupied.bitcast();
    let r: S::u8s = sliders.bitcast();
    let difference: S::u64s = (o - (r + r)).bitcast();
    occupied ^ difference
}
