//! Views of bytes as nibbles, two to a byte.

use core::{cmp::Ordering, fmt, hash, ops::Index};

use crate::iter::{Nibbles, nibble_of, shift_of};
use crate::nibble::Nibble;

/// A view of bytes as an array of nibbles: element `i` is in byte `i / 2`, in the lower half if `i` is even,
/// in the upper half if it is odd.
///
/// A file or a network buffer is read in place; nothing is copied. The length may be odd. The upper half of
/// the last byte is then not part of the array, and is neither read nor compared.
///
/// ```
/// use quadbit_nibble::{Nibble, NibbleSlice};
///
/// let buffer = [0x21, 0x43, 0x65];
/// let all = NibbleSlice::new(&buffer);
/// assert_eq!(all.len(), 6);
/// assert_eq!(all.to_string(), "123456");
/// assert_eq!(all.get(3), Nibble::new(4));
/// assert_eq!(all.get(6), None);
///
/// let odd = NibbleSlice::with_len(&buffer, 5).unwrap();
/// assert_eq!(odd.to_string(), "12345");
/// ```
#[derive(Clone, Copy)]
pub struct NibbleSlice<'a> {
    /// Exactly `len.div_ceil(2)` bytes.
    bytes: &'a [u8],
    len: usize,
}

impl<'a> NibbleSlice<'a> {
    /// All nibbles of all bytes.
    ///
    /// # Panics
    ///
    /// If the number of nibbles overflows `usize`, that is, if the bytes are half of the address space.
    #[inline]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, len: bytes.len().checked_mul(2).expect("more nibbles than usize can count") }
    }

    /// The first `len` nibbles of `bytes`; `None` if there are fewer.
    #[inline]
    pub fn with_len(bytes: &'a [u8], len: usize) -> Option<Self> {
        Some(Self { bytes: bytes.get(..len.div_ceil(2))?, len })
    }

    /// The view of `len` nibbles in exactly as many bytes as they need.
    #[inline]
    pub(crate) const fn of(bytes: &'a [u8], len: usize) -> Self {
        debug_assert!(bytes.len() == len.div_ceil(2));
        Self { bytes, len }
    }

    /// The number of nibbles.
    #[inline]
    pub const fn len(self) -> usize {
        self.len
    }

    /// Whether the length is 0.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The nibble at `index`; `None` beyond the end.
    #[inline]
    pub fn get(self, index: usize) -> Option<Nibble> {
        if index < self.len { Some(nibble_of(self.bytes[index >> 1], index)) } else { None }
    }

    /// A constant with the value of the nibble at `index`; panics beyond the end.
    #[inline]
    #[track_caller]
    pub(crate) fn at(self, index: usize) -> &'static Nibble {
        match self.get(index) {
            Some(nibble) => &Nibble::ALL[usize::from(nibble)],
            None => out_of_range(index, self.len),
        }
    }

    /// The nibbles from the first to the last.
    #[inline]
    pub const fn iter(self) -> Nibbles<'a> {
        Nibbles::new(self.bytes, self.len)
    }

    /// The bytes, `(len + 1) / 2` of them. If the length is odd, the upper half of the last
    /// one can be anything.
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }
}

#[cold]
#[track_caller]
fn out_of_range(index: usize, len: usize) -> ! {
    panic!("index out of bounds: the length is {len} nibbles but the index is {index}");
}

/// `slice[index]`. The reference is to a constant, since no element has an address; [`get`](NibbleSlice::get)
/// needs no such constant.
impl Index<usize> for NibbleSlice<'_> {
    type Output = Nibble;

    /// The nibble at `index`.
    ///
    /// # Panics
    ///
    /// If `index` is not below the length.
    #[inline]
    #[track_caller]
    fn index(&self, index: usize) -> &Nibble {
        self.at(index)
    }
}

impl<'a> IntoIterator for NibbleSlice<'a> {
    type Item = Nibble;
    type IntoIter = Nibbles<'a>;

    #[inline]
    fn into_iter(self) -> Nibbles<'a> {
        self.iter()
    }
}

impl PartialEq for NibbleSlice<'_> {
    /// Whether lengths and elements are equal. It compares whole bytes, and the lower half of the last one
    /// if the length is odd.
    fn eq(&self, other: &Self) -> bool {
        let whole = self.len / 2;
        self.len == other.len
            && self.bytes[..whole] == other.bytes[..whole]
            && self.iter().last() == other.iter().last()
    }
}

