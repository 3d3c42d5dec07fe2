//! En passant: the memory of a double push, and the pawns that may capture.
//!
//! 1. A position remembers the file of the last double push, and whether a legal capture follows ([`EnPassant`]).
//! 2. [`EpMode`] chooses among the three meanings that programs give to the square in a FEN.
//! 3. Captures are found among the pawns next to the pushed one ([`capturers`]), and each is tried on a copy of the
//!    occupancy ([`is_legal`]), since two pawns leave one rank at once. Both need only the board.
//!
//! Equality and keys depend on the legal capture only, never on the memory.

use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, File, Rank, Square};

use super::{Position, zobrist};

/// What a position remembers of a double push in the last move, in one byte: the pawn's file (8 if there was none), and
/// whether the pawn can legally be captured en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassant(pub(crate) u8);

impl EnPassant {
    pub(crate) const NONE: Self = Self(8);
    pub(crate) const LEGAL: u8 = 16;

    /// The file of the pawn that made a double push in the last move; `None` if that was another move.
    #[inline]
    pub(crate) const fn remembered(self) -> Option<File> {
        File::from_index((self.0 & !Self::LEGAL) as usize)
    }

    /// The file of the pawn that made a double push in the last move; `None` if no pawn did, or if it cannot legally be
    /// captured.
    #[inline]
    pub(crate) const fn legal(self) -> Option<File> {
        if self.0 & Self::LEGAL == 0 { None } else { Some(File::from_low_bits(self.0 as usize)) }
    }

    /// What the en passant capture adds to a position's key: 0 if no such capture is legal.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        self.legal().map_or(0, zobrist::en_passant)
    }

    #[inline]
    pub(crate) const fn new(file: File, legal: bool) -> Self {
        Self(file as u8 | if legal { Self::LEGAL } else { 0 })
    }
}

/// When a position has an en passant square: three definitions, in which programs differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EpMode {
    /// The en passant square is given only if a legal capture exists. Keys, equality and the canonical FEN use this.
    #[default]
    Legal,
    /// The en passant square is given if a pawn of the side to move is next to the pushed pawn, even if it may not
    /// capture. Polyglot keys use this.
    Pseudo,
    /// The en passant square is given after every double push, as in the FEN standard of 1994.
    Always,
}

impl<const KEYED: bool> Position<KEYED> {
    /// The square behind a pawn that can be captured en passant; `None` if no such capture is legal.
    #[inline]
    pub const fn ep(&self) -> Option<Square> {
        match self.state.en_passant().legal() {
            Some(file) => Some(self.ep_target(file)),
            None => None,
        }
    }

    /// The square behind the pawn of the last double push; `None` if there was none, or if `mode` does not give the
    /// square: see [`EpMode`].
    ///
    /// ```
    /// use quadbit_movegen::{EpMode, Position, Square};
    /// // After 1. e4 no black pawn can capture and none is next to the pawn, but there was a double push.
    /// let position = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")?;
    /// assert_eq!(position.ep_square(EpMode::Legal), None);
    /// assert_eq!(position.ep_square(EpMode::Pseudo), None);
    /// assert_eq!(position.ep_square(EpMode::Always), Some(Square::E3));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn ep_square(&self, mode: EpMode) -> Option<Square> {
        let file = self.state.en_passant().remembered()?;
        let target = self.ep_target(file);
        let counts = match mode {
            EpMode::Legal => self.state.en_passant().legal().is_some(),
            EpMode::Pseudo => capturers(self.board, self.side_to_move(), target).any(),
            EpMode::Always => true,
        };
        counts.then_some(target)
    }

    /// The pawns that may capture en passant: none, one or two.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1".parse()?;
    /// assert_eq!(
    ///     position.legal_ep_capturers().to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . 1 . 1 . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[cold]
    pub fn legal_ep_capturers(&self) -> Bitboard {
        self.ep().map_or(Bitboard::EMPTY, |target| legal_capturers(self.board, self.side_to_move(), target))
    }

    /// The square behind the pawn that the opponent has just pushed two squares on `file`.
    #[inline]
    pub(crate) const fn ep_target(&self, file: File) -> Square {
        Square::new(file, Rank::Sixth.relative_to(self.side_to_move()))
    }
}

/// The pawns of `us` next to the pawn that has just been pushed past `target`.
#[inline]
pub(crate) fn capturers(board: QuadBitboard, us: Color, target: Square) -> Bitboard {
    attacks::pawn(!us, target) & board.pawns() & board.color_bits(us)
}

/// The pawns of `us` that may capture en passant on `target`.
pub(crate) fn legal_capturers(board: QuadBitboard, us: Color, target: Square) -> Bitboard {
    let mut pawns = capturers(board, us, target);
    for pawn in pawns {
        if !is_legal(board, us, [pawn, target]) {
            pawns = pawns.without(pawn);
        }
    }
    pawns
}

/// Whether the pawn of `us` on `from` may capture en passant on `target`: the capture is made on a copy of the
/// occupancy, and the king must not be attacked then. This is exact in every case.
#[inline(never)]
pub(crate) fn is_legal(board: QuadBitboard, us: Color, [from, target]: [Square; 2]) -> bool {
    let king = (board.kings() & board.color_bits(us)).first_or_a1();
    let victim = captured_en_passant(from, target);
    let occupied = board.occupied().without(from).without(victim).with(target);
    let attackers = board.attackers(king, occupied) & board.color(!us);
    attackers.without(victim).is_empty()
}

/// The square of the pawn that is captured en passant by a pawn that goes from `from` to `to`.
#[inline]
pub(crate) const fn captured_en_passant(from: Square, to: Square) -> Square {
    Square::new(to.file(), from.rank())
}
