//! Repetitions, counted by the keys of earlier positions that a search keeps, and repetitions that the next move can
//! make.

use quadbit_quad::{Bitboard, attacks, zobrist as piece_keys};
use quadbit_x88::{Color, Role, Square};

use super::Position;
use super::zobrist;

impl Position {
    /// How often the position has occurred before. `earlier` are the [`key`](Self::key)s of the positions before it in
    /// the order of the game, that of the previous position last. Looks back no further than the last capture or pawn
    /// move.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position};
    /// let (mut position, mut keys) = (Position::start(), Vec::new());
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     keys.push(position.key());
    ///     position = position.after(Move::from_uci(text, &position)?);
    /// }
    /// assert_eq!(position.repetitions(&keys), 1);
    /// # Ok::<(), quadbit_movegen::UciError>(())
    /// ```
    #[inline]
    pub fn repetitions(&self, earlier: &[u64]) -> usize {
        let reversible = usize::from(self.halfmoves());
        // Only positions with the same side to move can be equal, and only from four plies back.
        let same_side = earlier.iter().rev().take(reversible).skip(3).step_by(2);
        same_side.filter(|&&key| key == self.key()).count()
    }

    /// Whether the side to move has a legal move that leads back to an earlier position: a search can then count on at
    /// least a draw before it generates moves. `earlier` are the [`key`](Self::key)s of the positions before this one
    /// in the order of the game, that of the previous position last. There must be no null moves between them.
    ///
    /// Costs a subtraction or two if there have been fewer than three reversible moves, otherwise a lookup in
    /// a table of 16 KiB for every second one of them.
    ///
    /// Source: M. N. J. van Kervinck, "The design and implementation of upcoming repetition detection", for
    /// the idea of a table of moves by the difference of keys;
    /// <https://en.wikipedia.org/wiki/Cuckoo_hashing>.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position};
    /// let (mut position, mut keys) = (Position::start(), Vec::new());
    /// for text in ["g1f3", "g8f6", "f3g1"] {
    ///     assert!(!position.has_upcoming_repetition(&keys));
    ///     keys.push(position.key());
    ///     position = position.after(Move::from_uci(text, &position)?);
    /// }
    /// assert!(position.has_upcoming_repetition(&keys)); // f6g8
    /// # Ok::<(), quadbit_movegen::UciError>(())
    /// ```
    #[inline]
    pub fn has_upcoming_repetition(&self, earlier: &[u64]) -> bool {
        let reversible = usize::from(self.halfmoves()).min(earlier.len());
        reversible >= 3 && self.looks_for_repetition(&earlier[earlier.len() - reversible..])
    }

    #[inline(never)]
    fn looks_for_repetition(&self, earlier: &[u64]) -> bool {
        let key = self.key() ^ zobrist::BLACK_TO_MOVE;
        let own = self.board().color(self.side_to_move());
        let occupied = self.board().occupied();
        earlier.iter().rev().skip(2).step_by(2).any(|earlier| {
            find(key ^ earlier).is_some_and(|(a, b)| {
                // The two positions differ only in the square of one piece, so it is on `a` or on `b`, and the other of
                // these squares is empty. The side to move must own the piece.
                (own.has(a) || own.has(b)) && !attacks::between(a, b).intersects(occupied)
            })
        })
    }
}

/// The two squares of the move of a knight, bishop, rook, queen or king that changes a key by `difference`; `None` if
/// no such move does.
#[inline]
fn find(difference: u64) -> Option<(Square, Square)> {
    let found =
        places(difference).map(|place| MOVES[place]).into_iter().find(|&mv| key_of(mv) == difference)?;
    Some((Square::from_low_bits(u32::from(found)), Square::from_low_bits(u32::from(found) >> 6)))
}

/// The two indices of [`MOVES`] at which a move that changes a key by `difference` may be stored.
#[inline]
const fn places(difference: u64) -> [usize; 2] {
    [(difference & 0x1fff) as usize, (difference >> 13 & 0x1fff) as usize]
}

/// The number by which `mv`, an entry of [`MOVES`], changes a key; 0 for an unused entry.
#[inline]
const fn key_of(mv: u16) -> u64 {
    let code = (mv >> 12) as u8;
    piece_keys::key(code, Square::from_low_bits(mv as u32))
        ^ piece_keys::key(code, Square::from_low_bits(mv as u32 >> 6))
}

/// A hash table of all moves of knights, bishops, rooks, queens and kings on an empty board, each once for both
/// directions: the code of the piece, and its two squares, 3,668 in all. Each is stored at one of the two indices that
/// [`places`] returns for its key difference.
static MOVES: [u16; 1 << 13] = {
    let mut table = [0; 1 << 13];
    let mut n = 0;
    while n < 10 * 64 * 64 {
        let (role, color) = (Role::ALL[1 + n / (2 * 64 * 64)], Color::ALL[(n / (64 * 64)) & 1]);
        let (a, b) = (n / 64 % 64, n % 64);
        let Bitboard(reach) = attacks::reach(role.of(color).code(), Square::ALL[a]);
        if a < b && reach >> b & 1 != 0 {
            // The new entry is stored at `place`; an old entry there moves to the other of its two places.
            let mut mv = (role.of(color).code() as u16) << 12 | (b << 6 | a) as u16;
            let mut place = places(key_of(mv))[0];
            while mv != 0 {
                let previous = table[place];
                table[place] = mv;
                mv = previous;
                let [first, second] = places(key_of(mv));
                place ^= first ^ second;
            }
        }
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_in_the_table_once() {
        assert_eq!(MOVES.iter().filter(|&&mv| mv != 0).count(), 3668);
        for (place, &mv) in MOVES.iter().enumerate().filter(|&(_, &mv)| mv != 0) {
            assert!(places(key_of(mv)).contains(&place));
            let (a, b) = find(key_of(mv)).unwrap();
            assert_eq!((a.index() as u16, b.index() as u16), (mv & 63, mv >> 6 & 63));
        }
    }
}
