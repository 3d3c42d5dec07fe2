//! The faster conversions of x86: move types by shuffles, places by bit gather, masks rank by rank.

use quadbit_nibble::simd::arch::{
    __m256i, __m512i, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_setr_epi64x, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm512_bitshuffle_epi64_mask, _mm512_permutexvar_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_shldv_epi64, _mm512_srli_epi64,
};

use fearless_simd::prelude::*;
use fearless_simd::{u8x32, u8x64, u64x4, u64x8};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::{Avx2, Avx512, BitSimd, kernels};
use quadbit_quad::Bitboard;
use quadbit_x88::Square;

#[cfg(target_arch = "x86_64")]
use crate::policy::numbers::FIRST_PLACES;
use crate::policy::numbers::{move_type, within_reach};
#[cfg(target_arch = "x86_64")]
use crate::policy::{LC0_PROMOTIONS, Policy};

/// The squares that a queen or a knight attacks on an empty board, by square.
#[cfg(target_arch = "x86_64")]
static WITHIN_REACH: [Bitboard; 64] = REACH;

#[cfg(target_arch = "x86_64")]
const REACH: [Bitboard; 64] = const_array!(64, |from| within_reach(Square::ALL[from]));

/// By square and move type: the destination of the move; the square itself if it would leave the board.
static DESTINATIONS: [[u8; 64]; 64] = {
    let mut destinations = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        destinations[from] = [from as u8; 64];
        let reach = within_reach(Square::ALL[from]);
        let mut to = 0;
        while to < 64 {
            if reach.has(Square::ALL[to]) {
                destinations[from][move_type(Square::ALL[from], Square::ALL[to]) as usize] = to as u8;
            }
            to += 1;
        }
        from += 1;
    }
    destinations
};

/// By square: for each move type the index of the byte that holds its destination in a set of squares; then for each
/// move type the bit in this byte.
static DESTINATION_BYTES: [[[u8; 64]; 2]; 64] = const_array!(64, |from| {
    let bytes = const_array!(64, |move_type| DESTINATIONS[from][move_type] / 8);
    [bytes, const_array!(64, |move_type| 1 << (DESTINATIONS[from][move_type] % 8))]
});

/// Writes the masks of legal moves in lc0's numbering to `words`, except for promotions. For each position, `squares`
/// are the squares whose pieces can move; `rows` has the targets from every square, empty or not. Every shift is known
/// at compile time, and no word is read again after it is written.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn masks_by_rank<S: BitSimd>(
    s: S,
    squares: &[Bitboard],
    rows: &[[Bitboard; 64]],
    words: &mut [u64],
) {
    let mut words = words;
    for (squares, rows) in squares.iter().zip(rows) {
        let ranks = rows.as_chunks::<8>().0;
        let mut sum = 0;
        write_rank::<S, 0>(s, &ranks[0], words, &mut sum);
        write_rank::<S, 1>(s, &ranks[1], words, &mut sum);
        write_rank::<S, 2>(s, &ranks[2], words, &mut sum);
        write_rank::<S, 3>(s, &ranks[3], words, &mut sum);
        write_rank::<S, 4>(s, &ranks[4], words, &mut sum);
        write_rank::<S, 5>(s, &ranks[5], words, &mut sum);
        // Pieces on the last two ranks are rare, so these ranks are left out together if they are empty.
        let mut word = FIRST_PLACES[48] as usize / 64;
        if squares.0 >> 48 != 0 {
            write_rank::<S, 6>(s, &ranks[6], words, &mut sum);
            write_rank::<S, 7>(s, &ranks[7], words, &mut sum);
            word = LC0_PROMOTIONS as usize / 64;
        }
        while word < Policy::Lc0.words() {
            put(words, word, sum);
            sum = 0;
            word += 1;
        }
        words = words.split_at_mut_checked(Policy::Lc0.words()).map_or(&mut [], |(_, rest)| rest);
    }
}

/// Writes the moves from the squares of rank `RANK`, 0 to 7, whose targets are in `rows`. `sum` is the word of `words`
/// that is not complete yet, before and after the call.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn write_rank<S: BitSimd, const RANK: usize>(s: S, rows: &[Bitboard; 8], words: &mut [u64], sum: &mut u64) {
    let mut file = 0;
    while file < 8 {
        let from = const { 8 * RANK } + file;
        let bits = s.pext(rows[file].0, REACH[from].0);
        let (word, shift) = (FIRST_PLACES[from] as usize / 64, FIRST_PLACES[from] % 64);
        *sum |= bits << shift;
        if u32::from(shift) + REACH[from].len() >= 64 {
            put(words, word, *sum);
            *sum = bits >> 1 >> (63 - shift);
        }
        file += 1;
    }
}

