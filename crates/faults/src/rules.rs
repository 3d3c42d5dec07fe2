//! The rules of a generator, some of them broken, and a record of which were asked about.
//!
//! A generator asks [`Rules::times`] about whatever it may do. A fault that would change the answer has been asked
//! about; one that was not asked about has changed nothing, so a subtree in which it was not asked about need not be
//! counted again.

use core::ops::BitOr;

use quadbit_movegen::Color;

use crate::fault::{ACTS, Act, BY_FEATURE, Fault, KEYS};
use crate::feature::Features;

/// A set of faults, each of one side or of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faults(pub(crate) [u128; Color::COUNT]);

impl Faults {
    /// No fault: the rules of chess.
    pub const NONE: Self = Self([0; Color::COUNT]);

    /// The fault `fault` in the moves of one side.
    pub fn of_side(fault: Fault, side: Color) -> Self {
        let mut faults = Self::NONE;
        faults.0[side.index()] = 1 << fault.number();
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
}

/// The fault in the moves of both sides.
impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self([1 << fault.number(); Color::COUNT])
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
pub(crate) struct Rules {
    broken: u128,
    asked: u128,
    side: Color,
}

impl Rules {
    /// The rules for the moves of `side`, with `faults` broken.
    pub(crate) fn new(faults: Faults, side: Color) -> Self {
        Self { broken: faults.0[side.index()], asked: 0, side }
    }

    /// The faults that were asked about.
    pub(crate) fn asked(&self) -> Faults {
        let mut faults = Faults::NONE;
        faults.0[self.side.index()] = self.asked;
        faults
    }

    /// Whether the generator does something with these features.
    #[inline]
    pub(crate) fn does(&mut self, features: impl Into<Features>) -> bool {
        self.times(features.into()) > 0
    }

    /// How often the generator does something with these features. Without faults it does once what is right, and never
    /// what is wrong.
    #[inline]
    pub(crate) fn times(&mut self, features: Features) -> usize {
        let wrong = features.wrong();
        if wrong.0 == 0 && features.0 & KEYS.0 == 0 { 1 } else { self.judge(features, wrong) }
    }

    fn judge(&mut self, features: Features, wrong: Features) -> usize {
        // Whatever set of faults allows it must forgive the first of the wrong features.
        let first = wrong.0 & wrong.0.wrapping_neg();
        let (mut forgiven, mut allowing, mut changing, mut times) = (0, 0, 0, 1);
        let mut keys = features.0 & KEYS.0;
        while keys != 0 {
            let mut acts = BY_FEATURE[keys.trailing_zeros() as usize];
            keys &= keys - 1;
            while acts != 0 {
                let case = &ACTS[acts.trailing_zeros() as usize];
                acts &= acts - 1;
                if !case.needs.is_subset(features) {
                    continue;
                }
                let is_broken = self.broken & case.fault != 0;
                match case.act {
                    Act::Allow(_) => {
                        allowing |= if case.needs.0 & first != 0 { case.fault } else { 0 };
                        forgiven |= if is_broken { case.needs.0 } else { 0 };
                        continue;
                    }
                    Act::Omit(_) if is_broken => times = 0,
                    Act::Twice(_) if is_broken => times *= 2,
                    _ => {}
                }
                changing |= case.fault;
            }
        }
        self.asked |= allowing;
        if wrong.0 & !forgiven != 0 {
            return 0;
        }
        self.asked |= changing;
        times
    }
}
