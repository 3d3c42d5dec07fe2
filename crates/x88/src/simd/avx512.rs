//! [`RaySimd`](super::RaySimd) for AVX-512 as of Ice Lake. Each ray is a set in a word of 64 bits. A register has room
//! for eight sets of squares, and counting zeros finds the nearest piece of each.
//!
//! 1. [`zeros`] isolates the nearest occupied square on each of eight rays, and counts the zeros above it:
//!
//! ```text
//!   rays towards h8:  ray & occupied, its lowest bit, 63 - zeros above
//!   rays towards a1:  ray & occupied,                 63 - zeros above
//! ```
//!
//! 2. For `Neighbors`, the squares a knight's step away, from a table, go into the other eight lanes; one permutation
//!    fetches the sixteen codes.
//! 3. Tables of piece types say which pieces attack the square in the middle: for adjacent squares ([`NEAR`]) and
//!    distant ones ([`FAR`]).
//!
//! A ray without a piece gives 64 zeros: its square is [`NO_SQUARE`], which must not pass for a square.

use crate::color::Color;
use crate::direction::Direction;
use crate::piece::Piece;
use crate::role::Role;
use crate::simd::eight_rays::EightRays;
use crate::simd::tables::{ATTACKERS, Aligned, DELTAS, KINDS, NUMBERS};
use crate::square::Square;
use crate::square88::Square88;
use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x64, u32x16, u64x8};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m256i, __m512i, _mm256_maskz_compress_epi32, _mm256_set1_epi32, _mm256_xor_si256, _mm512_and_si512,
    _mm512_castsi256_si512, _mm512_castsi512_si256, _mm512_cmpeq_epi32_mask, _mm512_cvtepi64_epi32,
    _mm512_lzcnt_epi64, _mm512_mask_set1_epi8, _mm512_mask_test_epi32_mask, _mm512_maskz_compress_epi32,
    _mm512_maskz_permutexvar_epi8, _mm512_permutex2var_epi8, _mm512_set1_epi32, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_slli_epi32, _mm512_srlv_epi64, _mm512_sub_epi64,
    _mm512_ternarylogic_epi32, _mm512_ternarylogic_epi64, _mm512_test_epi8_mask, _mm512_test_epi32_mask,
    _mm512_test_epi64_mask,
};
use quadbit_nibble::simd::{Avx512, kernels};

/// Finds the nearest square of `occupied` on each of `rays`. Returns those that are also in `targets`, clockwise from
/// north in the first lanes, and how many there are, as [`RaySimd::nearest`](super::RaySimd::nearest) does.
#[inline(always)]
pub(super) fn nearest(s: Avx512, rays: &EightRays, occupied: u64, targets: u64) -> (__m256i, usize) {
    let (squares, count) = squares_of(s, zeros(s, rays, occupied).into(), targets.cast_signed());
    (squares, count as usize)
}

#[inline(always)]
pub(super) fn codes_on(s: Avx512, board: &[u8; 64], squares: __m256i) -> __m256i {
    bytes_on(s, u8x64::load_array_ref(s, board).into(), squares)
}

/// The pieces around `from` on `board`, as places (square and code) in sixteen lanes, and four sets of lanes: those
/// with a piece, those whose piece is one step away in a direction, those whose piece attacks `from`, and those whose
/// piece is a slider or a knight that attacks `from`.
#[inline(always)]
pub(super) fn look(s: Avx512, board: __m512i, from: Square) -> (__m512i, [u16; 4]) {
    let zeros =
        zeros(s, EightRays::of(Piece::new(Color::White, Role::Queen).code(), from), occupied(s, board));
    let from = from.index();
    let kinds = u8x64::block_splat(u8x16::simd_from(s, KINDS));
    let (near, far) = (u32x16::simd_from(s, NEAR), u32x16::simd_from(s, FAR));
    let knights = u32x16::load_array_ref(s, &KNIGHTS.0[from]);
    let adjacent = u32x16::load_array_ref(s, &ADJACENT.0[from]);
    let tables = [kinds.into(), near.into(), far.into(), knights.into(), adjacent.into()];
    lanes_of_pieces(s, board, zeros.into(), tables)
}

/// For each of eight rays, clockwise from north: 63 minus the number of the nearest occupied square, or 64 if
/// there is none.
#[inline(always)]
pub fn zeros(s: Avx512, rays: &EightRays, occupied: u64) -> u64x8<Avx512> {
    let rays = u64x8::load_array_ref(s, rays.clockwise());
    zeros_above(s, rays.into(), u64x8::simd_from(s, TOWARDS_A1).into(), occupied.cast_signed()).simd_into(s)
}

/// All ones for the rays towards a1, on which the nearest square is the highest, else zero.
const TOWARDS_A1: [u64; 8] =
    const_array!(8, |d| if Direction::ALL[d].is_towards_a1() { u64::MAX } else { 0 });

/// The number that stands for no square: what `63 - zeros` gives, in seven bits, for a ray without a piece, whose word
/// has 64 zeros.
const NO_SQUARE: u8 = 127;

/// For each square: in each lane of a knight's step, 63 minus the number of the square to which the step leads, or 64
/// if that is off the board; 0 in the lanes of directions. 4 KiB.
static KNIGHTS: Aligned<[[u32; 16]; 64]> = Aligned(const_array!(64, |from| const_array!(16, |lane| {
    let square = match step(from, lane / 2 * 8) {
        _ if lane.is_multiple_of(2) => 63,
        Some(to) => NUMBERS[to.index()],
        None => NO_SQUARE,
    };
    (63 ^ square) as u32
})));

