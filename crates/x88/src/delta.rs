//! A step on the 0x88 board: the number that it adds to a square.

use core::fmt;
use core::ops::Neg;

/// A step of some files and some ranks, each from -7 to 7, as the one number that 0x88 adds to a square:
/// `16 * ranks + files`.
///
/// North is +16 and east is +1. No two steps share a number, since the files fit the low nibble as a signed
/// digit: +9 is not "nine files east", it is "one rank up, seven files west", and from h1 it leads to a2.
///
/// ```
/// use quadbit_x88::Delta;
/// let step = Delta::new(-7, 1).unwrap();
/// assert_eq!(step.get(), 9);
/// assert_eq!((step.files(), step.ranks()), (-7, 1));
/// assert_eq!(Delta::new(8, 0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Delta(pub(crate) i8);

impl Delta {
    /// The step of no files and no ranks.
    pub(crate) const ZERO: Self = Self(0);

    /// The knight's eight steps, clockwise from two ranks up and one file to the right. The knight's step `i`
    /// lies between the [`Direction`](crate::Direction)s `i` and `i + 1`.
    ///
    /// ```text
    ///    .  +31  .  +33  .
    ///   +14  .   .   .  +18
    ///    .   .   N   .   .
    ///   -18  .   .   .  -14
    ///    .  -33  .  -31  .
    /// ```
    #[rustfmt::skip]
    pub const KNIGHT: [Self; 8] = [
        Self(33), Self(18), Self(-14), Self(-31),
        Self(-33), Self(-18), Self(14), Self(31),
    ];

    /// The step of `files` to the right and `ranks` upwards; `None` unless both are from -7 to 7.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "16 * 7 + 7 = 119 fits")]
    pub const fn new(files: i32, ranks: i32) -> Option<Self> {
        if matches!(files, -7..=7) && matches!(ranks, -7..=7) {
            Some(Self((16 * ranks + files) as i8))
        } else {
            None
        }
    }

    /// The number that the step adds to a 0x88 number, -119 to 119.
    #[inline]
    pub const fn get(self) -> i8 {
        self.0
    }

    /// The files to the right, -7 to 7: the low nibble, read as a signed one.
    #[inline]
    pub const fn files(self) -> i32 {
        ((self.0 << 4) >> 4) as i32
    }

    /// The ranks upwards, -7 to 7: the high nibble of what remains when [`files`](Self::files) is subtracted.
    #[inline]
    pub const fn ranks(self) -> i32 {
        (self.0 as i32 - self.files()) >> 4
    }

    /// The step in the opposite direction; usable in constants, where the operator in `-delta` is not.
    #[inline]
    pub(crate) const fn reversed(self) -> Self {
        Self(-self.0)
    }
}

impl Neg for Delta {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self.reversed()
    }
}

/// Prints the number with its sign: `+16`, `-1`.
impl fmt::Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

impl fmt::Debug for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Delta({:+})", self.0)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    /// Checks that every step of -7 to 7 files and ranks returns both, and has a number of its own; and that longer
    /// steps are refused.
    #[test]
    fn files_and_ranks_come_back() {
        let mut seen = std::collections::HashSet::new();
        for files in -20_i32..=20 {
            for ranks in -20_i32..=20 {
                let valid = files.abs() <= 7 && ranks.abs() <= 7;
                let delta = Delta::new(files, ranks);
                assert_eq!(delta.is_some(), valid);
                if let Some(delta) = delta {
                    assert_eq!(i32::from(delta.get()), 16 * ranks + files);
                    assert_eq!((delta.files(), delta.ranks()), (files, ranks));
                    assert_eq!(Delta::new(-files, -ranks), Some(-delta));
                    assert!(seen.insert(delta.get()), "{delta} is given twice");
                }
            }
        }
        assert_eq!(seen.len(), 225);
    }

    #[test]
    fn a_knight_turns_clockwise() {
        let clockwise = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        for (delta, (files, ranks)) in Delta::KNIGHT.into_iter().zip(clockwise) {
            assert_eq!((delta.files(), delta.ranks()), (files, ranks));
        }
    }
}
