//! Rules that choose games by their tags.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use crate::writer::unescape;

/// A rule about one tag of a game: `WhiteElo>=2000`, `Result=1-0`, `Event!="Rated Bullet game"`.
///
/// The operators are `=`, `!=`, `<`, `<=`, `>` and `>=`. If the value is a number, it is compared with numbers
/// only: a tag that is none, such as `-`, differs from it, and is neither smaller nor larger. Any other value
/// is compared as text, character by character, and so is a value in quotation marks: `Date>="2013"`. A
/// missing tag never matches, nor does an unknown one, such as `?` or `????.??.??`, unless the rule asks for it:
/// `WhiteElo=?`.
///
/// ```
/// use quadbit_pgn::TagRule;
/// let rule: TagRule = "WhiteElo>=2000".parse()?;
/// assert_eq!(rule.name(), "WhiteElo");
/// assert!(rule.matches(Some("2000")) && rule.matches(Some("10000")));
/// assert!(!rule.matches(Some("999")) && !rule.matches(Some("?")) && !rule.matches(None));
/// # Ok::<(), quadbit_pgn::ParseTagRuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TagRule {
    name: String,
    operator: Operator,
    value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// The longer one first where one begins with another.
const OPERATORS: [(&str, Operator); 6] = [
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
    Text(String),
}

impl TagRule {
    /// The name of the tag.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the value of the tag, as written in the file, satisfies the rule; `None` means that the game
    /// does not have the tag.
    pub fn matches(&self, value: Option<&str>) -> bool {
        let Some(found) = value else { return false };
        let asks_for_unknown = matches!(&self.value, Value::Text(text) if is_unknown(text));
        if is_unknown(found) && !asks_for_unknown {
            return false;
        }
        let order = match &self.value {
            Value::Number(number) => decimal(found).and_then(|found| found.partial_cmp(number)),
            Value::Text(text) if found.contains('\\') => Some(unescape(found).as_str().cmp(text)),
            Value::Text(text) => Some(found.cmp(text)),
        };
        match self.operator {
            Operator::Equal => order == Some(Ordering::Equal),
            Operator::Differs => order != Some(Ordering::Equal),
            Operator::Less => order == Some(Ordering::Less),
            Operator::AtMost => order.is_some_and(Ordering::is_le),
            Operator::More => order == Some(Ordering::Greater),
            Operator::AtLeast => order.is_some_and(Ordering::is_ge),
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

impl FromStr for TagRule {
    type Err = ParseTagRuleError;

    fn from_str(rule: &str) -> Result<Self, Self::Err> {
        let at = rule.find(['=', '!', '<', '>']).ok_or(ParseTagRuleError::Operator)?;
        let (name, rest) = rule.split_at(at);
        let is_at_start = |&&(operator, _): &&(&str, Operator)| rest.starts_with(operator);
        let &(text, operator) = OPERATORS.iter().find(is_at_start).ok_or(ParseTagRuleError::Operator)?;
        let (name, value) = (name.trim(), rest[text.len()..].trim());
        if name.is_empty() || name.contains([' ', '\t', '"', '[', ']']) {
            return Err(ParseTagRuleError::Name);
        }
        let quoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        let value = match (quoted, decimal(value)) {
            (Some(text), _) => Value::Text(unescape(text)),
            (None, Some(number)) => Value::Number(number),
            (None, None) if value.is_empty() => return Err(ParseTagRuleError::Value),
            (None, None) if value.contains('|') => return Err(ParseTagRuleError::Alternatives),
            (None, None) => Value::Text(value.to_owned()),
        };
        Ok(Self { name: name.to_owned(), operator, value })
    }
}

/// The reason why a text is not a [`TagRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseTagRuleError {
    /// There is no name of a tag before the operator, or it is not a name.
    Name,
    /// There is no operator.
    Operator,
    /// There is no value behind the operator.
    Value,
    /// There is a `|` in a value without quotation marks.
    Alternatives,
}

impl fmt::Display for ParseTagRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "expected the name of a tag first, as in `WhiteElo>=2000`",
            Self::Operator => "expected =, !=, <, <=, > or >=, as in `WhiteElo>=2000`",
            Self::Alternatives => {
                "a rule has no alternatives; a text with `|` in it is written in quotation marks"
            }
            Self::Value => "expected a value behind the operator; an empty text is `\"\"`",
        })
    }
}

impl core::error::Error for ParseTagRuleError {}

#[cfg(test)]
mod tests {
    use super::{ParseTagRuleError, TagRule};

    fn matches(rule: &str, value: &str) -> bool {
        rule.parse::<TagRule>().unwrap().matches(Some(value))
    }

    /// All operators, with a smaller, an equal and a larger value of either kind.
    #[test]
    fn operators() {
        for (operator, expected) in [
            ("=", [false, true, false]),
            ("!=", [true, false, true]),
            ("<", [true, false, false]),
            ("<=", [true, true, false]),
            (">", [false, false, true]),
            (">=", [false, true, true]),
        ] {
            for (value, found) in [("900", ["88", "900.0", "1000"]), ("Karl", ["Anna", "Karl", "Karla"])] {
                for rule in [std::format!("A{operator}{value}"), std::format!(" A {operator} {value} ")] {
                    assert_eq!(found.map(|found| matches(&rule, found)), expected, "{rule}");
                }
                assert!(!rule_of(operator, value).matches(None));
            }
            // Not a number: it differs, and no more.
            assert_eq!(matches(&std::format!("A{operator}900"), "-"), operator == "!=");
            assert!(!matches(&std::format!("A{operator}900"), "?"), "{operator}");
            assert!(!matches(&std::format!("A{operator}Karl"), "????.??.??"), "{operator}");
        }
    }

    fn rule_of(operator: &str, value: &str) -> TagRule {
        std::format!("A{operator}{value}").parse().unwrap()
    }

    #[test]
    fn texts() {
        assert!(matches("Result=1-0", "1-0") && !matches("Result=1-0", "0-1"));
        assert!(matches("TimeControl=300+3", "300+3"));
        assert!(!matches("Date>=2013", "2013.05.01") && matches("Date>=\"2013\"", "2013.05.01"));
        assert!(matches("Event=\"\"", "") && matches("Event=\"a=b\"", "a=b"));
        assert!(matches(r#"Event=The "X" Cup"#, r#"The \"X\" Cup"#) && matches(r#"Event="a\\b""#, r"a\\b"));
        assert!(matches("WhiteElo=2000", "2000.0") && !matches("WhiteElo=\"2000\"", "2000.0"));
    }

    #[test]
    fn what_is_no_rule() {
        for (rule, error) in [
            ("", ParseTagRuleError::Operator),
            ("WhiteElo", ParseTagRuleError::Operator),
            ("WhiteElo!2000", ParseTagRuleError::Operator),
            (">=2000", ParseTagRuleError::Name),
            ("White Elo>=2000", ParseTagRuleError::Name),
            ("WhiteElo>= ", ParseTagRuleError::Value),
        ] {
            assert_eq!(rule.parse::<TagRule>(), Err(error), "{rule}");
        }
    }
}
