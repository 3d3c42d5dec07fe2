//! What [`sets`](crate::sets), [`flip`](crate::flip) and [`delta`](crate::delta) share: one generator of
//! legal moves, generic over the store of sets and the view.
//!
//! - [`Pieces`] is the store: eight sets or four planes.
//! - [`View`] says which side a board is seen from: white, black, or the side to move.
//! - [`State`] is the rest of a position: castling, en passant, the clock.
//! - `generate` puts the legal moves into a `Sink`, by `rays` to the nearest blocker.
//!
//! So two boards that differ in their store or view differ in nothing else.

mod generate;
mod list;
mod packed_move;
mod pieces;
mod rays;
mod state;
mod view;

pub(crate) use generate::{Count, Sink, generate, is_check, span};
pub(crate) use list::{Packer, back};
pub(crate) use packed_move::Kind;
pub use packed_move::PackedMove;
pub use pieces::{EightSets, FourPlanes, Pieces, Turn};
pub use state::State;
pub use view::View;
pub(crate) use view::{Black, ToMove, White, behind, castling_targets};
