//! The targets of a set of pawns, a set for each kind of pawn move.

use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, File, Rank, Square};

/// The squares to which pawns of one side can move, captures en passant left out, a set for each kind of pawn move.
/// Only `west` and `east` can share a square, because two pawns can reach one square only by captures from both sides
/// of it.
pub(crate) struct PawnTargets {
    us: Color,
    /// The pawns whose moves the other fields hold.
    pub(crate) pawns: Bitboard,
    single: Bitboard,
    double: Bitboard,
    /// The targets of captures towards the a-file.
    west: Bitboard,
    /// The targets of captures towards the h-file.
    east: Bitboard,
}

impl PawnTargets {
    /// The targets of `pawns` of `us` among the squares of `allowed`.
    #[inline(always)]
    pub(super) fn new(board: QuadBitboard, us: Color, pawns: Bitboard, allowed: Bitboard) -> Self {
        let empty = !board.occupied();
        let victims = board.color(!us) & allowed;
        let third = Bitboard::rank(Rank::Third.relative_to(us));
        let single = pawns.forward(us) & empty;
        Self {
            us,
            pawns,
            single: single & allowed,
            double: (single & third).forward(us) & empty & allowed,
            west: (pawns - Bitboard::file(File::A)).forward(us) >> 1 & victims,
            east: (pawns - Bitboard::file(File::H)).forward(us) << 1 & victims,
        }
    }

    /// The targets of moves that do not promote, each set with what a move adds to the number of the pawn's square.
    #[inline(always)]
    pub(super) fn steps(&self) -> [(Bitboard, i32); 4] {
        let (last, forward) = (self.last(), self.forward());
        [
            (self.single - last, forward),
            (self.double, 2 * forward),
            (self.west - last, forward - 1),
            (self.east - last, forward + 1),
        ]
    }

    /// The targets of promotions, each set with what a move adds to the number of the pawn's square.
    #[inline(always)]
    pub(super) fn promotions(&self) -> [(Bitboard, i32); 3] {
        let (last, forward) = (self.last(), self.forward());
        [(self.single & last, forward), (self.west & last, forward - 1), (self.east & last, forward + 1)]
    }

    /// Whether any of the pawns can promote.
    #[inline(always)]
    pub(super) fn promotes(&self) -> bool {
        (self.single | self.west | self.east).intersects(self.last())
    }

    /// The number of moves, four for each promotion.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        let (others, last) = (self.single | self.double | self.west, self.last());
        let moves = others.len() + self.east.len();
        if (others | self.east).intersects(last) {
            moves + 3 * ((others & last).len() + (self.east & last).len())
        } else {
            moves
        }
    }

    /// The targets of `pawn`, one of [`Self::pawns`], promotions included.
    #[inline]
    pub(super) fn of(&self, pawn: Square) -> Bitboard {
        let ahead = Bitboard::of(pawn).forward(self.us);
        ahead & self.single
            | ahead.forward(self.us) & self.double
            | attacks::pawn(self.us, pawn) & (self.west | self.east)
    }

    #[inline(always)]
    const fn last(&self) -> Bitboard {
        Bitboard::rank(Rank::Eighth.relative_to(self.us))
    }

    /// What a push adds to the number of a pawn's square.
    #[inline(always)]
    const fn forward(&self) -> i32 {
        match self.us {
            Color::White => 8,
            Color::Black => -8,
        }
    }
}

/// The square whose number is lower by `step` than that of `to`. It is on the board, because a pawn came from there.
#[inline]
pub(super) fn back(to: Square, step: i32) -> Square {
    Square::from_low_bits((to.index() as u32).wrapping_sub(step.cast_unsigned()))
}
