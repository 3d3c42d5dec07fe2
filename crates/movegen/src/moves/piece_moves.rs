//! Legal moves piece by piece, from and to chosen squares.

use core::iter::FusedIterator;

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Rank, Role, Square};

use super::generate::Scope;
use super::mv::Move;
use crate::position::Position;
use crate::position::safety::Restrictions;

/// The legal moves of one piece: its square, and the squares to which it may go, at least one.
///
/// A king's targets include the rooks with which it may castle. For a pawn, a target on the last rank
/// stands for four moves.
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
    #[expect(clippy::len_without_is_empty, reason = "a piece without moves is never returned")]
    #[inline]
    pub fn len(self) -> usize {
        (self.targets.count() + 3 * self.promotions().count()) as usize
    }

    /// The targets on which a pawn promotes.
    #[inline]
    fn promotions(self) -> Bitboard {
        if self.role == Role::Pawn { self.targets & Self::LAST_RANKS } else { Bitboard::EMPTY }
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

    #[inline]
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

/// An iterator over the pieces that can move, with their targets, created by [`Position::moves_by_piece`]. The first call of `next`
/// finds checks and pins, and each call the moves of one piece. Methods that go through all pieces at once, such as `for_each` and `sum`,
/// take 0.7 times as long as a `for` loop.
///
/// ```
/// use quadbit_movegen::{Bitboard, Position, Rank, Square};
/// let position = Position::start();
/// // Knight moves to the third rank.
/// let moves = position.moves_by_piece().from(position.board().knights()).to(Bitboard::rank(Rank::Third));
/// assert_eq!(moves.flatten().count(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct MovesByPiece<'a> {
    position: &'a Position,
    scope: Scope,
    /// The target squares, also for castling and en passant.
    targets: Bitboard,
    /// Nothing before the first call.
    left: Option<Left>,
}

/// The pieces whose moves are still to be found, and what limits them.
#[derive(Clone, Debug)]
struct Left {
    /// By role, and the index of the role whose turn it is.
    pieces: [Bitboard; 6],
    role: usize,
    restrictions: Restrictions,
    /// Where pieces other than the king may go, castling, en passant and pins left aside.
    allowed: Bitboard,
}

impl Left {
    fn new(position: &Position, scope: &Scope) -> Self {
        let us = position.side_to_move();
        let (board, own) = (position.board(), position.board().color(us));
        let restrictions = position.restrictions();
        let allowed = restrictions.allowed(own) & scope.targets;
        let may_move = |role| match role {
            Role::King => own,
            _ if restrictions.checkers.has_many() => Bitboard::EMPTY,
            // A pinned knight never reaches its line.
            Role::Knight => own - restrictions.pinned,
            _ => own,
        };
        let pieces = Role::ALL.map(|role| board.role(role) & scope.pieces & may_move(role));
        Self { pieces, role: 0, restrictions, allowed }
    }

    /// The next piece, pawns first.
    #[inline]
    fn pop(&mut self) -> Option<(Role, Square)> {
        loop {
            let role = *Role::ALL.get(self.role)?;
            match self.pieces[self.role].pop_first() {
                Some(from) => return Some((role, from)),
                None => self.role += 1,
            }
        }
    }

    /// Where a piece may go.
    #[inline]
    fn targets(&self, position: &Position, scope: &Scope, role: Role, from: Square) -> Bitboard {
        let occupied = position.board().occupied();
        let free = match role {
            Role::Pawn => {
                let us = position.side_to_move();
                let allowed = self.allowed & self.restrictions.line_of(from);
                let targets = position.pawn_targets(us, Bitboard::of(from), allowed).union();
                return targets | en_passant(position, scope, from);
            }
            Role::King => return king_targets(position, scope, from, self.restrictions.pinned),
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, occupied),
            Role::Rook => attacks::rook(from, occupied),
            Role::Queen => attacks::queen(from, occupied),
        };
        free & self.allowed & self.restrictions.line_of(from)
    }
}

impl MovesByPiece<'_> {
    /// Only the moves of pieces on these squares.
    pub fn from(mut self, pieces: Bitboard) -> Self {
        self.scope.pieces &= pieces;
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

    #[inline(always)]
    fn next(&mut self) -> Option<PieceMoves> {
        let left = self.left.get_or_insert_with(|| Left::new(self.position, &self.scope));
        while let Some((role, from)) = left.pop() {
            let targets = left.targets(self.position, &self.scope, role, from) & self.targets;
            if targets.any() {
                return Some(PieceMoves { role, from, targets });
            }
        }
        None
    }

    /// The pieces that are left; by the generator if that is all of them, which is faster.
    #[inline]
    fn fold<B, F: FnMut(B, PieceMoves) -> B>(self, init: B, mut f: F) -> B {
        let Self { position, scope, targets, .. } = self;
        let mut result = init;
        // The generator passes pawns that capture en passant twice, and a king that castles.
        if self.left.is_some() || position.ep().is_some() {
            for piece in self {
                result = f(result, piece);
            }
            return result;
        }
        let Restrictions { king, pinned, .. } = position.restrictions();
        if scope.pieces.has(king) {
            let targets = king_targets(position, &scope, king, pinned) & targets;
            if targets.any() {
                result = f(result, PieceMoves { role: Role::King, from: king, targets });
            }
        }
        position.fold_pieces(Scope { pieces: scope.pieces.without(king), ..scope }, targets, result, f)
    }
}

impl FusedIterator for MovesByPiece<'_> {}

impl Position {
    /// The legal moves piece by piece, each piece once, in no particular order. They can be restricted by [`from`](MovesByPiece::from),
    /// [`to`](MovesByPiece::to), [`captures`](MovesByPiece::captures) and [`quiets`](MovesByPiece::quiets) before the first is asked for.
    /// [`generate_moves`](Self::generate_moves) passes them to a closure.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// for piece in Position::start().moves_by_piece() {
    ///     assert_eq!(piece.len(), 2); // eight pawns, two knights
    /// }
    /// ```
    pub fn moves_by_piece(&self) -> MovesByPiece<'_> {
        let scope = Scope { pieces: self.board().color(self.side_to_move()), ..Scope::ALL };
        MovesByPiece { position: self, scope, targets: Bitboard::ALL, left: None }
    }
}

/// Where a king may go, and the rooks that it may castle with.
#[inline]
fn king_targets(position: &Position, scope: &Scope, king: Square, pinned: Bitboard) -> Bitboard {
    let us = position.side_to_move();
    let steps = (attacks::king(king) & scope.targets) - position.board().color(us);
    let rooks = if scope.castling && !position.is_check() {
        position.castling_rooks_in_sight(us)
    } else {
        Bitboard::EMPTY
    };
    let [steps, rooks] = position.king_targets_alone(us, steps, rooks, pinned);
    steps | rooks
}

/// The square on which a pawn may capture en passant.
#[inline]
fn en_passant(position: &Position, scope: &Scope, from: Square) -> Bitboard {
    match position.ep().filter(|_| scope.en_passant) {
        Some(target) if position.ep_capturers(target).has(from) && position.is_ep_legal(from, target) => {
            Bitboard::of(target)
        }
        _ => Bitboard::EMPTY,
    }
}
