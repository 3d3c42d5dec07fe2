//! How a board finds checks, pins and attacks: along rays, or by tables of differences.
//!
//! 1. [`AttackScheme::check_info`] is asked once for each position, from the king of the side to move.
//! 2. [`Rays`] walks from the king in eight directions and to eight knight's steps; [`Differences`] looks up each
//!    enemy piece and walks only along the lines of those that could reach the king.
//! 3. [`AttackScheme::is_attacked`] does the same for any cell, and stops at the first attacker.
//!
//! A walk by tables has no test for the edge, so it must always have a piece at its end.

use core::fmt::Debug;
use core::marker::PhantomData;

use quadbit_nibble::const_array;
use quadbit_x88::{Attackers, Piece, Role};

use super::cells::{Cell, Cells, Cursor, next};
use super::check_info::{Axes, CheckInfo};
use super::mv::CellMove;
use super::piece_finder::{PieceFinder, color};

/// How a board finds checks, pins and attacks. `C` stores the board's cells, `P` finds its pieces. `BLACK` says whether
/// the side asked for is black.
pub trait AttackScheme<C: Cells, P: PieceFinder<C>>: Copy + PartialEq + Debug + Default {
    /// The checks and pins of the king of the side `BLACK`.
    fn check_info<const BLACK: bool>(&self, cells: &C, pieces: &P) -> CheckInfo<C::Cursor>;

    /// Whether an enemy of the side `BLACK` attacks the cell `at`: a white piece if `BLACK` is true, a black one if it
    /// is false.
    fn is_attacked<const BLACK: bool>(cells: &C, pieces: &P, at: C::Cursor) -> bool;

    /// Notes a move that was made, for a scheme that needs to know the last move. To take the move back, a copy of the
    /// scheme from before it is restored.
    #[inline(always)]
    fn follow(&mut self, _: CellMove<C::Cursor>) {}
}

/// The bit of a role in a set of roles held in a byte.
const fn bit(role: Role) -> u8 {
    1 << role.code()
}

/// The set of roles that slide in the direction of a step of `files` and `ranks`.
const fn sliders(files: isize, ranks: isize) -> u8 {
    bit(Role::Queen) | if files == 0 || ranks == 0 { bit(Role::Rook) } else { bit(Role::Bishop) }
}

/// The roles of the enemies that attack a cell from the neighbour `files` and `ranks` away: white pieces if `black` is
/// true, black pieces if it is false.
const fn neighbors(black: bool, files: isize, ranks: isize) -> u8 {
    let forward = if black { -1 } else { 1 };
    let pawn = if files != 0 && ranks == forward { bit(Role::Pawn) } else { 0 };
    sliders(files, ranks) | bit(Role::King) | pawn
}

/// Evaluates an expression for each step of a king or a knight, given as two constants: files and ranks.
///
/// `each_step!(king, |FILES, RANKS| look::<FILES, RANKS>(cells))`
macro_rules! each_step {
    (king, $($each:tt)*) => {
        each_step!([0 1, 1 1, 1 0, 1 -1, 0 -1, -1 -1, -1 0, -1 1], $($each)*)
    };
    (knight, $($each:tt)*) => {
        each_step!([1 2, 2 1, 2 -1, 1 -2, -1 -2, -2 -1, -2 1, -1 2], $($each)*)
    };
    ([$($files:literal $ranks:literal),*], |$FILES:ident, $RANKS:ident| $each:expr) => {
        $({
            const $FILES: isize = $files;
            const $RANKS: isize = $ranks;
            $each;
        })*
    };
}

pub(crate) use each_step;

/// Finds checks, pins and attacks by looking outwards from a cell: at the first piece in each direction, for pins at
/// the second too, and at the eight cells a knight's step away. It needs neither tables nor lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rays;

impl<C: Cells, P: PieceFinder<C>> AttackScheme<C, P> for Rays {
    #[inline(always)]
    fn check_info<const BLACK: bool>(&self, cells: &C, pieces: &P) -> CheckInfo<C::Cursor> {
        let king = pieces.king(cells, color(BLACK));
        let mut info = CheckInfo::new(king);
        each_step!(king, |FILES, RANKS| {
            look_along::<C, BLACK, FILES, RANKS, { -FILES }, { -RANKS }>(cells, king, &mut info);
        });
        each_step!(knight, |FILES, RANKS| {
            if let Some(at) = knight::<C, BLACK, FILES, RANKS>(cells, king) {
                info.add_leaper(at);
            }
        });
        info
    }

