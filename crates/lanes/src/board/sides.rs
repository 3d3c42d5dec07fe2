//! The two sides of boards in lanes: [`US`], who are always white, and [`THEM`].

use quadbit_x88::Color;

/// The side to move, which comments call "we"; "they" reply. It is white in every lane: a board with black to
/// move is flipped vertically, with the colours exchanged.
pub(crate) const US: Color = Color::White;
pub(crate) const THEM: Color = Color::Black;
