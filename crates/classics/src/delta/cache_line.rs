//! A board in a cache line of eight words, and the change that a move makes to it.

use quadbit_quad::{Bitboard, QuadBitboard};

/// Eight words in one cache line: the four planes of a board, and four whose meaning is up to the caller,
/// such as keys and clocks.
///
/// A move is one [`CacheLineDelta`] for the whole line. Making it is an xor of eight words and an addition to the last
/// four; unmaking it is a subtraction and the same xor.
///
/// Source: the 64-byte position of Gerd Isenberg, <https://www.chessprogramming.org/Quad-Bitboards>.
///
/// ```
/// use quadbit_classics::delta::{CacheLine, CacheLineDelta};
/// use quadbit_quad::{Bitboard, QuadBitboard};
/// use quadbit_x88::{Color, Role, Square};
/// let pawn = Role::Pawn.of(Color::White).code();
/// let mut line = CacheLine::new(QuadBitboard::splat(Bitboard::of(Square::E2), pawn), [0x1234, 0, 0, 7]);
///
/// // The first extra word is a key that is xored, the last a counter.
/// let e2e4 = CacheLineDelta {
///     board: QuadBitboard::delta(Square::E2, Square::E4, pawn, 0, pawn),
///     xor: [0x00ff, 0, 0, 0],
///     add: [0, 0, 0, 1],
/// };
/// line.make(&e2e4);
/// assert_eq!(line.board().code(Square::E4), pawn);
/// assert_eq!(line.others(), [0x12cb, 0, 0, 8]);
/// line.unmake(&e2e4);
/// assert_eq!(line.others(), [0x1234, 0, 0, 7]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct CacheLine {
    words: [u64; 8],
}

static_assertions::assert_eq_size!(CacheLine, [u8; 64]);

/// The change that a move makes to a [`CacheLine`]: an xor of all eight words, and then an
/// addition to the last four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct CacheLineDelta {
    /// The xor of the four planes of the board.
    pub board: QuadBitboard,
    /// The xor of the four words after the board.
    pub xor: [u64; 4],
    /// The numbers that are added to the four words after the board, modulo 2^64, once these words have been xored.
    pub add: [u64; 4],
}

impl CacheLine {
    /// The line with a board and four other words, whose meaning is up to the caller.
    #[inline]
    pub const fn new(board: QuadBitboard, others: [u64; 4]) -> Self {
        let [a, b, c, d] = board.planes();
        let [e, f, g, h] = others;
        Self { words: [a.0, b.0, c.0, d.0, e, f, g, h] }
    }

    /// The board: the four planes of the line.
    #[inline]
    pub const fn board(&self) -> QuadBitboard {
        let [a, b, c, d, ..] = self.words;
        QuadBitboard::from_planes([Bitboard(a), Bitboard(b), Bitboard(c), Bitboard(d)])
    }

    /// The four words after the planes of the board. Their meaning is up to the caller: keys and clocks, for example.
    #[inline]
    pub const fn others(&self) -> [u64; 4] {
        let [.., a, b, c, d] = self.words;
        [a, b, c, d]
    }

    /// Makes a move, given as its delta: xors all eight words, then adds to the four words after the board.
    #[inline]
    pub fn make(&mut self, delta: &CacheLineDelta) {
        let (board, others) = self.words.split_at_mut(4);
        for (word, plane) in board.iter_mut().zip(delta.board.planes()) {
            *word ^= plane.0;
        }
        for (n, word) in others.iter_mut().enumerate() {
            *word = (*word ^ delta.xor[n]).wrapping_add(delta.add[n]);
        }
    }

    /// Takes back a move that was made by the same delta: subtracts, then xors.
    #[inline]
    pub fn unmake(&mut self, delta: &CacheLineDelta) {
        let (board, others) = self.words.split_at_mut(4);
        for (word, plane) in board.iter_mut().zip(delta.board.planes()) {
            *word ^= plane.0;
        }
        for (n, word) in others.iter_mut().enumerate() {
            *word = word.wrapping_sub(delta.add[n]) ^ delta.xor[n];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadbit_quad::zobrist::split_mix;

    #[test]
    fn unmake_takes_back_what_make_did() {
        for n in 0..1000 {
            let word = |i: u64| split_mix(32 * n + i);
            let board =
                |i: u64| QuadBitboard::from_planes([i, i + 1, i + 2, i + 3].map(|i| Bitboard(word(i))));
            let words = |i: u64| [i, i + 1, i + 2, i + 3].map(word);
            let start = CacheLine::new(board(0), words(4));
            let delta = CacheLineDelta { board: board(8), xor: words(12), add: words(16) };
            let mut line = start;
            line.make(&delta);
            assert_eq!(line.board(), start.board() ^ delta.board);
            for i in 0..4 {
                let expected = (start.others()[i] ^ delta.xor[i]).wrapping_add(delta.add[i]);
                assert_eq!(line.others()[i], expected);
            }
            line.unmake(&delta);
            assert_eq!(line, start);
        }
    }
}
