//! Inputs of neural networks, for slices of positions, into the caller's memory.
//!
//! All inputs are from one side's view: its own pieces first, and its own back rank at the bottom. So one
//! network plays both colours.
//!
//! | function | result | |
//! |---|---|---|
//! | [`dense_u8`], [`dense_f32`] | 768 numbers | 1 where a piece stands, as the side to move sees the board |
//! | [`sparse()`] | twice up to 32 indices | the inputs that are 1, for the side to move and for the other side |
//!
//! Twelve sets of 64 bits a position, white first, are `one_hot` of `quadbit-lanes`.
//!
//! ```
//! use quadbit_movegen::Position;
//! use quadbit_nibble::simd::Level;
//! use quadbit_inputs::features::{self, FeatureSet, Indices};
//! let positions = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse::<Position>()?];
//! let mut inputs = [[0; 768]];
//! features::dense_u8(Level::auto(), &positions, &mut inputs);
//! assert_eq!(inputs[0][12], 1); // our pawn on e2: 64 * 0 + 12
//!
//! let mut indices = [Indices::EMPTY];
//! features::sparse(Level::auto(), FeatureSet::Chess768, &positions, &mut indices);
//! assert_eq!(indices[0].us(), [5 * 64 + 4, 12, 11 * 64 + 60]);
//! assert_eq!(indices[0].them(), [11 * 64 + 60, 6 * 64 + 52, 5 * 64 + 4]);
//! # Ok::<(), quadbit_movegen::FenError>(())
//! ```

mod dense;
mod king_buckets;
mod sparse;

pub use dense::{dense_f32, dense_u8};
pub use king_buckets::KingBuckets;
pub use sparse::{FeatureSet, Indices, sparse};
