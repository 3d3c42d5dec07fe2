//! What other crates of the workspace need and users do not: hidden from the documentation, and not kept stable.

use quadbit_quad::Bitboard;
use quadbit_quad::zobrist::board_keys;
use quadbit_x88::{Rank, Role};

use crate::position::Position;
use crate::position::builder::PositionBuilder;
use crate::position::en_passant::EnPassant;
use crate::text::fen::{Fen, board, writer};

impl<const KEYED: bool> Position<KEYED> {
    /// The squares to the left and right of enemy pawns on the fourth rank of the side to move: a double push
    /// that ends on one of them may be captured en passant, if no check or pin forbids it.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/8/p2p4/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(
    ///     position.next_to_enemy_pawns().to_string(),
    ///     ". . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . 1 1 . 1 . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n\
    ///      . . . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[doc(hidden)]
    #[inline]
    pub const fn next_to_enemy_pawns(&self) -> Bitboard {
        let them = self.side_to_move().other();
        let fourth = Bitboard::rank(Rank::Fourth.relative_to(self.side_to_move())).0;
        let pawns = self.pieces(them, Role::Pawn).0 & fourth;
        Bitboard((pawns << 1 | pawns >> 1) & fourth)
    }

    /// A copy of the position that forgets the last double push if no capture en passant is legal. [`EpMode::Always`]
    /// and [`EpMode::Legal`] then give the same square. Equality and keys do not change.
    ///
    /// ```
    /// use quadbit_movegen::{EpMode, Move, Position, Square};
    /// let position = Position::start().after(Move::new(Square::E2, Square::E4));
    /// assert_eq!(position.ep_square(EpMode::Always), Some(Square::E3));
    /// assert_eq!(position.without_idle_ep().ep_square(EpMode::Always), None);
    /// ```
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn without_idle_ep(self) -> Self {
        let is_legal = self.state.en_passant().legal().is_some();
        let state = if is_legal { self.state } else { self.state.with_en_passant(EnPassant::NONE) };
        Self { state, ..self }
    }
}

impl Position {
    /// The side to move, castling rights and en passant in one word, for programs that handle many positions at once.
    ///
    /// ```text
    ///   bits  0 ..  7   files of white's castling rooks, a-file lowest
    ///         8 .. 15   files of black's castling rooks
    ///        16 .. 19   file of the last double push, 8 if the last move was none
    ///             20   set if a capture en passant is legal
    ///             24   set if black is to move
    /// ```
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1".parse()?;
    /// assert_eq!(position.state_word(), 1 << 24 | 8 << 16 | 0b0000_0001 << 8 | 0b1000_0000);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[doc(hidden)]
    #[inline(always)]
    pub const fn state_word(&self) -> u64 {
        self.state.without_clocks()
    }

    /// The number of the bit of the [`state_word`](Self::state_word) at which the files of black's castling rooks
    /// begin, the a-file first.
    #[doc(hidden)]
    pub const STATE_BLACK_FILES: u32 = 8;
    /// The number of the bit of the [`state_word`](Self::state_word) that is set if a capture en passant is legal.
    #[doc(hidden)]
    pub const STATE_EN_PASSANT: u32 = 20;
    /// The number of the bit of the [`state_word`](Self::state_word) that is set if black is to move.
    #[doc(hidden)]
    pub const STATE_BLACK_TO_MOVE: u32 = 24;
}

impl PositionBuilder {
    /// Makes the position of parts that [`build`](Self::build) would accept as they are. `keys` are the two keys of
    /// their board, as [`board_keys`] returns them: for programs that have computed these for many positions at once.
    ///
    /// Nothing is checked here, except in builds with debug assertions. A position made of other parts breaks
    /// invariants that the rest of this crate relies on: its moves are meaningless, and functions may panic.
    ///
    /// ```
    /// use quadbit_movegen::{Position, PositionBuilder, QuadBitboard, Validity};
    /// use quadbit_quad::zobrist::board_keys;
    /// let parts = PositionBuilder::from(&Position::start());
    /// let position = parts.build_unchecked(board_keys(parts.board));
    /// assert_eq!(position, Position::start());
    /// assert_eq!(position.key(), Position::start().key());
    /// ```
    #[doc(hidden)]
    #[inline]
    pub fn build_unchecked(&self, keys: [u64; 2]) -> Position {
        debug_assert_eq!(keys, board_keys(self.board), "keys of another board: {self}");
        self.build_keyless_unchecked().with_board_keys(keys)
    }
}

impl Fen {
    /// Reads the board field at the beginning of `text` by the rules of strict reading; a space must follow the field.
    /// Returns the piece codes of the squares, a1 first, each in the lower half of a byte (ignore the upper halves),
    /// and the length of the field without the space; `None` if strict reading refuses it. For programs that read the
    /// other fields on their own.
    ///
    /// ```
    /// use quadbit_movegen::{Fen, Position, QuadBitboard};
    /// let (codes, length) = Fen::read_board(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").unwrap();
    /// assert_eq!((QuadBitboard::from_mailbox(&codes), length), (Position::start().board(), 43));
    /// assert_eq!(Fen::read_board(b"8/8/8/8/8/8/8/44 w - - 0 1"), None);
    /// ```
    #[doc(hidden)]
    #[inline]
    pub fn read_board(text: &[u8]) -> Option<([u8; 64], usize)> {
        board::read(text)
    }

    /// Writes the fields after the board, beginning with the space before the side to move, to the beginning of
    /// `buffer`, and returns their length in bytes. For programs that have written the board by themselves.
    ///
    /// ```
    /// use quadbit_movegen::{FenStyle, Position};
    /// let mut buffer = [0; 48];
    /// let length = Position::start().to_fen(FenStyle::default()).write_state_to(&mut buffer);
    /// assert_eq!(buffer[..length], *b" w KQkq - 0 1");
    /// ```
    #[doc(hidden)]
    pub fn write_state_to(&self, buffer: &mut [u8; 48]) -> usize {
        let (parts, castling) = self.parts();
        writer::write_state(&parts, castling, buffer)
    }
}
