//! Results as JSON: a value that implements [`ToJson`] becomes a [`Json`], which prints itself on one line.
//!
//! Members keep their order and integers of any size are exact, since programs read them. Only output is needed, so a
//! value and its text are enough. `serde_json` writes times of 10 to 99 microseconds as `0.00001`, not as `1e-5`, and
//! takes seven seconds of CPU time to build.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};

/// A JSON value, to be printed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    /// No value: `null` in a list. An object leaves the member out.
    None,
    Bool(bool),
    Integer(u128),
    Real(f64),
    Text(String),
    List(Vec<Json>),
    /// Members in the order in which they are written.
    Object(Vec<(&'static str, Json)>),
}

/// A value that can be written as JSON.
pub(crate) trait ToJson {
    fn to_json(&self) -> Json;
}

/// Implements `ToJson` for a struct: an object with the given fields as members, in this order.
macro_rules! json_object {
    ($type:ty { $($field:ident),+ $(,)? }) => {
        impl $crate::json::ToJson for $type {
            fn to_json(&self) -> $crate::json::Json {
                $crate::json::Json::Object(vec![
                    $((stringify!($field), $crate::json::ToJson::to_json(&self.$field))),+
                ])
            }
        }
    };
}
pub(crate) use json_object;

impl Json {
    /// An object with the members of `self` and one more. A value that is not an object stays as it is.
    pub(crate) fn with(self, name: &'static str, value: &impl ToJson) -> Self {
        self.followed_by(Self::Object(vec![(name, value.to_json())]))
    }

    /// An object with the members of `self`, then the members of `other`. If one of the two is not an object, `self`
    /// stays as it is.
    pub(crate) fn followed_by(self, other: Self) -> Self {
        match (self, other) {
            (Self::Object(mut members), Self::Object(more)) => {
                members.extend(more);
                Self::Object(members)
            }
            (this, _) => this,
        }
    }
}

/// Writes the value on one line.
impl Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Integer(value) => write!(f, "{value}"),
            // JSON has no infinity, and Rust's `{:?}` writes all other numbers as JSON does.
            Self::Real(value) if value.is_finite() => write!(f, "{value:?}"),
            Self::None | Self::Real(_) => f.write_str("null"),
            Self::Text(text) => quoted(f, text),
            Self::List(items) => separated(f, ['[', ']'], items, |f, item| write!(f, "{item}")),
            Self::Object(members) => {
                let members = members.iter().filter(|(_, value)| *value != Self::None);
                separated(f, ['{', '}'], members, |f, (name, value)| write!(f, "\"{name}\":{value}"))
            }
        }
    }
}

/// Writes items between brackets, separated by commas.
fn separated<T>(
    f: &mut fmt::Formatter<'_>,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    f.write_char(open)?;
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            f.write_char(',')?;
        }
        write(f, item)?;
    }
    f.write_char(close)
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\0'..='\x1f' => write!(f, "\\u{:04x}", u32::from(c))?,
            _ => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

/// Implements `ToJson` by a formula for each type.
macro_rules! to_json {
    ($($type:ty: |$value:ident| $json:expr;)*) => {$(
        impl ToJson for $type {
            fn to_json(&self) -> Json {
                let $value = self;
                $json
            }
        }
    )*};
}

to_json! {
    Json: |value| value.clone();
    bool: |value| Json::Bool(*value);
    u8: |value| Json::Integer((*value).into());
    u64: |value| Json::Integer((*value).into());
    usize: |value| Json::Integer(*value as u128);
    u128: |value| Json::Integer(*value);
    f64: |value| Json::Real(*value);
    &str: |text| Json::Text((*text).to_owned());
    String: |text| Json::Text(text.clone());
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self) -> Json {
        self.as_ref().map_or(Json::None, T::to_json)
    }
}

impl<T: ToJson> ToJson for BTreeMap<&'static str, T> {
    fn to_json(&self) -> Json {
        Json::Object(self.iter().map(|(name, value)| (*name, value.to_json())).collect())
    }
}

impl<T: ToJson> ToJson for [T] {
    fn to_json(&self) -> Json {
        Json::List(self.iter().map(T::to_json).collect())
    }
}

impl<T: ToJson, const N: usize> ToJson for [T; N] {
    fn to_json(&self) -> Json {
        self[..].to_json()
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self) -> Json {
        self[..].to_json()
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, ToJson};

    struct Both {
        text: &'static str,
        numbers: Vec<Option<f64>>,
        none: Option<bool>,
        empty: [u64; 0],
    }

    json_object!(Both { text, numbers, none, empty });

    #[test]
    fn the_text_of_values() {
        let both = Both {
            text: "a\"b\\c\n\r\t\u{1}é",
            numbers: vec![Some(1.0), None, Some(0.000_001), Some(f64::NAN)],
            none: None,
            empty: [],
        };
        let more = both.to_json().with("more", &(1_u128 << 100)).followed_by(Json::Object(Vec::new()));
        let text = r#"{"text":"a\"b\\c\n\r\t\u0001é","numbers":[1.0,null,1e-6,null],"empty":[],"more":1267650600228229401496703205376}"#;
        assert_eq!(more.to_string(), text);
    }
}
