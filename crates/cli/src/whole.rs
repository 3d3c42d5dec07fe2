//! Reads whole numbers of the command line, with errors that name their range.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Returns a parser of the whole numbers in `range`, whose error names the range.
pub(crate) fn whole<N: FromStr + PartialOrd + Display + Clone>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("not a whole number from {} to {}", range.start(), range.end()))
    }
}
