//! The legal moves of a board of cells.
//!
//! 1. The scheme finds checks and pins of the king.
//! 2. If the piece finder orders captures, they come first; then only moves to empty cells are left.
//! 3. In double check only the king moves. Otherwise each piece moves along the lines that its pin allows, to
//!    cells that end a check if there is one.
//! 4. Castling comes last. A capture en passant is tried on a copy of the board.
//!
//! With `QUIET` false only captures and promotions are found, in this order too.
//!
//! A move that reaches the sink is legal: nothing is tested afterwards.

use quadbit_movegen::{CastlingSide, MoveList};
use quadbit_x88::{Color, File, Rank, Role, Square};

use super::attack_scheme::{AttackScheme, each_step};
use super::cells::{Cell, Cells, Cursor};
use super::check_info::{Axes, CheckInfo};
use super::mv::{CellMove, Kind};
use super::piece_finder::{PieceFinder, color};
use super::{SquareBoard, right};

/// A consumer of legal moves: a list or a counter.
pub(crate) trait Sink<C> {
    fn add(&mut self, mv: CellMove<C>);
}

impl<C: Cursor> Sink<C> for MoveList<CellMove<C>> {
    #[inline(always)]
    fn add(&mut self, mv: CellMove<C>) {
        self.push(mv);
    }
}

/// A sink that counts moves without storing them.
#[derive(Default)]
pub(crate) struct Count(pub(super) usize);

impl<C> Sink<C> for Count {
    #[inline(always)]
    fn add(&mut self, _: CellMove<C>) {
        self.0 += 1;
    }
}

/// Finds the moves of the side `BLACK` and passes them to a sink: all of them if `QUIET`, else captures and promotions.
pub(crate) struct Generator<'a, C: Cells, P, S, K, const BLACK: bool, const QUIET: bool> {
    board: &'a SquareBoard<C, P, S>,
    sink: &'a mut K,
    info: CheckInfo<C::Cursor>,
}

impl<
    'a,
    C: Cells,
    P: PieceFinder<C>,
    S: AttackScheme<C, P>,
    K: Sink<C::Cursor>,
    const BLACK: bool,
    const QUIET: bool,
