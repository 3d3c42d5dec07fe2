//! The faults by the place in a generator in which to look for each.

use super::Act::{self, Allow, Omit, Twice};
#[cfg_attr(not(test), expect(clippy::enum_glob_use, reason = "a row of a table is a line"))]
use crate::feature::Feature::*;

/// A fault: its name, what the generator does, and how that differs from the rules of chess.
pub(super) type Row = (&'static str, &'static str, &'static [Act]);

/// The table of faults: for each place in a generator, its name in words and the faults to look for there.
pub(super) const TABLE: &[(&str, &[Row])] = &include!("table.in");
