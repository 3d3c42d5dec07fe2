//! The public entry point: all searches for pairs of attacker and attacked piece.
//!
//! 1. A [`Finder`] method takes a `Position` or a [`ByteBoard`], and dispatches once to the code of its level, a set
//!    of CPU instructions.
//! 2. That code makes a board of the kind that it searches fastest (`Scene`): rays of bytes, or sets of
//!    squares.
//! 3. All pairs of a board come from `whole`, the changes by a move from `update`, which writes them to the
//!    caller's list.
//! 4. Castling, captures en passant and null moves are left to `make_rare`, which changes the board square by square.
//!
//! Results are equal at every level, the order of [`threats`](Finder::threats) included.

use quadbit_movegen::{Move, Position};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Piece, Square, Square88};

use crate::byte_board::ByteBoard;
use crate::changes::Changes;
use crate::list::ThreatList;
use crate::scene::Scene;
use crate::update::{self, Travel};
use crate::whole;

/// Finds the pairs of attacker and attacked piece on a board, and those that a move ends and begins.
///
/// A finder holds only a level, which is a set of CPU instructions, so copy it freely. Each call dispatches once to the
/// code for this level. All levels give the same results.
///
/// ```
/// use quadbit_movegen::{Move, Position, Square};
/// use quadbit_threats::{Changes, Finder};
///
/// let finder = Finder::new();
/// let position: Position = "4k3/8/8/3n4/8/8/4P3/3RK3 w - - 0 1".parse()?;
/// let mut texts: Vec<String> = finder.threats(&position).iter().map(|threat| threat.to_string()).collect();
/// assert_eq!(texts, ["Rd1xnd5", "Rd1xKe1", "Ke1xPe2", "Ke1xRd1"]);
///
/// // For each move of a search: what to subtract, and what to add. The lists are reused.
/// let mut changes = Changes::new();
/// finder.changes_into(&position, Move::new(Square::E2, Square::E4), &mut changes);
/// let texts = |threats: &[_]| threats.iter().map(ToString::to_string).collect::<Vec<String>>();
/// assert_eq!(texts(changes.removed()), ["Ke1xPe2"]);
/// assert_eq!(texts(changes.added()), ["Pe4xnd5"]);
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finder {
    level: Level,
}

impl Finder {
    /// A finder that uses the best vector instructions of this machine.
    #[inline]
    pub fn new() -> Self {
        Self { level: Level::auto() }
    }

    /// A finder that uses the CPU instructions of `level`.
    #[inline]
    pub const fn at(level: Level) -> Self {
        Self { level }
    }

    /// Finds all pairs of an attacker and the piece that it attacks, of either side, each once. Pairs whose attacker is
    /// a pawn come first, in the order of the directions in which pawns attack (north-east, south-east, south-west,
    /// north-west), and for each direction in the order of the attacked squares, a1 first. The other pairs follow in
    /// the order of the attackers' squares, and for each attacker clockwise from north; for a knight, from two ranks up
    /// and one file to the right.
    pub fn threats(self, position: &Position) -> ThreatList {
        let mut list = ThreatList::new();
        self.threats_into(position, &mut list);
        list
    }

    /// Finds all pairs of attacker and attacked piece, like [`threats`](Self::threats), and overwrites `list` with
    /// them.
    #[inline]
    pub fn threats_into(self, position: &Position, list: &mut ThreatList) {
        dispatch!(self.level, s => {
            let board = position.board();
            whole::write(s, board, &s.planes_to_codes(&board.planes().map(|plane| plane.0)), &mut list.0);
        });
    }

    /// Finds the pairs of attacker and attacked piece on any board, in the order of [`threats`](Self::threats), and
    /// overwrites `list` with them.
    #[inline]
    pub fn threats_on(self, board: &ByteBoard, list: &mut ThreatList) {
        dispatch!(self.level, s => {
            let planes = QuadBitboard::from_planes(s.codes_to_planes(board.codes()).map(Bitboard));
            whole::write(s, planes, board.codes(), &mut list.0);
        });
    }

    /// Finds the pairs of attacker and attacked piece that end and begin when the legal move `mv` is made; none for a
    /// null move, from a square to itself.
    ///
    /// For a move that is not legal the changes are meaningless.
    pub fn changes(self, position: &Position, mv: Move) -> Changes {
        let mut changes = Changes::new();
        self.changes_into(position, mv, &mut changes);
        changes
    }

    /// Finds the pairs of attacker and attacked piece that end and begin when the legal move `mv` is made, like
    /// [`changes`](Self::changes), and replaces the contents of `changes` with them. This is faster than a new list for
    /// each move, since no memory is cleared.
    #[inline]
    pub fn changes_into(self, position: &Position, mv: Move, changes: &mut Changes) {
        // The board is read inside the code for the level. A copy made outside of it would be stored in halves and
        // loaded as a whole, which stalls.
        let is_made = dispatch!(self.level, s => {
            let board = position.board();
            let codes = [board.code(mv.from()), board.code(mv.to())];
            update::make(Scene::of_planes(s, board), mv, codes, changes).is_some()
        });
        if !is_made {
            self.make_rare(&mut ByteBoard::from(position), mv, changes);
        }
    }

