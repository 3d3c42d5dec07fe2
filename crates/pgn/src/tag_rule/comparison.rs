//! One comparison of a rule.
//!
//! 1. The value of the rule is read once: as a date, a number or a text.
//! 2. The tag of a game is read in the same way and compared with it. An unknown tag (`?`), or one of another kind,
//!    cannot be compared: it has no order.
//! 3. The operator accepts the order (less, equal, greater, none), or not.
//!
//! A tag whose value is unknown has no order, so it matches only a rule that asks for `?`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::cmp::Ordering;

use crate::tree::unescape;

/// A comparison of one tag with a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    name: String,
    operator: Operator,
    value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
    Contains,
}

/// The signs of the operators, the longer one first where one begins with another.
pub(super) const SIGNS: [(&str, Operator); 6] = [
    ("!=", Operator::Differs),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::More),
];

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Number(f64),
    Date(Date),
    Text(String),
}

impl Comparison {
    /// A comparison with a value that stands in quotation marks, which have been removed.
    pub(super) fn with_quoted(name: &str, operator: Operator, value: &str) -> Self {
        Self { name: name.to_owned(), operator, value: Value::Text(unescape(value).into_owned()) }
    }

    /// A comparison with a value without quotation marks: a date, a number or a text.
    pub(super) fn with_bare(name: &str, operator: Operator, value: &str) -> Self {
        let date = || if name.ends_with("Date") { Date::read(value).map(Value::Date) } else { None };
        let meaning = || date().or_else(|| decimal(value).map(Value::Number));
        let meaning = if operator == Operator::Contains { None } else { meaning() };
        let value = meaning.unwrap_or_else(|| Value::Text(value.to_owned()));
        Self { name: name.to_owned(), operator, value }
    }

    /// The name of the tag.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the value of the tag, as written in the file, satisfies the comparison.
    pub(crate) fn matches(&self, found: &str) -> bool {
        let asks_for_unknown = matches!(&self.value, Value::Text(text) if is_unknown(text));
        if is_unknown(found) && !asks_for_unknown {
            return false;
        }
        let order = match &self.value {
            Value::Number(number) => decimal(found).and_then(|found| found.partial_cmp(number)),
            Value::Date(date) => match date.order_of(found) {
                None => return false,
                order => order,
            },
            Value::Text(text) => return self.matches_text(&unescape(found), text),
        };
        self.allows(order)
    }

    /// Whether a tag with this text satisfies the comparison with `text`.
    fn matches_text(&self, found: &str, text: &str) -> bool {
        match self.operator {
            Operator::Contains => found.contains(text),
            _ => self.allows(Some(found.cmp(text))),
        }
    }

    /// Whether the comparison holds if the value of the tag compares with that of the rule as `order` says; `None`
    /// means that they cannot be compared.
    fn allows(&self, order: Option<Ordering>) -> bool {
        match self.operator {
            Operator::Equal => order == Some(Ordering::Equal),
            Operator::Differs => order != Some(Ordering::Equal),
            Operator::Less => order == Some(Ordering::Less),
            Operator::AtMost => order.is_some_and(Ordering::is_le),
            Operator::More => order == Some(Ordering::Greater),
            Operator::AtLeast => order.is_some_and(Ordering::is_ge),
            Operator::Contains => false,
        }
    }
}

/// Whether the value of a tag says that it is not known: `?`, `????.??.??`.
fn is_unknown(value: &str) -> bool {
    value.starts_with('?') && value.bytes().all(|byte| matches!(byte, b'?' | b'.'))
}

/// A decimal number, such as `2000`, `-3` or `1.5`, between blanks; `None` for any other text.
///
/// ```
/// use quadbit_pgn::decimal;
/// assert_eq!(decimal(" 2851 "), Some(2851.0));
/// assert!(["", "?", "-", "300+3", "1e3", "inf", "0x10"].iter().all(|text| decimal(text).is_none()));
/// ```
pub fn decimal(text: &str) -> Option<f64> {
    let text = text.trim_ascii();
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    // The standard library also reads exponents and names.
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

    /// How `found`, the value of a tag, compares with this date, by the parts that this date has; `None` if `found`
    /// is not a date, or unknown in one of these parts.
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
