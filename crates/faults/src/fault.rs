//! The faults: what generators get wrong, by name, each with its rule in words and in acts.
//!
//! 1. Everything that a generator may do (list a move, see an attack, end a right) has [`Features`]; some features mean
//!    that it is wrong to do it.
//! 2. A fault is a row of [`TABLE`] with [`Act`]s: each allows something wrong that has certain features, or leaves out
//!    or doubles something right that has them.
//! 3. [`ACTS`] has the acts of all faults, and [`BY_FEATURE`] finds those that may apply by their last feature.

mod table;

use core::fmt;
use core::str::FromStr;

use crate::feature::{Feature, Features};
use table::{Row, TABLE};

/// What a generator with a fault does wrong, and the features of the moves, attacks or changes that this concerns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// The generator leaves out what it should do where all these features are present.
    Omit(&'static [Feature]),
    /// The generator does something wrong that has all these features; one or more of them make it wrong.
    Allow(&'static [Feature]),
    /// The generator lists a move with all these features twice.
    Twice(&'static [Feature]),
}

/// A rule of move generation that is broken.
///
/// ```
/// use quadbit_faults::Fault;
/// let fault: Fault = "en-passant-missing".parse()?;
/// assert_eq!(fault.rule(), "en passant is never generated");
/// # Ok::<(), quadbit_faults::FaultError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault(u8);

impl Fault {
    /// All faults, in the order of their table.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..COUNT as u8).map(Self)
    }

    /// The name: words joined by hyphens, such as `en-passant-missing`.
    pub fn name(self) -> &'static str {
        self.row().1.0
    }

    /// What a generator with the fault does, in words.
    pub fn rule(self) -> &'static str {
        self.row().1.1
    }

    /// The part of a generator in which to look for the fault, in words.
    pub fn place(self) -> &'static str {
        self.row().0
    }

    /// The number of the fault, below 128.
    pub(crate) fn number(self) -> u8 {
        self.0
    }

    fn row(self) -> (&'static str, &'static Row) {
        let mut number = usize::from(self.0);
        for &(place, rows) in TABLE {
            if let Some(row) = rows.get(number) {
                return (place, row);
            }
            number -= rows.len();
        }
        unreachable!("a fault is made from its number in the table")
    }
}

/// An act of a fault, ready to be compared with what a generator does.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) act: Act,
    /// The features that a move, an attack or a change must have for the act to apply to it.
    pub(crate) needs: Features,
    /// The number of the fault.
    pub(crate) fault: usize,
}

/// The acts of all faults, followed by empty ones; and the number of faults.
const CASES: ([Case; 128], usize) = {
    let none = Case { act: Act::Omit(&[]), needs: Features::of(&[]), fault: 0 };
    let (mut cases, mut at, mut fault, mut place) = ([none; 128], 0, 0, 0);
    while place < TABLE.len() {
        let (rows, mut row) = (TABLE[place].1, 0);
        while row < rows.len() {
            let (acts, mut number) = (rows[row].2, 0);
            while number < acts.len() {
                let (Act::Omit(needs) | Act::Allow(needs) | Act::Twice(needs)) = acts[number];
                cases[at] = Case { act: acts[number], needs: Features::of(needs), fault };
                (at, number) = (at + 1, number + 1);
            }
            (fault, row) = (fault + 1, row + 1);
        }
        place += 1;
    }
    (cases, fault)
};

const COUNT: usize = CASES.1;

/// The acts of all faults, followed by empty ones.
pub(crate) static ACTS: [Case; 128] = CASES.0;

/// By feature: the acts whose last feature it is, a bit for each place in [`ACTS`].
pub(crate) static BY_FEATURE: [u128; 128] = {
    let (mut sets, mut at) = ([0; 128], 0);
    while at < 128 && ACTS[at].needs.0 != 0 {
        sets[ACTS[at].needs.0.ilog2() as usize] |= 1 << at;
        at += 1;
    }
    sets
};

/// The features that are the last of an act.
pub(crate) const KEYS: Features = {
    let (mut keys, mut feature) = (0, 0);
    while feature < 128 {
        keys |= ((BY_FEATURE[feature] != 0) as u128) << feature;
        feature += 1;
    }
    Features(keys)
};

/// Prints the [name](Fault::name).
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultError;

impl fmt::Display for FaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no fault has this name")
    }
}

impl core::error::Error for FaultError {}

/// Reads the [name](Fault::name).
impl FromStr for Fault {
    type Err = FaultError;

    fn from_str(name: &str) -> Result<Self, FaultError> {
        Self::all().find(|fault| fault.name() == name).ok_or(FaultError)
    }
}
