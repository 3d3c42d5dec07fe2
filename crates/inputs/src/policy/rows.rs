//! The moves from one square, converted from target squares to the order of a numbering.
//!
//! 1. `lanes` gives the squares to which the piece on each square may move, a *row* of 64 sets.
//! 2. [`RowSimd`] converts one set to bits in the order of the numbering: by
//!    [`move_types`](RowSimd::move_types) for `AlphaZero`, by [`places`](RowSimd::places) among the squares
//!    that a queen or a knight can reach for lc0.
//! 3. The bits of all squares are joined to a mask: square by square, or where that is faster rank by rank with
//!    shifts that are known at compile time.
//!
//! Promotions are not in the rows: `policy` adds them. A level may replace any step; the results are equal.

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m256i, __m512i, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_setr_epi64x, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm512_bitshuffle_epi64_mask, _mm512_permutexvar_epi64, _mm512_set1_epi64,
    _mm512_setr_epi64, _mm512_shldv_epi64, _mm512_srli_epi64,
};

#[cfg(target_arch = "x86_64")]
use fearless_simd::prelude::*;
#[cfg(target_arch = "x86_64")]
use fearless_simd::{u8x16, u8x32, u8x64, u64x2, u64x4, u64x8};
#[cfg(target_arch = "x86_64")]
use quadbit_nibble::const_array;
#[cfg(target_arch = "x86_64")]
use quadbit_nibble::simd::{Avx2, Avx512, Sse4_2, kernels};
use quadbit_nibble::simd::{BitSimd, at_other_levels};
#[cfg(target_arch = "x86_64")]
use quadbit_quad::simd::SquareList;
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

#[cfg(target_arch = "x86_64")]
use super::LC0_PROMOTIONS;
use super::Policy;
use crate::generated::policy::{ALPHA_ZERO, LC0};
use crate::spread::Number;

/// Converts the targets of a piece on one square to bits, numbered in one of two ways: by move type (direction and
/// distance, or knight's jump), or by place among all squares that a queen or a knight on that square attacks on an
/// empty board, from a1 on. Implemented for every SIMD token of `fearless_simd`.
///
/// ```text
///   targets of the knight on b1    a3 c3 d2
///   move types                     bit 63 for a3, bit 56 for c3, bit 57 for d2
///   places                         of the 24 targets of a queen or a knight on b1:
///                                  a1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 a3 b3 c3 ..
///                                  0  0  0  0  0  0  0  0  0  0  1  1  0  1
/// ```
pub(crate) trait RowSimd: BitSimd {
    /// Whether the truth values of all moves from a square are one store. If not, they are
    /// stored move by move.
    const STORES_ALL_MOVES: bool = false;

    /// The move types of `AlphaZero` below 64 that lead from `from` to `targets`: bit `n` for move type `n`.
    #[inline(always)]
    fn move_types(self, from: Square, targets: Bitboard) -> u64 {
        targets.into_iter().fold(0, |bits, to| bits | 1 << move_type(from, to))
    }

    /// Bit `i` is set if the `i`-th square that a queen or a knight on `from` attacks on an empty board is in
    /// `targets`.
    #[inline(always)]
    fn places(self, from: Square, targets: Bitboard) -> u64 {
        let row = &LC0[from.index()];
        targets.into_iter().fold(0, |bits, to| bits | 1 << ((row[to.index()] - FIRST[from.index()]) & 63))
    }

    /// Stores the [`move_types`](Self::move_types) as truth values in `mask`, from index `first` on.
    #[inline(always)]
    fn store_move_types(self, from: Square, targets: Bitboard, mask: &mut [bool], first: usize) {
        store(self, self.move_types(from, targets), mask, first);
    }

    /// Writes the masks of legal moves in `AlphaZero`'s numbering to `words`, except for promotions. For each position,
    /// `squares` are the squares whose pieces can move, and `rows` has their targets. `rows` is overwritten.
    #[inline(always)]
    fn masks_of_move_types(self, squares: &[Bitboard], rows: &mut [[Bitboard; 64]], words: &mut [u64]) {
        let masks = words.chunks_exact_mut(Policy::AlphaZero.words());
        for ((squares, rows), words) in squares.iter().zip(rows).zip(masks) {
            mask_of_move_types(self, *squares, rows, words);
        }
    }

