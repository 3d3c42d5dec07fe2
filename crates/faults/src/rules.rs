//! The rules of a generator, some of them broken, in many lanes at once.
//!
//! A lane is a generator with a set of faults, and a [`Lanes`] says in which lanes something is done. One walk
//! through a tree counts it for all lanes: they part only where a fault acts.

use core::ops::BitOr;

use quadbit_movegen::Color;

use crate::fault::{ACTS, Act, BY_FEATURE, Fault, KEYS};
use crate::feature::Features;

/// A set of faults, each of one side or of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faults([u128; Color::COUNT]);

impl Faults {
    /// No fault: the rules of chess.
    pub const NONE: Self = Self([0; Color::COUNT]);

    /// The fault `fault` in the moves of one side.
    pub fn of_side(fault: Fault, side: Color) -> Self {
        let mut faults = Self::NONE;
        faults.0[side.index()] = 1 << fault.number();
        faults
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

/// A set of lanes: bit `n` is that of the `n`-th set of faults.
pub(crate) type Lanes = u128;

/// The largest number of lanes, one for each bit of [`Lanes`].
pub(crate) const LANES: usize = 128;

/// The numbers of the lanes in the set `lanes`, in ascending order.
pub(crate) fn numbers(mut lanes: Lanes) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let number = (lanes != 0).then(|| lanes.trailing_zeros() as usize)?;
        lanes &= lanes - 1;
        Some(number)
    })
}

/// The rules for the moves of one side: the lanes in which each fault acts, by its number.
#[derive(Clone, Debug)]
pub(crate) struct Rules([Lanes; LANES]);

impl Rules {
    /// The rules for the moves of each side; lane `n` has the faults `sets[n]`.
    pub(crate) fn of(sets: &[Faults]) -> [Self; Color::COUNT] {
        Color::ALL.map(|side| {
            let mut rules = [0; LANES];
            for (lane, set) in sets.iter().enumerate() {
                numbers(set.0[side.index()]).for_each(|fault| rules[fault] |= 1 << lane);
            }
            Self(rules)
        })
    }

    /// The lanes in which a generator does something with these features. Without faults it does what is right, and not
    /// what is wrong.
    #[inline]
    pub(crate) fn does(&self, features: impl Into<Features>) -> Lanes {
        self.judge(features.into())[0]
    }

    /// The lanes in which a generator does something with these features, and the lanes in which it does so twice.
    #[inline]
    pub(crate) fn judge(&self, features: Features) -> [Lanes; 2] {
        if features.0 & KEYS.0 == 0 { [Lanes::MAX, 0] } else { self.judge_acts(features) }
    }

    fn judge_acts(&self, features: Features) -> [Lanes; 2] {
        let acts = |feature: usize| {
            let acts = numbers(BY_FEATURE[feature]).map(|act| &ACTS[act]);
            acts.filter(|case| case.needs.is_subset(features))
        };
        let (mut does, mut twice) = (Lanes::MAX, 0);
        let wrong = features.wrong().0;
        for feature in numbers(wrong) {
            // A lane does something with wrong features only if its faults account for each of these: one of the faults
            // must have an act that applies and whose last feature is this one.
            does &= acts(feature).fold(0, |lanes, case| lanes | self.0[case.fault]);
        }
        for case in numbers(features.0 & KEYS.0 & !wrong).flat_map(acts) {
            match case.act {
                Act::Twice(_) => twice |= self.0[case.fault],
                _ => does &= !self.0[case.fault],
            }
        }
        [does, twice & does]
    }
}
