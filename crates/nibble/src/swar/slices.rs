//! Arithmetic on whole arrays of nibbles, of any length, at every SIMD level.
//!
//! Each function combines two arrays element by element and leaves the result in the first. They read and
//! write whole registers and need only a few operations for each, so from the second-level cache on their
//! speed is limited by memory and not by arithmetic. The rest after the last whole register is done in words;
//! the unused half byte of an odd length is left unchanged.
//!
//! ```
//! use quadbit_nibble::{NibbleArray, simd::Level, swar::slices};
//!
//! let mut counters: NibbleArray<7, 4> = "0123def".parse().unwrap();
//! let steps: NibbleArray<7, 4> = "1112222".parse().unwrap();
//! slices::sat_add_unsigned(Level::auto(), counters.as_mut_slice(), steps.as_slice());
//! assert_eq!(counters.to_string(), "1235fff");
//! ```
//!
//! For a formula that is not here, implement [`Combine`] and call [`combine`].

use fearless_simd::prelude::*;

use super::vector::Vector;
use super::word::NibbleRow;
use crate::simd::{BitSimd, Level, dispatch};
use crate::slice::{NibbleSlice, NibbleSliceMut};

/// A formula that combines two rows of lanes into one. The result for a lane may depend only on the same
/// lane of the operands.
pub trait Combine: Copy {
    /// The result for each lane. Implementations should be `#[inline(always)]`.
    fn lanes<W: NibbleRow>(self, x: W, y: W) -> W;
}

/// Replaces every element `x` by the formula's result for `x` and the element `y` at the same index.
///
/// ```
/// use quadbit_nibble::{NibbleArray, simd::Level, swar::{NibbleRow, slices}};
///
/// #[derive(Clone, Copy)]
/// struct AndNot;
/// impl slices::Combine for AndNot {
///     #[inline(always)]
///     fn lanes<W: NibbleRow>(self, x: W, y: W) -> W {
///         x & !y
///     }
/// }
/// let mut x: NibbleArray<3, 2> = "ff0".parse().unwrap();
/// let y: NibbleArray<3, 2> = "5af".parse().unwrap();
/// slices::combine(Level::auto(), x.as_mut_slice(), y.as_slice(), AndNot);
/// assert_eq!(x.to_string(), "a50");
/// ```
///
/// # Panics
///
/// If the lengths differ.
#[track_caller]
pub fn combine(level: Level, mut x: NibbleSliceMut<'_>, y: NibbleSlice<'_>, formula: impl Combine) {
    assert!(x.len() == y.len(), "arrays of {} and {} nibbles cannot be combined", x.len(), y.len());
    let odd = x.len() % 2 == 1;
    let bytes = x.as_bytes_mut();
    let spare = bytes.last().map_or(0, |last| last & 0xF0);
    dispatch!(level, s => combine_bytes(s, bytes, y.as_bytes(), formula));
    if odd && let Some(last) = bytes.last_mut() {
        *last = *last & 0x0F | spare;
    }
}

/// Combines arrays of bytes, each byte with two lanes.
#[inline(always)]
fn combine_bytes<S: BitSimd>(s: S, x: &mut [u8], y: &[u8], formula: impl Combine) {
    let len = S::u8s::LEN;
    // Four registers at a time, because the formula is shorter than the overhead of the loop.
    let mut x = x.chunks_exact_mut(4 * len);
    let mut y = y.chunks_exact(4 * len);
    for (x, y) in (&mut x).zip(&mut y) {
        combine_register(s, &mut x[..len], &y[..len], formula);
        combine_register(s, &mut x[len..2 * len], &y[len..2 * len], formula);
        combine_register(s, &mut x[2 * len..3 * len], &y[2 * len..3 * len], formula);
        combine_register(s, &mut x[3 * len..], &y[3 * len..], formula);
    }
    let mut x = x.into_remainder().chunks_exact_mut(len);
    let mut y = y.remainder().chunks_exact(len);
    for (x, y) in (&mut x).zip(&mut y) {
        combine_register(s, x, y, formula);
    }
    // The rest is shorter than a register: words of 16 lanes, the last one padded.
    let (words_x, rest_x) = x.into_remainder().as_chunks_mut::<8>();
    let (words_y, rest_y) = y.remainder().as_chunks::<8>();
    for (x, y) in words_x.iter_mut().zip(words_y) {
        *x = combine_word(*x, *y, formula);
    }
    if !rest_x.is_empty() {
        let (mut x, mut y) = ([0; 8], [0; 8]);
        x[..rest_x.len()].copy_from_slice(rest_x);
        y[..rest_y.len()].copy_from_slice(rest_y);
        rest_x.copy_from_slice(&combine_word(x, y, formula)[..rest_x.len()]);
    }
}

#[inline(always)]
fn combine_register<S: BitSimd>(s: S, x: &mut [u8], y: &[u8], formula: impl Combine) {
    let [a, b] = [&*x, y].map(|bytes| Vector::<S>(S::u8s::from_slice(s, bytes).bitcast()));
    formula.lanes(a, b).0.bitcast::<S::u8s>().store_slice(x);
}

/// Lanes do not cross bytes, so the order of the bytes does not matter.
#[inline(always)]
fn combine_word(x: [u8; 8], y: [u8; 8], formula: impl Combine) -> [u8; 8] {
    formula.lanes(u64::from_ne_bytes(x), u64::from_ne_bytes(y)).to_ne_bytes()
}

macro_rules! slice_forms {
    ($($name:ident: $meaning:literal,)*) => {
        $(
            #[doc = concat!("Replaces every element `x` by ", $meaning, ".")]
            ///
            #[doc = concat!("[`swar::", stringify!($name), "`](super::", stringify!($name), ") on whole arrays.")]
            ///
            /// # Panics
            ///
            /// If the lengths differ.
            #[inline]
            #[track_caller]
            pub fn $name(level: Level, x: NibbleSliceMut<'_>, y: NibbleSlice<'_>) {
                #[derive(Clone, Copy)]
                struct Formula;
                impl Combine for Formula {
                    #[inline(always)]
                    fn lanes<W: NibbleRow>(self, x: W, y: W) -> W {
                        super::$name(x, y)
                    }
                }
                combine(level, x, y, Formula);
            }
        )*
    };
}

slice_forms! {
    add: "`x + y` modulo 16",
    sub: "`x - y` modulo 16",
    avg_floor: "`(x + y) / 2`",
    avg_ceil: "`(x + y + 1) / 2`",
    min_unsigned: "the smaller unsigned number",
    max_unsigned: "the larger unsigned number",
    min_signed: "the smaller signed number",
    max_signed: "the larger signed number",
    sat_add_unsigned: "`x + y`, at most 15",
    sat_sub_unsigned: "`x - y`, at least 0",
    sat_add_signed: "`x + y` of signed numbers, at least -8 and at most 7",
    sat_sub_signed: "`x - y` of signed numbers, at least -8 and at most 7",
}
