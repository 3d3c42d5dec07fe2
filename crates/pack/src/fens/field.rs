//! The board field of a FEN, read with the instructions of a level.

use quadbit_movegen::Fen;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::at_other_levels;

/// The board field of a FEN, as planes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The index of the space after the field.
    pub(super) end: usize,
    /// The planes of the board, as in a quad-bitboard.
    pub(super) planes: [u64; 4],
}

/// Reads the board field of a FEN. Each level (set of CPU instructions) has its own implementation.
pub(super) trait FieldSimd: PlaneSimd {
    /// Reads the board field at the beginning of `text`, which ends with a space. `None` if the field is bad or
    /// unusual: then the reader of single lines decides, and names the error.
    #[inline(always)]
    fn field(self, text: &[u8; 64]) -> Option<Field> {
        let (codes, end) = Fen::read_board(text)?;
        Some(Field { end, planes: self.codes_to_planes(&codes) })
    }
}

// fens/shuffles.rs, fens/avx512.rs
at_other_levels!(FieldSimd; Sse4_2, Avx2, Avx512);

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use quadbit_nibble::simd::testing::at_every_level;

    use super::FieldSimd;

    /// Checks the board fields that a level reads itself. Tests of whole FENs would not show a field that it refuses
    /// wrongly, because such lines are left to the reader of single lines.
    fn reads<S: FieldSimd>(s: S) {
        for position in testing::positions() {
            let (text, mut window) = (position.to_string(), [b'k'; 64]);
            let len = text.len().min(64);
            window[..len].copy_from_slice(&text.as_bytes()[..len]);
            let field = s.field(&window).unwrap_or_else(|| panic!("{position}"));
            assert_eq!(Some(field.end), text.find(' '), "{position}");
            assert_eq!(field.planes, position.board().planes().map(|plane| plane.0), "{position}");
        }
    }

    #[test]
    fn fields_are_boards() {
        at_every_level!(s => reads(s));
    }
}
