//! From where a board is seen.

use core::fmt::Debug;

use quadbit_x88::Color;

/// From where the generator sees a board. A type without values of its own, so that everything it says is a constant.
///
/// | view | pawns go | own pieces are | for |
/// |---|---|---|---|
/// | [`White`] | north | the others | white to move |
/// | [`Black`] | south | those of the colour set | black to move |
/// | [`Mover`] | north | those of the colour set | a board that is flipped at every move |
///
/// The *colour set* is plane 0 of a quad-bitboard, or the second of two sets of colours.
pub trait View: Copy + Debug {
    /// The side whose geometry is the mover's: its pawns' direction, its first rank.
    const GEOMETRY: Color;
    /// Whether the mover's pieces are the ones in the colour set.
    const IN_COLOR_SET: bool;
}

/// White is to move.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black is to move, and the board stands as white sees it.
#[derive(Clone, Copy, Debug)]
pub struct Black;

/// The board stands as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct Mover;

impl View for White {
    const GEOMETRY: Color = Color::White;
    const IN_COLOR_SET: bool = false;
}

impl View for Black {
    const GEOMETRY: Color = Color::Black;
    const IN_COLOR_SET: bool = true;
}

impl View for Mover {
    const GEOMETRY: Color = Color::White;
    const IN_COLOR_SET: bool = true;
}
