//! Rules that choose games by their tags.
//!
//! 1. [`parser`] turns the text into comparisons and the steps that join them.
//! 2. Each comparison is matched when its tag is read: [`comparison`].
//! 3. Behind the tags, [`TagRule::holds`] evaluates the steps.
//!
//! A tag that is missing must match no comparison, also not `!=`.

mod comparison;
mod error;
mod parser;

use alloc::vec::Vec;
use core::str::FromStr;

use comparison::Comparison;

pub use comparison::decimal;
pub use error::{TagRuleError, TagRuleErrorKind};

/// A rule about the tags of a game: `WhiteElo>=2000`, `Result=1-0 and (ECO=B90 or Opening contains Najdorf)`.
///
/// Comparisons are joined by `and` and `or`; `and` binds first, and parentheses group. A comparison is the name of a
/// tag, one of `=`, `!=`, `<`, `<=`, `>`, `>=` and `contains`, and a value. A value that contains a parenthesis or one
/// of the words `and` and `or` is written in quotation marks, so that it is not taken for a part of the rule. A `|` is
/// accepted in quotation marks only.
///
/// The value decides how it is compared:
///
/// - a date is compared with a tag whose name ends in `Date`: `Date>=2013`, `Date<2020.05`. Only the parts that the
///   rule gives count, so `Date=2013` is the whole year. A tag such as `10/31/2017` or `14.04.2017` is read as far as
///   it is certain, one without a year of four digits is unknown;
/// - a number is compared with numbers only: a tag that is not a number, such as `-`, differs from it, and is neither
///   smaller nor larger;
/// - any other value, and one in quotation marks, is compared as text, character by character.
///
/// A missing tag never matches, nor does an unknown one, such as `?` or `????.??.??`, unless the rule asks for it:
/// `WhiteElo=?`.
///
/// ```
/// use quadbit_pgn::TagRule;
/// let rule: TagRule = "Date>=2013 and (WhiteElo>=2700 or BlackElo>=2700)".parse()?;
/// let matches = |date, white| {
///     rule.matches(|name| match name {
///         "Date" => Some(date),
///         "WhiteElo" => Some(white),
///         _ => None,
///     })
/// };
/// assert!(matches("2013.05.01", "2851"));
/// assert!(!matches("2012.12.31", "2851") && !matches("????.??.??", "2851") && !matches("2013.05.01", "999"));
///
/// let error = "WhiteElo>=2700 or (BlackElo".parse::<TagRule>().unwrap_err();
/// assert_eq!(error.to_string(), "at byte 27: expected =, !=, <, <=, >, >= or contains, as in `WhiteElo>=2000`");
/// # Ok::<(), quadbit_pgn::TagRuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TagRule {
    /// The comparisons, in the order of the text.
    comparisons: Vec<Comparison>,
    /// How the comparisons are joined, in reverse Polish notation: each step pushes the value of the next comparison,
    /// or replaces the last two values by their `and` or `or`.
    steps: Vec<Step>,
}

/// A step of the evaluation of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Comparison,
    And,
    Or,
}

impl TagRule {
    /// Whether the tags of a game satisfy the rule. `tag` returns the value of a tag as written in the file, `None`
    /// if the game does not have it.
    pub fn matches<'t>(&self, tag: impl Fn(&str) -> Option<&'t str>) -> bool {
        self.holds(|n| {
            let comparison = &self.comparisons[n];
            tag(comparison.name()).is_some_and(|value| comparison.matches(value))
        })
    }

    /// The comparisons, in the order of the text.
    #[cfg(feature = "std")]
    pub(crate) fn comparisons(&self) -> &[Comparison] {
        &self.comparisons
    }

    /// Whether the rule holds if `holds` says which of its comparisons do, by their index.
    pub(crate) fn holds(&self, holds: impl Fn(usize) -> bool) -> bool {
        if let [_] = *self.comparisons {
            return holds(0);
        }
        let mut values = Vec::new();
        let mut next = 0..;
        for step in &self.steps {
            let value = match step {
                Step::Comparison => next.next().is_some_and(&holds),
                Step::And => pop(&mut values) & pop(&mut values),
                Step::Or => pop(&mut values) | pop(&mut values),
            };
            values.push(value);
        }
        pop(&mut values)
    }
}