    /// Joins the move types from the squares of `rank`, each 73 bits after the one before, to `bytes`. The last
    /// nine bytes of the rank are not written:
    ///
    /// ```text
    ///   squares       a              b             c             ..  h
    ///   word n        a              b << 9        c << 18       ..  h << 63
    ///   word n + 1                   a >> 64 (0)   b >> 55       ..  g >> 10      h >> 1
    /// ```
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn join(self, rank: &[u64; 8], bytes: &mut [u8]) {
        let mut before = 0;
        for ((n, &move_types), bytes) in (0..).zip(rank).zip(bytes.as_chunks_mut::<8>().0) {
            *bytes = (move_types << (9 * n) | before).to_le_bytes();
            // The move types from the next square begin 9 * (n + 1) bits after the start of the next word.
            before = move_types.checked_shr(64 - 9 * n).unwrap_or(0);
        }
    }

    /// Writes the masks of legal moves in lc0's numbering to `words`, except for promotions. For each position,
    /// `squares` are the squares whose pieces can move, and `rows` has their targets.
    #[inline(always)]
    fn masks_of_places(self, squares: &[Bitboard], rows: &mut [[Bitboard; 64]], words: &mut [u64]) {
        let masks = words.chunks_exact_mut(Policy::Lc0.words());
        for ((squares, rows), words) in squares.iter().zip(rows).zip(masks) {
            mask_of_places(self, *squares, rows, words);
        }
    }
}

/// Stores the 64 bits of `bits` as truth values in `mask`, from index `first` on.
#[inline(always)]
pub(super) fn store<S: BitSimd>(s: S, bits: u64, mask: &mut [bool], first: usize) {
    if let Some(values) = mask.get_mut(first..first + 64) {
        bool::spread(s, bits, values);
    }
}

/// Writes the mask of legal moves of one position in `AlphaZero`'s numbering, except for promotions. `squares` are the
/// squares whose pieces can move; `rows` has their targets.
#[inline(always)]
fn mask_of_move_types<S: RowSimd>(s: S, squares: Bitboard, rows: &[Bitboard; 64], words: &mut [u64]) {
    square_by_square(
        squares,
        words,
        #[inline(always)]
        |from| (super::MOVE_TYPES * from.index() as u16, s.move_types(from, rows[from.index()])),
    );
}

/// Writes the mask of legal moves of one position in lc0's numbering, except for promotions. `squares` are the squares
/// whose pieces can move; `rows` has their targets.
#[inline(always)]
fn mask_of_places<S: RowSimd>(s: S, squares: Bitboard, rows: &[Bitboard; 64], words: &mut [u64]) {
    square_by_square(
        squares,
        words,
        #[inline(always)]
        |from| (FIRST[from.index()], s.places(from, rows[from.index()])),
    );
}

/// Writes a mask of the moves of one position to `words`: bit `n` of the mask is the move with index `n`. The moves
/// from one square have indices side by side: for each square of `squares`, `bits` returns the first of these
/// indices, and a word whose bit `i` is set if the move with that index plus `i` is in the mask.
#[inline(always)]
fn square_by_square(squares: Bitboard, words: &mut [u64], bits: impl Fn(Square) -> (u16, u64)) {
    words.fill(0);
    for square in squares {
        let (first, bits) = bits(square);
        let first = usize::from(first);
        if let Some(word) = words.get_mut(first / 64) {
            *word |= bits << (first % 64);
        }
        if let Some(next) = words.get_mut(first / 64 + 1) {
            *next |= bits >> 1 >> (63 - first % 64);
        }
    }
}

/// The move type of `AlphaZero` from one square to another, below 64.
#[inline(always)]
pub(super) const fn move_type(from: Square, to: Square) -> u8 {
    let ranks = to.rank().index() + 7 - from.rank().index();
    let files = to.file().index() + 7 - from.file().index();
    ALPHA_ZERO[16 * ranks + files] & 63
}

