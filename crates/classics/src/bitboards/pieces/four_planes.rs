//! The pieces of a board in four bit planes (a quad-bitboard): 32 bytes.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Role, Square};

use super::{Pieces, Turn};
use crate::bitboards::packed_move::PackedMove;
use crate::bitboards::view::View;

/// Four bit planes: 32 bytes. Planes 1 to 3 hold the piece type; plane 0, the *colour set*, holds the black pieces, or
/// on a board that is flipped after every move the pieces of the side to move.
///
/// ```text
///             P  N  B  R  Q  K
///   plane 3   .  .  .  1  1  1
///   plane 2   .  1  1  .  .  1
///   plane 1   1  .  1  .  1  .
///   plane 0   colour set
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FourPlanes(QuadBitboard);

static_assertions::assert_eq_size!(FourPlanes, [u8; 32]);

impl FourPlanes {
    /// The board as a quad-bitboard.
    #[inline(always)]
    pub(crate) const fn quad(self) -> QuadBitboard {
        self.0
    }

    /// Puts a piece of type `role` of the side to move on `square`, or takes it off if it stands there.
    #[inline(always)]
    fn toggle<V: View>(&mut self, square: Square, role: Role) {
        self.0 ^= QuadBitboard::splat(Bitboard::of(square), code::<V>(role));
    }
}

/// The nibble of a piece of the side to move.
#[inline(always)]
const fn code<V: View>(role: Role) -> u8 {
    role.code() << 1 | V::IN_COLOR_SET as u8
}

impl Pieces for FourPlanes {
    type Undo = Self;

    #[inline(always)]
    fn from_quad(board: QuadBitboard) -> Self {
        Self(board)
    }

    #[inline(always)]
    fn own<V: View>(&self) -> Bitboard {
        if V::IN_COLOR_SET { self.0.black() } else { self.0.white() }
    }

    #[inline(always)]
    fn theirs<V: View>(&self) -> Bitboard {
        if V::IN_COLOR_SET { self.0.white() } else { self.0.black() }
    }

    #[inline(always)]
    fn role(&self, role: Role) -> Bitboard {
        self.0.role(role)
    }

    #[inline(always)]
    fn role_on(&self, square: Square) -> Option<Role> {
        self.0.role_at(square)
    }

    #[inline(always)]
    fn diagonal_sliders(&self) -> Bitboard {
        self.0.diagonal_sliders()
    }

    #[inline(always)]
    fn orthogonal_sliders(&self) -> Bitboard {
        self.0.orthogonal_sliders()
    }

    /// Empties `from` and `to`, which also removes a captured piece, and puts a piece of role `arriving` on `to`.
    #[inline(always)]
    fn go<V: View>(&mut self, from: Square, to: Square, _mover: Role, arriving: Role) {
        let to = Bitboard::of(to);
        let kept = !(Bitboard::of(from) | to);
        self.0 = self.0.masked(kept) ^ QuadBitboard::splat(to, code::<V>(arriving));
    }

    #[inline(always)]
    fn put<V: View>(&mut self, square: Square, role: Role) {
        self.toggle::<V>(square, role);
    }

    #[inline(always)]
    fn take<V: View>(&mut self, square: Square, role: Role) {
        self.toggle::<V>(square, role);
    }

    #[inline(always)]
    fn toggle_theirs<V: View>(&mut self, square: Square, role: Role) {
        let code = role.code() << 1 | u8::from(!V::IN_COLOR_SET);
        self.0 ^= QuadBitboard::splat(Bitboard::of(square), code);
    }

    #[inline(always)]
    fn before(&self, _to: Square) -> Self {
        *self
    }

    #[inline(always)]
    fn unmake<V: View>(&mut self, _mv: PackedMove, before: Self) {
        *self = before;
    }
}

/// Flips the board by a byte swap of each of the four planes, and one xor for the colours.
impl Turn for FourPlanes {
    #[inline(always)]
    fn turn(&mut self) {
        self.0 = self.0.flip_colors();
    }
}
