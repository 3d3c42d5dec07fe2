//! Two or four sets side by side.

use crate::operators;

/// Four sets of squares, such as the planes of a quad-bitboard: each operator is applied to all of them.
///
/// Where a register holds four words, four kinds of sliders fill the board at the cost of one. Compilers turn these
/// operators into the vector instructions that are enabled in the calling function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub struct Four(pub [u64; 4]);

operators!([] Four, [0 1 2 3]: & | ^ ! << >> (& u64));

impl Four {
    /// Puts `set` into every word.
    #[inline(always)]
    pub const fn splat(set: u64) -> Self {
        Self([set; 4])
    }
}

/// Two sets of squares, such as the pieces of both sides: each operator is applied to both. x86-64 and 64-bit Arm
/// always have registers of two words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(16))]
pub struct Two(pub [u64; 2]);

operators!([] Two, [0 1]: & | ^ ! << >> (& u64));

impl Two {
    /// Puts `set` into every word.
    #[inline(always)]
    pub const fn splat(set: u64) -> Self {
        Self([set; 2])
    }
}
