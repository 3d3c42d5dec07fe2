//! An array of nibbles, two to a byte.
//!
//! 1. The bytes come in as they are ([`NibbleArray::from_bytes`]), as words, or as hexadecimal digits.
//! 2. [`get`](NibbleArray::get), [`put`](NibbleArray::put) and [`iter`](NibbleArray::iter) find the byte at `index / 2`
//!    and the half by the lowest bit of `index`.
//! 3. The array leaves as bytes, as words, as one byte for each nibble, or as digits.
//!
//! The spare half of an array of odd length is zero at all times: equality and hashing compare bytes.

use core::{cmp::Ordering, fmt, ops::Index, str::FromStr};

use crate::iter::{Nibbles, nibble_of, shift_of};
use crate::nibble::Nibble;
use crate::swar::NibbleWord;

/// An array of `N` nibbles in `BYTES` = `(N + 1) / 2` bytes.
///
/// Element `i` is in byte `i / 2`, in the lower half if `i` is even, in the upper half if it is odd:
///
/// ```text
///  byte    0      1      2          of NibbleArray<5, 3>
///        +--+--+--+--+--+--+
///        | 1| 0| 3| 2| -| 4|        the elements, upper half at the left
///        +--+--+--+--+--+--+
/// ```
///
/// If `N` is odd, the upper half of the last byte is always zero.
///
/// ```
/// use quadbit_nibble::{Nibble, NibbleArray};
///
/// let mut digits: NibbleArray<5, 3> = "31415".parse().unwrap();
/// assert_eq!(digits.as_bytes(), &[0x13, 0x14, 0x05]);
/// assert_eq!(digits[4].get(), 5);
/// assert_eq!(digits.get(5), None);
/// digits.put(4, Nibble::ALL[15]);
/// assert_eq!(format!("{digits:?}"), "NibbleArray(3141f)");
/// assert!(digits.iter().eq([3, 1, 4, 1, 15].map(Nibble::from_low_bits)));
/// ```
///
/// # Why two numbers
///
/// Stable Rust has no `[u8; (N + 1) / 2]`. The alternatives are a trait implemented for every length up to
/// some limit, storage on the heap, or a wrapper for a word of fixed size. Naming both numbers has no limit,
/// hides nothing, keeps the array a plain `Copy` value, and shows its size in memory. The compiler rejects a
/// pair of numbers that do not match:
///
/// ```compile_fail,E0080
/// let _ = quadbit_nibble::NibbleArray::<64, 64>::ZERO; // 64 nibbles take 32 bytes
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "simd", derive(bytemuck::NoUninit, bytemuck::Zeroable))]
#[repr(transparent)]
pub struct NibbleArray<const N: usize, const BYTES: usize> {
    bytes: [u8; BYTES],
}

const _: () = assert!(size_of::<NibbleArray<5, 3>>() == 3 && align_of::<NibbleArray<64, 32>>() == 1);

impl<const N: usize, const BYTES: usize> NibbleArray<N, BYTES> {
    /// The array of zeros.
    pub const ZERO: Self = Self::from_bytes([0; BYTES]);

    /// The array stored in `bytes`. If `N` is odd, the upper half of the last byte is cleared.
    #[inline]
    pub const fn from_bytes(mut bytes: [u8; BYTES]) -> Self {
        const { assert!(BYTES == N.div_ceil(2), "N nibbles take (N + 1) / 2 bytes") }
        if N % 2 == 1 {
            bytes[BYTES - 1] &= 0x0F;
        }
        Self { bytes }
    }

    /// The bytes of the array. If `N` is odd, the upper half of the last one is zero.
    #[inline]
    pub const fn as_bytes(&self) -> &[u8; BYTES] {
        &self.bytes
    }

    /// The elements, one byte each.
    #[inline]
    pub fn to_nibbles(self) -> [Nibble; N] {
        core::array::from_fn(|index| self[index])
    }

    /// Creates the array from `words`: the lowest four bits of the first word are element 0, the next four bits element
    /// 1. 64 nibbles are `[u32; 8]` or `[u64; 4]`, for example.
    ///
    /// The compiler checks that the words fill the array exactly.
    #[inline]
    pub fn from_words<W: NibbleWord, const WORDS: usize>(words: [W; WORDS]) -> Self {
        const { assert!(WORDS * W::LANES as usize == N, "the words have as many lanes as the array has nibbles") }
        let mut bytes = [0; BYTES];
        for (word, bytes) in words.into_iter().zip(bytes.chunks_exact_mut(size_of::<W>())) {
            word.store_bytes(bytes);
        }
        Self { bytes }
    }

