//! The two sides of boards in lanes.

use quadbit_x88::Color;

/// We move, and they reply. In every lane we are white: a board with black to move is flipped, upside down
/// and with the colours exchanged.
pub(crate) const US: Color = Color::White;
pub(crate) const THEM: Color = Color::Black;
