//! The checks and pins of a king.

use super::cells::{Cursor, next};

/// The checks and pins of one side's king, as an [`AttackScheme`](super::AttackScheme) finds them. `C` names a cell.
#[derive(Clone, Debug)]
pub struct CheckInfo<C> {
    /// How many pieces give check.
    checkers: u8,
    /// The numbers of the cells to which a move ends a single check: the checker's and those between it and the king.
    evasions: [u8; 8],
    evasions_len: u8,
    /// The cells behind the king on the lines of checking sliders, which look safe but are attacked. There
    /// can be eight of them in a position that no game reaches.
    shadows: [C; 8],
    shadows_len: u8,
    /// Pinned pieces by the numbers of their cells, and the kinds of line along which they may move.
    pins: [(u8, Axes); 8],
    pins_len: u8,
}

/// A set of the four kinds of line: rank, file, diagonal and anti-diagonal. For a pinned piece it holds the kind along
/// which the piece may still move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axes(u8);

impl Axes {
    /// All four kinds of line.
    pub(crate) const ALL: Self = Self(15);

    /// The kind of line along which a step of `files` and `ranks` goes to a neighbour.
    #[inline(always)]
    pub(crate) const fn of(files: isize, ranks: isize) -> Self {
        match (files, ranks) {
            (_, 0) => Self(1),
            (0, _) => Self(2),
            _ if files == ranks => Self(4),
            _ => Self(8),
        }
    }

    /// Whether the sets have a kind of line in common.
    #[inline(always)]
    pub(crate) const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl<C: Cursor> CheckInfo<C> {
    #[inline(always)]
    pub(crate) const fn new(king: C) -> Self {
        Self {
            checkers: 0,
            evasions: [0; 8],
            evasions_len: 0,
            shadows: [king; 8],
            shadows_len: 0,
            pins: [(0, Axes::ALL); 8],
            pins_len: 0,
        }
    }

    /// How many pieces give check.
    #[inline(always)]
    pub(crate) const fn checkers(&self) -> u8 {
        self.checkers
    }

    /// Whether a move of a piece other than the king to the cell `at` ends the only check.
    #[inline(always)]
    pub(crate) fn ends_check(&self, at: C) -> bool {
        self.evasions[..usize::from(self.evasions_len.min(8))].contains(&at.number())
    }

    /// Whether the cell `at` lies behind the king on the line of a slider that gives check.
    #[inline(always)]
    pub(crate) fn is_shadow(&self, at: C) -> bool {
        self.shadows[..usize::from(self.shadows_len.min(8))].contains(&at)
    }

    /// The kinds of line on which the piece in cell `number` may move: all four if it is not pinned.
    #[inline(always)]
    pub(crate) fn axes(&self, number: u8) -> Axes {
        let pins = &self.pins[..usize::from(self.pins_len.min(8))];
        pins.iter().find(|pin| pin.0 == number).map_or(Axes::ALL, |pin| pin.1)
    }

    #[inline(always)]
    pub(crate) fn add_pin(&mut self, number: u8, axes: Axes) {
        self.pins[usize::from(self.pins_len & 7)] = (number, axes);
        self.pins_len += 1;
    }

    /// Adds a checker. `shadow` is the cell behind the king on the line of a checking slider. It is `None` for a
    /// leaper; if the board ends there, it is `None` or a cell off the board. The cells that end the check are added by
    /// `add_saving`.
    #[inline(always)]
    pub(crate) fn add_checker(&mut self, shadow: Option<C>) {
        if let Some(shadow) = shadow {
            self.shadows[usize::from(self.shadows_len & 7)] = shadow;
            self.shadows_len += 1;
        }
        self.checkers += 1;
    }

    /// Adds the pawn or knight in the cell `from`, which gives check.
    #[inline(always)]
    pub(crate) fn add_leaper(&mut self, from: C) {
        self.add_saving(from);
        self.add_checker(None);
    }

    /// Adds the slider on `from`, which gives check to `king` along the line of the step `unit`.
    #[inline(always)]
    pub(crate) fn add_slider(&mut self, king: C, from: C, unit: i8) {
        let mut at = king;
        while at != from {
            at = next(at, unit);
            self.add_saving(at);
        }
        self.add_checker(Some(next(king, -unit)));
    }

    #[inline(always)]
    pub(crate) fn add_saving(&mut self, at: C) {
        self.evasions[usize::from(self.evasions_len & 7)] = at.number();
        self.evasions_len += 1;
    }
}
