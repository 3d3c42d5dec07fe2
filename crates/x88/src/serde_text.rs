//! Values as text in serialised data: written by [`Display`], read by [`FromStr`].
//!
//! Sides, directions, files, ranks, squares, roles and pieces are serialised as text: a [`Square`] is `"e4"` and never
//! 28, in binary formats too. So data can be read without knowing how squares are numbered, and the types can be keys
//! of a map.
//!
//! The two functions work for any other type that has a text form, in a field with `#[serde(with =
//! "quadbit_x88::serde_text")]`.
//!
//! ```
//! use quadbit_x88::{Piece, Role, Square};
//! assert_eq!(serde_json::to_string(&(Square::E4, Role::Queen)).unwrap(), r#"["e4","q"]"#);
//! let piece: Piece = serde_json::from_str("\"K\"").unwrap();
//! assert_eq!(piece.role(), Role::King);
//! assert!(serde_json::from_str::<Square>("\"e9\"").is_err());
//! ```

use core::any;
use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{Error, Visitor};
use serde_core::{Deserializer, Serializer};

use crate::color::Color;
use crate::direction::Direction;
use crate::file::File;
use crate::piece::Piece;
use crate::rank::Rank;
use crate::role::Role;
use crate::square::Square;

/// Writes a value as its text.
///
/// # Errors
/// The errors of the serializer.
pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Reads a value from its text.
///
/// # Errors
/// If the data is not text, or the text is not a valid `T`; the message is then that of [`FromStr::Err`].
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(Text(PhantomData))
}

struct Text<T>(PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = any::type_name::<T>();
        write!(f, "the text of a {}", path.rsplit("::").next().unwrap_or(path))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Serialises a type as its text, or with `as Text` as the text of `Text(value)`, a struct of one field.
#[doc(hidden)]
#[macro_export]
macro_rules! __as_text {
    ($(#[$doc:meta])* $value:ty $(as $text:ident)?) => {
        $(#[$doc])*
        impl $crate::serde_text::serde_core::Serialize for $value {
            fn serialize<S: $crate::serde_text::serde_core::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::serde_text::serialize($crate::__as_text!(@written self $($text)?), serializer)
            }
        }

        $(#[$doc])*
        impl<'de> $crate::serde_text::serde_core::Deserialize<'de> for $value {
            fn deserialize<D: $crate::serde_text::serde_core::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $crate::__as_text!(@read value $($text)?) = $crate::serde_text::deserialize(deserializer)?;
                Ok(value)
            }
        }
    };
    (@written $value:ident) => { $value };
    (@written $value:ident $text:ident) => { &$text(*$value) };
    (@read $value:ident) => { $value };
    (@read $value:ident $text:ident) => { $text($value) };
}

#[doc(hidden)]
pub use crate::__as_text as as_text;
#[doc(hidden)]
pub use serde_core;

as_text!(Color);
as_text!(Direction);
as_text!(File);
as_text!(Piece);
as_text!(Rank);
as_text!(Role);
as_text!(Square);

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use serde_core::{Deserialize, Serialize};
    use std::fmt::Debug;
    use std::string::ToString;

    /// Checks that every one of `values` comes back from its own text, in quotation marks.
    fn check_all<T>(values: impl IntoIterator<Item = T>)
    where
        T: Serialize + for<'de> Deserialize<'de> + Display + Debug + PartialEq,
    {
        for value in values {
            let json = serde_json::to_string(&value).unwrap();
            assert_eq!(json, std::format!("\"{value}\""));
            assert_eq!(serde_json::from_str::<T>(&json).unwrap(), value);
        }
        assert!(serde_json::from_str::<T>("\"?\"").is_err());
        assert!(serde_json::from_str::<T>("1").is_err());
    }

    #[test]
    fn values_come_back() {
        check_all(Color::ALL);
        check_all(Direction::ALL);
        check_all(File::ALL);
        check_all(Piece::ALL);
        check_all(Rank::ALL);
        check_all(Role::ALL);
        check_all(Square::ALL);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |json| serde_json::from_str::<Square>(json).unwrap_err().to_string();
        assert!(error("\"i9\"").starts_with("a square is a letter from a to h and a digit from 1 to 8"));
        assert!(error("28").starts_with("invalid type: integer `28`, expected the text of a Square"));
    }
}
