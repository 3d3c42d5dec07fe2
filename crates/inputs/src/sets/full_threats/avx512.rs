//! AVX-512: eight rays in one register, and the numbers of their squares by permutation of one cache line.
//!
//! 1. `reversed_codes`: the codes of the board, h8 first, because counting zeros gives 63 minus a square.
//! 2. `nearest`, for one piece: the nearest piece on each of its eight rays, and its code, in eight lanes;
//!    which of these can be attacked (`targets`), and which are of the same kind (`alike`).
//! 3. [`Seen::number`], for each side: the numbers of the eight squares and of the eight codes are looked up in
//!    one register each (`numbered`), added, and those that count are compressed to the front.
//!
//! A pair of two pieces of one kind must count only once: from the higher square, as the side sees the board. [`UP`]
//! says which rays lead to higher squares.

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u32x8, u32x16};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_cmpeq_epi32_mask, _mm256_cmplt_epu32_mask,
    _mm256_mask_test_epi32_mask, _mm256_maskz_compress_epi32, _mm256_or_si256, _mm256_set1_epi32,
    _mm256_sllv_epi32, _mm256_srli_epi32, _mm256_xor_si256, _mm512_castsi256_si512, _mm512_castsi512_si256,
    _mm512_cvtepi64_epi32, _mm512_maskz_permutexvar_epi8, _mm512_permutexvar_epi8, _mm512_permutexvar_epi32,
};
use quadbit_nibble::simd::{Avx512, kernels};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::simd::{EightRays, zeros};
use quadbit_x88::{Delta, Direction, Square};

use super::View;
use super::tables::{self, BEFORE, NUMBERS};
use crate::sets::found::Found;

#[inline(always)]
pub(super) fn append_pieces<const R: usize>(
    s: Avx512,
    board: QuadBitboard,
    codes: &[u8; 64],
    views: [View; 2],
    found: &mut [Found<R>; 2],
) {
    // The codes from h8 down to a1.
    let reversed = u8x64::simd_from(s, REVERSED);
    let reversed = reversed_codes(s, u8x64::load_array_ref(s, codes).into(), reversed.into());
    let occupied = board.occupied();
    let ups = [up(views[0]), up(views[1])];
    let numbering = views[0].numbering;
    for from in super::attackers(board, numbering) {
        let code = codes[from.index()];
        let targets = numbering.targets[tables::kind(code)];
        let seen = Seen::new(s, code, from, targets, occupied, reversed);
        // Two calls instead of a loop, which the compiler would not unroll.
        let [whites, blacks] = &mut *found;
        seen.number(s, views[0], ups[0], whites);
        seen.number(s, views[1], ups[1], blacks);
    }
}

/// The nearest piece on each of a piece's eight rays, a lane for each.
struct Seen {
    kind: usize,
    code: u8,
    from: Square,
    /// The nearest pieces: first 63 minus their squares, or 64 for none, then their codes.
    nearest: [__m256i; 2],
    /// The lanes of nearest pieces that the piece can attack.
    targets: u8,
    /// The lanes of nearest pieces of the same kind as the piece.
    alike: u8,
}

impl Seen {
    #[inline(always)]
    fn new(s: Avx512, code: u8, from: Square, targets: u32, occupied: Bitboard, reversed: __m512i) -> Self {
        let kind = tables::kind(code);
        let zeros = zeros(s, EightRays::of(code, from), occupied.0);
        let limits = [i32::from(code | 1), targets.cast_signed()];
        let (nearest, [targets, alike]) = nearest(s, zeros.into(), reversed, limits);
        Self { kind, code, from, nearest, targets, alike }
    }

    /// Adds the numbers of the attacks on the nearest pieces as the side of `view` sees them; of two pieces of one kind
    /// that attack each other it takes the attack from the higher square. `up` is its entry of [`UP`].
    #[inline(always)]
    fn number<const R: usize>(&self, s: Avx512, view: View, up: [u8; 2], found: &mut Found<R>) {
        let Self { kind, code, from, nearest, targets, alike } = *self;
        let from = view.turned(from);
        let firsts = u32x16::load_array_ref(s, &view.numbering.firsts[view.code(code)]);
        let numbers = u8x64::load_array_ref(s, &NUMBERS.0[kind][from]);
        let base = view.base + u32::from(BEFORE[kind][from]);
        let scalars = [base.cast_signed(), i32::from(view.turn ^ 63), view.side as i32];
        let lanes = targets & !(alike & up[usize::from(kind == 0)]);
        let indices = numbered(s, nearest, [firsts.into(), numbers.into()], scalars, lanes);
        let indices: u32x8<Avx512> = indices.simd_into(s);
        found.push(indices.to_array(), lanes.count_ones() as usize);
    }
}

