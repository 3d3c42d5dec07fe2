//! The macro `bitboard!`, which makes a constant set from a drawing.

use super::Bitboard;

/// A set of squares, drawn: eight rows of `X` for a square of the set and `.` for another one, the eighth rank
/// first.
///
/// The set is a constant. A drawing with another mark, or not of 64 squares, does not compile.
///
/// ```
/// use quadbit_quad::{Bitboard, bitboard};
/// use quadbit_x88::{File, Rank};
/// let cross = bitboard! {
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     X X X X X X X X
///     . . . X . . . .
///     . . . X . . . .
/// };
/// assert_eq!(cross, Bitboard::file(File::D) | Bitboard::rank(Rank::Third));
/// ```
///
/// ```compile_fail
/// quadbit_quad::bitboard! { . . X };
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($mark:tt)*) => {
        const { $crate::Bitboard::drawn(stringify!($($mark)*)) }
    };
}

impl Bitboard {
    /// Reads a drawing of eight rows, the eighth rank first, in which `X` is a square of the set and `.` another
    /// square; white space is skipped. For [`bitboard!`](crate::bitboard).
    ///
    /// # Panics
    /// If the drawing is not 64 marks `.` and `X`, apart from white space.
    #[doc(hidden)]
    pub const fn drawn(drawing: &str) -> Self {
        let marks = drawing.as_bytes();
        let (mut set, mut len, mut n) = (0, 0, 0);
        while n < marks.len() {
            if !marks[n].is_ascii_whitespace() {
                assert!(len < 64, "a drawing has 64 squares: there are more");
                assert!(matches!(marks[n], b'.' | b'X'), "a square is drawn as `.` or `X`");
                if marks[n] == b'X' {
                    // The eighth rank comes first, and in each rank the a-file.
                    set |= 1 << (8 * (7 - len / 8) + len % 8);
                }
                len += 1;
            }
            n += 1;
        }
        assert!(len == 64, "a drawing has 64 squares: there are fewer");
        Self(set)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    #[test]
    fn drawings_are_read_as_they_are_printed() {
        for n in 0..1000 {
            let set = Bitboard(crate::zobrist::split_mix(n));
            assert_eq!(Bitboard::drawn(&set.to_string().replace('1', "X")), set);
        }
    }

    #[test]
    #[should_panic(expected = "a square is drawn as `.` or `X`")]
    fn other_marks_are_refused() {
        let _ = Bitboard::drawn("1");
    }

    #[test]
    #[should_panic(expected = "there are fewer")]
    fn short_drawings_are_refused() {
        let _ = Bitboard::drawn(&". ".repeat(63));
    }

    #[test]
    #[should_panic(expected = "there are more")]
    fn long_drawings_are_refused() {
        let _ = Bitboard::drawn(&". ".repeat(65));
    }
}