    /// The array as words: element 0 is the lowest four bits of the first word. The compiler checks that the array
    /// fills the words exactly.
    ///
    /// ```
    /// use quadbit_nibble::NibbleArray;
    /// let array: NibbleArray<64, 32> = "0123456789abcdef".repeat(4).parse().unwrap();
    /// assert_eq!(array.to_words::<u32, 8>()[1], 0xFEDC_BA98);
    /// assert_eq!(array.to_words::<u64, 4>(), [0xFEDC_BA98_7654_3210; 4]);
    /// ```
    #[inline]
    pub fn to_words<W: NibbleWord, const WORDS: usize>(self) -> [W; WORDS] {
        const { assert!(WORDS * W::LANES as usize == N, "the words have as many lanes as the array has nibbles") }
        core::array::from_fn(|word| W::load_bytes(&self.bytes[word * size_of::<W>()..][..size_of::<W>()]))
    }

    /// The nibble at `index`; `None` beyond the end.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Nibble> {
        if index < N { Some(nibble_of(self.bytes[index >> 1], index)) } else { None }
    }

    /// Writes `value` at `index`: the half of the byte that holds the element is cleared (`& !(15 << shift)`), and the
    /// value is put there (`| value << shift`).
    ///
    /// # Panics
    ///
    /// If `index` is not below `N`.
    #[inline]
    #[track_caller]
    pub fn put(&mut self, index: usize, value: Nibble) {
        if index >= N {
            out_of_range(index, N);
        }
        let byte = &mut self.bytes[index >> 1];
        let shift = shift_of(index);
        *byte = *byte & (0xF0 >> shift) | value.get() << shift;
    }

    /// The nibbles from the first to the last.
    #[inline]
    pub const fn iter(&self) -> Nibbles<'_> {
        Nibbles::new(&self.bytes, N)
    }
}

#[cold]
#[track_caller]
fn out_of_range(index: usize, len: usize) -> ! {
    panic!("index out of bounds: the length is {len} nibbles but the index is {index}");
}

impl<const N: usize, const BYTES: usize> Default for NibbleArray<N, BYTES> {
    fn default() -> Self {
        Self::ZERO
    }
}

/// `array[index]`. The reference points to one of the sixteen constants of [`Nibble::ALL`], since half a byte has no
/// address. [`get`](NibbleArray::get) returns the nibble by value.
impl<const N: usize, const BYTES: usize> Index<usize> for NibbleArray<N, BYTES> {
    type Output = Nibble;

    /// The nibble at `index`.
    ///
    /// # Panics
    ///
    /// If `index` is not below `N`.
    #[inline]
    #[track_caller]
    fn index(&self, index: usize) -> &Nibble {
        match self.get(index) {
            Some(nibble) => &Nibble::ALL[usize::from(nibble)],
            None => out_of_range(index, N),
        }
    }
}

impl<'a, const N: usize, const BYTES: usize> IntoIterator for &'a NibbleArray<N, BYTES> {
    type Item = Nibble;
    type IntoIter = Nibbles<'a>;

    #[inline]
    fn into_iter(self) -> Nibbles<'a> {
        self.iter()
    }
}

impl<const N: usize, const BYTES: usize> PartialOrd for NibbleArray<N, BYTES> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize, const BYTES: usize> Ord for NibbleArray<N, BYTES> {
    /// Compares element by element, as arrays (and the hexadecimal texts) do.
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

/// Writes the `N` hexadecimal digits, element 0 first.
impl<const N: usize, const BYTES: usize> fmt::Display for NibbleArray<N, BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|nibble| fmt::Write::write_char(f, nibble.to_hex_digit()))
    }
}

impl<const N: usize, const BYTES: usize> fmt::Debug for NibbleArray<N, BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NibbleArray({self})")
    }
}

impl<const N: usize, const BYTES: usize> FromStr for NibbleArray<N, BYTES> {
    type Err = NibbleArrayError;

    /// Reads `N` hexadecimal digits of either case, element 0 first.
    ///
    /// # Errors
    ///
    /// [`NibbleArrayError::Digit`] for the first character that is not a digit; otherwise [`NibbleArrayError::Length`]
    /// if there are not `N` digits.
    fn from_str(text: &str) -> Result<Self, NibbleArrayError> {
        let mut array = Self::ZERO;
        let mut len = 0;
        for (at, digit) in text.char_indices() {
            let nibble = Nibble::from_hex_digit(digit).ok_or(NibbleArrayError::Digit { at })?;
            if len < N {
                array.put(len, nibble);
            }
            len += 1;
        }
        if len == N { Ok(array) } else { Err(NibbleArrayError::Length { expected: N, found: len }) }
    }
}

/// The reason why a text cannot be read as an array of nibbles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NibbleArrayError {
    /// The character that begins at this byte is not a hexadecimal digit.
    Digit {
        /// The offset of the character in the text, in bytes.
        at: usize,
    },
    /// The number of digits differs from the number of nibbles.
    Length {
        /// The number of nibbles of the array.
        expected: usize,
        /// The number of digits in the text.
        found: usize,
    },
}

impl fmt::Display for NibbleArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digit { at } => write!(f, "not a hexadecimal digit at byte {at}"),
            Self::Length { expected, found } => write!(f, "{found} hexadecimal digits instead of {expected}"),
        }
    }
}

impl core::error::Error for NibbleArrayError {}