/// The squares that a queen or a knight attacks on an empty board.
const fn within_reach(from: Square) -> Bitboard {
    let [orthogonal, diagonal] = attacks::crosses(from);
    Bitboard(orthogonal.0 | diagonal.0 | attacks::knight(from).0)
}

/// The number of lc0's first move from each square.
pub(super) static FIRST: [u16; 64] = FIRST_PLACES;

const FIRST_PLACES: [u16; 64] = {
    let mut first = [0; 64];
    let mut sum = 0;
    let mut from = 0;
    while from < 64 {
        first[from] = sum;
        sum += within_reach(Square::ALL[from]).count() as u16;
        from += 1;
    }
    first
};

/// The squares that a queen or a knight attacks on an empty board, by square.
#[cfg(target_arch = "x86_64")]
static WITHIN_REACH: [Bitboard; 64] = REACH;

#[cfg(target_arch = "x86_64")]
const REACH: [Bitboard; 64] = const_array!(64, |from| within_reach(Square::ALL[from]));

/// By square and move type: the destination of the move; the square itself if it would leave the board.
#[cfg(target_arch = "x86_64")]
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
#[cfg(target_arch = "x86_64")]
static DESTINATION_BYTES: [[[u8; 64]; 2]; 64] = const_array!(64, |from| {
    let bytes = const_array!(64, |move_type| DESTINATIONS[from][move_type] / 8);
    [bytes, const_array!(64, |move_type| 1 << (DESTINATIONS[from][move_type] % 8))]
});

