//! The rules of a generator, some of them broken, and a record of which were asked about.
//!
//! The generator asks [`Rules::breaks`] where a fault acts, and only if the answer matters there: whether the king may
//! pass an attacked square is asked when it would pass one. So a fault that was not asked about has changed nothing,
//! and a subtree in which it was not asked about need not be counted again.

use core::ops::BitOr;

use quadbit_x88::Color;

use crate::fault::Fault;
use crate::mix::mix;

/// A set of faults, each of one side or of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faults([u128; Color::COUNT]);

impl Faults {
    /// No fault: the rules of chess.
    pub const NONE: Self = Self([0; Color::COUNT]);

    /// The fault `fault` in the moves of one side.
    pub fn of_side(fault: Fault, side: Color) -> Self {
        let mut faults = Self::NONE;
        faults.0[side.index()] = 1 << fault as u32;
        faults
    }

    /// Whether no fault is in the set.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether a fault of a side is in both sets.
    pub fn intersects(self, other: Self) -> bool {
        self.0[0] & other.0[0] | self.0[1] & other.0[1] != 0
    }

    /// A key of the set.
    pub(crate) fn key(self) -> u64 {
        self.0
            .into_iter()
            .flat_map(|word| [word as u64, (word >> 64) as u64])
            .fold(0, |key, word| mix(key ^ word))
    }
}

/// The fault in the moves of both sides.
impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self([1 << fault as u32; Color::COUNT])
    }
}

impl BitOr for Faults {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

/// The rules for the moves of one side: which are broken, and which were asked about.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    broken: u128,
    asked: u128,
    side: Color,
    /// Whether the moves are those of the last ply.
    pub(crate) is_last_ply: bool,
}

impl Rules {
    /// The rules for the moves of `side`, with `faults` broken.
    pub fn new(faults: Faults, side: Color) -> Self {
        Self { broken: faults.0[side.index()], asked: 0, side, is_last_ply: false }
    }

    /// The faults that were asked about.
    pub fn asked(&self) -> Faults {
        let mut faults = Faults::NONE;
        faults.0[self.side.index()] = self.asked;
        faults
    }

    /// Whether the rule of `fault` is broken.
    #[inline]
    pub(crate) fn breaks(&mut self, fault: Fault) -> bool {
        self.asked |= 1 << fault as u32;
        self.broken >> fault as u32 & 1 != 0
    }

    /// Whether the rule of a fault is broken whose condition holds.
    #[inline]
    pub(crate) fn break_any<const N: usize>(&mut self, cases: [(bool, Fault); N]) -> bool {
        let holding =
            cases.into_iter().fold(0, |set, (holds, fault)| set | u128::from(holds) << fault as u32);
        self.asked |= holding;
        self.broken & holding != 0
    }
}
