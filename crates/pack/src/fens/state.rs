//! The fields after the board in a FEN: side to move, castling, en passant and clocks.
//!
//! 1. The spaces among 32 bytes are found at once; five of them, and a line break, give the places of the fields.
//! 2. The letters of castling are a word, which one multiplication turns into the place of its rights in a table.
//! 3. Both clocks are read together in one word.
//!
//! Whatever is accepted must mean what it means to the reader of single lines, which takes the rest.

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x32};
use quadbit_movegen::CastlingRights;
use quadbit_x88::{Color, File};

/// The number of bytes that are examined, starting with the space after the board.
pub(super) const WINDOW: usize = 32;

/// The fields after the board of a FEN, as they were read.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) side_to_move: Color,
    pub(super) castling: CastlingRights,
    pub(super) en_passant: Option<File>,
    pub(super) halfmoves: u16,
    pub(super) fullmoves: u16,
}

/// Reads the fields after the board, such as ` w KQkq - 0 1`, and a line break, which are the first `length` bytes of
/// `text`. All five fields must be there, the letters `KQkq` in this order, and numbers of at most four digits, the
/// second not 0. `None` leaves anything else to the reader of single lines.
#[inline(always)]
pub(super) fn read<S: Simd>(s: S, text: &[u8; WINDOW], length: usize) -> Option<State> {
    // Refuses lines that do not end within the window, and a last line without a line break.
    if length.wrapping_sub(1) >= WINDOW || text[(length - 1) & 31] != b'\n' {
        return None;
    }
    let end = length - 1 - usize::from(text[length.wrapping_sub(2) & 31] == b'\r');
    let bytes = u8x32::load_array_ref(s, text);
    let blanks = bytes.simd_eq(u8x32::splat(s, b' ')).to_bitmask() as u32 & ((1 << end) - 1);
    if blanks & 0b111 != 0b101 || blanks.count_ones() != 5 {
        return None;
    }
    // The five spaces have the indices 0, 2, `a`, `b` and `c`.
    let later = blanks & !0b111;
    let a = later.trailing_zeros() as usize;
    let later = later & (later - 1);
    let b = later.trailing_zeros() as usize;
    let c = (later & (later - 1)).trailing_zeros() as usize;

    let side_to_move = match text[1] {
        b'w' => Color::White,
        b'b' => Color::Black,
        _ => return None,
    };
    let castling = castling(word(text, 3), a - 3)?;
    let en_passant = match (b - a, text[(a + 1) & 31], text[(a + 2) & 31], side_to_move) {
        (2, b'-', ..) => None,
        (3, file, b'6', Color::White) | (3, file, b'3', Color::Black) => {
            Some(File::from_char(char::from(file))?)
        }
        _ => return None,
    };
    let [halfmoves, fullmoves] =
        numbers([(word(text, b + 1), c - b - 1), (word(text, c + 1), end.wrapping_sub(c + 1))])?;
    if fullmoves == 0 {
        return None;
    }
    Some(State {
        side_to_move,
        castling,
        en_passant,
        halfmoves: halfmoves as u16,
        fullmoves: fullmoves as u16,
    })
}

/// Four bytes from index `at` on, as a word; zeros after the window.
#[inline(always)]
fn word(text: &[u8; WINDOW], at: usize) -> u32 {
    let byte = |i: usize| u32::from(text.get(at + i).copied().unwrap_or(0));
    match text.get(at..at + 4) {
        Some(bytes) => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        None => byte(0) | byte(1) << 8 | byte(2) << 16,
    }
}

/// By `n`: a mask of the lowest `n` bytes of a word.
const BYTES: [u32; 5] = [0, 0xff, 0xffff, 0xff_ffff, 0xffff_ffff];

/// The rights of a castling field that is the lowest `length` bytes of `word`; `None` if it is not one of the
/// sixteen.
#[inline(always)]
fn castling(word: u32, length: usize) -> Option<CastlingRights> {
    let letters = word & BYTES.get(length)?;
    let (expected, rights) = CASTLING[slot(letters)];
    // Compares the lengths too, because a zero byte at the end of the field changes only `length`, not `letters`.
    let is_as_long = letters.leading_zeros() as usize / 8 + length == 4;
    (letters == expected && is_as_long).then_some(rights)
}