    #[inline]
    fn is_attacked<const BLACK: bool>(cells: &C, _: &P, at: C::Cursor) -> bool {
        each_step!(king, |FILES, RANKS| {
            if is_hit_along::<C, BLACK, FILES, RANKS>(cells, at) {
                return true;
            }
        });
        each_step!(knight, |FILES, RANKS| {
            if knight::<C, BLACK, FILES, RANKS>(cells, at).is_some() {
                return true;
            }
        });
        false
    }
}

/// Adds to `info` what the king sees in the direction of `FILES` and `RANKS`, if it is a check or a pinned piece.
/// `BACK_FILES` and `BACK_RANKS` are the opposite direction.
#[inline(always)]
fn look_along<
    C: Cells,
    const BLACK: bool,
    const FILES: isize,
    const RANKS: isize,
    const BACK_FILES: isize,
    const BACK_RANKS: isize,
>(
    cells: &C,
    king: C::Cursor,
    info: &mut CheckInfo<C::Cursor>,
) {
    let mut dangerous = neighbors(BLACK, FILES, RANKS);
    let mut ours = None;
    for (at, cell) in cells.ray::<FILES, RANKS>(king) {
        if cell.stops::<BLACK>() {
            if cell.is_sentinel() || ours.is_some() {
                return;
            }
            ours = Some(at);
        } else if !cell.is_empty() {
            if dangerous >> cell.role() & 1 == 0 {
                return;
            }
            if let Some(ours) = ours {
                info.add_pin(ours.number(), Axes::of(FILES, RANKS));
                return;
            }
            for (before, _) in cells.ray::<FILES, RANKS>(king) {
                info.add_saving(before);
                if before == at {
                    break;
                }
            }
            let is_slider = sliders(FILES, RANKS) >> cell.role() & 1 != 0;
            info.add_checker(if is_slider { king.step::<BACK_FILES, BACK_RANKS>() } else { None });
            return;
        }
        dangerous = sliders(FILES, RANKS);
    }
}

/// Whether the first piece that `at` sees in the direction of `FILES` and `RANKS` is an enemy piece that attacks
/// `at`.
#[inline(always)]
fn is_hit_along<C: Cells, const BLACK: bool, const FILES: isize, const RANKS: isize>(
    cells: &C,
    at: C::Cursor,
) -> bool {
    let mut dangerous = neighbors(BLACK, FILES, RANKS);
    for (_, cell) in cells.ray::<FILES, RANKS>(at) {
        if !cell.is_empty() {
            return !cell.stops::<BLACK>() && dangerous >> cell.role() & 1 != 0;
        }
        dangerous = sliders(FILES, RANKS);
    }
    false
}

/// The cell `FILES` and `RANKS`, a knight's step, away from `at` if an enemy knight is there, otherwise `None`.
#[inline(always)]
fn knight<C: Cells, const BLACK: bool, const FILES: isize, const RANKS: isize>(
    cells: &C,
    at: C::Cursor,
) -> Option<C::Cursor> {
    let from = at.step::<FILES, RANKS>()?;
    let cell = cells.get(from);
    (cell.role() == Role::Knight.code() && !cell.stops::<BLACK>()).then_some(from)
}

/// What tables tell of two cells: which pieces on one attack the other, and the step and the line from one to the
/// other. `C` is the type of a cell.
pub trait Relation<C>: Clone + Copy + PartialEq + Debug + Default {
    /// The set of piece types that attack `to` from `from` if nothing stands between.
    fn attackers(from: C, to: C) -> Attackers;

    /// The number to add to a cell's number for one step along the line from `from` to `to`; the two must be on one
    /// line.
    fn unit(from: C, to: C) -> i8;

    /// The kind of line (rank, file, diagonal or anti-diagonal) of a step that [`unit`](Self::unit) returned.
    fn axes(unit: i8) -> Axes;
}

