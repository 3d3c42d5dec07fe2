//! Dense bytes from the codes of the squares in one register: AVX-512 with VBMI.
//!
//! 1. The codes of a position become kinds from 0 to 11 in one register: P, N, B, R, Q, K of the side to move,
//!    then of the other side. With black to move, ranks are reversed.
//! 2. The kinds are rotated once, by the distance of the output from a cache line, so that every store is a
//!    whole line: it has the end of one plane and the beginning of the next.
//! 3. For each line the rotated kinds are compared with the kinds of these two planes.
//!
//! ```text
//!   memory    ....aaaa|aaaabbbb|bbbbcccc|cccc....    three planes that begin 4 bytes after a line
//!   kinds     01234567    of squares
//!   rotated   45670123    the end of a plane comes first in a line
//!   with          aaaabbbb bbbbcccc
//! ```
//!
//! Floats are made from the bits of planes, shifted in the same way, because comparing four registers with each
//! kind takes longer.
//!
//! The lines at both ends of the output are not whole, so the first and the last plane must be stored by themselves.

use fearless_simd::prelude::*;
use fearless_simd::{f32x16, kernel, mask8x64, mask32x16, u8x16, u8x64};
use quadbit_movegen::Position;
use quadbit_nibble::const_array;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::Avx512;
use quadbit_nibble::simd::arch::{__m512i, _mm512_permutexvar_epi8};
use quadbit_quad::Bitboard;
use quadbit_x88::Color;

use super::CODES;

/// By side to move and code of a piece: the kind, 0 to 5 for its own pieces and 6 to 11 for the other side's;
/// 0xff for codes that are not a piece.
const KINDS: [[u8; 16]; 2] = {
    let mut kinds = [[0xff; 16]; 2];
    let mut n = 0;
    while n < 24 {
        kinds[n / 12][CODES[n / 12][n % 12] as usize] = (n % 12) as u8;
        n += 1;
    }
    kinds
};

/// The numbers of the squares, 0 to 63, a byte each.
const SQUARES: [u8; 64] = const_array!(64, |square: u8| square);

#[inline(always)]
pub(super) fn bytes(token: Avx512, positions: &[Position], inputs: &mut [[u8; 768]]) {
    let (Some(first), Some(last)) = (positions.first(), positions.last()) else { return };
    let numbers = inputs.as_flattened_mut();
    let squares = u8x64::simd_from(token, SQUARES);
    ones(token, kinds(token, first, squares), u8x64::splat(token, 0)).store_slice(&mut numbers[..64]);
    let end = numbers.len() - 64;
    ones(token, kinds(token, last, squares), u8x64::splat(token, 11)).store_slice(&mut numbers[end..]);

    let ahead = numbers.as_ptr().align_offset(64) & 63;
    let squares = (squares + u8x64::splat(token, ahead as u8)) & u8x64::splat(token, 63);
    let begun = mask8x64::from_bitmask(token, u64::MAX >> ahead);
    let planes: [u8x64<Avx512>; 12] = core::array::from_fn(
        #[inline(always)]
        |kind| {
            let [this, next] = [kind, (kind + 1) % 12].map(|kind| u8x64::splat(token, kind as u8));
            begun.select(this, next)
        },
    );
    let mut this = kinds(token, first, squares);
    for (n, numbers) in numbers[ahead..].chunks_mut(768).enumerate() {
        let next = kinds(token, positions.get(n + 1).unwrap_or(last), squares);
        let lines = numbers.as_chunks_mut::<64>().0;
        if let Some(lines) = lines.first_chunk_mut::<11>() {
            for (line, kind) in lines.iter_mut().zip(planes) {
                ones(token, this, kind).store_slice(line);
            }
        }
        // The twelfth cache line of a position also has the first bytes of the next position.
        if let Some(line) = lines.get_mut(11) {
            ones(token, begun.select(this, next), planes[11]).store_slice(line);
        }
        this = next;
    }
}

