//! Dense inputs of a network: a number for each of 768 inputs, 1 or 0.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, f32x8, u8x32, u32x8};
use quadbit_movegen::Position;
use quadbit_nibble::const_array;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::{Level, at_level, dispatch};
use quadbit_quad::Bitboard;
use quadbit_x88::{Color, Piece, Role};

/// Writes twelve planes of 64 bytes for each position, those of `positions[i]` to `inputs[i]`, with the CPU
/// instructions of `level`: 1 where the plane's piece stands, else 0.
///
/// The index of an input is `64 * plane + square`; planes 0 to 5 are for P, N, B, R, Q, K of the side to move, planes
/// 6 to 11 for those of the other side. With black to move, ranks are reversed: its own back rank is squares 0 to 7.
/// At AVX-512 a plane is one store.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn dense_u8(level: Level, positions: &[Position], inputs: &mut [[u8; 768]]) {
    assert_eq!(positions.len(), inputs.len(), "as many inputs as positions");
    dispatch!(level, s => bytes(s, positions, inputs));
}

/// Writes twelve planes of 64 floating-point numbers for each position, those of `positions[i]` to `inputs[i]`, with
/// the CPU instructions of `level`: 1.0 where the plane's piece stands, else 0.0, in the order of [`dense_u8`]. Below
/// AVX-512, writing to memory that begins at a multiple of 64 bytes takes a seventh to a fifth less time.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn dense_f32(level: Level, positions: &[Position], inputs: &mut [[f32; 768]]) {
    assert_eq!(positions.len(), inputs.len(), "as many inputs as positions");
    dispatch!(level, s => floats(s, positions, inputs));
}

#[inline(always)]
fn bytes<S: Simd>(s: S, positions: &[Position], inputs: &mut [[u8; 768]]) {
    at_level!(s: S, Avx512(token) => avx512::bytes(token, positions, inputs));
    for (position, inputs) in positions.iter().zip(inputs) {
        let codes = codes_as_seen(s, position);
        let (low, high) = (u8x32::from_slice(s, &codes[..32]), u8x32::from_slice(s, &codes[32..]));
        let (zero, one) = (u8x32::splat(s, 0), u8x32::splat(s, 1));
        let codes = &CODES[position.side_to_move().index()];
        for (&code, plane) in codes.iter().zip(inputs.as_chunks_mut::<64>().0) {
            let code = u8x32::splat(s, code);
            low.simd_eq(code).select(one, zero).store_slice(&mut plane[..32]);
            high.simd_eq(code).select(one, zero).store_slice(&mut plane[32..]);
        }
    }
}

#[inline(always)]
fn floats<S: Simd>(s: S, positions: &[Position], inputs: &mut [[f32; 768]]) {
    at_level!(s: S, Avx512(token) => avx512::floats(token, positions, inputs));
    for (position, inputs) in positions.iter().zip(inputs) {
        let mut numbers = [0; 64];
        for (number, code) in numbers.iter_mut().zip(codes_as_seen(s, position)) {
            *number = u32::from(code);
        }
        let (zero, one) = (f32x8::splat(s, 0.0), f32x8::splat(s, 1.0));
        let codes = &CODES[position.side_to_move().index()];
        for (&code, plane) in codes.iter().zip(inputs.as_chunks_mut::<64>().0) {
            let code = u32x8::splat(s, code.into());
            for (numbers, plane) in numbers.as_chunks::<8>().0.iter().zip(plane.as_chunks_mut::<8>().0) {
                let numbers = u32x8::load_array_ref(s, numbers);
                numbers.simd_eq(code).select(one, zero).store_slice(plane);
            }
        }
    }
}

/// For each side to move, the codes of its own pieces and of the others: P, N, B, R, Q, K.
const CODES: [[u8; 12]; 2] = const_array!(2, |side| const_array!(12, |kind| {
    Piece::new(Color::ALL[side ^ (kind / 6)], Role::ALL[kind % 6]).code()
}));

/// The codes of the 64 squares as the side to move sees them: with Black to move, ranks are reversed.
#[inline(always)]
fn codes_as_seen<S: PlaneSimd>(s: S, position: &Position) -> [u8; 64] {
    let planes = position.board().planes();
    let is_black = position.side_to_move() == Color::Black;
    let [a, b, c, d] = if is_black { planes.map(Bitboard::flip_ranks) } else { planes };
    s.planes_to_codes(&[a.0, b.0, c.0, d.0])
}
