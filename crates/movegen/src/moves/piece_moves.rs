//! Legal moves piece by piece, from and to chosen squares.

use core::iter::FusedIterator;

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Rank, Role, Square};

use super::generate::{Scope, Sink};
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
        let (moves, promotions) = (self.targets.count(), self.promotions());
        (if promotions.any() { moves + 3 * promotions.count() } else { moves }) as usize
    }

    /// The targets on which a pawn promotes.
    #[inline]
    fn promotions(self) -> Bitboard {
        // A mask, because a branch would be mispredicted where pieces of all roles follow each other.
        let is_pawn = u64::from(self.role == Role::Pawn).wrapping_neg();
        Bitboard(self.targets.0 & Self::LAST_RANKS.0 & is_pawn)
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
/// finds all of them. Methods that go through all pieces at once, such as `for_each` and `sum`, take 0.85 times as long as a `for` loop.
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
    found: Option<Found>,
}

/// The pieces that can move, each once. Arrays of their parts are written and read faster than an array of pieces.
#[derive(Clone, Debug)]
struct Found {
    /// `None` is zero, so all arrays are zeroed in place; others would be copied there.
    roles: [Option<Role>; 16],
    from: [Square; 16],
    targets: [Bitboard; 16],
    len: usize,
    next: usize,
    /// The target squares, also for castling and en passant.
    within: Bitboard,
}

impl Found {
    const fn new(within: Bitboard) -> Self {
        let (roles, from, targets) = ([None; 16], [Square::A1; 16], [Bitboard::EMPTY; 16]);
        Self { roles, from, targets, len: 0, next: 0, within }
    }
}

impl Sink for Found {
    #[inline]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        let targets = targets & self.within;
        // A side has at most sixteen pieces.
        let place = self.len & 15;
        (self.roles[place], self.from[place], self.targets[place]) = (Some(role), from, targets);
        // The next piece takes the place of one that cannot move, because a branch would be mispredicted.
        self.len += usize::from(targets.any());
    }

    #[inline(never)]
    fn more(&mut self, role: Role, from: Square, targets: Bitboard) {
        match self.from[..self.len].iter().position(|&known| known == from) {
            Some(place) => self.targets[place] |= targets & self.within,
            None => self.piece(role, from, targets),
        }
    }

    #[inline]
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard) {
        for pawn in pawns {
            self.piece(Role::Pawn, pawn, position.pawn_targets(us, Bitboard::of(pawn), allowed).union());
        }
    }
}

impl MovesByPiece<'_> {
    /// Finds all moves.
    #[inline(never)]
    fn find(&mut self) {
        self.found = Some(Found::new(self.targets));
        if let Some(found) = &mut self.found {
            self.position.generate_some(self.scope, found);
        }
    }

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

    #[inline]
    fn next(&mut self) -> Option<PieceMoves> {
        if self.found.is_none() {
            self.find();
        }
        let found = self.found.as_mut()?;
        let place = found.next & 15;
        if found.next == found.len {
            return None;
        }
        found.next += 1;
        let (role, from, targets) = (found.roles[place]?, found.from[place], found.targets[place]);
        Some(PieceMoves { role, from, targets })
    }

    /// The pieces that are left; by the generator if that is all of them, which is faster.
    #[inline]
    fn fold<B, F: FnMut(B, PieceMoves) -> B>(self, init: B, mut f: F) -> B {
        let Self { position, scope, targets, .. } = self;
        let mut result = init;
        // The generator passes pawns that capture en passant twice, and a king that castles.
        if self.found.is_some() || position.ep().is_some() {
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
        MovesByPiece { position: self, scope, targets: Bitboard::ALL, found: None }
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
