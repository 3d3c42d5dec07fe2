//! The rows of sliders and knights at AVX-512, eight sliders at a time.
//!
//! The pieces of eight positions are first put into one list. So no vector but the last has empty lanes, and no end of a loop
//! comes as a surprise for each position. A piece in the list is the number of its row, `64 * lane + square`.
//!
//! ```text
//!   list      0.a1 0.d1 0.h1 1.c1 1.f1 | 1.a8 2.. ..
//!   lanes     0    0    0    1    1      of the occupancy, and of all other sets, brought to the sliders by one permutation each
//! ```

#[cfg(target_arch = "x86")]
use core::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64 as arch;

use arch::{
    __m256i, __m512i, _mm256_cvtepu8_epi16, _mm256_or_si256, _mm256_set1_epi16, _mm512_castsi512_si128,
    _mm512_maskz_compress_epi8, _mm512_permutex2var_epi64, _mm512_permutexvar_epi64,
};

use fearless_simd::prelude::*;
use fearless_simd::{kernel, u8x64, u16x16, u64x8};
use quadbit_nibble::simd::{Avx512, BitSimd};
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

use super::in_memory::lanes_of;
use super::pawns::write_pawns;
use super::pieces::{PieceSimd, Pieces, write_pieces};
use crate::pawns::ByPawnMove;

type Words = u64x8<Avx512>;