    /// Makes the legal move `mv` on a board of bytes, and overwrites `changes` with the pairs of attacker and attacked
    /// piece that end and begin, as [`changes_into`](Self::changes_into) does for a position. Castling is king takes
    /// rook, and a pawn that goes to an empty square of another file captures en passant.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// use quadbit_threats::{ByteBoard, Changes, Finder};
    /// let start = Position::start();
    /// let mut board = ByteBoard::from(&start);
    /// let mut changes = Changes::new();
    /// let mv = Move::new(Square::G1, Square::F3);
    /// Finder::new().play(&mut board, mv, &mut changes);
    /// assert_eq!(board, ByteBoard::from(&start.after(mv)));
    /// assert_eq!(changes.removed().len(), 2); // Ng1xPe2, Rh1xNg1
    /// ```
    #[inline]
    pub fn play(self, board: &mut ByteBoard, mv: Move, changes: &mut Changes) {
        let is_made = dispatch!(self.level, s => {
            let codes = [board.code(mv.from()), board.code(mv.to())];
            let after = update::make(Scene::of_bytes(s, board), mv, codes, changes);
            after.map(|after| *board = after.to_bytes()).is_some()
        });
        if !is_made {
            self.make_rare(board, mv, changes);
        }
    }

    /// Finds the pairs of attacker and attacked piece that end and begin when the legal move `mv` is made on `board`,
    /// like [`play`](Self::play), but without changing `board`. Replaces the contents of `changes` with them.
    #[inline]
    pub fn changes_on(self, board: &ByteBoard, mv: Move, changes: &mut Changes) {
        let is_made = dispatch!(self.level, s => {
            let codes = [board.code(mv.from()), board.code(mv.to())];
            update::make(Scene::of_bytes(s, board), mv, codes, changes).is_some()
        });
        if !is_made {
            self.make_rare(&mut { *board }, mv, changes);
        }
    }

    /// Puts `piece` on `square` of `board`, replacing any other, and writes the pairs of attacker and attacked piece
    /// that end and begin to `changes`, whose old contents are lost.
    #[inline]
    pub fn appear(self, board: &mut ByteBoard, square: Square, piece: Piece, changes: &mut Changes) {
        self.change(board, square, piece.code(), changes);
    }

    /// Removes the piece on `square` of `board`, if there is one, and writes the pairs of attacker and attacked piece
    /// that end and begin to `changes`, whose old contents are lost.
    #[inline]
    pub fn vanish(self, board: &mut ByteBoard, square: Square, changes: &mut Changes) {
        self.change(board, square, 0, changes);
    }

    /// Moves the piece on `from` to `to`, whatever stands on `to` or in between, and writes the pairs of attacker and
    /// attacked piece that end and begin to `changes`, whose old contents are lost. The piece arrives as `arrives`:
    /// itself, or what a pawn promotes to. If `from` is empty or equal to `to`, `arrives` is only put on `to`.
    ///
    /// ```
    /// use quadbit_threats::{ByteBoard, Changes, Finder};
    /// use quadbit_x88::{Color, Role, Square};
    /// let [rook, pawn] = [Role::Rook, Role::Pawn].map(|role| role.of(Color::White));
    /// let mut board = ByteBoard::EMPTY;
    /// board.put(Square::A1, rook);
    /// board.put(Square::A2, pawn);
    /// let mut changes = Changes::new();
    /// Finder::new().travel(&mut board, Square::A2, Square::A4, pawn, &mut changes);
    /// assert_eq!(format!("{changes:?}"), "Changes { removed: [Ra1xPa2], added: [Ra1xPa4] }");
    /// ```
    #[inline]
    pub fn travel(
        self,
        board: &mut ByteBoard,
        from: Square,
        to: Square,
        arrives: Piece,
        changes: &mut Changes,
    ) {
        let (mover, target, placed) = (board.code(from), board.code(to), arrives.code());
        if mover == 0 || from == to {
            return self.change(board, to, placed, changes);
        }
        if target == placed {
            // The same piece is on `to` already, so the only change is that `from` becomes empty.
            return self.change(board, from, 0, changes);
        }
        let between = quadbit_x88::between(Square88::from(from), Square88::from(to));
        let is_clear = between.into_iter().all(|square| board.code(Square::from(square)) == 0);
        let travel = Travel { from, to, mover, target, placed, is_clear };
        dispatch!(self.level, s => {
            let after = update::travel(Scene::of_bytes(s, board), &travel, changes);
            *board = after.to_bytes();
        });
    }

    /// Makes the moves for which the fast code returns nothing: castling, captures en passant and null moves. Not
    /// inlined, because they are rare.
    #[cold]
    #[inline(never)]
    fn make_rare(self, board: &mut ByteBoard, mv: Move, changes: &mut Changes) {
        let codes = [board.code(mv.from()), board.code(mv.to())];
        dispatch!(self.level, s => {
            let after = update::make_rare(Scene::of_bytes(s, board), mv, codes, changes);
            *board = after.to_bytes();
        });
    }

    #[inline]
    fn change(self, board: &mut ByteBoard, square: Square, code: u8, changes: &mut Changes) {
        let codes = [board.code(square), code];
        dispatch!(self.level, s => {
            changes.clear();
            let after = update::change(Scene::of_bytes(s, board), square, codes, changes);
            *board = after.to_bytes();
        });
    }
}

impl Default for Finder {
    fn default() -> Self {
        Self::new()
    }
}
