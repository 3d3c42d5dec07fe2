//! Every input of a network as a number.

use quadbit_lanes::batch::mover_planes;
use quadbit_movegen::{Level, Position};
use quadbit_nibble::simd::dispatch;
use quadbit_quad::Bitboard;

use crate::spread::{Number, spread};

/// Twelve planes of 64 bytes a position: 1 where the man stands, else 0.
///
/// The index of an input is `64 * kind + square`; the kinds are the mover's P, N, B, R, Q, K, then those of the other side. With
/// black to move, ranks are reversed: its own back rank is squares 0 to 7. At AVX-512 a plane is one store. Memory that begins at a
/// multiple of 64 bytes is written in an eighth less time than other memory.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn dense_u8(level: Level, positions: &[Position], inputs: &mut [[u8; 768]]) {
    dense(level, positions, inputs);
}

/// The same as [`dense_u8`], as floating-point numbers.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn dense_f32(level: Level, positions: &[Position], inputs: &mut [[f32; 768]]) {
    dense(level, positions, inputs);
}

/// How many positions are taken at a time.
const BLOCK: usize = 8;

/// The planes of some positions, at the beginning of a line of the cache.
#[repr(align(64))]
struct Planes([[Bitboard; 12]; BLOCK]);

#[track_caller]
fn dense<N: Number>(level: Level, positions: &[Position], inputs: &mut [[N; 768]]) {
    assert_eq!(positions.len(), inputs.len(), "as many inputs as positions");
    let mut planes = Planes([[Bitboard::EMPTY; 12]; BLOCK]);
    for (positions, inputs) in positions.chunks(BLOCK).zip(inputs.chunks_mut(BLOCK)) {
        let planes = &mut planes.0[..positions.len()];
        mover_planes(level, positions, planes);
        dispatch!(level, s => spread(s, bytemuck::cast_slice_mut(planes), inputs.as_flattened_mut()));
    }
}
