//! The legal moves of one piece: its square, a set of targets, and an iterator over the moves.

use core::iter::FusedIterator;

use quadbit_quad::Bitboard;
use quadbit_x88::{Rank, Role, Square};

use super::mv::Move;

/// The legal moves of one piece: its square, and the squares to which it may go, at least one.
///
/// The targets of a king include the rooks with which it may castle. For a pawn, a target on the last rank stands for
/// four moves. [`Position::visit_pieces`](crate::Position::visit_pieces) passes the moves of each piece to a closure, a
/// pawn's capture en passant apart from its other moves.
///
/// ```
/// use quadbit_movegen::{PieceMoves, Bitboard, Role, Square};
/// let (from, targets) = (Square::B7, Bitboard::of(Square::B8).with(Square::C8));
/// let pawn = PieceMoves { role: Role::Pawn, from, targets };
/// assert_eq!(pawn.len(), 8);
/// assert_eq!(format!("{:?}", pawn.into_iter().next()), "Some(b7b8n)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    /// The role of the piece.
    pub role: Role,
    /// The square of the piece.
    pub from: Square,
    /// The squares to which the piece may go.
    pub targets: Bitboard,
}

impl PieceMoves {
    const LAST_RANKS: Bitboard = Bitboard(Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0);

    /// The number of moves: one for each target, four for each promotion.
    #[expect(clippy::len_without_is_empty, reason = "a piece without moves is never returned")]
    #[inline]
    pub fn len(self) -> usize {
        let (moves, promotions) = (self.targets.len(), self.promotions());
        (if promotions.any() { moves + 3 * promotions.len() } else { moves }) as usize
    }

    /// The targets on which a pawn promotes.
    #[inline]
    fn promotions(self) -> Bitboard {
        // A mask, because a branch would be mispredicted where pieces of all roles follow each other.
        self.targets & Self::LAST_RANKS & Bitboard::all_if(self.role == Role::Pawn)
    }
}

impl IntoIterator for PieceMoves {
    type Item = Move;
    type IntoIter = OnePieceMoves;

    #[inline]
    fn into_iter(self) -> OnePieceMoves {
        OnePieceMoves {
            from: self.from,
            targets: self.targets - self.promotions(),
            promotions: self.promotions(),
            next: 0,
        }
    }
}

/// An iterator over the moves of [`PieceMoves`]. Promotions come last; on each square the weakest comes first: knight,
/// bishop, rook, queen.
#[derive(Clone, Debug)]
pub struct OnePieceMoves {
    from: Square,
    targets: Bitboard,
    promotions: Bitboard,
    /// The number of promotions on the current square that have been returned, 0 to 3.
    next: usize,
}

impl Iterator for OnePieceMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(to) = self.targets.pop_first() {
            return Some(Move::new(self.from, to));
        }
        let to = self.promotions.first()?;
        let role = Role::PROMOTIONS[Role::PROMOTIONS.len() - 1 - self.next];
        self.next = (self.next + 1) % Role::PROMOTIONS.len();
        if self.next == 0 {
            self.promotions = self.promotions.without(to);
        }
        Some(Move::promoting(self.from, to, role))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.targets.len() as usize + 4 * self.promotions.len() as usize - self.next;
        (n, Some(n))
    }
}

impl ExactSizeIterator for OnePieceMoves {}
impl FusedIterator for OnePieceMoves {}
