//! Legal moves piece by piece, generated on demand, from and to chosen squares.

use core::iter::FusedIterator;

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Rank, Role, Square};

use super::generate::Scope;
use super::move_list::MoveList;
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

    /// The legal captures, including en passant and promotions that capture.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// assert_eq!(format!("{:?}", position.captures()), "[e5d6]");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn captures(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate_some(Scope::captures(self), &mut list);
        list
    }

    /// Clears a list and writes the [`captures`](Self::captures) into it, so that one list can be reused.
    pub fn captures_into(&self, list: &mut MoveList) {
        list.clear();
        self.generate_some(Scope::captures(self), list);
    }

    /// The legal captures, and the promotions that capture nothing: what a quiescence search looks at. The
    /// [`quiets`](Self::quiets) hold such promotions too; [`quiets_without_promotions`](Self::quiets_without_promotions) are all the rest.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!((position.captures().len(), position.captures_and_promotions().len()), (4, 8));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn captures_and_promotions(&self) -> MoveList {
        let mut list = MoveList::new();
        self.captures_and_promotions_into(&mut list);
        list
    }

    /// Clears a list and writes the [`captures_and_promotions`](Self::captures_and_promotions) into it.
    #[inline]
    pub fn captures_and_promotions_into(&self, list: &mut MoveList) {
        self.captures_into(list);
        let us = self.side_to_move();
        let seventh = self.pieces(us, Role::Pawn) & Bitboard::rank(Rank::Seventh.relative_to(us));
        if (seventh.forward(us) - self.board().occupied()).any() {
            let targets = !self.board().occupied();
            self.add(Scope { pieces: seventh, targets, castling: false, ..Scope::ALL }, list);
        }
    }

    /// Adds some moves to a list: one copy of the generator for all that are not asked for at every node.
    #[inline(never)]
    fn add(&self, scope: Scope, list: &mut MoveList) {
        self.generate_some(scope, list);
    }

    /// The legal moves that capture nothing: all except the [`captures`](Self::captures).
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position = Position::start();
    /// assert_eq!((position.captures().len(), position.quiets().len()), (0, 20));
    /// ```
    pub fn quiets(&self) -> MoveList {
        let mut list = MoveList::new();
        self.quiets_into(&mut list);
        list
    }

    /// Clears a list and writes the [`quiets`](Self::quiets) into it.
    pub fn quiets_into(&self, list: &mut MoveList) {
        list.clear();
        self.add(Scope::quiets(self), list);
    }

    /// The legal moves that neither capture nor promote: all except the [`captures_and_promotions`](Self::captures_and_promotions), for
    /// a search that has tried those.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!((position.quiets().len(), position.quiets_without_promotions().len()), (7, 3));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn quiets_without_promotions(&self) -> MoveList {
        let mut list = MoveList::new();
        self.quiets_without_promotions_into(&mut list);
        list
    }

    /// Clears a list and writes the [`quiets_without_promotions`](Self::quiets_without_promotions) into it.
    pub fn quiets_without_promotions_into(&self, list: &mut MoveList) {
        list.clear();
        self.add(Scope { promotions: false, ..Scope::quiets(self) }, list);
    }

    /// The legal moves if the side to move is in check, none if it is not.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/8/8/8/3PPP2/r3K3 w - - 0 1".parse()?;
    /// assert_eq!(position.evasions().len(), 0); // mate
    /// assert_eq!(Position::start().evasions().len(), 0);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn evasions(&self) -> MoveList {
        if self.is_check() { self.legal_moves() } else { MoveList::new() }
    }

    /// Whether a move is legal in this position. The move may be any 16 bits. No list is made; only the targets of
    /// one piece are computed.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position};
    /// let position = Position::start();
    /// let legal = (0..=u16::MAX).filter(|&bits| position.is_legal(Move::from_bits(bits)));
    /// assert_eq!(legal.count(), 20);
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.get(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        let role = piece.role();
        let promotes = role == Role::Pawn && to.rank() == Rank::Eighth.relative_to(us);
        let is_well_formed = match mv.promotion() {
            Some(role) => {
                promotes && Role::PROMOTIONS.contains(&role) && mv == Move::promoting(from, to, role)
            }
            None => !promotes && mv == Move::new(from, to),
        };
        is_well_formed && self.reaches(role, from, to) && self.leaves_king_safe(role, from, to)
    }

    /// Those of some pieces of the side to move, all of one role, that may go to a square, castling left aside. They are found from
    /// the target backwards: no attack map, and no targets of pieces that stand elsewhere.
    pub(crate) fn origins(&self, role: Role, pieces: Bitboard, to: Square) -> Bitboard {
        let us = self.side_to_move();
        if self.board().color(us).has(to) {
            return Bitboard::EMPTY;
        }
        let occupied = self.board().occupied();
        let reaching = match role {
            Role::Pawn => {
                let behind = Bitboard::of(to).forward(!us);
                behind | behind.forward(!us) | attacks::pawn(!us, to)
            }
            Role::Knight => attacks::knight(to),
            Role::Bishop => attacks::bishop(to, occupied),
            Role::Rook => attacks::rook(to, occupied),
            Role::Queen => attacks::queen(to, occupied),
            Role::King => attacks::king(to),
        };
        let mut origins = pieces & reaching;
        for from in origins {
            let reaches = role != Role::Pawn || self.reaches(role, from, to);
            if !reaches || !self.leaves_king_safe(role, from, to) {
                origins = origins.without(from);
            }
        }
        origins
    }

    /// Whether a piece of the side to move goes from one square to another, its king's safety left aside. What castling asks is
    /// all about safety, so it is true for every square of a king's own side.
    fn reaches(&self, role: Role, from: Square, to: Square) -> bool {
        let us = self.side_to_move();
        let occupied = self.board().occupied();
        let own = self.board().color(us);
        let targets = match role {
            Role::Pawn => {
                let targets = self.pawn_targets(us, Bitboard::of(from), Bitboard::ALL).union();
                let is_en_passant = self.ep() == Some(to) && self.ep_capturers(to).has(from);
                return targets.has(to) || is_en_passant;
            }
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, occupied),
            Role::Rook => attacks::rook(from, occupied),
            Role::Queen => attacks::queen(from, occupied),
            Role::King if own.has(to) => return true,
            Role::King => attacks::king(from),
        };
        (targets - own).has(to)
    }

    /// Whether no enemy attacks the king after a move that its piece can make: asked of the occupancy after it, without
    /// attack maps and pins.
    fn leaves_king_safe(&self, role: Role, from: Square, to: Square) -> bool {
        let us = self.side_to_move();
        let board = self.board();
        let after = board.occupied().without(from).with(to);
        match role {
            Role::King if board.color(us).has(to) => {
                let rook = self.castling_rooks_in_sight(us) & Bitboard::of(to);
                rook.any() && self.castling_rooks(us, rook, &self.king_safety(us, self.slides(!us))).any()
            }
            Role::King => !self.is_attacked_over(to, !us, after),
            Role::Pawn if self.ep() == Some(to) => self.is_ep_legal(from, to),
            _ => !self.is_attacked_by(self.king(us), !us, board.color(!us).without(to), after),
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
