//! The board field of a FEN, read with the instructions of a level.

use quadbit_movegen::Fen;
use quadbit_nibble::simd::at_other_levels;

use crate::keys::board_keys::{KeySimd, key_on};

/// A board field that has been read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The position of the space after it.
    pub(super) end: usize,
    /// The planes of the board, with ranks in the order of the text: the eighth rank is the lowest byte.
    pub(super) planes: [u64; 4],
    /// The keys of the board and of its pawns, if the level computes them here.
    pub(super) keys: [u64; 2],
}

/// Reads board fields at each level.
pub(super) trait FieldSimd: KeySimd {
    /// Whether [`field`](Self::field) computes the keys.
    const FIELDS_HAVE_KEYS: bool = true;

    /// The field at the beginning of the text, which ends with a space; `None` leaves it to the
    /// reader of single lines.
    #[inline(always)]
    fn field(self, text: &[u8; 64]) -> Option<Field> {
        let (codes, end) = Fen::read_board(text)?;
        let planes = self.codes_to_planes(&codes);
        let [_, b1, b2, b3] = planes;
        let pawns = b1 & !(b2 | b3);
        let [pawns, others] = [key_on(&codes, pawns), key_on(&codes, (b1 | b2 | b3) & !pawns)];
        Some(Field { end, planes: planes.map(u64::swap_bytes), keys: [pawns ^ others, pawns] })
    }
}

// fens/shuffles.rs, fens/avx512.rs
at_other_levels!(FieldSimd; Sse4_2, Avx2, Avx512);

#[cfg(all(test, feature = "_testing"))]
mod tests {
    extern crate std;

    use std::string::ToString;

    use quadbit_nibble::simd::testing::at_every_level;
    use quadbit_quad::zobrist::board_keys;

    use super::FieldSimd;

    /// A field that is read wrongly would often be left to the reader of single lines, so results alone would not show it.
    fn reads<S: FieldSimd>(s: S) {
        for position in testing::positions() {
            let (text, mut window) = (position.to_string(), [b'k'; 64]);
            let len = text.len().min(64);
            window[..len].copy_from_slice(&text.as_bytes()[..len]);
            let field = s.field(&window).unwrap_or_else(|| panic!("{position}"));
            assert_eq!(Some(field.end), text.find(' '), "{position}");
            let board = position.board();
            assert_eq!(field.planes.map(u64::swap_bytes), board.planes().map(|plane| plane.0), "{position}");
            assert!(!S::FIELDS_HAVE_KEYS || field.keys == board_keys(board), "{position}");
        }
    }

    #[test]
    fn fields_are_boards() {
        at_every_level!(s => reads(s));
    }
}