#[inline(always)]
pub(super) fn floats(token: Avx512, positions: &[Position], inputs: &mut [[f32; 768]]) {
    let (Some(first), Some(last)) = (positions.first(), positions.last()) else { return };
    let numbers = inputs.as_flattened_mut();
    let mut this = planes(first);
    spread(token, this[0], &mut numbers[..64]);
    let end = numbers.len() - 64;
    spread(token, planes(last)[11], &mut numbers[end..]);

    let ahead = numbers.as_ptr().align_offset(64) & 15;
    for (n, numbers) in numbers[ahead..].chunks_mut(768).enumerate() {
        let next = planes(positions.get(n + 1).unwrap_or(last));
        let mut lines = numbers.as_chunks_mut::<64>().0.iter_mut();
        for (pair, line) in this.windows(2).zip(&mut lines) {
            spread(token, pair[0] >> ahead | pair[1] << 1 << (63 - ahead), line);
        }
        // The last cache lines of a position also have the first numbers of the next position.
        if let Some(line) = lines.next() {
            spread(token, this[11] >> ahead | next[0] << 1 << (63 - ahead), line);
        }
        this = next;
    }
}

/// Writes each bit of `bits` as 1.0 or 0.0, the lowest first: 64 numbers.
#[inline(always)]
fn spread(token: Avx512, bits: u64, numbers: &mut [f32]) {
    for (n, line) in numbers.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let ones = mask32x16::from_bitmask(token, bits >> (16 * n) & 0xffff);
        ones.select(f32x16::splat(token, 1.0), f32x16::splat(token, 0.0)).store_slice(line);
    }
}

/// The sets of P, N, B, R, Q, K of the side to move, then of the other side; with black to move, ranks are
/// reversed.
#[inline(always)]
fn planes(position: &Position) -> [u64; 12] {
    let us = position.side_to_move();
    let planes = position.board().planes();
    let [b0, b1, b2, b3] = if us == Color::Black { planes.map(Bitboard::flip_ranks) } else { planes }
        .map(|Bitboard(plane)| plane);
    let theirs = if us == Color::Black { (b1 | b2 | b3) & !b0 } else { b0 };
    let [p, n, b] = [b1 & !(b2 | b3), b2 & !(b1 | b3), b1 & b2 & !b3];
    let [r, q, k] = [b3 & !(b1 | b2), b1 & b3 & !b2, b2 & b3];
    [
        p & !theirs,
        n & !theirs,
        b & !theirs,
        r & !theirs,
        q & !theirs,
        k & !theirs,
        p & theirs,
        n & theirs,
        b & theirs,
        r & theirs,
        q & theirs,
        k & theirs,
    ]
}

/// The kinds, 0 to 11, of the pieces on `squares`; the numbers in `squares` are as the side to move sees the board.
#[inline(always)]
fn kinds(token: Avx512, position: &Position, squares: u8x64<Avx512>) -> u8x64<Avx512> {
    let side = position.side_to_move();
    let codes = token.planes_to_codes(&position.board().planes().map(|Bitboard(plane)| plane));
    let codes = u8x64::load_array_ref(token, &codes);
    // Black sees the ranks reversed.
    let seen = squares ^ u8x64::splat(token, 0x38 * side as u8);
    let codes: u8x64<Avx512> = permuted(token, codes.into(), seen.into()).simd_into(token);
    u8x64::block_splat(u8x16::simd_from(token, KINDS[side.index()])).swizzle_dyn_within_blocks(codes)
}

/// 1 in each byte where `a` and `b` are equal, else 0.
#[inline(always)]
fn ones(token: Avx512, a: u8x64<Avx512>, b: u8x64<Avx512>) -> u8x64<Avx512> {
    a.simd_eq(b).select(u8x64::splat(token, 1), u8x64::splat(token, 0))
}

// `vpermb`
kernel!(
    #[inline(always)]
    fn permuted(_token: Avx512, bytes: __m512i, order: __m512i) -> __m512i {
        _mm512_permutexvar_epi8(order, bytes)
    }
);
