//! The board field of a FEN, read with the instructions of a level.

use fearless_simd::Simd;
use quadbit_movegen::Fen;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::at_level;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::{avx512, shuffles};

/// Reads the board field at the beginning of `text`: the index of the space after it, and the planes of the board, as
/// in a quad-bitboard. `None` if the field is bad or unusual: then the reader of single lines decides, and names the
/// error.
#[inline(always)]
pub(super) fn read<S: Simd>(s: S, text: &[u8; 64]) -> Option<(usize, [u64; 4])> {
    at_level!(s: S, Avx512(token) => avx512::field(token, text));
    at_level!(s: S, Avx2(_) => shuffles::field(s, text));
    at_level!(s: S, Sse4_2(_) => shuffles::field(s, text));
    let (codes, end) = Fen::read_board(text)?;
    Some((end, s.codes_to_planes(&codes)))
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use quadbit_nibble::simd::testing::at_every_level;

    use fearless_simd::Simd;

    /// Checks that a level reads the usual board fields itself. Tests of whole FENs would not show a field that it
    /// refuses wrongly, because such lines are left to the reader of single lines.
    fn reads<S: Simd>(s: S) {
        for position in testing::positions() {
            let (text, mut window) = (position.to_string(), [b'k'; 64]);
            let len = text.len().min(64);
            window[..len].copy_from_slice(&text.as_bytes()[..len]);
            let (end, planes) = super::read(s, &window).unwrap_or_else(|| panic!("{position}"));
            assert_eq!(Some(end), text.find(' '), "{position}");
            assert_eq!(planes, position.board().planes().map(|plane| plane.0), "{position}");
        }
    }

    #[test]
    fn fields_are_boards() {
        at_every_level!(s => reads(s));
    }
}
