//! Every input of a network as a number.

use fearless_simd::prelude::*;
use fearless_simd::{f32x16, mask8x64, mask32x16, u8x64};
use quadbit_movegen::{Color, Level, Position};
use quadbit_nibble::simd::{BitSimd, dispatch};
use quadbit_quad::Bitboard;
use quadbit_x88::Role;

/// Twelve planes of 64 bytes a position: 1 where the man stands, else 0.
///
/// The index of an input is `64 * kind + square`; the kinds are the mover's P, N, B, R, Q, K, then those of the other side. With
/// black to move, ranks are reversed: its own back rank is squares 0 to 7. At AVX-512 a plane is one store.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn dense_u8(level: Level, positions: &[Position], inputs: &mut [[u8; 768]]) {
    assert_eq!(positions.len(), inputs.len(), "as many inputs as positions");
    dispatch!(level, s => dense_u8_at(s, positions, inputs));
}

#[inline(always)]
fn dense_u8_at<S: BitSimd>(s: S, positions: &[Position], inputs: &mut [[u8; 768]]) {
    let (one, zero) = (u8x64::splat(s, 1), u8x64::splat(s, 0));
    for (position, inputs) in positions.iter().zip(inputs) {
        for (plane, inputs) in planes(position).into_iter().zip(inputs.as_chunks_mut::<64>().0) {
            mask8x64::from_bitmask(s, plane.0).select(one, zero).store_slice(inputs);
        }
    }
}

/// The same as [`dense_u8`], as floating-point numbers.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn dense_f32(level: Level, positions: &[Position], inputs: &mut [[f32; 768]]) {
    assert_eq!(positions.len(), inputs.len(), "as many inputs as positions");
    dispatch!(level, s => dense_f32_at(s, positions, inputs));
}

#[inline(always)]
fn dense_f32_at<S: BitSimd>(s: S, positions: &[Position], inputs: &mut [[f32; 768]]) {
    let (one, zero) = (f32x16::splat(s, 1.0), f32x16::splat(s, 0.0));
    for (position, inputs) in positions.iter().zip(inputs) {
        for (plane, inputs) in planes(position).into_iter().zip(inputs.as_chunks_mut::<64>().0) {
            for (n, inputs) in inputs.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                mask32x16::from_bitmask(s, plane.0 >> (16 * n) & 0xffff)
                    .select(one, zero)
                    .store_slice(inputs);
            }
        }
    }
}

/// The mover's men and those of the other side, by kind, as the mover sees the board.
#[inline(always)]
fn planes(position: &Position) -> [Bitboard; 12] {
    let board = match position.side_to_move() {
        Color::White => position.board(),
        Color::Black => position.board().flip_colors(),
    };
    let [ours, theirs] = [board.white(), board.black()];
    let kind = |n: usize| board.role(Role::ALL[n % 6]) & if n < 6 { ours } else { theirs };
    [
        kind(0),
        kind(1),
        kind(2),
        kind(3),
        kind(4),
        kind(5),
        kind(6),
        kind(7),
        kind(8),
        kind(9),
        kind(10),
        kind(11),
    ]
}
