//! Comparing a text with the printed form of a value, without making a string.

use core::fmt::{self, Display, Write};

/// Whether `value` prints as exactly `text`.
pub(crate) fn is_spelled(value: impl Display, text: &str) -> bool {
    let mut expected = Expected(text);
    write!(expected, "{value}").is_ok() && expected.0.is_empty()
}

/// A writer that compares: it holds the rest of the expected text, and writing anything else is an error.
struct Expected<'a>(&'a str);

impl Write for Expected<'_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(s).ok_or(fmt::Error)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::is_spelled;

    #[test]
    fn only_the_whole_text_is_equal() {
        let value = format_args!("{}-{}", 12, "ab");
        assert!(is_spelled(value, "12-ab"));
        for text in ["", "12-a", "12-abc", "12_ab", " 12-ab"] {
            assert!(!is_spelled(value, text), "{text}");
        }
    }
}