/// Writes the masks of legal moves in lc0's numbering to `words`, except for promotions. For each position, `squares`
/// are the squares whose pieces can move; `rows` has the targets from every square, empty or not. Every shift is known
/// at compile time, and no word is read again after it is written.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn masks_by_rank<S: BitSimd>(s: S, squares: &[Bitboard], rows: &[[Bitboard; 64]], words: &mut [u64]) {
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
        // Pieces on the last two ranks are rare.
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
        if u32::from(shift) + REACH[from].count() >= 64 {
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

/// The move types to `targets` by shuffles: each takes the byte of `targets` that has its destination, and
/// tests a bit of it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn move_types_by_bytes<S: BitSimd>(s: S, from: Square, targets: Bitboard) -> u64 {
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

#[cfg(target_arch = "x86_64")]
impl RowSimd for Avx512 {
    const STORES_ALL_MOVES: bool = true;

    #[inline(always)]
    fn move_types(self, from: Square, targets: Bitboard) -> u64 {
        let destinations = u8x64::load_array_ref(self, &DESTINATIONS[from.index()]);
        bits_of(self, targets.0, destinations.into())
    }

    #[inline(always)]
    fn places(self, from: Square, targets: Bitboard) -> u64 {
        self.pext(targets.0, WITHIN_REACH[from.index()].0)
    }

    #[inline(always)]
    fn masks_of_move_types(self, squares: &[Bitboard], rows: &mut [[Bitboard; 64]], words: &mut [u64]) {
        move_types_by_rank(self, squares, rows, words);
    }

    #[inline(always)]
    fn join(self, rank: &[u64; 8], bytes: &mut [u8]) {
        let words = u64x8::load_array_ref(self, rank);
        let words: u64x8<Self> = joined(self, words.into()).simd_into(self);
        words.bitcast::<u8x64<Self>>().store_slice(bytes);
    }

    #[inline(always)]
    fn masks_of_places(self, squares: &[Bitboard], rows: &mut [[Bitboard; 64]], words: &mut [u64]) {
        masks_by_rank(self, squares, rows, words);
    }
}

#[cfg(target_arch = "x86_64")]
impl RowSimd for Avx2 {
    const STORES_ALL_MOVES: bool = true;

    #[inline(always)]
    fn move_types(self, from: Square, targets: Bitboard) -> u64 {
        move_types_by_bytes(self, from, targets)
    }

    #[inline(always)]
    fn store_move_types(self, from: Square, targets: Bitboard, mask: &mut [bool], first: usize) {
        store_move_types_by_bytes(self, from, targets, mask, first);
    }

    #[inline(always)]
    fn masks_of_move_types(self, squares: &[Bitboard], rows: &mut [[Bitboard; 64]], words: &mut [u64]) {
        move_types_by_rank(self, squares, rows, words);
    }

    #[inline(always)]
    fn join(self, rank: &[u64; 8], bytes: &mut [u8]) {
        let (low, high) = (u64x4::from_slice(self, &rank[..4]), u64x4::from_slice(self, &rank[4..]));
        let before_high = u64x4::from_slice(self, &rank[3..7]);
        let [low, high] = joined_halves(self, low.into(), high.into(), before_high.into());
        let (low, high): (u64x4<Self>, u64x4<Self>) = (low.simd_into(self), high.simd_into(self));
        low.bitcast::<u8x32<Self>>().store_slice(&mut bytes[..32]);
        high.bitcast::<u8x32<Self>>().store_slice(&mut bytes[32..64]);
    }

    #[inline(always)]
    fn places(self, from: Square, targets: Bitboard) -> u64 {
        self.pext(targets.0, WITHIN_REACH[from.index()].0)
    }

    #[inline(always)]
    fn masks_of_places(self, squares: &[Bitboard], rows: &mut [[Bitboard; 64]], words: &mut [u64]) {
        masks_by_rank(self, squares, rows, words);
    }
}

#[cfg(target_arch = "x86_64")]
impl RowSimd for Sse4_2 {
    #[inline(always)]
    fn move_types(self, from: Square, targets: Bitboard) -> u64 {
        move_types_by_bytes(self, from, targets)
    }
}

#[cfg(target_arch = "x86_64")]
at_other_levels!(RowSimd; Sse4_2, Avx2, Avx512);
#[cfg(not(target_arch = "x86_64"))]
at_other_levels!(RowSimd;);

/// Stores the move types from `from` to `targets` as truth values in `mask`, from index `first` on, by shuffles: each
/// takes the byte of `targets` that has its destination, and tests a bit of it.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn store_move_types_by_bytes<S: BitSimd>(
    s: S,
    from: Square,
    targets: Bitboard,
    mask: &mut [bool],
    first: usize,
) {
    let targets: S::u8s = S::u64s::splat(s, targets.0).bitcast();
    let [bytes, bits] = &DESTINATION_BYTES[from.index()];
    let lanes = S::u8s::LEN;
    let mut move_types = [0; 64];
    for n in (0..64).step_by(lanes) {
        let bytes = S::u8s::from_slice(s, &bytes[n..n + lanes]);
        let bit = S::u8s::from_slice(s, &bits[n..n + lanes]);
        let tested = targets.swizzle_dyn_within_blocks(bytes) & bit;
        let one = S::u8s::splat(s, 1);
        tested.simd_eq(bit).select(one, S::u8s::splat(s, 0)).store_slice(&mut move_types[n..n + lanes]);
    }
    // Whole arrays, because otherwise the compiler makes a loop over bytes.
    if let Some(values) = mask.get_mut(first..).and_then(<[bool]>::first_chunk_mut) {
        *values = move_types.map(|move_type| move_type != 0);
    }
}

/// The number of bytes of a mask that the move types from the eight squares of a rank take: 8 * 73 bits.
#[cfg(target_arch = "x86_64")]
const RANK: usize = 73;

/// Writes the masks of legal moves in `AlphaZero`'s numbering to `words`, except for promotions. For each position,
/// `squares` are the squares whose pieces can move, and `rows` has their targets; `rows` is overwritten. The bits of a
/// rank fill whole bytes, so the steps for all ranks are the same.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn move_types_by_rank<S: RowSimd>(
    s: S,
    squares: &[Bitboard],
    rows: &mut [[Bitboard; 64]],
    words: &mut [u64],
) {
    // The rows are written word by word, and read in vectors later, when they have left the store buffer.
    let mut list = SquareList::EMPTY;
    list.fill(s, squares);
    let all = rows.as_flattened_mut();
    for &number in list.numbers() {
        let Some(row) = all.get_mut(usize::from(number)) else { break };
        *row = Bitboard(s.move_types(Square::from_low_bits(number.into()), *row));
    }
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
    let masks = bytes.chunks_exact_mut(8 * RANK);
    for ((squares, rows), bytes) in squares.iter().zip(rows.iter()).zip(masks) {
        let (ranks, last_ranks) = bytes.split_at_mut(6 * RANK);
        write_ranks(s, &rows[..48], ranks);
        if squares.0 >> 48 == 0 {
            last_ranks.fill(0);
        } else {
            write_ranks(s, &rows[48..], last_ranks);
        }
    }
}

