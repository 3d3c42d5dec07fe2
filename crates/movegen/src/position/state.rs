//! Castling rights, en passant, side to move and clocks, in one word.
//!
//! 1. Each part has its bits in [`State`], and is read by a shift.
//! 2. A move reads one word and writes one: [`State::passed`] counts both clocks by one addition.
//! 3. [`State::keys`] adds the numbers of the state to the keys of the board.
//!
//! Clocks stop at 65,535 and must never carry into the bits above their own.

use quadbit_x88::Color;

use super::castling::CastlingRights;
use super::en_passant::EnPassant;
use super::zobrist::{self, Keys};

/// The side to move, castling rights, en passant and clocks of a position. A move reads one word and writes one word.
///
/// ```text
///   bits  0 ..  7   files of white's castling rooks, a-file lowest
///         8 .. 15   files of black's castling rooks
///        16 .. 19   file of the last double push, 8 if the last move was none
///             20   set if a capture en passant is legal
///             24   set if black is to move
///        25 .. 31   codes of an undone move's two squares, 0 in a position
///        32 .. 47   half moves since the last capture or pawn move
///        48 .. 63   full moves
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State(u64);

const CASTLING: u64 = 0xffff;
const EN_PASSANT: u32 = 16;
const SIDE: u32 = 24;
const CODES: u32 = 25;
const HALFMOVES: u32 = 32;
const FULLMOVES: u32 = 48;

impl State {
    /// Packs the parts of a state; `clocks` are the half moves and the full moves.
    #[inline]
    pub(crate) const fn new(
        side_to_move: Color,
        castling: CastlingRights,
        en_passant: EnPassant,
        clocks: [u16; 2],
    ) -> Self {
        let rules =
            castling.bits() as u64 | (en_passant.0 as u64) << EN_PASSANT | (side_to_move as u64) << SIDE;
        Self(rules).with_clocks(clocks)
    }

    #[inline(always)]
    pub(crate) const fn side_to_move(self) -> Color {
        if self.0 >> SIDE & 1 == 0 { Color::White } else { Color::Black }
    }

    #[inline(always)]
    pub(crate) const fn castling(self) -> CastlingRights {
        CastlingRights::from_bits(self.0 as u16)
    }

    #[inline(always)]
    pub(crate) const fn en_passant(self) -> EnPassant {
        EnPassant((self.0 >> EN_PASSANT) as u8)
    }

    #[inline(always)]
    pub(crate) const fn halfmoves(self) -> u16 {
        (self.0 >> HALFMOVES) as u16
    }

    #[inline(always)]
    pub(crate) const fn fullmoves(self) -> u16 {
        (self.0 >> FULLMOVES) as u16
    }

    #[inline(always)]
    pub(crate) const fn with_clocks(self, [halfmoves, fullmoves]: [u16; 2]) -> Self {
        Self(self.without_clocks() | (halfmoves as u64) << HALFMOVES | (fullmoves as u64) << FULLMOVES)
    }

    #[inline(always)]
    pub(crate) const fn with_castling(self, castling: CastlingRights) -> Self {
        Self(self.0 & !CASTLING | castling.bits() as u64)
    }

    #[inline(always)]
    pub(crate) const fn with_en_passant(self, en_passant: EnPassant) -> Self {
        Self(self.0 & !(0xff << EN_PASSANT) | (en_passant.0 as u64) << EN_PASSANT)
    }

    /// The bits of the state, with those of the clocks set to 0.
    #[inline(always)]
    pub(crate) const fn without_clocks(self) -> u64 {
        self.0 as u32 as u64
    }

    /// The keys of a position with this state. `board` is the key of its pieces, `pawns` that of its pawns.
    #[inline]
    pub(crate) fn keys(self, [board, pawns]: [u64; 2]) -> Keys {
        let side = match self.side_to_move() {
            Color::White => 0,
            Color::Black => zobrist::BLACK_TO_MOVE,
        };
        Keys { all: board ^ side ^ zobrist::castling(self.castling()) ^ self.en_passant().key(), pawns }
    }

    /// The state with the codes on the two squares of a move, for an [`Undo`](crate::Undo). The first is the code of a
    /// piece of the side to move.
    #[inline(always)]
    pub(crate) const fn with_codes(self, [mover, target]: [u8; 2]) -> Self {
        Self(self.0 | (mover as u64 >> 1 | (target as u64) << 3) << CODES)
    }

    /// The codes that [`with_codes`](Self::with_codes) has put into the state.
    #[inline(always)]
    pub(crate) const fn codes(self) -> [u8; 2] {
        let codes = (self.0 >> CODES) as u8 & 0x7f;
        [(codes & 7) << 1 | self.side_to_move() as u8, codes >> 3]
    }

    /// The state without the codes of a move, as positions have it.
    #[inline(always)]
    pub(crate) const fn without_codes(self) -> Self {
        Self(self.0 & !(0x7f << CODES))
    }

    /// The state after a move that is no double push and does not change the castling rights. `is_irreversible` is true
    /// for captures and pawn moves, which set the half moves to 0. Clocks stop at 65,535.
    #[inline(always)]
    pub(crate) const fn passed(self, is_irreversible: bool) -> Self {
        let half = (self.halfmoves() != u16::MAX) as u64;
        let full = (self.fullmoves() != u16::MAX) as u64 & self.0 >> SIDE;
        let counted = self.with_en_passant(EnPassant::NONE).0 + (half << HALFMOVES | full << FULLMOVES);
        // A mask, because a branch would be mispredicted here.
        let cleared = 0xffff << HALFMOVES & (is_irreversible as u64).wrapping_neg();
        Self((counted & !cleared) ^ 1 << SIDE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counting both clocks by one addition gives what counting each clock gives.
    #[test]
    fn clocks_by_one_addition_equal_clocks_one_by_one() {
        let clocks = [0, 1, 99, 0x7ffe, 0x7fff, 0x8000, u16::MAX - 1, u16::MAX];
        for n in 0..64 * 32 {
            let castling = CastlingRights::from_bits(if n & 1 == 0 { 0 } else { 0x81_41 });
            let en_passant =
                [EnPassant::NONE, EnPassant(3), EnPassant(7 | EnPassant::LEGAL), EnPassant::NONE][n >> 1 & 3];
            let side = Color::ALL[n >> 3 & 1];
            let state = State::new(side, castling, en_passant, [clocks[n >> 4 & 7], clocks[n >> 7 & 7]]);
            assert_eq!(
                (state.side_to_move(), state.castling(), state.en_passant()),
                (side, castling, en_passant)
            );
            assert_eq!([state.halfmoves(), state.fullmoves()], [clocks[n >> 4 & 7], clocks[n >> 7 & 7]]);
            let is_irreversible = n >> 10 & 1 == 1;
            let passed = state.passed(is_irreversible);
            assert_eq!(
                (passed.side_to_move(), passed.castling(), passed.en_passant()),
                (!side, castling, EnPassant::NONE)
            );
            let halfmoves = if is_irreversible { 0 } else { state.halfmoves().saturating_add(1) };
            let fullmoves = state.fullmoves().saturating_add(side as u16);
            assert_eq!([passed.halfmoves(), passed.fullmoves()], [halfmoves, fullmoves], "{state:?}");
        }
    }
}
