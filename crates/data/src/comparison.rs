//! Comparisons such as `>=16` in the texts of filters and rules.

use core::ops::RangeInclusive;

/// The operators, the longer one first where one begins with another.
const OPERATORS: [&str; 5] = ["<=", ">=", "<", ">", "="];

/// Reads an operator and a whole number, and returns the numbers within `limits` that satisfy it. `None` if the text is
/// something else, the number is outside `limits`, or none satisfies it.
pub(crate) fn allowed(text: &str, limits: RangeInclusive<i32>) -> Option<RangeInclusive<i32>> {
    let (operator, number) =
        OPERATORS.iter().find_map(|&operator| Some((operator, text.strip_prefix(operator)?)))?;
    let (least, most) = limits.into_inner();
    let digits = number.strip_prefix('-').filter(|_| least < 0).unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = number.parse().ok().filter(|number| (least..=most).contains(number))?;
    let allowed = match operator {
        "<=" => least..=number,
        ">=" => number..=most,
        "<" => least..=number.checked_sub(1)?,
        ">" => number.checked_add(1)?..=most,
        _ => number..=number,
    };
    (!allowed.is_empty()).then_some(allowed)
}

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn comparisons() {
        for (text, expected) in [
            ("=7", Some(7..=7)),
            ("<=7", Some(0..=7)),
            (">=7", Some(7..=64)),
            ("<7", Some(0..=6)),
            (">7", Some(8..=64)),
            (">=64", Some(64..=64)),
            (">64", None),
            ("<0", None),
            ("=65", None),
            ("=-0", None),
            ("=+7", None),
            ("= 7", None),
            ("=", None),
            ("7", None),
            ("==7", None),
        ] {
            assert_eq!(allowed(text, 0..=64), expected, "{text}");
        }
        assert_eq!(allowed("<-5", i32::MIN..=i32::MAX), Some(i32::MIN..=-6));
        assert_eq!(allowed("<-2147483648", i32::MIN..=i32::MAX), None);
        assert_eq!(allowed(">2147483647", i32::MIN..=i32::MAX), None);
    }
}
