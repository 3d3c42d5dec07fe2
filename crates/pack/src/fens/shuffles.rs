//! The board field of a FEN by look-ups in registers of 16 bytes: SSE4.2 and AVX2.
//!
//! 1. Characters are classified: letters by a look-up, digits and slashes by comparisons.
//! 2. The cursor of each character, its place on a 0x88 board, is the sum of the steps of all characters before it, as
//!    in the form for AVX-512. A product sums the steps of eight characters.
//! 3. The cursors tell whether the field is well-formed.
//! 4. A loop over only the letters stores their codes on their squares.

use fearless_simd::prelude::*;
use fearless_simd::{u8x16, u8x64};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_x88::{Color, Piece, Role};

/// Two tables, indexed by the xor of a letter's two nibbles, which differs for the six letters: the letter in lower
/// case, and the code of the white piece. Unused entries are 0.
const LETTERS: ([u8; 16], [u8; 16]) = {
    let (mut letters, mut codes) = ([0; 16], [0; 16]);
    let mut index = 0;
    while index < Role::ALL.len() {
        let letter = Piece::new(Color::Black, Role::ALL[index]).to_char() as u8;
        let slot = ((letter ^ letter >> 4) & 15) as usize;
        assert!(letters[slot] == 0);
        letters[slot] = letter;
        codes[slot] = Piece::new(Color::White, Role::ALL[index]).code();
        index += 1;
    }
    (letters, codes)
};

/// The factor by which each byte of a word becomes the sum of the bytes up to it.
const SUMS: u64 = 0x0101_0101_0101_0101;

/// The index of the space after the board field at the beginning of `text`, and the planes of the board; `None` if the
/// field is bad or takes more than 63 bytes.
#[inline(always)]
pub(super) fn field<S: PlaneSimd>(s: S, text: &[u8; 64]) -> Option<(usize, [u64; 4])> {
    let text = u8x64::load_array_ref(s, text);
    let lower = text | 0x20;
    let slots = (lower ^ (lower >> 4)) & 0x0f;
    let (letters, codes) = const { LETTERS };
    let letters =
        u8x64::block_splat(u8x16::simd_from(s, letters)).swizzle_dyn_within_blocks(slots).simd_eq(lower);
    let codes = u8x64::block_splat(u8x16::simd_from(s, codes)).swizzle_dyn_within_blocks(slots);
    // The lowest bit of a code says that the piece is black, and bit 5 of a letter that it is lower case.
    let codes = (codes | ((text >> 5) & 1)).to_array();
    let digits = (text - b'1').simd_lt(8);
    let slashes = text.simd_eq(b'/');
    let steps = digits.select(text & 0x0f, slashes.select(u8x64::splat(s, 8), u8x64::splat(s, 0)));
    let steps = letters.select(u8x64::splat(s, 1), steps).to_array();
    let end = text.simd_eq(b' ').to_bitmask().trailing_zeros() as usize;
    if end == 64 {
        return None;
    }
    let (letters, digits, slashes) = (letters.to_bitmask(), digits.to_bitmask(), slashes.to_bitmask());

    let mut cursors = [0; 64];
    let mut before = 0_u64;
    for (steps, cursors) in steps.as_chunks().0.iter().zip(cursors.as_chunks_mut().0) {
        let steps = u64::from_le_bytes(*steps);
        let sums = steps.wrapping_mul(SUMS);
        // A sum beyond 255 makes the sums after it wrong, but a cursor of 80 to ff comes before it, and makes the field
        // bad.
        *cursors = sums.wrapping_sub(steps).wrapping_add(before.wrapping_mul(SUMS)).to_le_bytes();
        before = before.wrapping_add(sums >> 56) & 0xff;
    }
    let places = u8x64::load_array_ref(s, &cursors);
    let on_board = (places & 0x88).simd_eq(0).to_bitmask();
    let behind_h = (places & 0x8f).simd_eq(8).to_bitmask();
    let inside = (1 << end) - 1;
    // Letters and digits must be on the board, slashes just after the h-file; no digit follows a digit.
    let good = (letters | digits & !(digits << 1)) & on_board | slashes & behind_h;
    if inside & !good != 0 || cursors[end & 63] != 0x78 {
        return None;
    }

    // The rank and the file of each cursor without the bit between them. The eighth rank comes first in the text, so it
    // is row 0.
    let rows = (places >> 1) & 0x38;
    let squares = (rows | places & 7) ^ 0x38;
    let (squares, mut mailbox) = (squares.to_array(), [0; 64]);
    let mut rest = letters & inside;
    while rest != 0 {
        let place = rest.trailing_zeros() as usize & 63;
        rest &= rest - 1;
        mailbox[usize::from(squares[place]) & 63] = codes[place];
    }
    Some((end, s.codes_to_planes(&mailbox)))
}