/// Takes the last value off the stack; a parsed rule never takes more values than it has put there.
fn pop(values: &mut Vec<bool>) -> bool {
    values.pop().unwrap_or_default()
}

impl FromStr for TagRule {
    type Err = TagRuleError;

    fn from_str(text: &str) -> Result<Self, TagRuleError> {
        parser::read(text)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::String;

    use super::{TagRule, TagRuleErrorKind};
    use crate::random::random;

    fn matches(rule: &str, value: &str) -> bool {
        rule.parse::<TagRule>().unwrap_or_else(|error| panic!("{rule}: {error}")).matches(|_| Some(value))
    }

    /// All operators compare a smaller, an equal and a larger value of each kind rightly.
    #[test]
    fn operators_compare_numbers_texts_and_dates() {
        for (operator, expected) in [
            ("=", [false, true, false]),
            ("!=", [true, false, true]),
            ("<", [true, false, false]),
            ("<=", [true, true, false]),
            (">", [false, false, true]),
            (">=", [false, true, true]),
        ] {
            for (name, value, found) in [
                ("A", "900", ["88", "900.0", "1000"]),
                ("A", "Karl", ["Anna", "Karl", "Karla"]),
                ("Date", "2013", ["2012.12.31", "2013.??.??", "2014.01.01"]),
                ("UTCDate", "2013.05", ["2013.04.30", "2013.05.31", "2013.06.??"]),
                ("Date", "2013-05-02", ["2013.05.01", "2013/05/02", "2013.05.03"]),
            ] {
                for rule in [format!("{name}{operator}{value}"), format!(" {name} {operator} {value} ")] {
                    assert_eq!(found.map(|found| matches(&rule, found)), expected, "{rule}");
                }
                let rule: TagRule = format!("{name}{operator}{value}").parse().unwrap();
                assert!(!rule.matches(|_| None));
            }
            // Not a number: it differs, and no more.
            assert_eq!(matches(&format!("A{operator}900"), "-"), operator == "!=");
            assert!(!matches(&format!("A{operator}900"), "?"), "{operator}");
            assert!(!matches(&format!("A{operator}Karl"), "????.??.??"), "{operator}");
            // A part of the date that decides is unknown.
            assert!(!matches(&format!("Date{operator}2013.05"), "2013.??.??"), "{operator}");
            assert!(!matches(&format!("Date{operator}2013"), "spring"), "{operator}");
        }
    }

    /// Dates whose year does not come first are compared as far as they are certain.
    #[test]
    fn dates_are_read_in_other_orders() {
        for (found, day) in [
            ("10/31/2017", Some("2017.10.31")),
            ("31/10/2017", Some("2017.10.31")),
            ("14.04.2017", Some("2017.04.14")),
            ("05-05-2017", Some("2017.05.05")),
            ("2017.04.14", Some("2017.04.14")),
            ("03/04/2017", None),
            ("??.04.2017", None),
        ] {
            assert!(matches("Date=2017", found) && !matches("Date>2017", found), "{found}");
            for date in ["2017.10.31", "2017.04.14", "2017.05.05", "2017.03.04"] {
                assert_eq!(matches(&format!("Date={date}"), found), day == Some(date), "{found} and {date}");
            }
        }
        assert!(matches("Date=2017.04", "04.2017") && matches("Date=2017", "2017"));
        for found in ["01.02.03", "10/31/17", "17.10.31", "20171031", "spring 2017", "31.10.", ""] {
            for operator in ["=", "<", ">", "!=", "<=", ">="] {
                assert!(!matches(&format!("Date{operator}2010"), found), "{operator} {found}");
            }
        }
    }

    #[test]
    fn values_are_bare_or_quoted_texts() {
        assert!(matches("Result=1-0", "1-0") && !matches("Result=1-0", "0-1"));
        assert!(matches("TimeControl=300+3", "300+3"));
        assert!(matches("Date>=\"2013\"", "2013.05.01") && matches("Date=2013x", "2013x"));
        assert!(matches("Event=\"\"", "") && matches("Event=\"a=b\"", "a=b"));
        assert!(matches("Event=Rated Bullet game", "Rated Bullet game"));
        assert!(matches(r#"Event=The "X" Cup"#, r#"The \"X\" Cup"#) && matches(r#"Event="a\\b""#, r"a\\b"));
        assert!(matches(r#"Event="a and (\"b\" or |)""#, r#"a and (\"b\" or |)"#));
        assert!(matches("WhiteElo=2000", "2000.0") && !matches("WhiteElo=\"2000\"", "2000.0"));
        assert!(matches("WhiteElo=?", "?") && matches("Date=????.??.??", "????.??.??"));
    }

    #[test]
    fn contains_finds_a_part_of_a_text() {
        assert!(matches("Opening contains Najdorf", "Sicilian: Najdorf, 6. Bg5"));
        assert!(matches("Opening contains \"or B\"", "A or B") && !matches("Opening contains X", "x"));
        assert!(matches("Elo contains 20", "1200") && matches("containsX contains a", "a"));
        assert!(matches(r#"Event contains "\"X\"""#, r#"The \"X\" Cup"#));
    }

    /// Compares random rules with `and`, `or` and parentheses on three tags with the same formulas of Rust's operators.
    #[test]
    fn and_binds_before_or() {
        let mut state = 1_u64;
        let mut random = |below: usize| random(&mut state) % below;
        for _ in 0..2000 {
            let (mut text, mut open) = (String::new(), 0);
            // The values of the sums of products that are open, as the text is read from the left.
            let values = [random(2) == 1, random(2) == 1, random(2) == 1];
            let mut levels = std::vec![(false, true)];
            loop {
                while random(3) == 0 && open < 5 {
                    text += ["(", " ( "][random(2)];
                    levels.push((false, true));
                    open += 1;
                }
                let n = random(3);
                text += ["A=1", "B=1", "C=1"][n];
                levels.last_mut().unwrap().1 &= values[n];
                let is_last = random(4) == 0;
                while open > 0 && (is_last || random(2) == 0) {
                    text += ")";
                    let (sum, product) = levels.pop().unwrap();
                    levels.last_mut().unwrap().1 &= sum | product;
                    open -= 1;
                }
                if is_last {
                    break;
                }
                let last = levels.last_mut().unwrap();
                if random(2) == 0 {
                    text += [" and ", " AND "][random(2)];
                } else {
                    text += [" or ", "  Or "][random(2)];
                    *last = (last.0 | last.1, true);
                }
            }
            let expected = levels[0].0 | levels[0].1;
            let rule: TagRule = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let tag =
                |name: &str| Some(if values[usize::from(name.as_bytes()[0] - b'A')] { "1" } else { "0" });
            assert_eq!(rule.matches(tag), expected, "{text} with {values:?}");
        }
    }

    #[test]
    fn an_error_names_the_place() {
        for (rule, offset, kind) in [
            ("", 0, TagRuleErrorKind::Name),
            ("WhiteElo", 8, TagRuleErrorKind::Operator),
            ("WhiteElo!2000", 8, TagRuleErrorKind::Operator),
            (">=2000", 0, TagRuleErrorKind::Name),
            ("White Elo>=2000", 6, TagRuleErrorKind::Operator),
            ("WhiteElo>= ", 11, TagRuleErrorKind::Value),
            ("A=1 and ", 8, TagRuleErrorKind::Name),
            ("A=1 or or B=2", 10, TagRuleErrorKind::Operator),
            ("(A=1", 0, TagRuleErrorKind::Parenthesis),
            ("A=1)", 3, TagRuleErrorKind::Parenthesis),
            ("A=1 or ((B=2)", 7, TagRuleErrorKind::Parenthesis),
            ("()", 1, TagRuleErrorKind::Name),
            ("A=1 (B=2)", 4, TagRuleErrorKind::Quotation),
            ("(A=1) B=2", 6, TagRuleErrorKind::Joint),
            ("A=\"1\" B=2", 6, TagRuleErrorKind::Joint),
            ("A=\"1", 2, TagRuleErrorKind::Quotation),
            ("A=1|B=2", 3, TagRuleErrorKind::Quotation),
            ("Opening contains", 16, TagRuleErrorKind::Value),
        ] {
            let error = rule.parse::<TagRule>().expect_err(rule);
            assert_eq!((error.offset, error.kind), (offset, kind), "{rule}");
        }
    }

    #[test]
    fn many_parentheses_are_read() {
        let n = 100_000;
        let rule = format!("{}A=1{}", "(".repeat(n), ")".repeat(n));
        assert!(matches(&rule, "1") && !matches(&rule, "2"));
    }
}
