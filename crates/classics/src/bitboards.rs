//! What [`sets`](crate::sets), [`flip`](crate::flip) and [`delta`](crate::delta) share: one generator of legal moves,
//! generic over how the pieces are stored and over the side from which the board is seen.
//!
//! - [`Pieces`] is the store of the pieces: eight sets or four planes.
//! - [`View`] says which side a board is seen from: White, Black, or the side to move.
//! - [`State`] is the rest of a position: castling rights, the file of a double push, the side to move.
//! - `generate` puts the legal moves into a `Sink`; sliders find their nearest blockers by `rays`.
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