/// Stores `word` at `index`, if the index is in range. The test keeps compilers from joining several words into
/// a vector, which takes longer.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn put(words: &mut [u64], index: usize, word: u64) {
    if let Some(place) = words.get_mut(index) {
        *place = word;
    }
}

/// The move types of the moves from `from` to `targets`, a bit for each, by shuffles: each move type takes the byte of
/// `targets` that has its destination, and tests the bit of the destination.
#[inline(always)]
pub(super) fn move_types_by_bytes<S: BitSimd>(s: S, from: Square, targets: Bitboard) -> u64 {
    let targets: S::u8s = S::u64s::splat(s, targets.0).bitcast();
    let [bytes, bits] = &DESTINATION_BYTES[from.index()];
    let lanes = S::u8s::LEN;
    let mut move_types = 0;
    for n in 0..64 / lanes {
        let bytes = S::u8s::from_slice(s, &bytes[lanes * n..lanes * n + lanes]);
        let bit = S::u8s::from_slice(s, &bits[lanes * n..lanes * n + lanes]);
        let tested = targets.swizzle_dyn_within_blocks(bytes) & bit;
        move_types |= tested.simd_eq(bit).to_bitmask() << (lanes * n);
    }
    move_types
}

/// The move types of the moves from `from` to `targets`, a bit for each, by one instruction that tests 64 bits.
#[inline(always)]
pub(super) fn move_types(s: Avx512, from: Square, targets: Bitboard) -> u64 {
    bits_of(s, targets.0, u8x64::load_array_ref(s, &DESTINATIONS[from.index()]).into())
}

/// The places of `targets` among the squares that a queen or a knight on `from` reaches on an empty board, a bit for
/// each, gathered by `pext`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn places<S: BitSimd>(s: S, from: Square, targets: Bitboard) -> u64 {
    s.pext(targets.0, WITHIN_REACH[from.index()].0)
}

/// Packs the masks of the eight squares of a rank, 73 bits each, one after the other, in one register.
#[inline(always)]
pub(super) fn join_words(s: Avx512, rank: &[u64; 8], bytes: &mut [u8]) {
    let words: u64x8<Avx512> = joined(s, u64x8::load_array_ref(s, rank).into()).simd_into(s);
    words.bitcast::<u8x64<Avx512>>().store_slice(bytes);
}

/// Packs the masks of the eight squares of a rank, 73 bits each, one after the other, in two registers.
#[inline(always)]
pub(super) fn join_halves(s: Avx2, rank: &[u64; 8], bytes: &mut [u8]) {
    let (low, high) = (u64x4::from_slice(s, &rank[..4]), u64x4::from_slice(s, &rank[4..]));
    let before_high = u64x4::from_slice(s, &rank[3..7]);
    let [low, high] = joined_halves(s, low.into(), high.into(), before_high.into());
    let (low, high): (u64x4<Avx2>, u64x4<Avx2>) = (low.simd_into(s), high.simd_into(s));
    low.bitcast::<u8x32<Avx2>>().store_slice(&mut bytes[..32]);
    high.bitcast::<u8x32<Avx2>>().store_slice(&mut bytes[32..64]);
}

kernels! {
    // `vpshufbitqmb`: bit `i` of the result is the bit of `word` with the number in byte `i` of `numbers`.
    fn bits_of(_token: Avx512, word: u64, numbers: __m512i) -> u64 {
        _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word.cast_signed()), numbers)
    }

    // `vpermq`, `vpsrlq`, `vpshldvq`: word `n` is shifted up by `9 * n` bits, and the bits shifted out of the word
    // before it come in at the bottom.
    fn joined(_token: Avx512, words: __m512i) -> __m512i {
        let before = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 0, 1, 2, 3, 4, 5, 6), words);
        let before = _mm512_srli_epi64::<9>(before);
        _mm512_shldv_epi64(words, before, _mm512_setr_epi64(0, 9, 18, 27, 36, 45, 54, 63))
    }

    // `vpermq`, `vpsllvq`, `vpsrlvq`: each word is shifted as in `joined`. The words come in two halves, `low` and
    // `high`; `before_high` has the word before each word of `high`. A shift by 64 or more gives zero.
    fn joined_halves(_token: Avx2, low: __m256i, high: __m256i, before_high: __m256i) -> [__m256i; 2] {
        let before_low = _mm256_permute4x64_epi64::<0b10_01_00_00>(low);
        let before_low = _mm256_srlv_epi64(before_low, _mm256_setr_epi64x(73, 64, 55, 46));
        let before_high = _mm256_srlv_epi64(before_high, _mm256_setr_epi64x(37, 28, 19, 10));
        let low = _mm256_sllv_epi64(low, _mm256_setr_epi64x(0, 9, 18, 27));
        let high = _mm256_sllv_epi64(high, _mm256_setr_epi64x(36, 45, 54, 63));
        [_mm256_or_si256(low, before_low), _mm256_or_si256(high, before_high)]
    }
}
