//! The legal moves of a page: captures by victim and attacker, then quiet moves.

use quadbit_movegen::{Board, CastlingSide};
use quadbit_x88::{Attackers, Role};

use super::PageBoard;
use super::layout::{Layout, NO_PIECE};
use super::page::{At, JUMPED, Page, RIGHTS, ROOKS, is_piece};
use crate::square_board::attack_scheme::{
    consider, each_direction, each_knight_step, first_towards, is_slider, kind,
};
use crate::square_board::generate::{Sink, can_castle};
use crate::square_board::mv::Kind;
use crate::square_board::piece_finder::color;
use crate::square_board::{Axes, Cell, CellMove, Cells, CheckInfo, Colored, Cursor, Relation, right};
use crate::x88::Modulo256;

/// A piece of the side to move.
#[derive(Clone, Copy)]
struct Mover {
    at: At,
    cell: Colored,
    /// Its bit in the table of attackers.
    kind: Attackers,
    axes: Axes,
}

/// Finds the moves of the side `BLACK`: captures by victim and attacker, then quiet moves.
pub(super) struct Generator<'a, L, K, const BLACK: bool> {
    page: &'a Page<L>,
    board: &'a PageBoard<L>,
    sink: &'a mut K,
    info: CheckInfo<At>,
    /// In the order of value, the king first.
    pieces: [Mover; 16],
    len: usize,
}

impl<'a, L: Layout, K: Sink<At>, const BLACK: bool> Generator<'a, L, K, BLACK> {
    #[inline(always)]
    pub(super) fn new(board: &'a PageBoard<L>, sink: &'a mut K) -> Self {
        let page = &board.page;
        let king = page.king(BLACK);
        let mut info = CheckInfo::new(king);
        for &number in page.places(!BLACK) {
            if !is_piece(number) {
                continue;
            }
            let from = At::from_number(number);
            let cell = page.get(from);
            if Modulo256::attackers(from, king).intersects(kind(cell)) {
                consider::<_, Modulo256, BLACK>(page, king, from, cell, &mut info);
            }
        }
        let none = Mover { at: king, cell: page.get(king), kind: Attackers::NONE, axes: Axes::ALL };
        let (mut pieces, mut len) = ([none; 16], 0);
        for &number in page.places(BLACK) {
            if is_piece(number) {
                let at = At::from_number(number);
                let cell = page.get(at);
                pieces[len & 15] = Mover { at, cell, kind: kind(cell), axes: info.axes(number) };
                len += 1;
            }
        }
        Self { page, board, sink, info, pieces, len }
    }

    #[inline(always)]
    fn pieces(&self) -> &[Mover] {
        &self.pieces[..self.len.min(16)]
    }

    #[inline(always)]
    pub(super) fn run(mut self) {
        if self.info.checkers() > 1 {
            self.len = 1;
        }
        self.captures();
        if self.info.checkers() == 0 {
            self.castlings();
        }
        self.quiets();
    }

    #[inline(always)]
    fn add(&mut self, from: At, to: At, kind: Kind) {
        self.sink.add(CellMove::new(from.number(), to.number(), kind));
    }

    /// From the most valuable victim to the least, and for each from the least valuable attacker to the most.
    /// The enemy's king is first in its table and never a victim.
    #[inline(always)]
    fn captures(&mut self) {
        let page = self.page;
        for &number in &page.places(!BLACK)[1..] {
            if !is_piece(number) {
                continue;
            }
            let victim = At::from_number(number);
            for index in (0..self.len.min(16)).rev() {
                let mover = self.pieces[index];
                let kinds = Modulo256::attackers(mover.at, victim);
                if kinds.is_empty() {
                    continue;
                }
                if kinds.intersects(mover.kind) {
                    self.take(mover, victim);
                }
            }
        }
        let jumped = page.0.state(JUMPED);
        if jumped != NO_PIECE {
            self.en_passant(At::from_number(jumped));
        }
    }