/// The index of a castling field in [`CASTLING`]; `letters` are its bytes as a word.
const fn slot(letters: u32) -> usize {
    (letters.wrapping_mul(FACTOR) >> 27) as usize
}

/// A factor, found by trial, with which [`slot`] gives the sixteen castling fields different indices.
const FACTOR: u32 = 0xe4b0_6ce7;

const _: () = {
    let (mut taken, mut n) = (0_u32, 0);
    while n < 16 {
        taken |= 1 << slot(letters(n));
        n += 1;
    }
    assert!(taken.count_ones() == 16);
};

/// The castling field of a set of rights, `-` if there are none, as a word: its first character in the lowest byte,
/// zeros after its last. Bits 0 to 3 of `rights` are `K`, `Q`, `k` and `q`.
const fn letters(rights: usize) -> u32 {
    let (mut word, mut shift, mut i) = (0, 0, 0);
    while i < 4 {
        if rights >> i & 1 != 0 {
            word |= (b"KQkq"[i] as u32) << shift;
            shift += 8;
        }
        i += 1;
    }
    if rights == 0 { b'-' as u32 } else { word }
}

static CASTLING: [(u32, CastlingRights); 32] = {
    let rooks =
        [(Color::White, File::H), (Color::White, File::A), (Color::Black, File::H), (Color::Black, File::A)];
    // Unused entries match nothing: no castling field is four bytes of 255.
    let mut table = [(u32::MAX, CastlingRights::EMPTY); 32];
    let mut n = 0;
    while n < 16 {
        let (mut rights, mut i) = (CastlingRights::EMPTY, 0);
        while i < 4 {
            if n >> i & 1 != 0 {
                rights = rights.with(rooks[i].0, rooks[i].1);
            }
            i += 1;
        }
        table[slot(letters(n))] = (letters(n), rights);
        n += 1;
    }
    table
};

/// Reads two numbers of one to four digits at the same time. Each is given as a word, whose lowest byte is the first
/// digit, and its number of digits; higher bytes are ignored. `None` if a number has no digits, more than four, or
/// another character. Digits are combined in pairs, then the pairs.
#[inline(always)]
fn numbers([(first, m), (second, n)]: [(u32, usize); 2]) -> Option<[u32; 2]> {
    if m.wrapping_sub(1) > 3 || n.wrapping_sub(1) > 3 {
        return None;
    }
    // Moves the digits to the upper end of the word, so that zeros precede the first digit.
    let digits = |word: u32, length: usize| u64::from((word ^ 0x3030_3030) << (32 - 8 * length as u32));
    let digits = digits(first, m) | digits(second, n) << 32;
    if (digits | digits.wrapping_add(0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080 != 0 {
        return None;
    }
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let values = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    Some([values as u32, (values >> 32) as u32])
}

#[cfg(test)]
mod tests {
    extern crate std;

    use quadbit_nibble::simd::testing::at_every_level;

    use super::*;

    /// Checks that `read` with `s` reads the fields after the board of a FEN in the forms that programs usually write,
    /// instead of leaving them to the reader of single lines.
    fn reads<S: Simd>(s: S) {
        for (text, clocks) in [
            (" w KQkq - 0 1\n", [0, 1]),
            (" b - e3 0 12\r\n", [0, 12]),
            (" w kq h6 123 456\n", [123, 456]),
            (" b Kq - 9999 9999\r\n", [9999, 9999]),
        ] {
            let mut window = [b'p'; WINDOW];
            window[..text.len()].copy_from_slice(text.as_bytes());
            let state = read(s, &window, text.len()).map(|state| [state.halfmoves, state.fullmoves]);
            assert_eq!(state, Some(clocks), "{text:?}");
        }
    }

    #[test]
    fn common_forms_are_read() {
        at_every_level!(s => reads(s));
    }
}
