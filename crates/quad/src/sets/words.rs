//! Two or four sets side by side.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, [$($n:literal)*], $len:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name(pub [u64; $len]);

        impl $name {
            /// Puts `set` into every word.
            #[inline(always)]
            pub const fn splat(set: u64) -> Self {
                Self([set; $len])
            }
        }

        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self([$(self.0[$n] & other.0[$n]),*])
            }
        }

        impl BitAnd<u64> for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, mask: u64) -> Self {
                Self([$(self.0[$n] & mask),*])
            }
        }

        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self([$(self.0[$n] | other.0[$n]),*])
            }
        }

        impl BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self([$(self.0[$n] ^ other.0[$n]),*])
            }
        }

        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self([$(!self.0[$n]),*])
            }
        }

        impl Shl<u32> for $name {
            type Output = Self;
            #[inline(always)]
            fn shl(self, by: u32) -> Self {
                Self([$(self.0[$n] << by),*])
            }
        }

        impl Shr<u32> for $name {
            type Output = Self;
            #[inline(always)]
            fn shr(self, by: u32) -> Self {
                Self([$(self.0[$n] >> by),*])
            }
        }
    };
}

words!(
    /// Four sets of squares, as the planes of a quad-bitboard: each operator is applied to all of them.
    ///
    /// Where a register holds four words, four kinds of sliders fill the board at the cost of one. Compilers turn these
    /// operators into the vector instructions that are enabled in the calling function.
    #[repr(align(32))]
    Four, [0 1 2 3], 4
);
words!(
    /// Two sets of squares, as the pieces of two sides: each operator is applied to both. Every 64-bit
    /// processor has registers of two words.
    #[repr(align(16))]
    Two, [0 1], 2
);
