//! Legal moves piece by piece, generated on demand, from and to chosen squares.

use core::iter::FusedIterator;

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Rank, Role, Square};

use super::generate::Scope;
use super::mv::Move;
use crate::position::Position;
use crate::position::safety::KingSafety;

/// The legal moves of one piece: its square, and the squares it may go to, at least one.
///
/// A king's targets include the rooks it may castle with. For a pawn, a target on the last rank stands for four
/// moves.
///
/// ```
/// use quadbit_movegen::{PieceMoves, Position, Role, Square};
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let king = position.moves_by_piece().find(|piece| piece.role == Role::King).unwrap();
/// assert_eq!(king.from, Square::E1);
/// assert_eq!(
///     king.targets.to_string(),
///     ". . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . 1 1 1 . .\n\
///      . . . 1 . 1 . 1\n"
/// );
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceMoves {
    /// The kind of the piece.
    pub role: Role,
    /// The square of the piece.
    pub from: Square,
    /// The squares that it may go to.
    pub targets: Bitboard,
}

impl PieceMoves {
    pub(crate) const LAST_RANKS: Bitboard =
        Bitboard(Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0);

    /// The number of moves: one for each target, four for each promotion.
    #[expect(clippy::len_without_is_empty, reason = "a piece without moves is never handed out")]
    pub fn len(self) -> usize {
        (self.targets.count() + 3 * self.promotions().count()) as usize
    }

    /// The targets on which a pawn promotes.
    fn promotions(self) -> Bitboard {
        if self.role == Role::Pawn { self.targets & Self::LAST_RANKS } else { Bitboard::EMPTY }
    }
}

impl IntoIterator for PieceMoves {
    type Item = Move;
    type IntoIter = OnePieceMoves;

    fn into_iter(self) -> OnePieceMoves {
        OnePieceMoves {
            from: self.from,
            targets: self.targets - self.promotions(),
            promotions: self.promotions(),
            next: 0,
        }
    }
}

/// The moves of [`PieceMoves`], one by one; those of a promotion strongest first.
#[derive(Clone, Debug)]
pub struct OnePieceMoves {
    from: Square,
    targets: Bitboard,
    promotions: Bitboard,
    /// The index of the next promotion.
    next: usize,
}

impl Iterator for OnePieceMoves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        if let Some(to) = self.targets.pop_first() {
            return Some(Move::new(self.from, to));
        }
        let to = self.promotions.first()?;
        let role = Role::PROMOTIONS[self.next];
        self.next = (self.next + 1) % Role::PROMOTIONS.len();
        if self.next == 0 {
            self.promotions = self.promotions.without(to);
        }
        Some(Move::promoting(self.from, to, role))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.targets.count() as usize + 4 * self.promotions.count() as usize - self.next;
        (n, Some(n))
    }
}

impl ExactSizeIterator for OnePieceMoves {}
impl FusedIterator for OnePieceMoves {}

/// An iterator over the pieces that can move, with their targets, created by [`Position::moves_by_piece`]. Targets
/// are computed on demand, so leaving the loop early saves the rest.
///
/// ```
/// use quadbit_movegen::{Bitboard, Position, Rank, Square};
/// let position = Position::start();
/// assert!(position.moves_by_piece().next().is_some(), "neither mate nor stalemate");
/// // Knight moves to the third rank.
/// let moves = position.moves_by_piece().from(position.board().knights()).to(Bitboard::rank(Rank::Third));
/// assert_eq!(moves.flatten().count(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct MovesByPiece<'a> {
    position: &'a Position,
    safety: KingSafety,
    scope: Scope,
    /// The squares to go to, for castling and en passant too.
    targets: Bitboard,
    /// The roles still to come, the current role, and the pieces of the current role still to come.
    roles: core::array::IntoIter<Role, 6>,
    role: Role,
    waiting: Bitboard,
}