/// For each square: in each lane of a direction, the number of the next square in this direction; 255 if there is none,
/// and in the lanes of knight's steps. 4 KiB.
static ADJACENT: Aligned<[[u32; 16]; 64]> = Aligned(const_array!(64, |from| const_array!(16, |lane| {
    match step(from, lane / 2 * 8 + 1) {
        Some(to) if lane.is_multiple_of(2) => NUMBERS[to.index()] as u32,
        _ => 0xff,
    }
})));

/// The square to which the step `DELTAS[lane]` leads from the square with the number `from`; `None` off the board.
const fn step(from: usize, lane: usize) -> Option<Square> {
    match Square88::from_square(Square::ALL[from]).step(DELTAS[lane]) {
        Some(to) => Some(to.to_square()),
        None => None,
    }
}

/// For each lane: the kinds of pieces that attack the square in the middle from the square one step away in the lane's
/// direction; for the lane of a knight's step, knights.
const NEAR: [u32; 16] = kinds_at(1);

/// For each lane: the kinds of pieces that attack the square in the middle from two or more steps away in the lane's
/// direction; for the lane of a knight's step, knights.
const FAR: [u32; 16] = kinds_at(2);

/// For each lane: the kinds of pieces that attack the square in the middle from `distance` steps away in the lane's
/// direction; for the lane of a knight's step, knights.
const fn kinds_at(distance: usize) -> [u32; 16] {
    const_array!(16, |lane| ATTACKERS[8 * (lane / 2) + [distance, 0][lane % 2]] as u32)
}

kernels! {
    // The set of squares whose byte is not 0: `vptestmb`.
    fn occupied(_token: Avx512, board: __m512i) -> u64 {
        _mm512_test_epi8_mask(board, board)
    }

    // `vpandq`, `vpsubq`, `vpternlogq`: keeps the lowest bit of each ray, or all bits where `whole` is all ones.
    // `vplzcntq`: the zeros above the highest bit that is left.
    fn zeros_above(_token: Avx512, rays: __m512i, whole: __m512i, occupied: i64) -> __m512i {
        let rays = _mm512_and_si512(rays, _mm512_set1_epi64(occupied));
        let below = _mm512_sub_epi64(_mm512_setzero_si512(), rays);
        // Bitwise `rays & (-rays | whole)`.
        _mm512_lzcnt_epi64(_mm512_ternarylogic_epi64::<0xe0>(rays, below, whole))
    }

    // Moves those of the squares that are in `targets` to the first lanes, and counts them. `vpsrlvq`: the bit of each
    // lane's square, 0 if `zeros` is 64. `vptestmq`: the lanes with a square in `targets`. `vpmovqd`, `vpxord`: the
    // squares, 63 - `zeros`. `vpcompressd`: the squares of the lanes found.
    fn squares_of(_token: Avx512, zeros: __m512i, targets: i64) -> (__m256i, u32) {
        let bits = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), zeros);
        let chosen = _mm512_test_epi64_mask(bits, _mm512_set1_epi64(targets));
        let squares = _mm256_xor_si256(_mm512_cvtepi64_epi32(zeros), _mm256_set1_epi32(63));
        (_mm256_maskz_compress_epi32(chosen, squares), chosen.count_ones())
    }

    // Looks up the code on each square, into the lowest byte of its lane: `vpermb`.
    fn bytes_on(_token: Avx512, board: __m512i, squares: __m256i) -> __m256i {
        let squares = _mm512_castsi256_si512(squares);
        _mm512_castsi512_si256(_mm512_maskz_permutexvar_epi8(0x1111_1111, squares, board))
    }

    // Makes the sixteen places and the four sets of lanes. `vpternlogd`: the squares, 63 - `zeros` or a knight's step
    // away; 127 for none. `vpermi2b`: their codes; 127 takes its code from the second board, which is empty. `vpcmpeqd`
    // and `vptestmd` for the sets of lanes: squares next to the middle, sliders and knights that attack the middle, all
    // attackers, pieces.
    fn lanes_of_pieces(_token: Avx512, board: __m512i, zeros: __m512i, tables: [__m512i; 5]) -> (__m512i, [u16; 4]) {
        let [kinds, near, far, knights, adjacent] = tables;
        // Bitwise `(zeros | knights) ^ 63`.
        let squares = _mm512_ternarylogic_epi32::<0x56>(zeros, knights, _mm512_set1_epi32(63));
        let codes = _mm512_permutex2var_epi8(board, squares, _mm512_setzero_si512());
        let kinds = _mm512_shuffle_epi8(kinds, codes);
        // Only the lowest byte of each code counts. Bitwise `places | codes & low`.
        let low = _mm512_set1_epi32(0xff);
        let places = _mm512_ternarylogic_epi32::<0xf8>(_mm512_slli_epi32::<4>(squares), codes, low);
        let adjacent = _mm512_cmpeq_epi32_mask(squares, adjacent);
        let sliders = _mm512_test_epi32_mask(kinds, far);
        let attackers = _mm512_mask_test_epi32_mask(adjacent, kinds, near) | sliders;
        (places, [_mm512_test_epi32_mask(codes, low), adjacent, attackers, sliders])
    }

    // Moves the words whose lanes are set in `lanes` to the front, in order: `vpcompressd`.
    pub(super) fn compress(_token: Avx512, words: __m512i, lanes: u16) -> __m512i {
        _mm512_maskz_compress_epi32(lanes, words)
    }

    // Puts `byte` on each square of the set `squares`: `vpbroadcastb` with a mask.
    pub(super) fn with_byte(_token: Avx512, board: __m512i, squares: u64, byte: i8) -> __m512i {
        _mm512_mask_set1_epi8(board, squares, byte)
    }
}
