//! Legal moves in stages, as a search tries them.

use quadbit_quad::Bitboard;
use quadbit_x88::{Rank, Role};

use super::candidate::{Candidate, Visit};
use super::generate::{Scope, Sink};
use super::move_list::MoveList;
use crate::position::Position;

/// A part of the legal moves. [`Tactical`](Self::Tactical) and [`Quiet`](Self::Quiet) moves together
/// are [`All`](Self::All).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// All legal moves.
    All,
    /// Captures, including en passant, and promotions, as a quiescence search tries them.
    Tactical,
    /// All moves that are not tactical, including castling.
    Quiet,
}

impl Stage {
    /// Selects the moves of the stage that are made by pieces on the squares of `pieces`.
    #[inline]
    pub const fn of(self, pieces: Bitboard) -> Selection {
        Selection { stage: self, pieces, targets: Bitboard::ALL }
    }

    /// Selects the moves of the stage to the squares of `targets`.
    #[inline]
    pub const fn to(self, targets: Bitboard) -> Selection {
        Selection { stage: self, pieces: Bitboard::ALL, targets }
    }
}

/// The legal moves of a [`Stage`] from one set of squares to another: a selection for
/// [`Position::moves_into`](crate::Position::moves_into). A `Stage` converts into a selection of all its moves.
///
/// ```
/// use quadbit_movegen::{Color, MoveList, Position, Role, Stage};
/// let position: Position = "4k3/8/2n1r3/3P4/8/8/4N3/4K3 w - - 0 1".parse()?;
/// let mut list = MoveList::new();
/// let pawns = position.pieces(Color::White, Role::Pawn);
/// position.moves_into(Stage::Tactical.of(pawns), &mut list);
/// assert_eq!(format!("{list:?}"), "[d5c6, d5e6]");
/// position.moves_into(Stage::Tactical.to(position.pieces(Color::Black, Role::Rook)), &mut list);
/// assert_eq!(format!("{list:?}"), "[d5e6]");
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Selection {
    /// The kind of moves: all, tactical or quiet ones.
    pub stage: Stage,
    /// The pieces that move; a king that castles is one.
    pub pieces: Bitboard,
    /// The squares that moves go to, by [`Move::to`](crate::Move::to): castling goes to the rook.
    pub targets: Bitboard,
}

impl Selection {
    /// Narrows the selection to the moves to squares of `targets`.
    #[inline]
    pub const fn to(self, targets: Bitboard) -> Self {
        Self { targets: Bitboard(self.targets.0 & targets.0), ..self }
    }
}

impl From<Stage> for Selection {
    #[inline]
    fn from(stage: Stage) -> Self {
        stage.of(Bitboard::ALL)
    }
}

impl<const KEYED: bool> Position<KEYED> {
    /// Clears `list` and writes into it, in no particular order, the legal moves of `selection`, which is a [`Stage`]
    /// or a part of one. One list can be used for many positions.
    ///
    /// ```
    /// use quadbit_movegen::{MoveList, Position, Stage};
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// let mut list = MoveList::new();
    /// position.moves_into(Stage::Tactical, &mut list);
    /// assert_eq!(list.len(), 8); // four promotions each on d8, where the pawn captures, and e8
    /// position.moves_into(Stage::Quiet, &mut list);
    /// assert_eq!(list.len(), 3); // moves of the king
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn moves_into(&self, selection: impl Into<Selection>, list: &mut MoveList) {
        list.clear();
        self.generate_selected(selection.into(), list);
    }

    /// Passes the legal moves of `selection`, a [`Stage`] or a part of one, to `each`, in no particular order, with the
    /// roles of the moving and of the captured piece: the way to list moves for a search. Moves can be ranked without
    /// reading the board again, written into a `MoveList<Candidate>`, and generated in two steps: a search that has
    /// tried the tactical moves in vain asks for the quiet ones.
    ///
    /// ```
    /// use quadbit_movegen::{PieceValues, Position, Stage};
    /// let position: Position = "4k3/8/2n1r3/3P4/8/8/4N3/4K3 w - - 0 1".parse()?;
    /// // The most valuable victim first.
    /// let mut captures = Vec::new();
    /// position.visit(Stage::Tactical, |candidate| {
    ///     let gain = candidate.victim.map_or(0, |role| PieceValues::default().of(role));
    ///     captures.push((gain, candidate.mv));
    /// });
    /// captures.sort();
    /// captures.reverse();
    /// assert_eq!(format!("{captures:?}"), "[(5, d5e6), (3, d5c6)]");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn visit(&self, selection: impl Into<Selection>, each: impl FnMut(Candidate)) {
        self.generate_selected(selection.into(), &mut Visit { board: self.board, visit: each });
    }

    /// Passes the legal moves of `selection` to `sink`.
    #[inline]
    pub(super) fn generate_selected<S: Sink>(&self, selection: Selection, sink: &mut S) {
        let Selection { stage, pieces, targets } = selection;
        let all = Scope { pieces, targets, castling: targets, en_passant: targets, ..Scope::ALL };
        let (us, empty) = (self.side_to_move(), targets - self.board.occupied());
        match stage {
            Stage::All => self.generate_some(all, sink),
            Stage::Tactical => {
                let (victims, none) = (targets & self.board.color(!us), Bitboard::EMPTY);
                self.generate_some(Scope { targets: victims, castling: none, ..all }, sink);
                let seventh = Bitboard::rank(Rank::Seventh.relative_to(us));
                let pieces = self.pieces(us, Role::Pawn) & seventh & pieces;
                if pieces.forward(us).intersects(empty) {
                    let scope = Scope { pieces, targets: empty, castling: none, en_passant: none, ..all };
                    self.generate_rest(scope, sink);
                }
            }
            Stage::Quiet => {
                let en_passant = Bitboard::EMPTY;
                self.generate_rest(Scope { targets: empty, en_passant, promotions: false, ..all }, sink);
            }
        }
    }

    /// Passes the legal moves in `scope` to `sink`. Not inlined: the stages that a search does not generate at every
    /// node share one copy of the generator.
    #[inline(never)]
    fn generate_rest<S: Sink>(&self, scope: Scope, sink: &mut S) {
        self.generate_some(scope, sink);
    }
}
