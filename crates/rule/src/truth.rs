//! What is known about conditions, and what joins them.

use core::ops::{BitAnd, BitOr, Not};

/// What joins one or two values of a rule's parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<V> {
    /// `not A`: A fails.
    Not(V),
    /// `A and B`, or `A B`: both hold.
    And(V, V),
    /// `A or B`: at least one holds.
    Or(V, V),
    /// `A then B`: B holds, and A has held at an earlier ply of the game; with a number, at most this many plies
    /// earlier.
    Then(V, V, Option<u32>),
    /// `A for N`: A has held for this many plies in a row, the present one included.
    For(V, u32),
}

/// What is known about a condition: whether it may hold, and whether it may fail. A `bool` stands for one answer, a
/// `u64` for the answers of 64 positions, one in each bit.
///
/// | `may_hold` | `may_fail` | meaning |
/// |---|---|---|
/// | true | false | it holds |
/// | false | true | it fails |
/// | true | true | it is open: more of the game must be read |
/// | false | false | it cannot be known, such as the rating in a game without one |
///
/// A rule chooses what it holds for, so a condition that cannot be known chooses nothing, and its reverse by `not`
/// chooses nothing either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth<B> {
    /// Whether the condition may hold.
    pub may_hold: B,
    /// Whether the condition may fail.
    pub may_fail: B,
}

impl Truth<bool> {
    /// A condition about which nothing has been read yet.
    pub const OPEN: Self = Self { may_hold: true, may_fail: true };

    /// A condition that is known to hold or to fail; `None` if that cannot be known.
    pub const fn known(holds: Option<bool>) -> Self {
        Self { may_hold: matches!(holds, Some(true)), may_fail: matches!(holds, Some(false)) }
    }
}

impl<B: Copy + BitAnd<Output = B> + BitOr<Output = B> + Not<Output = B>> Truth<B> {
    /// Joins what is known about each part of a rule. The order of plies is not known here, so `then` and `for` may
    /// always fail, and hold if their conditions may hold.
    pub fn join(step: Step<Self>) -> Self {
        match step {
            Step::Not(Self { may_hold, may_fail }) => Self { may_hold: may_fail, may_fail: may_hold },
            Step::And(a, b) => Self { may_hold: a.may_hold & b.may_hold, may_fail: a.may_fail | b.may_fail },
            Step::Or(a, b) => Self { may_hold: a.may_hold | b.may_hold, may_fail: a.may_fail & b.may_fail },
            // `then` and `for` may fail anywhere, because they fail at the first plies of a game.
            Step::Then(Self { may_hold: a, .. }, Self { may_hold: b, .. }, _) => {
                Self { may_hold: a & b, may_fail: a | !a }
            }
            Step::For(Self { may_hold, .. }, _) => Self { may_hold, may_fail: may_hold | !may_hold },
        }
    }
}