/// Joins the move types of `AlphaZero`'s numbering from the squares of one or more ranks to masks in `bytes`, 73 bytes
/// for each rank. `rows` has a word of 64 move types for each square.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn write_ranks<S: RowSimd>(s: S, rows: &[Bitboard], bytes: &mut [u8]) {
    let ranks: &[[u64; 8]] = bytemuck::cast_slice(rows);
    for (n, rank) in ranks.iter().enumerate() {
        let last_word: u8x16<S> = (u64x2::simd_from(s, [rank[7], 0]) >> 1).bitcast();
        // This writes seven bytes too many, which belong to the next rank, if there is one.
        if let Some(bytes) = bytes.get_mut(RANK * n..RANK * n + 80) {
            s.join(rank, &mut bytes[..64]);
            last_word.store_slice(&mut bytes[64..]);
        } else if let Some(bytes) = bytes.get_mut(RANK * n..RANK * n + RANK) {
            s.join(rank, &mut bytes[..64]);
            bytes[64..].copy_from_slice(&last_word.to_array()[..9]);
        }
    }
}

#[cfg(target_arch = "x86_64")]
kernels! {
    // `vpshufbitqmb`: the bits of a word with these numbers.
    fn bits_of(_token: Avx512, word: u64, numbers: __m512i) -> u64 {
        _mm512_bitshuffle_epi64_mask(_mm512_set1_epi64(word.cast_signed()), numbers)
    }

    // `vpermq`, `vpsrlq`, `vpshldvq`: each word is shifted up by nine bits more than the one before it, and the
    // bits shifted out of that one come in.
    fn joined(_token: Avx512, words: __m512i) -> __m512i {
        let before = _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 0, 1, 2, 3, 4, 5, 6), words);
        let before = _mm512_srli_epi64::<9>(before);
        _mm512_shldv_epi64(words, before, _mm512_setr_epi64(0, 9, 18, 27, 36, 45, 54, 63))
    }

    // `vpermq`, `vpsllvq`, `vpsrlvq`: the same in two halves, given the words before the second one. A shift by
    // 64 or more gives zero.
    fn joined_halves(_token: Avx2, low: __m256i, high: __m256i, before_high: __m256i) -> [__m256i; 2] {
        let before_low = _mm256_permute4x64_epi64::<0b10_01_00_00>(low);
        let before_low = _mm256_srlv_epi64(before_low, _mm256_setr_epi64x(73, 64, 55, 46));
        let before_high = _mm256_srlv_epi64(before_high, _mm256_setr_epi64x(37, 28, 19, 10));
        let low = _mm256_sllv_epi64(low, _mm256_setr_epi64x(0, 9, 18, 27));
        let high = _mm256_sllv_epi64(high, _mm256_setr_epi64x(36, 45, 54, 63));
        [_mm256_or_si256(low, before_low), _mm256_or_si256(high, before_high)]
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use quadbit_nibble::simd::testing::at_every_level;
    use quadbit_quad::zobrist::split_mix;

    use super::RowSimd;

    /// Bit `n` of the square on file `file` becomes bit `73 * file + n` of the bytes.
    #[test]
    fn ranks_are_joined_bit_by_bit() {
        at_every_level!(s => joined_alike(s));
    }

    fn joined_alike<S: RowSimd>(s: S) {
        for number in 0..50 {
            let rank = [0, 1, 2, 3, 4, 5, 6, 7].map(|file| split_mix(8 * number + file));
            let (mut found, mut expected) = ([0xff; 64], [0; 64]);
            s.join(&rank, &mut found);
            for (file, bits) in rank.into_iter().enumerate() {
                for bit in (0..64).filter(|bit| bits >> bit & 1 == 1 && 73 * file + bit < 512) {
                    expected[(73 * file + bit) / 8] |= 1 << ((73 * file + bit) % 8);
                }
            }
            assert_eq!(found, expected, "{rank:x?}");
        }
    }
}
