//! A store of eight sets: six for piece types, two for colours.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Role, Square};

use super::{Pieces, Turn};
use crate::bitboards::packed_move::PackedMove;
use crate::bitboards::view::View;

/// A set for each of six piece types, and one for each side: 64 bytes. The *colour set* holds the black pieces, or on a
/// board that is flipped after every move the pieces of the side to move.
///
/// ```text
///   kinds     P  N  B  R  Q  K      each square of a piece is in one of them,
///   colours   other, colour set     and in one of these
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EightSets {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
}

static_assertions::assert_eq_size!(EightSets, [u8; 64]);

/// The index of a piece type among the six sets.
#[inline(always)]
const fn index(role: Role) -> usize {
    role.code() as usize - 1
}

impl EightSets {
    /// Takes the enemy piece on the square of `to`, if there is one, off the board: clears the square in the sets of
    /// all six roles and in the enemy's set, without finding out the role.
    #[inline(always)]
    fn capture<V: View>(&mut self, to: Bitboard) {
        for kind in &mut self.kinds {
            *kind -= to;
        }
        self.colors[usize::from(!V::IN_COLOR_SET)] -= to;
    }

    /// Moves a piece of the side to move, of role `mover`, from `from` to `to`, where its role is `arriving`. `from`
    /// and `to` are sets of one square, and no piece stands on that of `to`.
    #[inline(always)]
    fn step<V: View>(&mut self, from: Bitboard, to: Bitboard, mover: Role, arriving: Role) {
        self.kinds[index(mover)] ^= from;
        self.kinds[index(arriving)] ^= to;
        self.colors[usize::from(V::IN_COLOR_SET)] ^= from | to;
    }

    /// Puts a piece of type `role` of the side to move on `square`, or takes it off if it stands there.
    #[inline(always)]
    fn toggle<V: View>(&mut self, square: Square, role: Role) {
        let square = Bitboard::of(square);
        self.kinds[index(role)] ^= square;
        self.colors[usize::from(V::IN_COLOR_SET)] ^= square;
    }
}

impl Pieces for EightSets {
    type Undo = Self;

    fn from_quad(board: QuadBitboard) -> Self {
        Self {
            kinds: Role::ALL.map(|role| board.role(role)),
            colors: Color::ALL.map(|color| board.color(color)),
        }
    }

    #[inline(always)]
    fn own<V: View>(&self) -> Bitboard {
        self.colors[usize::from(V::IN_COLOR_SET)]
    }

    #[inline(always)]
    fn theirs<V: View>(&self) -> Bitboard {
        self.colors[usize::from(!V::IN_COLOR_SET)]
    }

    #[inline(always)]
    fn role(&self, role: Role) -> Bitboard {
        self.kinds[index(role)]
    }

    #[inline(always)]
    fn diagonal_sliders(&self) -> Bitboard {
        self.role(Role::Bishop) | self.role(Role::Queen)
    }

    #[inline(always)]
    fn orthogonal_sliders(&self) -> Bitboard {
        self.role(Role::Rook) | self.role(Role::Queen)
    }

    #[inline(always)]
    fn go<V: View>(&mut self, from: Square, to: Square, mover: Role, arriving: Role) {
        let (from, to) = (Bitboard::of(from), Bitboard::of(to));
        self.capture::<V>(to);
        self.step::<V>(from, to, mover, arriving);
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
        let square = Bitboard::of(square);
        self.kinds[index(role)] ^= square;
        self.colors[usize::from(!V::IN_COLOR_SET)] ^= square;
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

/// Flips the board by a byte swap of each of the eight sets and an exchange of the two sets of colours.
impl Turn for EightSets {
    #[inline(always)]
    fn turn(&mut self) {
        let [a, b] = self.colors;
        self.kinds = self.kinds.map(Bitboard::flip_ranks);
        self.colors = [b.flip_ranks(), a.flip_ranks()];
    }
}