impl MovesByPiece<'_> {
    /// Only the moves of pieces on these squares.
    pub fn from(mut self, pieces: Bitboard) -> Self {
        self.scope.pieces &= pieces;
        self.waiting &= pieces;
        self
    }

    /// Only the moves to these squares. Castling goes to the rook's square.
    pub fn to(mut self, targets: Bitboard) -> Self {
        self.targets &= targets;
        self
    }

    /// Only captures, including en passant.
    pub fn captures(mut self) -> Self {
        self.scope = Scope { pieces: self.scope.pieces, ..Scope::captures(self.position) };
        self
    }

    /// Only moves that capture nothing, including castling.
    pub fn quiets(mut self) -> Self {
        self.scope = Scope { pieces: self.scope.pieces, ..Scope::quiets(self.position) };
        self
    }
}

impl Iterator for MovesByPiece<'_> {
    type Item = PieceMoves;

    fn next(&mut self) -> Option<PieceMoves> {
        loop {
            let Some(from) = self.waiting.pop_first() else {
                self.role = self.roles.next()?;
                self.waiting = self.scope.pieces & self.position.board().role(self.role);
                continue;
            };
            let targets = self.position.targets_of(self.role, from, &self.safety, self.scope) & self.targets;
            if targets.any() {
                return Some(PieceMoves { role: self.role, from, targets });
            }
        }
    }
}

impl FusedIterator for MovesByPiece<'_> {}

impl Position {
    /// The legal moves piece by piece, pawns first, then knights, bishops, rooks, queens and the king, which can be
    /// restricted by [`from`](MovesByPiece::from), [`to`](MovesByPiece::to), [`captures`](MovesByPiece::captures) and
    /// [`quiets`](MovesByPiece::quiets).
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// for piece in Position::start().moves_by_piece() {
    ///     assert_eq!(piece.len(), 2); // eight pawns, two knights
    /// }
    /// ```
    pub fn moves_by_piece(&self) -> MovesByPiece<'_> {
        let us = self.side_to_move();
        MovesByPiece {
            position: self,
            safety: self.king_safety(us, self.slides(!us)),
            scope: Scope { pieces: self.board().color(us), ..Scope::ALL },
            targets: Bitboard::ALL,
            roles: Role::ALL.into_iter(),
            role: Role::Pawn,
            waiting: Bitboard::EMPTY,
        }
    }

    /// The legal targets of one piece of the side to move, as far as they are in the scope.
    fn targets_of(&self, role: Role, from: Square, safety: &KingSafety, scope: Scope) -> Bitboard {
        let us = self.side_to_move();
        let own = self.board().color(us);
        let occupied = self.board().occupied();
        let allowed = safety.restrictions.allowed(own) & safety.restrictions.line_of(from) & scope.targets;
        match role {
            Role::Pawn => self.pawn_targets_of(us, from, allowed, scope),
            Role::Knight => attacks::knight(from) & allowed,
            Role::Bishop => attacks::bishop(from, occupied) & allowed,
            Role::Rook => attacks::rook(from, occupied) & allowed,
            Role::Queen => attacks::queen(from, occupied) & allowed,
            Role::King => {
                let steps = (attacks::king(from) - own - safety.attacked) & scope.targets;
                if scope.castling {
                    steps | self.castling_rooks(us, self.castling_rooks_in_sight(us), safety)
                } else {
                    steps
                }
            }
        }
    }

    /// Pushes, captures, and en passant, which has its own rule about checks and pins.
    fn pawn_targets_of(&self, us: Color, from: Square, allowed: Bitboard, scope: Scope) -> Bitboard {
        let targets = self.pawn_targets(us, Bitboard::of(from), allowed).union();
        match self.ep() {
            Some(target)
                if scope.en_passant
                    && self.ep_capturers(target).has(from)
                    && self.is_ep_legal(from, target) =>
            {
                targets.with(target)
            }
            _ => targets,
        }
    }
}
