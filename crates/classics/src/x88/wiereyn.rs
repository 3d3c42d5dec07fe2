//! Pins and checks found from the piece that moves, as Paul Wiereyn does.

use super::{Bytes, MASK, Masked, Modulo256};
use crate::square_board::attack_scheme::{first_towards, is_slider, kind};
use crate::square_board::cells::next;
use crate::square_board::mv::Kind;
use crate::square_board::piece_finder::color;
use crate::square_board::{
    AttackScheme, Cell, CellMove, Cells, CheckInfo, Cursor, Differences, PieceFinder, Relation,
};
use quadbit_x88::Square88;

type At = Masked<MASK>;

/// Paul Wiereyn's tests (1985) by a table that has the step along the line of two squares, or 0 without a line.
///
/// - **Pins**: each own piece is looked up by its difference to the own king. One on a line is pinned if the line
///   between is clear and the first piece beyond is an enemy slider of that line.
/// - **Checks**: only the enemy's last move can have given check. The moved piece is looked up in the table of
///   attackers. If it left a line of the own king, the first piece on that line is looked at: it may give a discovered
///   check.
///
/// Without a last move, or after castling or a capture en passant, which empty a second square, all
/// enemy pieces are looked up as in [`Differences`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wiereyn {
    last: Option<[u8; 2]>,
}

impl<P: PieceFinder<Bytes<MASK>>> AttackScheme<Bytes<MASK>, P> for Wiereyn {
    #[inline(always)]
    fn check_info<const BLACK: bool>(&self, cells: &Bytes<MASK>, pieces: &P) -> CheckInfo<At> {
        let Some(last) = self.last else {
            return Differences::<Modulo256>::default().check_info::<BLACK>(cells, pieces);
        };
        let king = pieces.king(cells, color(BLACK));
        let mut info = CheckInfo::new(king);
        add_checks::<BLACK>(cells, king, last.map(At::from_number), &mut info);
        pieces.any::<BLACK>(cells, |at, _| {
            let unit = Modulo256::unit(king, at);
            if unit != 0
                && first_towards(cells, king, unit) == at
                && slider_beyond::<BLACK>(cells, king, at, unit).is_some()
            {
                info.add_pin(at.number(), <Modulo256 as Relation<At>>::axes(unit));
            }
            false
        });
        info
    }

    #[inline]
    fn is_attacked<const BLACK: bool>(cells: &Bytes<MASK>, pieces: &P, at: At) -> bool {
        Differences::<Modulo256>::is_attacked::<BLACK>(cells, pieces, at)
    }

    #[inline(always)]
    fn follow(&mut self, mv: CellMove<At>) {
        self.last = match mv.kind() {
            Kind::Any | Kind::DoublePush | Kind::Promotion(_) => Some([mv.from(), mv.to()]),
            Kind::EnPassant | Kind::Castling(_) => None,
        };
    }
}

/// Adds to `info` the checks that the last move, from `from` to `to`, gave: by the piece that moved, and by a slider
/// that it uncovered.
#[inline(always)]
fn add_checks<const BLACK: bool>(
    cells: &Bytes<MASK>,
    king: At,
    [from, to]: [At; 2],
    info: &mut CheckInfo<At>,
) {
    let cell = cells.get(to);
    let unit = Modulo256::unit(king, to);
    if Modulo256::attackers(to, king).intersects(kind(cell)) {
        if !is_slider(cell) {
            info.add_leaper(to);
        } else if first_towards(cells, king, unit) == to {
            info.add_slider(king, to, unit);
        }
    }
    let left = Modulo256::unit(king, from);
    if left != 0
        && left != unit
        && let Some(slider) = slider_beyond::<BLACK>(cells, king, king, left)
    {
        info.add_slider(king, slider, left);
    }
}

/// The first piece beyond the cell `at` on a line through `king`, if it is an enemy slider that moves along this line.
/// `unit` is the step along the line, away from the king.
#[inline(always)]
fn slider_beyond<const BLACK: bool>(cells: &Bytes<MASK>, king: At, at: At, unit: i8) -> Option<At> {
    let mut at = next(at, unit);
    while Square88::is_on_board(at.number()) {
        let cell = cells.get(at);
        if !cell.is_empty() {
            let attacks = is_slider(cell) && Modulo256::attackers(at, king).intersects(kind(cell));
            return (attacks && !cell.stops::<BLACK>()).then_some(at);
        }
        at = next(at, unit);
    }
    None
}
