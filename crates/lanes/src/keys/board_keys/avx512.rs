//! AVX-512: the keys of eight boards as products of matrices of bits.

use fearless_simd::prelude::*;
use fearless_simd::{u8x64, u64x8};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::arch::{__m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_permutexvar_epi8};
use quadbit_nibble::simd::{Avx512, kernels};
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::Boards;
use quadbit_quad::zobrist::split_mix;

/// Writes the keys of `boards`, at most eight, to `keys`: that of the board, then that of only its pawns.
///
/// A key is a sum without carries, so it is a product of bits: those of the board, one for each piece on each square,
/// with a matrix that has the numbers of the pieces as its rows. `vgf2p8affineqb` multiplies eight squares of eight
/// boards with eight bits of eight columns of the matrix:
///
/// ```text
///   pieces on a rank     a.rank b.rank .. h.rank         a byte for each board, the same in all lanes
///   matrix            byte 0 | byte 1 | .. | byte 7   of the numbers of eight squares, a lane for each
///   product           byte 0 of a, b, .. h | byte 1 of a, b, .. h | ..
/// ```
///
/// The twelve kinds of pieces on eight ranks take 96 of these steps, for any boards. For comparison:
/// looking up one number for each piece, as the other levels do, takes about 30 loads of indices and
/// 30 of numbers a board.
#[inline(always)]
pub(super) fn boards_keys(s: Avx512, boards: &[QuadBitboard], keys: &mut [[u64; 2]; 8]) {
    let [b0, b1, b2, b3] = Boards::load(s, boards).planes;
    let black: u64x8<Avx512> = transpose_bytes(s, b0.into()).simd_into(s);
    let white = !black;
    let b1: u64x8<Avx512> = transpose_bytes(s, b1.into()).simd_into(s);
    let b2: u64x8<Avx512> = transpose_bytes(s, b2.into()).simd_into(s);
    let b3: u64x8<Avx512> = transpose_bytes(s, b3.into()).simd_into(s);
    let [p, n, b] = [b1 & !(b2 | b3), b2 & !(b1 | b3), b1 & b2 & !b3];
    let [r, q, k] = [b3 & !(b1 | b2), b1 & b3 & !b2, b2 & b3 & !b1];
    let pieces = [
        [p & white, p & black],
        [n & white, n & black],
        [b & white, b & black],
        [r & white, r & black],
        [q & white, q & black],
        [k & white, k & black],
    ];
    // The ranks go through memory, one word for each rank of eight boards, because a word is loaded into all lanes at
    // once.
    let mut ranks = [[[0; 8]; 2]; 6];
    for ([white, black], [of_white, of_black]) in pieces.into_iter().zip(&mut ranks) {
        white.store_array(of_white);
        black.store_array(of_black);
    }
    let [pawn_matrices, matrices @ ..] = &MATRICES.0;
    let [pawns, others @ ..] = &ranks;
    let pawns = product(s, &pawns[0], &pawn_matrices[0]) ^ product(s, &pawns[1], &pawn_matrices[1]);
    let mut sum = pawns;
    for ([white, black], [white_matrices, black_matrices]) in others.iter().zip(matrices) {
        sum ^= product(s, white, white_matrices) ^ product(s, black, black_matrices);
    }
    let sum: u64x8<Avx512> = transpose_bytes(s, sum.into()).simd_into(s);
    let pawns: u64x8<Avx512> = transpose_bytes(s, pawns.into()).simd_into(s);
    let (low, high) = sum.interleave(pawns);
    let keys: &mut [u64; 16] = bytemuck::cast_mut(keys);
    low.store_slice(&mut keys[..8]);
    high.store_slice(&mut keys[8..]);
}

/// The sum without carries of the products of eight `ranks`, each repeated in all lanes, with their `matrices`.
#[inline(always)]
fn product(token: Avx512, ranks: &[u64; 8], matrices: &[[u64; 8]; 8]) -> u64x8<Avx512> {
    let mut sum = u64x8::splat(token, 0);
    let mut rank = 0;
    while rank < 8 {
        let pieces = u64x8::splat(token, ranks[rank]);
        let matrix = u64x8::load_array_ref(token, &matrices[rank]);
        let product: u64x8<Avx512> = multiply(token, pieces.into(), matrix.into()).simd_into(token);
        sum ^= product;
        rank += 1;
    }
    sum
}

/// Matrices in the order of kinds (white pawns, black pawns, white knights, ..) and ranks, at the
/// beginning of a cache line.
#[repr(align(64))]
struct Matrices([[[[u64; 8]; 8]; 2]; 6]);

/// For each kind of piece and rank, the Zobrist numbers of the piece on eight files as eight bit matrices, one for each
/// byte: bit `j` of byte `i` of the number for file `f` is bit `f` of byte `7 - j` of word `i`, since rows are in
/// reverse order.
static MATRICES: Matrices = {
    let mut matrices = [[[[0; 8]; 8]; 2]; 6];
    let mut index = 0;
    while index < 64 * 12 {
        let (kind, square) = (index / 64, index % 64);
        let number = split_mix(index as u64 + 64 * 2);
        let matrix = &mut matrices[kind / 2][kind % 2][square / 8];
        let mut bit = 0;
        while bit < 64 {
            matrix[bit / 8] |= (number >> bit & 1) << (8 * (7 - bit % 8) + square % 8);
            bit += 1;
        }
        index += 1;
    }
    Matrices(matrices)
};

/// The order of bytes that transposes eight words: byte `i` of word `r` is taken from byte `r` of word `i`.
const TRANSPOSED: [u8; 64] = const_array!(64, |i| (i % 8 * 8 + i / 8) as u8);

kernels! {
    // Multiplies each byte of a word by the matrix in the same word: `vgf2p8affineqb`.
    fn multiply(_token: Avx512, bytes: __m512i, matrix: __m512i) -> __m512i {
        _mm512_gf2p8affine_epi64_epi8::<0>(bytes, matrix)
    }

    // Transposes eight words as a matrix of bytes: `vpermb`.
    fn transpose_bytes(token: Avx512, words: __m512i) -> __m512i {
        _mm512_permutexvar_epi8(u8x64::simd_from(token, TRANSPOSED).into(), words)
    }
}
