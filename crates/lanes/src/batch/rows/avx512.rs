//! AVX-512: the rows of sliders and knights, eight sliders at a time.
//!
//! 1. The sliders of eight positions are put into one list, so that only the last group of eight can have empty lanes.
//!    The knights go into another list, and are looked up one by one.
//! 2. For eight sliders of the list, a permutation (`vpermq`) brings the occupancy and the other sets of each
//!    slider's position into its lane.
//! 3. The targets of the eight sliders are found by subtraction, and stored in the rows that the list names.
//!
//! ```text
//!   list      0.a1 0.d1 0.h1 1.c1 1.f1 1.a8 2.. ..    64 * lane + square: the number of the row
//!   lanes     0    0    0    1    1    1    2         the lane from which the permutation takes the slider's sets
//! ```

use quadbit_nibble::simd::arch::{__m512i, _mm512_permutexvar_epi64};

use fearless_simd::prelude::*;
use quadbit_nibble::simd::{Avx512, from_zmm, kernels, to_zmm};
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::{BoardSimd, Slides, SquareList};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

use super::in_memory::lanes_of;
use super::pawns::write_pawns;
use super::pieces::{SlidersAndKnights, write_pieces};
use crate::board::pawns::ByPawnMove;
use crate::board::select::union_where;

#[inline(always)]
pub(super) fn write_rows<S: BoardSimd>(
    s: S,
    avx512: Avx512,
    pawns: &ByPawnMove<S>,
    pieces: &SlidersAndKnights<S>,
    rows: &mut [[Bitboard; 64]],
) {
    // The lists are written number by number and read as vectors. Between the two, the targets of the pawns are
    // written, so that the lists have left the store buffer when they are read.
    let ByLine([on_rank, on_file, on_diagonal, on_antidiagonal]) = pieces.sliders;
    let (mut sliders, mut knights) = (SquareList::EMPTY, SquareList::EMPTY);
    sliders.fill(s, &lanes_of::<S>(on_rank | on_file | on_diagonal | on_antidiagonal).map(Bitboard));
    knights.fill(s, &lanes_of::<S>(pieces.knights).map(Bitboard));
    let allowed = lanes_of::<S>(pieces.allowed);
    write_pawns(s, pawns, rows);

    let Some(words) = bytemuck::cast_slice_mut::<_, u64>(rows).first_chunk_mut::<512>() else {
        return write_pieces(s, pieces, rows);
    };
    for numbers in sliders.groups() {
        let targets = lanes_of::<S>(slides(s, avx512, pieces, numbers));
        for (&number, targets) in numbers.iter().zip(targets) {
            words[usize::from(number) & 511] = targets;
        }
    }
    for &number in knights.numbers() {
        let jumps = attacks::knight(Square::from_low_bits(number.into())).0;
        words[usize::from(number) & 511] = jumps & allowed[usize::from(number >> 6) & 7];
    }
}

/// The squares to which eight sliders may move. Each of `numbers` names a slider as `64 * lane + square`.
#[inline(always)]
fn slides<S: BoardSimd>(s: S, avx512: Avx512, pieces: &SlidersAndKnights<S>, numbers: &[u16; 8]) -> S::u64s {
    let numbers = s.widen_words(*numbers);
    let lane = numbers >> 6;
    let slider = S::u64s::splat(s, 1) << (numbers & 0b11_1111);
    let seen = Slides::new(s, of_lane(s, avx512, pieces.occupied, lane)).sight(s, slider);
    let ByLine([on_rank, on_file, on_diagonal, on_antidiagonal]) = pieces.sliders;
    let along = ByLine([
        of_lane(s, avx512, on_rank, lane),
        of_lane(s, avx512, on_file, lane),
        of_lane(s, avx512, on_diagonal, lane),
        of_lane(s, avx512, on_antidiagonal, lane),
    ]);
    union_where(s, along & slider, seen) & of_lane(s, avx512, pieces.allowed, lane)
}

/// Permutes `words`: lane `i` of the result is lane `lane[i] % 8` of `words`.
#[inline(always)]
fn of_lane<S: BoardSimd>(s: S, avx512: Avx512, words: S::u64s, lane: S::u64s) -> S::u64s {
    from_zmm(s, permuted(avx512, to_zmm(s, words), to_zmm(s, lane)))
}

kernels! {
    // Permutes words: lane `i` of the result is lane `numbers[i] % 8` of `words`. `vpermq`.
    fn permuted(_token: Avx512, words: __m512i, numbers: __m512i) -> __m512i {
        _mm512_permutexvar_epi64(numbers, words)
    }
}
