//! The operators `&`, `|` and `!` for structs of sets.

/// Implements `&`, `|` and `!` for a struct, field by field: what of two collections of moves is in both or in either,
/// and with `a & !b` what of `a` is not in `b`.
macro_rules! set_by_set {
    ($name:ident { $($field:ident),* }) => {
        impl<S: BoardSimd> core::ops::BitAnd for $name<S> {
            type Output = Self;

            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self { $($field: self.$field & other.$field),* }
            }
        }

        impl<S: BoardSimd> core::ops::BitOr for $name<S> {
            type Output = Self;

            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self { $($field: self.$field | other.$field),* }
            }
        }

        impl<S: BoardSimd> core::ops::Not for $name<S> {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                Self { $($field: !self.$field),* }
            }
        }
    };
}

pub(crate) use set_by_set;
