//! AVX-512: the rows of sliders and knights, eight sliders at a time.
//!
//! 1. The pieces of eight positions are put into one list, so that no group of eight but the last has empty
//!    lanes.
//! 2. For eight sliders of the list, a permutation (`vpermq`) brings the occupancy and the other sets of each
//!    slider's position into its lane.
//! 3. Their targets are found by subtraction, and stored in the rows that the list names.
//!
//! ```text
//!   list      0.a1 0.d1 0.h1 1.c1 1.f1 1.a8 2.. ..    64 * lane + square: the number of the row
//!   lanes     0    0    0    1    1    1    2         the lane from which the permutation takes the slider's sets
//! ```

use quadbit_nibble::simd::arch::{__m512i, _mm512_permutexvar_epi64};

use fearless_simd::prelude::*;
use fearless_simd::u64x8;
use quadbit_nibble::simd::{Avx512, kernels};
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::{BoardSimd, Slides, SquareList};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

use super::in_memory::lanes_of;
use super::pawns::write_pawns;
use super::pieces::{PieceSimd, SlidersAndKnights, write_pieces};
use crate::board::pawns::ByPawnMove;
use crate::board::select::union_where;

type Words = u64x8<Avx512>;

impl PieceSimd for Avx512 {
    #[inline(always)]
    fn write_rows(
        self,
        pawns: &ByPawnMove<Self>,
        pieces: &SlidersAndKnights<Self>,
        rows: &mut [[Bitboard; 64]],
    ) {
        // The lists are written piece by piece, and read in vectors later, when they have
        // left the store buffer.
        let ByLine([on_rank, on_file, on_diagonal, on_antidiagonal]) = pieces.sliders;
        let (mut sliders, mut knights) = (SquareList::EMPTY, SquareList::EMPTY);
        sliders
            .fill(self, &lanes_of::<Self>(on_rank | on_file | on_diagonal | on_antidiagonal).map(Bitboard));
        knights.fill(self, &lanes_of::<Self>(pieces.knights).map(Bitboard));
        let allowed = lanes_of::<Self>(pieces.allowed);
        write_pawns(self, pawns, rows);

        let Some(words) = bytemuck::cast_slice_mut::<_, u64>(rows).first_chunk_mut::<512>() else {
            return write_pieces(self, pieces, rows);
        };
        for numbers in sliders.groups() {
            let targets = slides(self, pieces, numbers).to_array();
            for (&number, targets) in numbers.iter().zip(targets) {
                words[usize::from(number) & 511] = targets;
            }
        }
        for &number in knights.numbers() {
            let jumps = attacks::knight(Square::from_low_bits(number.into())).0;
            words[usize::from(number) & 511] = jumps & allowed[usize::from(number >> 6) & 7];
        }
    }
}

/// The squares to which eight sliders may move. Each of `numbers` names a slider as `64 * lane + square`.
#[inline(always)]
fn slides(token: Avx512, pieces: &SlidersAndKnights<Avx512>, numbers: &[u16; 8]) -> Words {
    let numbers = token.widen_words(*numbers);
    let lane = numbers >> 6;
    let slider = Words::splat(token, 1) << (numbers & 0b11_1111);
    let seen = Slides::new(token, of_lane(token, pieces.occupied, lane)).sight(token, slider);
    let ByLine([on_rank, on_file, on_diagonal, on_antidiagonal]) = pieces.sliders;
    let along = ByLine([
        of_lane(token, on_rank, lane),
        of_lane(token, on_file, lane),
        of_lane(token, on_diagonal, lane),
        of_lane(token, on_antidiagonal, lane),
    ]);
    union_where(token, along & slider, seen) & of_lane(token, pieces.allowed, lane)
}

/// Permutes `words`: lane `i` of the result is lane `lane[i] % 8` of `words`.
#[inline(always)]
fn of_lane(token: Avx512, words: Words, lane: Words) -> Words {
    permuted(token, words.into(), lane.into()).simd_into(token)
}

kernels! {
    // `vpermq`
    fn permuted(_token: Avx512, words: __m512i, numbers: __m512i) -> __m512i {
        _mm512_permutexvar_epi64(numbers, words)
    }
}