    /// A capture, if the line is clear and the king allows it.
    #[inline(always)]
    fn take(&mut self, mover: Mover, victim: At) {
        if mover.cell.role() == Role::King.code() {
            if self.is_safe(victim) {
                self.add(mover.at, victim, Kind::Any);
            }
            return;
        }
        if self.info.checkers() != 0 && !self.info.ends_check(victim) {
            return;
        }
        let unit = Modulo256::unit(victim, mover.at);
        if is_slider(mover.cell) && first_towards(self.page, victim, unit) != mover.at {
            return;
        }
        // A knight's leap has no unit, and a pinned knight no moves.
        if mover.axes != Axes::ALL && (unit == 0 || !mover.axes.meet(<Modulo256 as Relation<At>>::axes(unit)))
        {
            return;
        }
        if mover.cell.role() == Role::Pawn.code() {
            self.pawn_to(mover.at, victim);
        } else {
            self.add(mover.at, victim, Kind::Any);
        }
    }

    /// The capture is tried on a copy: two pieces leave a rank at once, which a search for pins does not see.
    #[cold]
    fn en_passant(&mut self, to: At) {
        for index in 0..self.len.min(16) {
            let mover = self.pieces[index];
            let is_capturer = mover.cell.role() == Role::Pawn.code()
                && Modulo256::attackers(mover.at, to).intersects(mover.kind);
            if is_capturer {
                let mv = CellMove::new(mover.at.number(), to.number(), Kind::EnPassant);
                let mut after = self.board.clone();
                after.make(mv);
                if !is_attacked::<_, BLACK>(&after.page, after.page.king(BLACK)) {
                    self.sink.add(mv);
                }
            }
        }
    }

    /// Whether the king may go to a square.
    #[inline(always)]
    fn is_safe(&self, to: At) -> bool {
        !self.info.is_shadow(to) && !is_attacked::<_, BLACK>(self.page, to)
    }

    /// A pawn's move that is known to be possible: one move, or four on the last rank.
    #[inline(always)]
    fn pawn_to(&mut self, from: At, to: At) {
        let last = if BLACK { 0 } else { 7 };
        if to.rank() == last {
            for role in Role::PROMOTIONS {
                self.add(from, to, Kind::Promotion(role));
            }
        } else {
            self.add(from, to, Kind::Any);
        }
    }

    #[inline(always)]
    fn castlings(&mut self) {
        let rights = self.page.0.state(RIGHTS);
        for side in CastlingSide::ALL {
            let right = right(color(BLACK), side);
            let (king, rook) = (self.page.king(BLACK), At::from_number(self.page.0.state(ROOKS + right)));
            let is_attacked = |at| is_attacked::<_, BLACK>(self.page, at);
            if rights >> right & 1 != 0 && can_castle::<_, BLACK>(self.page, side, king, rook, is_attacked) {
                self.add(king, rook, Kind::Castling(side));
            }
        }
    }

    /// The quiet moves, except castling.
    #[inline(always)]
    fn quiets(&mut self) {
        for index in 0..self.pieces().len() {
            let Mover { at, cell, axes, .. } = self.pieces[index];
            match cell.role() {
                1 => self.pawn(at, axes),
                2 => self.knight(at, axes),
                3 => self.diagonals(at, axes),
                4 => self.straights(at, axes),
                5 => {
                    self.diagonals(at, axes);
                    self.straights(at, axes);
                }
                _ => self.king(at),
            }
        }
    }

    #[inline(always)]
    fn is_evasion(&self, to: At) -> bool {
        self.info.checkers() == 0 || self.info.ends_check(to)
    }

    #[inline(always)]
    fn pawn(&mut self, from: At, axes: Axes) {
        if !axes.meet(Axes::of(0, 1)) {
            return;
        }
        let Some(to) = from.forward::<BLACK, 0>() else { return };
        if !self.page.get(to).is_empty() {
            return;
        }
        if self.is_evasion(to) {
            self.pawn_to(from, to);
        }
        let home = if BLACK { 6 } else { 1 };
        if from.rank() == home
            && let Some(two) = to.forward::<BLACK, 0>()
            && self.page.get(two).is_empty()
            && self.is_evasion(two)
        {
            self.add(from, two, Kind::DoublePush);
        }
    }

    #[inline(always)]
    fn knight(&mut self, from: At, axes: Axes) {
        if axes != Axes::ALL {
            return;
        }
        macro_rules! jump {
            ($files:literal, $ranks:literal) => {
                if let Some(to) = from.step::<$files, $ranks>()
                    && self.page.get(to).is_empty()
                    && self.is_evasion(to)
                {
                    self.add(from, to, Kind::Any);
                }
            };
        }
        each_knight_step!(jump);
    }