/// The lanes of a slider's rays, and of a knight's, that lead to higher squares as the side of `view` sees
/// them.
#[inline(always)]
fn up(view: View) -> [u8; 2] {
    UP[usize::from(view.turn & 1 | view.turn >> 2 & 2)]
}

/// For each view, the lanes of a slider's rays, and of a knight's, that lead to higher squares. Index: 1 if
/// files are reversed, plus 2 if ranks are.
static UP: [[u8; 2]; 4] = {
    let mut up = [[0; 2]; 4];
    let mut n = 0;
    while n < 4 * 8 {
        let (turn, d) = (n / 8, n % 8);
        let steps = [
            (Direction::ALL[d].files(), Direction::ALL[d].ranks()),
            (Delta::KNIGHT[d].files(), Delta::KNIGHT[d].ranks()),
        ];
        let mut kind = 0;
        while kind < 2 {
            let files = if turn & 1 == 0 { steps[kind].0 } else { -steps[kind].0 };
            let ranks = if turn & 2 == 0 { steps[kind].1 } else { -steps[kind].1 };
            up[turn][kind] |= ((ranks > 0 || ranks == 0 && files > 0) as u8) << d;
            kind += 1;
        }
        n += 1;
    }
    up
};

/// The square that each element takes: 63, 62, .. 0.
const REVERSED: [u8; 64] = const_array!(64, |n: u8| 63 - n);

/// A mask of bytes: the lowest byte of each of eight 32-bit numbers.
const LOWEST: u64 = 0x1111_1111;

kernels! {
    // `vpermb`
    fn reversed_codes(_token: Avx512, board: __m512i, numbers: __m512i) -> __m512i {
        _mm512_permutexvar_epi8(numbers, board)
    }

    // `vpmovqd`: 63 - square, or 64. `vpermb`: the codes. The lanes: those that have a piece of a kind that counts; of
    // these, the pieces of the same kind.
    fn nearest(
        _token: Avx512,
        zeros: __m512i,
        reversed: __m512i,
        limits: [i32; 2],
    ) -> ([__m256i; 2], [u8; 2]) {
        let [like, targets] = limits;
        let zeros = _mm512_cvtepi64_epi32(zeros);
        let codes = _mm512_maskz_permutexvar_epi8(LOWEST, _mm512_castsi256_si512(zeros), reversed);
        let codes = _mm512_castsi512_si256(codes);
        let is_there = _mm256_cmplt_epu32_mask(zeros, _mm256_set1_epi32(64));
        let bits = _mm256_sllv_epi32(_mm256_set1_epi32(1), codes);
        let counting = _mm256_mask_test_epi32_mask(is_there, bits, _mm256_set1_epi32(targets));
        let alike = _mm256_or_si256(codes, _mm256_set1_epi32(1));
        let alike = _mm256_cmpeq_epi32_mask(alike, _mm256_set1_epi32(like));
        ([zeros, codes], [counting, alike])
    }

    // `vpermd`: the first number of each pair. `vpermb`: the number of the square. `vpcompressd`: those that count.
    fn numbered(
        _token: Avx512,
        nearest: [__m256i; 2],
        tables: [__m512i; 2],
        scalars: [i32; 3],
        lanes: u8,
    ) -> __m256i {
        let ([zeros, codes], [firsts, numbers], [base, turn, side]) = (nearest, tables, scalars);
        let squares = _mm256_xor_si256(zeros, _mm256_set1_epi32(turn));
        let codes = _mm256_xor_si256(codes, _mm256_set1_epi32(side));
        let firsts = _mm512_permutexvar_epi32(_mm512_castsi256_si512(codes), firsts);
        let numbers = _mm512_maskz_permutexvar_epi8(LOWEST, _mm512_castsi256_si512(squares), numbers);
        let numbers = _mm256_add_epi32(_mm512_castsi512_si256(numbers), _mm256_set1_epi32(base));
        let firsts = _mm256_srli_epi32::<2>(_mm512_castsi512_si256(firsts));
        let indices = _mm256_add_epi32(firsts, numbers);
        _mm256_maskz_compress_epi32(lanes, indices)
    }
}
