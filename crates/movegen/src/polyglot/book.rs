//! Opening books in Polyglot's format, in which the moves of a position are found by binary search.

use core::fmt;

use crate::moves::mv::Move;
use crate::position::Position;

/// An opening book in Polyglot's format, read from the bytes of its file without copying them.
///
/// ```text
///   bytes 0 .. 7      8 .. 9   10 .. 11   12 .. 15
///         key         move     weight     learned          big-endian, ascending by key
/// ```
///
/// A lookup is a binary search: some 20 steps for a book of a million entries. In an unsorted book entries
/// may not be found. No contents cause a panic.
///
/// Source: the format's description, <http://hgm.nubati.net/book_format.html>.
///
/// ```
/// use quadbit_movegen::{Book, Move, Position, Square};
/// let position = Position::start();
/// let [e4, d4] = [Move::new(Square::E2, Square::E4), Move::new(Square::D2, Square::D4)];
/// let mut bytes = Vec::new();
/// for (mv, weight) in [(e4, 3_u16), (d4, 1)] {
///     bytes.extend(position.polyglot_key().to_be_bytes());
///     bytes.extend(mv.to_polyglot().to_be_bytes());
///     bytes.extend(weight.to_be_bytes());
///     bytes.extend([0; 4]);
/// }
/// let book = Book::new(&bytes)?;
/// assert!(book.moves(&position).eq([(e4, 3), (d4, 1)]));
/// // Three of four random numbers choose 1. e4.
/// assert_eq!(book.choose(&position, u64::MAX / 2), Some(e4));
/// assert_eq!(book.choose(&position, u64::MAX), Some(d4));
/// # Ok::<(), quadbit_movegen::BookError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Book<'a> {
    entries: &'a [[u8; BookEntry::BYTES]],
}

/// An entry of a [`Book`]: a move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookEntry {
    /// The key of the position, as [`Position::polyglot_key`] gives it.
    pub key: u64,
    /// The move, to be read by [`Move::from_polyglot`].
    pub mv: u16,
    /// A measure of how good the move is or how often it was played; a move of weight 0 should not be played.
    pub weight: u16,
    /// What the program that made the book has learned about the move; usually 0.
    pub learned: u32,
}

impl BookEntry {
    /// The number of bytes of an entry in a file.
    const BYTES: usize = 16;

    /// Reads an entry from its 16 bytes.
    #[inline]
    const fn from_bytes(bytes: [u8; 16]) -> Self {
        let bits = u128::from_be_bytes(bytes);
        Self {
            key: (bits >> 64) as u64,
            mv: (bits >> 48) as u16,
            weight: (bits >> 32) as u16,
            learned: bits as u32,
        }
    }

    /// Writes the 16 bytes of the entry. A book is a list of these, sorted by key.
    #[inline]
    pub const fn to_bytes(self) -> [u8; 16] {
        let low = (self.mv as u64) << 48 | (self.weight as u64) << 32 | self.learned as u64;
        ((self.key as u128) << 64 | low as u128).to_be_bytes()
    }
}

impl<'a> Book<'a> {
    /// Reads `bytes`, the contents of a file, as a book. Only their number is checked.
    ///
    /// # Errors
    /// [`BookError`] if the number of bytes is not a multiple of 16.
    pub const fn new(bytes: &'a [u8]) -> Result<Self, BookError> {
        let (entries, rest) = bytes.as_chunks();
        if rest.is_empty() { Ok(Self { entries }) } else { Err(BookError) }
    }

    /// All entries in the order of the file. Lookups need them sorted by key, which
    /// `book.entries().is_sorted_by_key(|entry| entry.key)` tests.
    pub fn entries(self) -> impl ExactSizeIterator<Item = BookEntry> + 'a {
        self.entries.iter().map(|&entry| BookEntry::from_bytes(entry))
    }

    /// The entries with the key `key` in the order of the file, by binary search.
    fn entries_of(self, key: u64) -> impl ExactSizeIterator<Item = BookEntry> + 'a {
        let key_of = |entry: &[u8; BookEntry::BYTES]| BookEntry::from_bytes(*entry).key;
        let first = self.entries.partition_point(|entry| key_of(entry) < key);
        let (_, from_first) = self.entries.split_at(first);
        let (found, _) = from_first.split_at(from_first.partition_point(|entry| key_of(entry) == key));
        Book { entries: found }.entries()
    }

    /// The legal moves that the book has for `position`, each with its weight, in the order of the file. Entries that
    /// are not legal moves, such as those of another position with the same key, are left out.
    pub fn moves(self, position: &Position) -> impl Iterator<Item = (Move, u16)> {
        self.entries_of(position.polyglot_key())
            .filter_map(move |entry| Some((Move::from_polyglot(entry.mv, position)?, entry.weight)))
    }

    /// Chooses one of the book's moves for `position`, each with a probability proportional to its weight if `random`
    /// is uniformly distributed over all 64-bit numbers. `None` if the book has no move of a weight above 0.
    pub fn choose(self, position: &Position, random: u64) -> Option<Move> {
        let total: u64 = self.moves(position).map(|(_, weight)| u64::from(weight)).sum();
        // The random number as a fraction of 2^64, times the total: below the total.
        let mut point = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        for (mv, weight) in self.moves(position) {
            match point.checked_sub(u64::from(weight)) {
                Some(beyond) => point = beyond,
                None => return Some(mv),
            }
        }
        None
    }
}

/// The error of bytes that are not a book: their number is not a multiple of 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookError;

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the length of a Polyglot book is a multiple of 16 bytes")
    }
}

impl core::error::Error for BookError {}
