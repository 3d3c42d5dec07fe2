//! The board field of a FEN by lookups in registers of 16 bytes: SSE4.2 and AVX2.
//!
//! Characters are classified 32 at a time. Their places on a 0x88 board are sums of steps, eight at a time by
//! a product of words, as in the form for AVX-512. Then a loop goes over the letters only.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, mask8x32, u8x16, u8x32};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::{Avx2, Sse4_2};
use quadbit_x88::{Color, Piece, Role};

use super::field::{Field, FieldSimd};

impl FieldSimd for Avx2 {
    #[inline(always)]
    fn field(self, text: &[u8; 64]) -> Option<Field> {
        field(self, text)
    }
}

impl FieldSimd for Sse4_2 {
    #[inline(always)]
    fn field(self, text: &[u8; 64]) -> Option<Field> {
        field(self, text)
    }
}

/// The index of a letter in the tables: the xor of its two nibbles. The six letters, in lower case,
/// have different indices.
const fn slot(letter: u8) -> usize {
    ((letter ^ letter >> 4) & 15) as usize
}

/// The letters, in lower case, and the codes of the white pieces.
const LETTERS: ([u8; 16], [u8; 16]) = {
    let (mut letters, mut codes) = ([0; 16], [0; 16]);
    let mut index = 0;
    while index < Role::ALL.len() {
        let role = Role::ALL[index];
        let letter = Piece::new(Color::Black, role).to_char() as u8;
        assert!(letters[slot(letter)] == 0);
        letters[slot(letter)] = letter;
        codes[slot(letter)] = Piece::new(Color::White, role).code();
        index += 1;
    }
    (letters, codes)
};

/// The factor that makes each byte of a word the sum of the bytes up to it.
const SUMS: u64 = 0x0101_0101_0101_0101;

#[inline(always)]
fn field<S: PlaneSimd>(s: S, text: &[u8; 64]) -> Option<Field> {
    let (mut steps, mut codes) = ([0; 64], [0; 64]);
    let low = classify(s, text.first_chunk()?, &mut steps[..32], &mut codes[..32]);
    let high = classify(s, text.last_chunk()?, &mut steps[32..], &mut codes[32..]);
    let [letters, digits, slashes, blanks] =
        [low[0] | high[0] << 32, low[1] | high[1] << 32, low[2] | high[2] << 32, low[3] | high[3] << 32];
    if blanks == 0 {
        return None;
    }
    let end = blanks.trailing_zeros() as usize;
    let inside = (1 << end) - 1;
    let letters = letters & inside;

    let mut cursors = [0; 64];
    let mut before = 0_u64;
    for (steps, cursors) in steps.as_chunks::<8>().0.iter().zip(cursors.as_chunks_mut::<8>().0) {
        let steps = u64::from_le_bytes(*steps);
        let sums = steps.wrapping_mul(SUMS);
        // A sum beyond 255 makes the bytes above it wrong, but a cursor of 80 to ff comes before it.
        *cursors = sums.wrapping_sub(steps).wrapping_add(before.wrapping_mul(SUMS)).to_le_bytes();
        before = before.wrapping_add(sums >> 56) & 0xff;
    }
    let (low, high) = (places(s, cursors.first_chunk()?), places(s, cursors.last_chunk()?));
    let [off_board, behind_h] = [low[0] | high[0] << 32, low[1] | high[1] << 32];

    let bad = inside & !(letters | digits | slashes);
    let faults =
        bad | (off_board ^ slashes) & inside | slashes & inside & !behind_h | digits & digits << 1 & inside;
    if faults != 0 || cursors[end & 63] != 0x78 {
        return None;
    }

    let mut mailbox = [0; 64];
    let mut rest = letters;
    while rest != 0 {
        let place = rest.trailing_zeros() as usize & 63;
        rest &= rest - 1;
        let cursor = cursors[place];
        // Rank and file without the bit between them; the eighth rank is the first row.
        let square = (cursor >> 1 & 0x38 | cursor & 7) ^ 0x38;
        mailbox[usize::from(square) & 63] = codes[place];
    }
    Some(Field { end, planes: s.codes_to_planes(&mailbox) })
}

/// The positions of letters, digits, slashes and spaces among 32 bytes, the steps of all of them, and the
/// codes of the letters.
#[inline(always)]
fn classify<S: Simd>(s: S, text: &[u8; 32], steps: &mut [u8], codes: &mut [u8]) -> [u64; 4] {
    let text = u8x32::load_array_ref(s, text);
    let lower = text | u8x32::splat(s, 0x20);
    let slots = (lower ^ (lower >> 4)) & u8x32::splat(s, 0x0f);
    let (table_letters, table_codes) = const { LETTERS };
    let expected = u8x32::block_splat(u8x16::simd_from(s, table_letters)).swizzle_dyn_within_blocks(slots);
    let white = u8x32::block_splat(u8x16::simd_from(s, table_codes)).swizzle_dyn_within_blocks(slots);
    // Black is the lowest bit of a code, and lower case bit 5 of a letter.
    (white | ((text >> 5) & u8x32::splat(s, 1))).store_slice(codes);

    let letters = expected.simd_eq(lower);
    let digits = (text - u8x32::splat(s, b'1')).simd_lt(u8x32::splat(s, 8));
    let slashes = text.simd_eq(u8x32::splat(s, b'/'));
    let of_others = slashes.select(u8x32::splat(s, 8), u8x32::splat(s, 0));
    let of_digits = digits.select(text & u8x32::splat(s, 0x0f), of_others);
    letters.select(u8x32::splat(s, 1), of_digits).store_slice(steps);
    [bits(letters), bits(digits), bits(slashes), bits(text.simd_eq(u8x32::splat(s, b' ')))]
}

/// The cursors of 32 bytes that are off the board, and those just after the h-file.
#[inline(always)]
fn places<S: Simd>(s: S, cursors: &[u8; 32]) -> [u64; 2] {
    let cursors = u8x32::load_array_ref(s, cursors);
    let on_board = (cursors & u8x32::splat(s, 0x88)).simd_eq(u8x32::splat(s, 0));
    let behind_h = (cursors & u8x32::splat(s, 0x8f)).simd_eq(u8x32::splat(s, 8));
    [bits(on_board) ^ 0xffff_ffff, bits(behind_h)]
}

#[inline(always)]
fn bits<S: Simd>(mask: mask8x32<S>) -> u64 {
    mask.to_bitmask() & 0xffff_ffff
}
