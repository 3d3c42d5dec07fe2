//! The operators of comparisons, such as `>=`.

use core::cmp::Ordering;
use core::ops::RangeInclusive;

/// An operator between what is asked about and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Less,
    AtMost,
    More,
    AtLeast,
    /// The text contains the value; written as the word `contains`.
    Contains,
}

impl Comparison {
    /// The operators with signs, the longer one first where one begins with another.
    pub(crate) const SIGNS: [(&'static str, Self); 5] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::More),
    ];

    /// The numbers within `limits` for which the comparison with the whole number `text` holds. `None` if the text is
    /// something else, the number is outside `limits`, or the comparison holds for none.
    pub(crate) fn allowed(self, text: &str, limits: &RangeInclusive<i32>) -> Option<RangeInclusive<i32>> {
        let (least, most) = (*limits.start(), *limits.end());
        let digits = text.strip_prefix('-').filter(|_| least < 0).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number = text.parse().ok().filter(|number| limits.contains(number))?;
        let allowed = match self {
            Self::AtMost => least..=number,
            Self::AtLeast => number..=most,
            Self::Less => least..=number.checked_sub(1)?,
            Self::More => number.checked_add(1)?..=most,
            Self::Equal => number..=number,
            Self::Contains => return None,
        };
        (!allowed.is_empty()).then_some(allowed)
    }

    /// Whether the comparison holds if what is asked about compares with the value as `order` says; `None` means that
    /// they cannot be compared.
    pub(crate) fn allows(self, order: Option<Ordering>) -> bool {
        order.is_some_and(|order| match self {
            Self::Equal => order.is_eq(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::More => order.is_gt(),
            Self::AtLeast => order.is_ge(),
            Self::Contains => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison;
    use core::ops::RangeInclusive;

    fn allowed(text: &str, limits: RangeInclusive<i32>) -> Option<RangeInclusive<i32>> {
        let mut signs = Comparison::SIGNS.iter();
        let (comparison, number) =
            signs.find_map(|&(sign, comparison)| Some((comparison, text.strip_prefix(sign)?)))?;
        comparison.allowed(number, &limits)
    }

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
