//! Conditions on the tags of a game.
//!
//! 1. The value of the rule is read once: as a date, a number or a text.
//! 2. The tag of a game is read in the same way and compared with it. A tag of another kind has no order, so it is
//!    neither smaller nor larger.
//! 3. The comparison accepts the order (less, equal, greater, none), or not.
//!
//! An unknown tag (`?`), or a date that is unknown in a part that decides, fulfils neither a comparison nor its
//! reverse.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::cmp::Ordering;

use crate::comparison::Comparison;

/// The condition that a tag compares with a value, such as `WhiteElo>=2000`.
///
/// The value decides how it is compared:
///
/// - a date is compared with a tag whose name ends in `Date`: `Date>=2013`, `Date<2020.05`. Only the parts that the
///   rule gives count, so `Date=2013` is the whole year. A tag such as `10/31/2017` or `14.04.2017` is read as far as
///   it is certain, one without a year of four digits is unknown;
/// - a number is compared with numbers only: a tag that is not a number, such as `-`, differs from it, and is neither
///   smaller nor larger;
/// - any other value, and one in quotation marks, is compared as text, character by character.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    name: String,
    comparison: Comparison,
    value: Value,
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Date(Date),
    Text(String),
}

impl Tag {
    /// A comparison of the tag `name` with `value`: as text if the value was in quotation marks or the comparison is
    /// `contains`, else as the first of these that the value is: a date (if the name ends in `Date`), a number, a text.
    pub(crate) fn new(name: &str, comparison: Comparison, value: &str, is_quoted: bool) -> Self {
        let date = || if name.ends_with("Date") { Date::read(value).map(Value::Date) } else { None };
        let is_text = is_quoted || comparison == Comparison::Contains;
        let meaning = if is_text { None } else { date().or_else(|| decimal(value).map(Value::Number)) };
        let text = || Value::Text(if is_quoted { unescape(value).into_owned() } else { value.to_owned() });
        Self { name: name.to_owned(), comparison, value: meaning.unwrap_or_else(text) }
    }

    /// The name of the tag.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the value of the tag, as written in the file, satisfies the comparison; `None` if the value is unknown.
    pub fn holds(&self, found: &str) -> Option<bool> {
        let asks_for_unknown = matches!(&self.value, Value::Text(text) if is_unknown(text));
        if is_unknown(found) && !asks_for_unknown {
            return None;
        }
        let order = match &self.value {
            Value::Number(number) => decimal(found).and_then(|found| found.partial_cmp(number)),
            Value::Date(date) => Some(date.order_of(found)?),
            Value::Text(text) => {
                let found = unescape(found);
                if self.comparison == Comparison::Contains {
                    return Some(found.contains(text.as_str()));
                }
                Some(found.as_ref().cmp(text))
            }
        };
        Some(self.comparison.allows(order))
    }
}

/// Whether the value of a tag says that it is not known: `?`, `????.??.??`.
fn is_unknown(value: &str) -> bool {
    value.starts_with('?') && value.bytes().all(|byte| matches!(byte, b'?' | b'.'))
}

/// A decimal number, such as `2000`, `-3` or `1.5`, between blanks; `None` for any other text.
///
/// ```
/// use quadbit_rule::decimal;
/// assert_eq!(decimal(" 2851 "), Some(2851.0));
/// assert!(["", "?", "-", "300+3", "1e3", "inf", "0x10"].iter().all(|text| decimal(text).is_none()));
/// ```
pub fn decimal(text: &str) -> Option<f64> {
    let text = text.trim_ascii();
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    // The standard library also reads exponents and names, such as `1e3` and `inf`, which are refused here.
    let is_plain = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+'));
    if has_digit && is_plain { text.parse().ok() } else { None }
}

/// A year, a month of a year, or a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Date {
    /// The year, the month and the day; 0 for a part that is not given.
    parts: [u16; 3],
}

impl Date {
    /// Reads `2013`, `2013.05` or `2013.05.01`, with dots or hyphens.
    fn read(text: &str) -> Option<Self> {
        let mut parts = [0; 3];
        let mut given = text.split(['.', '-']);
        for part in &mut parts {
            let Some(text) = given.next() else { break };
            *part = number(text).filter(|&part| part > 0)?;
        }
        (given.next().is_none() && text.len() >= "2013".len()).then_some(Self { parts })
    }

    /// How `found`, the value of a tag, compares with this date, by the parts that this date has; `None` if `found` is
    /// not a date, or is unknown in a part that decides.
    fn order_of(self, found: &str) -> Option<Ordering> {
        for (part, found) in self.parts.into_iter().take_while(|&part| part > 0).zip(parts_of_tag(found)) {
            let order = found?.cmp(&part);
            if order != Ordering::Equal {
                return Some(order);
            }
        }
        Some(Ordering::Equal)
    }
}

/// The year, the month and the day that the value of a tag names. `None` for a part that it does not name, or that is
/// not certain: the year has four digits, and `03/04/2017` may be in March or in April.
fn parts_of_tag(text: &str) -> [Option<u16>; 3] {
    let mut parts = text.trim().split(['.', '-', '/']);
    let [first, second, third] = [(); 3].map(|()| parts.next());
    let year = |part: &str| if part.len() == 4 { number(part) } else { None };
    let [a, b] = [first, second].map(|part| part.and_then(number));
    let (has_year_first, year_behind) =
        (first.is_some_and(|part| year(part).is_some()), third.and_then(year));
    match (year_behind, a, b) {
        _ if has_year_first => [a, b, third.and_then(number)],
        (Some(year), Some(day @ 13..), month) | (Some(year), month, Some(day @ 13..)) => {
            [Some(year), month, Some(day)]
        }
        (Some(year), Some(day), Some(month)) if day == month => [Some(year), Some(month), Some(day)],
        (Some(year), ..) => [Some(year), None, None],
        (None, month, Some(_)) if third.is_none() => [second.and_then(year), month, None],
        _ => [None; 3],
    }
}

/// Reads a number that consists of digits only.
fn number(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The value of a tag as text, without the backslashes before its quotation marks and backslashes. Other backslashes
/// are kept.
///
/// ```
/// use quadbit_rule::unescape;
/// assert_eq!(unescape(r#"The \"Immortal\" Game"#), r#"The "Immortal" Game"#);
/// ```
pub fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return value.into();
    }
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|&next| matches!(next, '"' | '\\')) } else { None };
        text.push(escaped.unwrap_or(c));
    }
    text.into()
}
