//! A move that carries its aspects: what leaves, what arrives, what is captured.
//!
//! 1. A generator packs the squares, the pieces and a [`Special`] into 32 bits.
//! 2. [`AspectMove::aspects`] are two numbers of ten bits, each a square and the nibble that changes there. They are
//!    the indices of `fromTable` and `toTable` in the chess programming wiki's article on quad-bitboards.
//! 3. [`AspectMove::delta`] computes the change of the board that these tables would hold. Castling also changes the
//!    squares of the rook, and a capture en passant the square of the captured pawn.
//!
//! A delta applied twice changes nothing, so one delta makes and unmakes the move; no board is needed to compute it.

use quadbit_x88::{File, Piece, Role, Square};

use crate::bitboard::Bitboard;
use crate::quad_bitboard::QuadBitboard;

/// A move with the pieces that it moves and captures, which makes it on a [`QuadBitboard`] by one exclusive or.
///
/// ```text
///   bits   30 .. 28   27 .. 24   23 .. 20   19 .. 16                 15 .. 10      9 .. 6         5 .. 0
///          file       special    captured   arriving xor captured    destination   moving piece   origin
/// ```
///
/// A pawn that is captured en passant is not on the destination, so its nibble is not in bits 16 to 19. The file is
/// that of a castling rook.
///
/// Source: `qbb ^= fromTable[move.fromAspects()] ^ toTable[move.toAspects()]` in
/// <https://www.chessprogramming.org/Quad-Bitboards>, whose move structure holds the moving and the captured piece, and
/// the kinds of special moves.
///
/// ```
/// use quadbit_quad::{AspectMove, QuadBitboard, Special};
/// use quadbit_x88::{Color, Role, Square};
/// let [pawn, knight] = [Role::Pawn.of(Color::White), Role::Knight.of(Color::Black)];
/// let mut board = QuadBitboard::EMPTY;
/// board.put(Square::B7, pawn);
/// board.put(Square::C8, knight);
/// let before = board;
///
/// let mv = AspectMove::new(Square::B7, Square::C8, pawn, Some(knight), Special::Promotion(Role::Queen));
/// board ^= mv.delta();
/// assert_eq!(board.piece_at(Square::C8), Some(Role::Queen.of(Color::White)));
/// assert_eq!(mv.captured(), Some(knight));
/// board ^= mv.delta();
/// assert_eq!(board, before);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AspectMove(u32);

/// The kind of a move: an ordinary one, or one of four that need a rule of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// An ordinary move or capture.
    None,
    /// A pawn's step of two squares, after which it may be captured en passant.
    DoublePush,
    /// A pawn's capture en passant: the captured pawn is next to the square that the capturing pawn leaves.
    EnPassant,
    /// Castling with the rook on this file: the king goes to the c- or g-file, the rook to the d- or f-file.
    Castling(File),
    /// A pawn that becomes a piece of this role.
    Promotion(Role),
}

impl Special {
    const DOUBLE_PUSH: u32 = 1;
    const EN_PASSANT: u32 = 2;
    const CASTLING: u32 = 3;
    /// Bits 24 to 27 of a promotion hold this number plus the code of the role.
    const PROMOTION: u32 = 8;

    /// Returns the kind as a move stores it in bits 24 to 30, shifted down to bit 0.
    const fn bits(self) -> u32 {
        match self {
            Self::None => 0,
            Self::DoublePush => Self::DOUBLE_PUSH,
            Self::EnPassant => Self::EN_PASSANT,
            Self::Castling(rook) => Self::CASTLING | (rook as u32) << 4,
            Self::Promotion(role) => Self::PROMOTION + role.code() as u32,
        }
    }
}

impl AspectMove {
    /// Packs a move of the piece `mover`. When castling, `to` is the square to which the king goes; en passant,
    /// `captured` is the pawn next to `from`.
    #[inline]
    pub const fn new(
        from: Square,
        to: Square,
        mover: Piece,
        captured: Option<Piece>,
        special: Special,
    ) -> Self {
        let captured = match captured {
            Some(piece) => piece.code() as u32,
            None => 0,
        };
        let arriving = match special {
            Special::Promotion(role) => role.of(mover.color()),
            _ => mover,
        };
        let there = if matches!(special, Special::EnPassant) { 0 } else { captured };
        let origin = (mover.code() as u32) << 6 | from.index() as u32;
        let destination = (arriving.code() as u32 ^ there) << 6 | to.index() as u32;
        Self(special.bits() << 24 | captured << 20 | destination << 10 | origin)
    }