> Generator<'a, C, P, S, K, BLACK, QUIET>
{
    const COLOR: Color = color(BLACK);
    const LAST_RANK: u8 = if BLACK { 0 } else { 7 };

    #[inline(always)]
    pub(crate) fn new(board: &'a SquareBoard<C, P, S>, sink: &'a mut K) -> Self {
        Self { board, sink, info: board.scheme.check_info::<BLACK>(&board.cells, &board.pieces) }
    }

    #[inline(always)]
    pub(crate) fn run(mut self) {
        if P::CAPTURES_FIRST {
            self.captures();
        }
        if self.info.checkers() > 1 {
            return self.king(self.board.pieces.king(&self.board.cells, Self::COLOR));
        }
        self.all();
        if QUIET && self.info.checkers() == 0 {
            self.castlings();
        }
    }

    /// Passes the captures except en passant to the sink, in the order of the piece finder.
    #[inline(always)]
    fn captures(&mut self) {
        let board = self.board;
        board.pieces.attacks::<BLACK>(&board.cells, |from, cell, to, line| self.take(from, cell, to, line));
    }

    /// Adds the capture by the piece `cell` on `from` of the piece on `to`, if checks and pins allow it; `line` is the
    /// kind of line between the two, `None` for a knight.
    #[inline(always)]
    fn take(&mut self, from: C::Cursor, cell: C::Cell, to: C::Cursor, line: Option<Axes>) {
        if cell.role() == Role::King.code() {
            if self.is_safe(to) {
                self.add(from, to, Kind::Any);
            }
            return;
        }
        let axes = self.info.axes(from.number());
        let is_free = line.map_or(axes == Axes::ALL, |line| axes.meet(line));
        if !is_free || self.info.checkers() > 1 {
            return;
        }
        if cell.role() == Role::Pawn.code() {
            self.pawn_to(from, to);
        } else if self.is_evasion(to) {
            self.add(from, to, Kind::Any);
        }
    }

    /// Passes the moves of all pieces except castling to the sink. At most one piece may give check. Captures other
    /// than en passant are left out if the piece finder has given them first.
    #[inline(always)]
    fn all(&mut self) {
        let board = self.board;
        board.pieces.any::<BLACK>(&board.cells, |from, cell| {
            let axes = self.info.axes(from.number());
            match cell.role() {
                1 => self.pawn(from, axes),
                // The captures of this piece have been given before, and other moves are not wanted.
                _ if P::CAPTURES_FIRST && !QUIET => {}
                2 => self.knight(from, axes),
                slider @ 3..=5 => {
                    if slider != 4 {
                        self.diagonals(from, axes);
                    }
                    if slider != 3 {
                        self.straights(from, axes);
                    }
                }
                _ => self.king(from),
            }
            false
        });
    }

    /// Whether no piece may go to `cell` now: it holds a sentinel, a piece of the moving side, or an enemy piece whose
    /// captures the piece finder has already given.
    #[inline(always)]
    fn is_closed(cell: C::Cell) -> bool {
        if P::CAPTURES_FIRST { !cell.is_empty() } else { cell.stops::<BLACK>() }
    }

    /// Whether a piece other than a pawn may go to `cell`, which is not [closed](Self::is_closed): to an empty cell
    /// only if `QUIET`.
    #[inline(always)]
    fn is_wanted(cell: C::Cell) -> bool {
        QUIET || !cell.is_empty()
    }

    #[inline(always)]
    fn add(&mut self, from: C::Cursor, to: C::Cursor, kind: Kind) {
        self.sink.add(CellMove::new(from.number(), to.number(), kind));
    }

    /// Whether a move of a piece other than the king to `to` leaves no check: there is none, or the move ends it.
    #[inline(always)]
    fn is_evasion(&self, to: C::Cursor) -> bool {
        self.info.checkers() == 0 || self.info.ends_check(to)
    }

    #[inline(always)]
    fn pawn(&mut self, from: C::Cursor, axes: Axes) {
        if axes.meet(Axes::of(0, 1))
            && let Some(to) = from.forward::<BLACK, 0>()
            && self.board.cells.get(to).is_empty()
        {
            if QUIET || to.rank() == Self::LAST_RANK {
                self.pawn_to(from, to);
            }
            let home = if BLACK { 6 } else { 1 };
            if QUIET
                && from.rank() == home
                && let Some(two) = to.forward::<BLACK, 0>()
                && self.board.cells.get(two).is_empty()
                && self.is_evasion(two)
            {
                self.add(from, two, Kind::DoublePush);
            }
        }
        self.pawn_takes::<-1>(from, axes);
        self.pawn_takes::<1>(from, axes);
    }

    #[inline(always)]
    fn pawn_takes<const FILES: isize>(&mut self, from: C::Cursor, axes: Axes) {
        let Some(to) = from.forward::<BLACK, FILES>() else { return };
        let cell = self.board.cells.get(to);
        if Self::is_closed(cell) {
            return;
        }
        if !cell.is_empty() {
            if axes.meet(Axes::of(FILES, if BLACK { -1 } else { 1 })) {
                self.pawn_to(from, to);
            }
        } else if self.board.state.jumped == Some(to.number()) {
            self.en_passant(from, to);
        }
    }

    /// Passes the move of a pawn from `from` to `to` to the sink, unless it leaves a check: four promotions on the last
    /// rank, else one move. The pawn's pin must allow the move.
    #[inline(always)]
    fn pawn_to(&mut self, from: C::Cursor, to: C::Cursor) {
        if !self.is_evasion(to) {
            return;
        }
        if to.rank() == Self::LAST_RANK {
            for role in Role::PROMOTIONS {
                self.add(from, to, Kind::Promotion(role));
            }
        } else {
            self.add(from, to, Kind::Any);
        }
    }

    /// Passes a capture en passant to the sink if it is legal. It is tried on a copy of the board: two pieces leave a
    /// rank at once, which a search for pins does not see.
    #[cold]
    fn en_passant(&mut self, from: C::Cursor, to: C::Cursor) {
        let mv = CellMove::new(from.number(), to.number(), Kind::EnPassant);
        let mut after = self.board.clone();
        after.make_move(mv);
        let king = after.pieces.king(&after.cells, Self::COLOR);
        if !S::is_attacked::<BLACK>(&after.cells, &after.pieces, king) {
            self.sink.add(mv);
        }
    }

    #[inline(always)]
    fn knight(&mut self, from: C::Cursor, axes: Axes) {
        // A pinned knight has no moves.
        if axes != Axes::ALL {
            return;
        }
        each_step!(knight, |FILES, RANKS| {
            if let Some(to) = from.step::<FILES, RANKS>()
                && let cell = self.board.cells.get(to)
                && !Self::is_closed(cell)
                && Self::is_wanted(cell)
                && self.is_evasion(to)
            {
                self.add(from, to, Kind::Any);
            }
        });
    }

    #[inline(always)]
    fn diagonals(&mut self, from: C::Cursor, axes: Axes) {
        self.slide::<1, 1>(from, axes);
        self.slide::<1, -1>(from, axes);
        self.slide::<-1, -1>(from, axes);
        self.slide::<-1, 1>(from, axes);
    }

    #[inline(always)]
    fn straights(&mut self, from: C::Cursor, axes: Axes) {
        self.slide::<0, 1>(from, axes);
        self.slide::<1, 0>(from, axes);
        self.slide::<0, -1>(from, axes);
        self.slide::<-1, 0>(from, axes);
    }

    #[inline(always)]
    fn slide<const FILES: isize, const RANKS: isize>(&mut self, from: C::Cursor, axes: Axes) {
        if !axes.meet(Axes::of(FILES, RANKS)) {
            return;
        }
        for (to, cell) in self.board.cells.ray::<FILES, RANKS>(from) {
            if Self::is_closed(cell) {
                return;
            }
            if Self::is_wanted(cell) && self.is_evasion(to) {
                self.add(from, to, Kind::Any);
            }
            if !cell.is_empty() {
                return;
            }
        }
    }

    #[inline]
    fn king(&mut self, from: C::Cursor) {
        each_step!(king, |FILES, RANKS| {
            if let Some(to) = from.step::<FILES, RANKS>()
                && let cell = self.board.cells.get(to)
                && !Self::is_closed(cell)
                && Self::is_wanted(cell)
                && self.is_safe(to)
            {
                self.add(from, to, Kind::Any);
            }
        });
    }

    /// Whether the king may go to the cell `to`: it is neither attacked nor behind the king on the line of a check.
    #[inline(always)]
    fn is_safe(&self, to: C::Cursor) -> bool {
        !self.info.is_shadow(to) && !self.is_attacked(to)
    }

    /// Whether an enemy piece attacks the cell `at`. Not inlined: it is large and called in many places.
    #[inline(never)]
    fn is_attacked(&self, at: C::Cursor) -> bool {
        S::is_attacked::<BLACK>(&self.board.cells, &self.board.pieces, at)
    }

    #[inline(always)]
    fn castlings(&mut self) {
        let rights = self.board.state.rights >> right(Self::COLOR, CastlingSide::King) & 3;
        if rights != 0 {
            self.castle(CastlingSide::King);
            self.castle(CastlingSide::Queen);
        }
    }

    fn castle(&mut self, side: CastlingSide) {
        let state = &self.board.state;
        let right = right(Self::COLOR, side);
        if state.rights >> right & 1 == 0 {
            return;
        }
        let king = self.board.pieces.king(&self.board.cells, Self::COLOR);
        let rook = C::Cursor::from_number(state.rooks[right]);
        if can_castle::<C, BLACK>(&self.board.cells, side, king, rook, |at| self.is_attacked(at)) {
            self.add(king, rook, Kind::Castling(side));
        }
    }
}

