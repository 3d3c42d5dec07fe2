//! AVX2: eight rays in two registers, see [`nearest`].

use fearless_simd::prelude::*;
use fearless_simd::u64x4;
use quadbit_nibble::simd::Avx2;
use quadbit_x88::Square;
use quadbit_x88::simd::nearest;

use super::tables::{self, Aligned, RAYS, TARGETS};
use super::{List, Sets};

/// Adds the pairs of a piece.
#[inline(always)]
pub(super) fn attacked(s: Avx2, codes: &[u8; 64], sets: &Sets, from: Square, list: &mut List) {
    let kind = tables::kind(codes[from.index()]);
    let [ahead, behind] = &HALVES.0[kind][from.index()];
    let occupied = sets.occupied;
    let targets = sets.targets[usize::from(TARGETS[kind] > 8)];
    let ahead = nearest::lowest(u64x4::load_array_ref(s, ahead) & occupied[0]) & targets[0];
    let behind = nearest::lowest(u64x4::load_array_ref(s, behind) & occupied[1]) & targets[1];
    let (squares, lanes) = nearest::squares(s, [ahead, behind]);
    let pairs = nearest::clockwise(s, squares | (kind << 12 | from.index() << 6) as u32, lanes);
    list.push(pairs.to_array(), lanes.count_ones() as usize);
}

/// The rays of [`RAYS`] as halves, by kind and square. 16 KiB.
static HALVES: Aligned<[[[[u64; 4]; 2]; 64]; 4]> = {
    let mut halves = [[[[0; 4]; 2]; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 {
        halves[i / 64][i % 64] = nearest::halves(RAYS.0[i / 64][i % 64]);
        i += 1;
    }
    Aligned(halves)
};