/// Finds checks, pins and attacks by tables: for each enemy piece, `R` looks up whether it would attack the king, or
/// another cell, if nothing stood between. For the few that would, a walk finds out whether the cells between are
/// empty. `R` chooses the tables and how two cells become an index of them, such as by their difference.
///
/// The walk goes from the attacked cell to the attacker, as in
/// [`attacks_from_target`](quadbit_x88::attacks_from_target) by Fritz Reul and in the engine Fruit: it has one test,
/// for emptiness, and needs none for the edge, since it ends at the attacker at the latest. One comparison at the end
/// says whether the first piece met is the attacker.
///
/// Pins are found as by [`Wiereyn`](crate::x88::Wiereyn): tables tell whether king, piece and enemy are on one line. He
/// looks up the piece that is about to move. Here the sliders are looked up instead, since they are fewer, and one walk
/// distinguishes check from pin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Differences<R>(PhantomData<R>);

impl<C: Cells, P: PieceFinder<C>, R: Relation<C::Cursor>> AttackScheme<C, P> for Differences<R> {
    #[inline(always)]
    fn check_info<const BLACK: bool>(&self, cells: &C, pieces: &P) -> CheckInfo<C::Cursor> {
        let king = pieces.king(cells, color(BLACK));
        let mut info = CheckInfo::new(king);
        let ask = |from: C::Cursor, cell: C::Cell| {
            if R::attackers(from, king).intersects(kind(cell)) {
                consider::<C, R, BLACK>(cells, king, from, cell, &mut info);
            }
            false
        };
        if BLACK {
            pieces.any::<false>(cells, ask)
        } else {
            pieces.any::<true>(cells, ask)
        };
        info
    }

    #[inline]
    fn is_attacked<const BLACK: bool>(cells: &C, pieces: &P, at: C::Cursor) -> bool {
        let ask = |from: C::Cursor, cell: C::Cell| {
            R::attackers(from, at).intersects(kind(cell))
                && (!is_slider(cell) || first_towards(cells, at, R::unit(at, from)) == from)
        };
        if BLACK { pieces.any::<false>(cells, ask) } else { pieces.any::<true>(cells, ask) }
    }
}

/// Adds to `info` the check by the enemy piece `cell` on `from`, or, if one piece of the king's own side stands between
/// it and the king, the pin of that piece. The enemy piece must be one that would attack the king if nothing stood
/// between.
#[inline]
pub(crate) fn consider<C: Cells, R: Relation<C::Cursor>, const BLACK: bool>(
    cells: &C,
    king: C::Cursor,
    from: C::Cursor,
    cell: C::Cell,
    info: &mut CheckInfo<C::Cursor>,
) {
    if !is_slider(cell) {
        info.add_leaper(from);
        return;
    }
    let unit = R::unit(king, from);
    let first = first_towards(cells, king, unit);
    if first == from {
        info.add_slider(king, from, unit);
    } else if cells.get(first).stops::<BLACK>() && first_towards(cells, first, unit) == from {
        info.add_pin(first.number(), R::axes(unit));
    }
}

/// The first piece on the line that leads from `from` in steps of `unit`. There must be one, because nothing tests for
/// the edge.
#[inline(always)]
pub(crate) fn first_towards<C: Cells>(cells: &C, from: C::Cursor, unit: i8) -> C::Cursor {
    let mut at = next(from, unit);
    while cells.get(at).is_empty() {
        at = next(at, unit);
    }
    at
}

/// The kind of the piece in `cell` as a set of one kind; empty if there is no piece.
#[inline(always)]
pub(crate) fn kind(cell: impl Cell) -> Attackers {
    KINDS[usize::from(cell.nibble() & 15)]
}

static KINDS: [Attackers; 16] = const_array!(16, |code| match Piece::from_code(code as u8) {
    Some(piece) => Attackers::of(piece),
    None => Attackers::EMPTY,
});

#[inline(always)]
pub(crate) fn is_slider(cell: impl Cell) -> bool {
    (bit(Role::Bishop) | bit(Role::Rook) | bit(Role::Queen)) >> cell.role() & 1 != 0
}