    #[inline(always)]
    fn diagonals(&mut self, from: At, axes: Axes) {
        self.slide::<1, 1>(from, axes);
        self.slide::<1, -1>(from, axes);
        self.slide::<-1, -1>(from, axes);
        self.slide::<-1, 1>(from, axes);
    }

    #[inline(always)]
    fn straights(&mut self, from: At, axes: Axes) {
        self.slide::<0, 1>(from, axes);
        self.slide::<1, 0>(from, axes);
        self.slide::<0, -1>(from, axes);
        self.slide::<-1, 0>(from, axes);
    }

    #[inline(always)]
    fn slide<const FILES: isize, const RANKS: isize>(&mut self, from: At, axes: Axes) {
        if axes.meet(Axes::of(FILES, RANKS)) {
            let page = self.page;
            for (to, _) in page.ray::<FILES, RANKS>(from).take_while(|(_, cell)| cell.is_empty()) {
                if self.is_evasion(to) {
                    self.add(from, to, Kind::Any);
                }
            }
        }
    }

    #[inline]
    fn king(&mut self, from: At) {
        macro_rules! step {
            ($files:literal, $ranks:literal, $_back_files:literal, $_back_ranks:literal) => {
                if let Some(to) = from.step::<$files, $ranks>()
                    && self.page.get(to).is_empty()
                    && self.is_safe(to)
                {
                    self.add(from, to, Kind::Any);
                }
            };
        }
        each_direction!(step);
    }
}

/// Whether a piece of the other side attacks a square.
#[inline(never)]
fn is_attacked<L: Layout, const BLACK: bool>(page: &Page<L>, at: At) -> bool {
    page.places(!BLACK).iter().any(|&number| {
        let from = At::from_number(number);
        is_piece(number) && {
            let cell = page.get(from);
            Modulo256::attackers(from, at).intersects(kind(cell))
                && (!is_slider(cell) || first_towards(page, at, Modulo256::unit(at, from)) == from)
        }
    })
}

#[cfg(all(test, feature = "_testing"))]
mod tests {
    use quadbit_movegen::{BoardMove, List, Position};
    use quadbit_x88::Square;

    use super::super::Kittinger;
    use super::super::page::PageMove;
    use super::*;

    /// In every position of the corpora the captures come first, the victims' values never rise, and the
    /// attackers' values never fall for one victim. The values come from the position, not from the board.
    #[test]
    fn captures_come_by_victim_and_attacker() {
        let mut captures = 0;
        for position in testing::positions() {
            check_order(&position, &Kittinger::from_position(&position).unwrap());
            // And after each promotion, when a piece has another place in its table.
            for mv in position.legal_moves().into_iter().filter(|mv| mv.promotion().is_some()) {
                let mut board = Kittinger::from_position(&position).unwrap();
                let mut list = List::new();
                board.legal_moves(&mut list);
                board.make(*list.iter().find(|made| made.to_move() == mv).unwrap());
                let mut after = position;
                after.play(mv).unwrap();
                captures += check_order(&after, &board);
            }
        }
        assert!(captures > 1000, "{captures}");
    }

    fn check_order(position: &Position, board: &Kittinger) -> usize {
        let mut list = List::new();
        board.legal_moves(&mut list);
        let role = |square: Square| position.get(square).map(|piece| piece.role().code());
        let is_capture = |mv: &&PageMove| {
            let target = position.get(mv.to_move().to());
            target.is_some_and(|piece| piece.color() != position.side_to_move())
        };
        let captures = list.iter().filter(is_capture).count();
        let mut last = None;
        for mv in list.iter().take_while(is_capture).map(|mv| mv.to_move()) {
            let (victim, attacker) = (role(mv.to()), role(mv.from()));
            if let Some((last_to, last_victim, last_attacker)) = last {
                assert!(victim <= last_victim, "{position}: {mv:?}");
                assert!(mv.to() != last_to || attacker >= last_attacker, "{position}: {mv:?}");
            }
            last = Some((mv.to(), victim, attacker));
        }
        assert_eq!(list.iter().take_while(is_capture).count(), captures, "{position}: captures come first");
        captures
    }
}
