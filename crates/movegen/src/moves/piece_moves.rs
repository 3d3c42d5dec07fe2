//! Legal moves piece by piece, from and to chosen squares.

use core::iter::FusedIterator;

use quadbit_quad::Bitboard;
use quadbit_x88::{Color, Rank, Role, Square};

use super::generate::{Scope, Sink};
use super::mv::Move;
use crate::position::Position;

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

/// An iterator over the pieces that can move, with their targets, created by [`Position::moves_by_piece`].
/// The first call of `next` generates them all.
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
    /// The pieces; `None` before the first call.
    pieces: Option<Pieces>,
    next: usize,
}

/// The pieces of a side that can move, each once.
#[derive(Clone, Debug)]
struct Pieces {
    moves: [PieceMoves; 16],
    len: usize,
}

impl Pieces {
    /// The pieces that can move within a scope.
    fn new(position: &Position, scope: Scope) -> Self {
        let filler = PieceMoves { role: Role::Pawn, from: Square::A1, targets: Bitboard::EMPTY };
        let mut pieces = Self { moves: [filler; 16], len: 0 };
        position.generate_some(scope, &mut pieces);
        pieces
    }
}

impl Sink for Pieces {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        self.moves[self.len] = PieceMoves { role, from, targets };
        self.len += usize::from(targets.any());
    }

    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard) {
        for pawn in pawns {
            self.piece(Role::Pawn, pawn, position.pawn_targets(us, Bitboard::of(pawn), allowed).union());
        }
    }

    /// A king that castles, or a pawn that captures en passant, usually has other moves too.
    fn more(&mut self, role: Role, from: Square, targets: Bitboard) {
        match self.moves[..self.len].iter_mut().find(|piece| piece.from == from) {
            Some(piece) => piece.targets |= targets,
            None => self.piece(role, from, targets),
        }
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

    fn next(&mut self) -> Option<PieceMoves> {
        let pieces = self.pieces.get_or_insert_with(|| Pieces::new(self.position, self.scope));
        while let Some(&piece) = pieces.moves[..pieces.len].get(self.next) {
            self.next += 1;
            let targets = piece.targets & self.targets;
            if targets.any() {
                return Some(PieceMoves { targets, ..piece });
            }
        }
        None
    }
}

impl FusedIterator for MovesByPiece<'_> {}

impl Position {
    /// The legal moves piece by piece, each piece once, in no particular order. They can be restricted by
    /// [`from`](MovesByPiece::from), [`to`](MovesByPiece::to), [`captures`](MovesByPiece::captures) and
    /// [`quiets`](MovesByPiece::quiets) before the first call of `next`.
    /// [`generate_moves`](Self::generate_moves) is faster, and can stop early.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// for piece in Position::start().moves_by_piece() {
    ///     assert_eq!(piece.len(), 2); // eight pawns, two knights
    /// }
    /// ```
    pub fn moves_by_piece(&self) -> MovesByPiece<'_> {
        let scope = Scope { pieces: self.board().color(self.side_to_move()), ..Scope::ALL };
        MovesByPiece { position: self, scope, targets: Bitboard::ALL, pieces: None, next: 0 }
    }
}