impl PieceSimd for Avx512 {
    #[inline(always)]
    fn write_rows(self, pawns: &ByPawnMove<Self>, pieces: &Pieces<Self>, rows: &mut [[Bitboard; 64]]) {
        // The lists are written piece by piece, and read in vectors later, when they have left the store buffer.
        let ByLine([on_rank, on_file, on_diagonal, on_antidiagonal]) = pieces.sliders;
        let (mut sliders, mut knights) = (List::EMPTY, List::EMPTY);
        sliders.fill(self, on_rank | on_file | on_diagonal | on_antidiagonal);
        knights.fill(self, pieces.knights);
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

/// The most pieces of one side on a board: all men.
const MEN: usize = 16;

/// The most pieces in a list.
const LONGEST: usize = 8 * MEN;

/// The numbers of the rows of pieces.
struct List {
    numbers: [u16; LONGEST + MEN],
    len: usize,
}

impl List {
    const EMPTY: Self = Self { numbers: [0; LONGEST + MEN], len: 0 };

    /// Puts the pieces in all lanes into an empty list, at most 16 in each.
    #[inline(always)]
    fn fill(&mut self, token: Avx512, pieces: Words) {
        let mut len = 0;
        for (lane, pieces) in (0..8).zip(lanes_of::<Avx512>(pieces)) {
            let numbers: u16x16<Avx512> = numbers_of(token, pieces, 64 * lane).simd_into(token);
            numbers.store_slice(&mut self.numbers[len..len + MEN]);
            len = (len + pieces.count_ones() as usize).min(LONGEST);
        }
        self.len = len;
    }

    #[inline(always)]
    fn numbers(&self) -> &[u16] {
        &self.numbers[..self.len]
    }

    /// Eight at a time. The last piece takes all places behind it too: its row is written again.
    #[inline(always)]
    fn groups(&mut self) -> impl Iterator<Item = &[u16; 8]> {
        let last = self.numbers[self.len.saturating_sub(1)];
        self.numbers[self.len..self.len + 8].fill(last);
        self.numbers[..LONGEST].as_chunks().0.iter().take(self.len.div_ceil(8))
    }
}

/// Where eight sliders may go.
#[inline(always)]
fn slides(token: Avx512, pieces: &Pieces<Avx512>, numbers: &[u16; 8]) -> Words {
    let numbers = token.widen_words(*numbers);
    let lane = numbers >> 6;
    let (file, rank) = (numbers & 0b111, (numbers >> 3) & 0b111);
    let slider = Words::splat(token, 1) << (numbers & 0b11_1111);
    let occupied = of_lane(token, pieces.occupied, lane);
    let ByLine([on_rank, on_file, on_diagonal, on_antidiagonal]) = pieces.sliders;

    let line = Words::splat(token, 0xff) << (numbers & 0b11_1000);
    let blockers = occupied & line;
    let mirrored = token.reverse_bits_in_bytes(slider);
    let down = token.reverse_bits_in_bytes(token.reverse_bits_in_bytes(blockers) - (mirrored + mirrored));
    let up = blockers - (slider + slider);
    let mut all = on_line(token, of_lane(token, on_rank, lane), slider, (up ^ down) & line);

    // On the other lines each square is in a byte of its own.
    let mirrored = token.reverse_bytes(slider);
    let (two, two_mirrored) = (slider + slider, mirrored + mirrored);
    macro_rules! add {
        ($on_line:expr, $line:expr) => {{
            let line = $line;
            let blockers = occupied & line;
            let down = token.reverse_bytes(token.reverse_bytes(blockers) - two_mirrored);
            let attacks = ((blockers - two) ^ down) & line;
            all |= on_line(token, of_lane(token, $on_line, lane), slider, attacks);
        }};
    }
    add!(on_file, Words::splat(token, 0x0101_0101_0101_0101) << file);
    add!(on_diagonal, of_sixteen(token, &DIAGONALS, rank - file));
    add!(on_antidiagonal, of_sixteen(token, &ANTIDIAGONALS, rank + file));
    all & of_lane(token, pieces.allowed, lane)
}

/// The attacks in lanes where the set of sliders has the slider.
#[inline(always)]
fn on_line(token: Avx512, sliders: Words, slider: Words, attacks: Words) -> Words {
    let none = Words::splat(token, 0);
    (sliders & slider).simd_ne(none).select(attacks, none)
}

/// The diagonals by rank - file, modulo 16.
static DIAGONALS: [u64; 16] = {
    let mut lines = [0; 16];
    let mut square = 0;
    while square < 64 {
        lines[(16 + square / 8 - square % 8) % 16] |= 1 << square;
        square += 1;
    }
    lines
};

/// The antidiagonals by rank + file.
static ANTIDIAGONALS: [u64; 16] = {
    let mut lines = [0; 16];
    let mut square = 0;
    while square < 64 {
        lines[square / 8 + square % 8] |= 1 << square;
        square += 1;
    }
    lines
};

/// Words of a table, by numbers modulo 16.
#[inline(always)]
fn of_sixteen(token: Avx512, table: &[u64; 16], numbers: Words) -> Words {
    let low = Words::from_slice(token, &table[..8]);
    let high = Words::from_slice(token, &table[8..]);
    of_two(token, low.into(), numbers.into(), high.into()).simd_into(token)
}

/// The word in the lane of a number, modulo 8.
#[inline(always)]
fn of_lane(token: Avx512, words: Words, lane: Words) -> Words {
    permuted(token, words.into(), lane.into()).simd_into(token)
}

// `vpcompressb`, `vpmovzxbw`: the numbers of the first 16 squares of a set, and a number that is added to each.
kernel!(
    #[inline(always)]
    fn numbers_of(token: Avx512, set: u64, first: i16) -> __m256i {
        let squares = u8x64::simd_from(token, SQUARES).into();
        let squares = _mm512_castsi512_si128(_mm512_maskz_compress_epi8(set, squares));
        _mm256_or_si256(_mm256_cvtepu8_epi16(squares), _mm256_set1_epi16(first))
    }
);

/// The squares in order.
const SQUARES: [u8; 64] = {
    let mut squares = [0; 64];
    let mut square = 0;
    while square < 64 {
        squares[square] = square as u8;
        square += 1;
    }
    squares
};

// `vpermq`
kernel!(
    #[inline(always)]
    fn permuted(_token: Avx512, words: __m512i, numbers: __m512i) -> __m512i {
        _mm512_permutexvar_epi64(numbers, words)
    }
);

// `vpermi2q`
kernel!(
    #[inline(always)]
    fn of_two(_token: Avx512, low: __m512i, numbers: __m512i, high: __m512i) -> __m512i {
        _mm512_permutex2var_epi64(low, numbers, high)
    }
);
