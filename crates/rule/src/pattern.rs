//! Boards that are given in part, to which others are compared square by square.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use quadbit_movegen::{Bitboard, File, Piece, QuadBitboard, Rank, Square};

/// The condition that the number of squares on which a board differs from a sub-FEN is in a range.
///
/// A square fits if it holds what the pattern gives for it. All squares are compared at once, the planes of both boards
/// by xor, and the squares that differ in any plane are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The pieces of the pattern.
    pub board: QuadBitboard,
    /// The squares that must be as on `board`.
    pub given: Bitboard,
    /// Codes of pieces, each with the squares on which it must not stand; code 0 stands for an empty square.
    pub barred: Vec<(u8, Bitboard)>,
    /// Whether only the pawns of both boards are compared.
    pub is_structure: bool,
    /// How many of the given squares may differ: the least and the greatest number.
    pub differing: RangeInclusive<i32>,
}

impl Pattern {
    /// Reads the first field of a FEN, of which parts may be missing: `?` is any square, `.` an empty one, `!p` no
    /// black pawn, `!.` any piece. Squares after the end of a rank, and ranks after the last one, may hold anything
    /// too. `None` for any other text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (mut board, mut given, mut barred) = (QuadBitboard::EMPTY, Bitboard::EMPTY, Vec::new());
        let mut ranks = Rank::ALL.into_iter().rev();
        for row in text.split('/') {
            let rank = ranks.next()?;
            let mut files = File::ALL.into_iter();
            let mut chars = row.chars();
            while let Some(c) = chars.next() {
                if let Some(empty @ 1..=8) = c.to_digit(9) {
                    for _ in 0..empty {
                        given |= Bitboard::of(Square::new(files.next()?, rank));
                    }
                    continue;
                }
                let square = Square::new(files.next()?, rank);
                match c {
                    '?' => {}
                    '.' => given |= Bitboard::of(square),
                    '!' => {
                        let code = match chars.next()? {
                            '.' => 0,
                            letter => Piece::from_char(letter)?.code(),
                        };
                        barred.push((code, Bitboard::of(square)));
                    }
                    _ => {
                        board.put(square, Piece::from_char(c)?);
                        given |= Bitboard::of(square);
                    }
                }
            }
        }
        Some(Self { board, given, barred, is_structure: false, differing: 0..=0 })
    }
}
