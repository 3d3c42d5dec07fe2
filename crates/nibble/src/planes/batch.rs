//! Conversions of many boards with one choice of the vector level.

use super::PlaneSimd;
use crate::simd::{Level, dispatch};

macro_rules! batch {
    ($($name:ident: $From:ty => $To:ty;)*) => {
        $(
            #[doc = concat!("[`PlaneSimd::", stringify!($name), "`] for every board of `from`, the result going to `to`.")]
            ///
            /// # Panics
            ///
            /// If `from` and `to` differ in length.
            #[inline]
            #[track_caller]
            pub fn $name(level: Level, from: &[$From], to: &mut [$To]) {
                assert!(from.len() == to.len(), "{} boards and {} results differ in number", from.len(), to.len());
                dispatch!(level, s => {
                    for (from, to) in from.iter().zip(to) {
                        *to = s.$name(from);
                    }
                });
            }
        )*
    };
}

batch! {
    planes_to_nibbles: [u64; 4] => [u8; 32];
    nibbles_to_planes: [u8; 32] => [u64; 4];
    planes_to_codes: [u64; 4] => [u8; 64];
    codes_to_planes: [u8; 64] => [u64; 4];
    nibbles_to_codes: [u8; 32] => [u8; 64];
    codes_to_nibbles: [u8; 64] => [u8; 32];
}