impl Eq for NibbleSlice<'_> {}

impl PartialOrd for NibbleSlice<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for NibbleSlice<'_> {
    /// Compares element by element, as slices (and the hexadecimal texts) do.
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl hash::Hash for NibbleSlice<'_> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        state.write_usize(self.len);
        state.write(&self.bytes[..self.len / 2]);
        if self.len % 2 == 1 {
            self[self.len - 1].hash(state);
        }
    }
}

/// The hexadecimal digits, element 0 first.
impl fmt::Display for NibbleSlice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|nibble| fmt::Write::write_char(f, nibble.to_hex_digit()))
    }
}

impl fmt::Debug for NibbleSlice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NibbleSlice({self})")
    }
}

/// A writable view of bytes as an array of nibbles.
///
/// To read, call [`as_slice`](Self::as_slice). If the length is odd, the upper half of the last byte is left
/// unchanged.
///
/// ```
/// use quadbit_nibble::{Nibble, NibbleSliceMut};
///
/// let mut buffer = [0xFF; 3];
/// let mut nibbles = NibbleSliceMut::with_len(&mut buffer, 5).unwrap();
/// nibbles.fill(Nibble::ZERO);
/// nibbles.put(3, Nibble::from_low_bits(7));
/// assert_eq!(nibbles.as_slice().to_string(), "00070");
/// assert_eq!(buffer, [0x00, 0x70, 0xF0]);
/// ```
pub struct NibbleSliceMut<'a> {
    /// Exactly `len.div_ceil(2)` bytes.
    bytes: &'a mut [u8],
    len: usize,
}

impl<'a> NibbleSliceMut<'a> {
    /// All nibbles of all bytes.
    ///
    /// # Panics
    ///
    /// If the number of nibbles overflows `usize`, that is, if the bytes are half of the address space.
    #[inline]
    pub const fn new(bytes: &'a mut [u8]) -> Self {
        let len = NibbleSlice::new(bytes).len;
        Self { bytes, len }
    }

    /// The first `len` nibbles of `bytes`; `None` if there are fewer.
    #[inline]
    pub fn with_len(bytes: &'a mut [u8], len: usize) -> Option<Self> {
        Some(Self { bytes: bytes.get_mut(..len.div_ceil(2))?, len })
    }

    /// The view of `len` nibbles in exactly as many bytes as they need.
    #[inline]
    pub(crate) const fn of(bytes: &'a mut [u8], len: usize) -> Self {
        debug_assert!(bytes.len() == len.div_ceil(2));
        Self { bytes, len }
    }

    /// The number of nibbles.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether the length is 0.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The view for reading.
    #[inline]
    pub const fn as_slice(&self) -> NibbleSlice<'_> {
        NibbleSlice { bytes: self.bytes, len: self.len }
    }

    /// The same view with a shorter lifetime, to pass to a function and keep the original.
    #[inline]
    pub const fn reborrow(&mut self) -> NibbleSliceMut<'_> {
        NibbleSliceMut { bytes: self.bytes, len: self.len }
    }

    /// Writes one nibble. Its half of the byte is cleared (`& !(15 << shift)`), and the value is put there
    /// (`| value << shift`).
    ///
    /// # Panics
    ///
    /// If `index` is not below the length.
    #[inline]
    #[track_caller]
    pub fn put(&mut self, index: usize, value: Nibble) {
        if index >= self.len {
            out_of_range(index, self.len);
        }
        let byte = &mut self.bytes[index >> 1];
        let shift = shift_of(index);
        *byte = *byte & (0xF0 >> shift) | value.get() << shift;
    }

    /// Writes one value everywhere.
    pub fn fill(&mut self, value: Nibble) {
        let (whole, rest) = self.bytes.split_at_mut(self.len / 2);
        whole.fill(value.get() * 0x11);
        if let [last] = rest {
            *last = *last & 0xF0 | value.get();
        }
    }

    /// All bytes. The last one is whole even if only its lower half is part of the array.
    #[cfg(feature = "simd")]
    pub(crate) fn as_bytes_mut(&mut self) -> &mut [u8] {
        self.bytes
    }
}

impl fmt::Debug for NibbleSliceMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NibbleSliceMut({})", self.as_slice())
    }
}