    /// The square that the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0)
    }

    /// The square to which the piece goes; when castling, the square to which the king goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits(self.0 >> 10)
    }

    /// The piece that is captured, also en passant; `None` if the move captures nothing.
    #[inline]
    pub const fn captured(self) -> Option<Piece> {
        Piece::from_code((self.0 >> 20 & 15) as u8)
    }

    /// The kind of the move, with the file of a castling rook or the role of a promotion.
    #[inline]
    pub const fn special(self) -> Special {
        match self.0 >> 24 & 15 {
            0 => Special::None,
            Special::DOUBLE_PUSH => Special::DoublePush,
            Special::EN_PASSANT => Special::EnPassant,
            Special::CASTLING => Special::Castling(File::from_low_bits(self.0 as usize >> 28)),
            code => match Role::from_code((code - Special::PROMOTION) as u8) {
                Some(role) => Special::Promotion(role),
                None => Special::None,
            },
        }
    }

    /// The aspects of the origin and of the destination: a square in the lower six of ten bits, and above them the
    /// nibble to xor onto it. A table for each of the two needs 1,024 entries.
    #[inline]
    pub const fn aspects(self) -> [usize; 2] {
        [self.0 as usize & 1023, self.0 as usize >> 10 & 1023]
    }

    /// The change of the board, to xor onto it: the mover's nibble on the origin, and the xor of the captured and the
    /// arriving piece on the destination. En passant also has the captured pawn on its own square, and castling the
    /// rook on both of its squares.
    #[inline]
    pub const fn delta(self) -> QuadBitboard {
        let [origin, destination] = self.aspects();
        let delta = change(origin).xor(change(destination));
        let (from, to) = (self.from(), self.to());
        match self.special() {
            Special::EnPassant => {
                let pawn = Bitboard::of(Square::new(to.file(), from.rank()));
                delta.xor(QuadBitboard::splat(pawn, (self.0 >> 20 & 15) as u8))
            }
            Special::Castling(file) => {
                let target = if to.file() as u8 > File::E as u8 { File::F } else { File::D };
                // If the rook castles onto its own square, both squares are the same: their xor is empty, and the rook
                // changes nothing.
                let [left, reached] = [Square::new(file, from.rank()), Square::new(target, from.rank())];
                let squares = Bitboard(Bitboard::of(left).0 ^ Bitboard::of(reached).0);
                let black = (origin >> 6 & 1) as u8;
                delta.xor(QuadBitboard::splat(squares, Role::Rook.code() << 1 | black))
            }
            _ => delta,
        }
    }
}

/// The change of the board by `aspect`: its nibble, on its square.
const fn change(aspect: usize) -> QuadBitboard {
    QuadBitboard::splat(Bitboard::of(Square::from_low_bits(aspect as u32)), (aspect >> 6) as u8 & 15)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use quadbit_x88::{Color, Rank};
    use std::vec::Vec;

    /// Checks that the delta of `mv` turns a board with the pieces `before` into one with the pieces `after`, and back.
    #[track_caller]
    fn check(mv: AspectMove, before: &[(Square, Piece)], after: &[(Square, Piece)]) {
        let board = |pieces: &[(Square, Piece)]| {
            let mut board = QuadBitboard::EMPTY;
            for &(square, piece) in pieces {
                board.put(square, piece);
            }
            board
        };
        let (before, after) = (board(before), board(after));
        assert_eq!(before ^ mv.delta(), after, "{mv:?}");
        assert_eq!(after ^ mv.delta(), before, "{mv:?}");
    }

    /// Checks that a move returns what it was made of, and that its delta makes and unmakes it, for all pairs of
    /// squares, all moving pieces and some captured pieces.
    #[test]
    fn ordinary_moves_and_promotions() {
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for &mover in &Piece::ALL {
                let kinds = [Special::None, Special::DoublePush, Special::Promotion(Role::Knight)];
                for special in kinds.into_iter().filter(|_| from != to) {
                    for captured in Piece::ALL.iter().copied().map(Some).chain([None]).step_by(5) {
                        let mv = AspectMove::new(from, to, mover, captured, special);
                        let found = (mv.from(), mv.to(), mv.captured(), mv.special());
                        assert_eq!(found, (from, to, captured, special));
                        let arriving = match special {
                            Special::Promotion(role) => role.of(mover.color()),
                            _ => mover,
                        };
                        let stood: Vec<_> = captured.map(|piece| (to, piece)).into_iter().collect();
                        check(mv, &[&[(from, mover)], &stood[..]].concat(), &[(to, arriving)]);
                    }
                }
            }
        }
    }

    #[test]
    fn en_passant_captures_beside_the_origin() {
        let [white, black] = Color::ALL.map(|color| Role::Pawn.of(color));
        let mv = AspectMove::new(Square::E5, Square::D6, white, Some(black), Special::EnPassant);
        check(mv, &[(Square::E5, white), (Square::D5, black)], &[(Square::D6, white)]);
        let mv = AspectMove::new(Square::G4, Square::H3, black, Some(white), Special::EnPassant);
        check(mv, &[(Square::G4, black), (Square::H4, white)], &[(Square::H3, black)]);
    }

    /// Checks the delta of castling for both sides, with the king and the rook on any two files of the side's first
    /// rank.
    #[test]
    fn castling_of_chess960() {
        for (color, rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
            let [king, rook] = [Role::King, Role::Rook].map(|role| role.of(color));
            let on = |file| Square::new(file, rank);
            for (from, file) in File::ALL.into_iter().flat_map(|from| File::ALL.map(|file| (from, file))) {
                if from == file {
                    continue;
                }
                let [to, target] = if file > from { [File::G, File::F] } else { [File::C, File::D] };
                let special = Special::Castling(file);
                let mv = AspectMove::new(on(from), on(to), king, None, special);
                assert_eq!(mv.special(), special);
                check(mv, &[(on(from), king), (on(file), rook)], &[(on(to), king), (on(target), rook)]);
            }
        }
    }
}