/// Whether the side `BLACK`, which is not in check, may castle with a rook that has the right. Every cell that king and
/// rook cross or enter must be empty but for king and rook, no cell that the king crosses or enters may be attacked,
/// and the rook must not shield the king's new square.
fn can_castle<C: Cells, const BLACK: bool>(
    cells: &C,
    side: CastlingSide,
    king: C::Cursor,
    rook: C::Cursor,
    is_attacked: impl Fn(C::Cursor) -> bool,
) -> bool {
    let us = color(BLACK);
    let (king, rook) = (king.square(), rook.square());
    let (king_to, rook_to) = (side.king_target(us), side.rook_target(us));
    let is_free =
        |square: Square| square == king || square == rook || cells.get(C::Cursor::of(square)).is_empty();
    crossed(king, king_to).chain(crossed(rook, rook_to)).all(is_free)
        && !is_shield::<C, BLACK>(cells, side, rook)
        && !crossed(king, king_to).any(|square| is_attacked(C::Cursor::of(square)))
}

/// Whether the castling rook, on `rook`, shields the king's new square from an enemy rook or queen. There is one such
/// case, in Chess960: the rook castles from the b-file, and the enemy is on the a-file of the same rank.
fn is_shield<C: Cells, const BLACK: bool>(cells: &C, side: CastlingSide, rook: Square) -> bool {
    if side == CastlingSide::King || rook.file() != File::B {
        return false;
    }
    let corner = cells.get(C::Cursor::of(Square::new(File::A, Rank::First.relative_to(color(BLACK)))));
    !corner.stops::<BLACK>() && matches!(corner.role(), 4 | 5)
}

/// The squares between `from` and `to`, which are on one rank, in the order of their files, both included.
fn crossed(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let (first, last) = (from.index().min(to.index()), from.index().max(to.index()));
    Square::ALL[first..=last].iter().copied()
}
