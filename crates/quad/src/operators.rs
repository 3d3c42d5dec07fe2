//! The macro `operators!`, which implements the operators of types that hold several sets, element by element.

/// Implements operators of `core::ops` for a type of sets, by the operator of each element:
/// `operators!([generics] Type, elements: operators)`. The elements are the fields of a struct, `{ a, b }`, or the
/// indices of a newtype of an array, `[0 1]`.
///
/// | | |
/// |---|---|
/// | `&` `\|` `^` `!` | the operators of sets |
/// | `-` | the difference, `a & !b` |
/// | `&=` `\|=` `^=` `-=` | assignments |
/// | `<<` `>>` | shifts of every element by a `u32` |
/// | `(& T)` | the intersection of every element with one `T` |
///
/// Elements are written out: a closure around vectors would not be inlined into a frame with the level's instructions,
/// and every operation in it would become a call.
#[doc(hidden)]
#[macro_export]
macro_rules! operators {
    (@ & $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ BitAnd::bitand & $generics $type, $elements);
    };
    (@ | $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ BitOr::bitor | $generics $type, $elements);
    };
    (@ ^ $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ BitXor::bitxor ^ $generics $type, $elements);
    };
    (@ &= $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ BitAndAssign::bitand_assign = & $generics $type);
    };
    (@ |= $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ BitOrAssign::bitor_assign = | $generics $type);
    };
    (@ ^= $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ BitXorAssign::bitxor_assign = ^ $generics $type);
    };
    (@ -= $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ SubAssign::sub_assign = - $generics $type);
    };
    (@ << $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ Shl::shl << u32, $generics $type, $elements);
    };
    (@ >> $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ Shr::shr >> u32, $generics $type, $elements);
    };
    (@ (& $one:ty) $generics:tt $type:ty, $elements:tt) => {
        $crate::operators!(@ BitAnd::bitand & $one, $generics $type, $elements);
    };
    (@ - [$($generics:tt)*] $type:ty, $elements:tt) => {
        impl<$($generics)*> core::ops::Sub for $type {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self & !other
            }
        }
    };
    (@ ! [$($generics:tt)*] $type:ty, $elements:tt) => {
        impl<$($generics)*> core::ops::Not for $type {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                $crate::operators!(! self $elements)
            }
        }
    };
    (@ $trait:ident::$method:ident = $operator:tt [$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> core::ops::$trait for $type {
            #[inline(always)]
            fn $method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    };
    (@ $trait:ident::$method:ident $operator:tt [$($generics:tt)*] $type:ty, $elements:tt) => {
        impl<$($generics)*> core::ops::$trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                $crate::operators!(self $operator other $elements)
            }
        }
    };
    (@ $trait:ident::$method:ident $operator:tt $one:ty, [$($generics:tt)*] $type:ty, $elements:tt) => {
        impl<$($generics)*> core::ops::$trait<$one> for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, one: $one) -> Self {
                $crate::operators!(self $operator (one) $elements)
            }
        }
    };
    (! $a:ident { $($field:tt),* }) => { Self { $($field: !$a.$field),* } };
    (! $a:ident [$($n:tt)*]) => { Self([$(!$a.0[$n]),*]) };
    ($a:ident $operator:tt $b:ident { $($field:tt),* }) => { Self { $($field: $a.$field $operator $b.$field),* } };
    ($a:ident $operator:tt $b:ident [$($n:tt)*]) => { Self([$($a.0[$n] $operator $b.0[$n]),*]) };
    ($a:ident $operator:tt ($one:ident) [$($n:tt)*]) => { Self([$($a.0[$n] $operator $one),*]) };
    ($generics:tt $type:ty, $elements:tt: $($operator:tt)*) => {
        $($crate::operators!(@ $operator $generics $type, $elements);)*
    };
}
