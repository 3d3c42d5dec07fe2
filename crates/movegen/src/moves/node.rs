//! A position with its checks and pins at hand, for the calls of a search at one node of its tree.

use quadbit_quad::Bitboard;
use quadbit_x88::{Rank, Role, Square};

use super::candidate::{Candidate, Visit};
use super::generate::{Scope, Sink};
use super::move_list::MoveList;
use super::mv::Move;
use super::stage::Stage;
use crate::position::Position;
use crate::position::safety::Restrictions;

/// A position with the king, the checkers and the pinned pieces of the side to move at hand.
/// [`Position::node`] makes it.
///
/// A search asks several questions about one position: whether the table's move is legal, the captures, then
/// the quiet moves. Their results are those of the position's own methods.
///
/// ```text
///   position.node()            king, checkers, pins
///     .is_legal(table move)
///     .visit(Tactical, ..)     captures and promotions, with mover and victim
///     .visit(Quiet, ..)        the rest, if no capture was good enough
/// ```
///
/// ```
/// use quadbit_movegen::{Move, PieceValues, Position, Square, Stage};
/// let position: Position = "4k3/8/2n1r3/3P4/8/8/4N3/4K3 w - - 0 1".parse()?;
/// let node = position.node();
/// assert!(node.pinned().has(Square::E2));
/// assert!(!node.is_legal(Move::new(Square::E2, Square::C3)));
///
/// // The most valuable victim first.
/// let mut captures = Vec::new();
/// node.visit(Stage::Tactical, |candidate| {
///     let gain = candidate.victim.map_or(0, |role| PieceValues::CLASSIC.of(role));
///     captures.push((gain, candidate.mv));
/// });
/// captures.sort();
/// captures.reverse();
/// assert_eq!(format!("{captures:?}"), "[(5, d5e6), (3, d5c6)]");
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    position: &'a Position,
    restrictions: Restrictions,
}

impl Position {
    /// The position with its king, checks and pins, for all calls of a search. It costs next to nothing, because
    /// the position stores them.
    #[inline]
    pub fn node(&self) -> Node<'_> {
        Node { position: self, restrictions: self.restrictions() }
    }
}

impl<'a> Node<'a> {
    /// The position itself.
    #[inline]
    pub const fn position(&self) -> &'a Position {
        self.position
    }

    /// The square of the king of the side to move.
    #[inline]
    pub const fn king(&self) -> Square {
        self.restrictions.king
    }

    /// The pieces that give check, as [`Position::checkers`] finds them.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/3N4/8/8/8/8/4R1K1 b - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.node().checkers().to_string(),
    ///      ". . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . 1 . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . 1 . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.restrictions.checkers
    }

    /// The pinned pieces of the side to move, as [`Position::pinned`] finds them.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/4r3/8/b7/8/2N5/3PN3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.node().pinned().to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . 1 . . .\n\
    ///      . . . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.restrictions.pinned
    }

    /// The legal moves of a stage, in no particular order: [`Position::moves`].
    #[inline]
    pub fn moves(&self, stage: Stage) -> MoveList {
        let mut list = MoveList::new();
        self.moves_into(stage, &mut list);
        list
    }

    /// Clears a list and writes the legal moves of a stage into it, so that one list can be reused.
    #[inline]
    pub fn moves_into(&self, stage: Stage, list: &mut MoveList) {
        list.clear();
        self.generate_stage(stage, list);
    }

    /// Passes the legal moves of a stage to a closure, each with the roles of its mover and victim,
    /// in no particular order. So moves can be ranked without making a list first and without
    /// reading the board again.
    ///
    /// ```
    /// use quadbit_movegen::{Position, Role, Stage};
    /// // Captures en passant by two pawns.
    /// let position: Position = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// let mut victims = Vec::new();
    /// position.node().visit(Stage::Tactical, |candidate| victims.extend(candidate.victim));
    /// assert_eq!(victims, [Role::Pawn; 2]);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn visit(&self, stage: Stage, visit: impl FnMut(Candidate)) {
        self.generate_stage(stage, &mut Visit { board: self.position.board(), visit });
    }

    /// Whether a move, which may be any 16 bits, is legal: [`Position::is_legal`].
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position};
    /// let position = Position::start();
    /// let node = position.node();
    /// let legal = (0..=u16::MAX).filter(|&bits| node.is_legal(Move::from_bits(bits)));
    /// assert_eq!(legal.count(), 20);
    /// ```
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(mv)
    }

    /// Whether a legal move gives check: [`Position::gives_check`].
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.position.gives_check(mv)
    }

    /// Passes the moves of a stage to a sink.
    #[inline]
    pub(super) fn generate_stage<S: Sink>(&self, stage: Stage, sink: &mut S) {
        let position = self.position;
        match stage {
            Stage::All => self.generate(Scope::ALL, sink),
            Stage::Tactical => {
                self.generate(Scope::captures(position), sink);
                let us = position.side_to_move();
                let seventh = position.pieces(us, Role::Pawn) & Bitboard::rank(Rank::Seventh.relative_to(us));
                if (seventh.forward(us) - position.board().occupied()).any() {
                    let targets = !position.board().occupied();
                    self.generate_rest(
                        Scope { pieces: seventh, targets, castling: false, ..Scope::ALL },
                        sink,
                    );
                }
            }
            Stage::Quiet => self.generate_rest(Scope { promotions: false, ..Scope::quiets(position) }, sink),
        }
    }

    /// Passes the moves of a scope to a sink.
    #[inline]
    fn generate<S: Sink>(&self, scope: Scope, sink: &mut S) {
        self.position.generate_some(scope, sink);
    }

    /// One copy of the generator for the stages that are not generated at every node.
    #[inline(never)]
    fn generate_rest<S: Sink>(&self, scope: Scope, sink: &mut S) {
        self.generate(scope, sink);
    }
}
