//! The side from which a board is seen.

use core::fmt::Debug;

use quadbit_x88::{Color, File, Rank, Square};

/// The side from which the generator sees a board. It is a zero-sized type, so everything
/// it says is a constant.
///
/// | view | pawns go | own pieces are | for |
/// |---|---|---|---|
/// | `White` | north | those outside the colour set | white to move |
/// | `Black` | south | those of the colour set | black to move |
/// | `ToMove` | north | those of the colour set | a board that is flipped at every move |
///
/// The *colour set* is plane 0 of a quad-bitboard, or the second of two sets of colours.
pub trait View: Copy + Debug {
    /// The side whose geometry the side to move has: the direction of its pawns, its first rank.
    const GEOMETRY: Color;
    /// Whether the pieces of the side to move are the ones in the colour set.
    const IN_COLOR_SET: bool;
}

/// The view of a board with white to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct White;

/// The view of a board with black to move that is kept as white sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Black;

/// The view of a board that is kept as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToMove;

impl View for White {
    const GEOMETRY: Color = Color::White;
    const IN_COLOR_SET: bool = false;
}

impl View for Black {
    const GEOMETRY: Color = Color::Black;
    const IN_COLOR_SET: bool = true;
}

impl View for ToMove {
    const GEOMETRY: Color = Color::White;
    const IN_COLOR_SET: bool = true;
}

/// The squares of king and rook after castling, on the first rank of the view: on the c- and d-file if `rook` is to the
/// left of `king`, else on the g- and f-file.
#[inline(always)]
pub(crate) const fn castling_targets<V: View>(king: Square, rook: Square) -> [Square; 2] {
    let rank = Rank::First.relative_to(V::GEOMETRY);
    let [king_file, rook_file] =
        if rook.index() > king.index() { [File::G, File::F] } else { [File::C, File::D] };
    [Square::new(king_file, rank), Square::new(rook_file, rank)]
}

/// The square behind `square`, as the side to move sees it: from there a pawn is pushed to `square`, and there stands
/// the pawn that a capture en passant to `square` takes.
#[inline(always)]
pub(crate) const fn behind<V: View>(square: Square) -> Square {
    let index = square.index() as u32;
    Square::from_low_bits(match V::GEOMETRY {
        Color::White => index.wrapping_sub(8),
        Color::Black => index + 8,
    })
}
