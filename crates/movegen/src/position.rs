//! A chess position in 64 bytes: a board, two keys, a word of state, and the checks and pins against the side to move.
//!
//! 1. Positions are made by [`builder`] from parts that obey the rules.
//! 2. They change only by making moves (`moves/make.rs`), which updates all of these fields.
//! 3. What is asked most often is read from a field; the rest is computed from the board, in the submodules.
//!
//! All fields must agree at any time: nothing checks keys, checkers or pins again.

pub(crate) mod attackers;
pub(crate) mod builder;
pub(crate) mod castling;
pub(crate) mod en_passant;
pub(crate) mod repetition;
pub(crate) mod safety;
pub(crate) mod start;
pub(crate) mod state;
pub(crate) mod symmetry;
pub(crate) mod validity;
pub(crate) mod zobrist;

use core::hash::{Hash, Hasher};

use quadbit_quad::zobrist::board_keys;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Piece, Role, Square};

use castling::CastlingRights;
use state::State;
use zobrist::Keys;

/// A chess position: the board, the side to move, castling rights, en passant and clocks, in 64 bytes.
///
/// ```text
///   bytes  0 .. 31   the board, four bit planes
///         32 .. 39   Zobrist key        40 .. 47   pawn key
///         48 .. 55   the enemy pieces that give check, and the own pieces that are pinned
///         56 .. 57   castling rooks     58   en passant file     59   side to move
///         60 .. 61   half moves since the last capture or pawn move
///         62 .. 63   full moves
/// ```
///
/// Every position is valid in the sense of [`Validity::Relaxed`](validity::Validity::Relaxed) at least:
/// each side has one king, no pawn stands on a back rank, the side that has just moved is not in check, and
/// no side has more than sixteen pieces or more promoted pieces than missing pawns. So it never has more
/// than 218 legal moves.
///
/// A `Position` always has true keys. A program that never asks for them, such as a solver, makes moves faster on a
/// [`KeylessPosition`]: it is the same type with `KEYED` false, has the same moves, and lacks [`key`](Self::key) and
/// what depends on it.
///
/// Two positions are equal, and have the same hash, if board, side to move, castling rights, and the file of
/// a legal en passant capture are the same. Clocks do not count.
///
/// ```
/// use quadbit_movegen::Position;
/// let position: Position = "8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1".parse()?;
/// assert_eq!(position.legal_count(), 7);
/// assert_eq!(position.to_string(), "8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1");
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Position<const KEYED: bool = true> {
    pub(crate) board: QuadBitboard,
    /// The keys, or [`Keys::NONE`] if the position is not `KEYED`.
    pub(crate) keys: Keys,
    /// The enemy pieces that give check to the side to move, and its own pieces that are pinned.
    pub(crate) checks_and_pins: Bitboard,
    pub(crate) state: State,
}

/// A [`Position`] without Zobrist keys: [`Position::without_keys`] makes it, and [`with_keys`](Self::with_keys) goes
/// back. Making a move takes fewer instructions, since no key is updated.
///
/// ```
/// use quadbit_movegen::Position;
/// let start = Position::start().without_keys();
/// let mut leaves = 0;
/// for mv in start.legal_moves() {
///     leaves += start.after(mv).legal_count();
/// }
/// assert_eq!(leaves, 400);
/// assert_eq!(start.with_keys().key(), Position::start().key());
/// ```
pub type KeylessPosition = Position<false>;

static_assertions::assert_eq_size!(Position, [u8; 64]);
const _: () = assert!(align_of::<Position>() == 64);

impl<const KEYED: bool> Position<KEYED> {
    /// The pieces on their squares.
    #[inline]
    pub const fn board(&self) -> QuadBitboard {
        self.board
    }

    /// The piece on `square`; `None` if it is empty.
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The role of the piece on `square`; `None` if it is empty.
    #[inline]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        self.board.role_at(square)
    }

    /// The colour of the piece on `square`; `None` if it is empty.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Position, Role, Square};
    /// let position = Position::start();
    /// assert_eq!(position.role_at(Square::D8), Some(Role::Queen));
    /// assert_eq!(position.color_at(Square::D8), Some(Color::Black));
    /// assert_eq!(position.color_at(Square::D4), None);
    /// ```
    #[inline]
    pub const fn color_at(&self, square: Square) -> Option<Color> {
        self.board.color_at(square)
    }

    /// The squares of the pieces of one role and colour. For a piece that is known at run time only,
    /// `position.board().of(piece.code())` needs no branch.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Position, Role};
    /// let position: Position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3".parse()?;
    /// assert_eq!(
    ///     position.pieces(Color::White, Role::Knight).to_string(),
    ///      ". . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . 1 . .\n\
    ///       . . . . . . . .\n\
    ///       . 1 . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.board.role(role).0 & self.board.color_bits(color).0)
    }

    /// The square of the king of `color`.
    #[inline]
    pub const fn king(&self, color: Color) -> Square {
        Bitboard(self.board.kings().0 & self.board.color_bits(color).0).first_or_a1()
    }

    /// The side to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.state.side_to_move()
    }

    /// The rights to castle.
    #[inline]
    pub const fn castling_rights(&self) -> CastlingRights {
        self.state.castling()
    }

    /// The number of half moves since the last capture or pawn move; the count stops at 65,535.
    #[inline]
    pub const fn halfmoves(&self) -> u16 {
        self.state.halfmoves()
    }

    /// The number of the move, from 1, incremented after black's moves; the count stops at 65,535.
    #[inline]
    pub const fn fullmoves(&self) -> u16 {
        self.state.fullmoves()
    }

    /// Changes the keys by `difference`, if the position has keys.
    #[inline(always)]
    pub(crate) fn change_keys(&mut self, difference: Keys) {
        if KEYED {
            self.keys ^= difference;
        }
    }
}

impl Position {
    /// The position without its keys.
    #[inline]
    #[must_use]
    pub const fn without_keys(&self) -> KeylessPosition {
        let Self { board, checks_and_pins, state, .. } = *self;
        Position { board, keys: Keys::NONE, checks_and_pins, state }
    }

    /// The Zobrist key: equal for equal positions. Every move updates it.
    ///
    /// The key is the xor of numbers [`split_mix`](quadbit_quad::zobrist::split_mix)`(n)`, which stay the same
    /// from version to version:
    ///
    /// | n | for |
    /// |---|---|
    /// | 64 * code + square | each piece, by its code from 2 to 13 |
    /// | 1024 | black to move |
    /// | 1025 + file | an en passant capture that is legal |
    /// | 1033 + file | each white rook that may castle |
    /// | 1041 + file | each black rook that may castle |
    #[inline]
    pub const fn key(&self) -> u64 {
        self.keys.all
    }

    /// The Zobrist key of only the pawns of both sides: the xor of a number for each pawn and its square, as in
    /// [`key`](Self::key). Every move updates it.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.keys.pawns
    }
}

impl KeylessPosition {
    /// The position with its keys, which are computed from the board.
    #[inline]
    #[must_use]
    pub fn with_keys(&self) -> Position {
        self.with_board_keys(board_keys(self.board))
    }

    /// The position with its keys. `keys` are the two keys of its board as [`board_keys`] returns them: of all pieces,
    /// and of the pawns.
    #[inline]
    pub(crate) fn with_board_keys(&self, keys: [u64; 2]) -> Position {
        let Self { board, checks_and_pins, state, .. } = *self;
        Position { board, keys: state.keys(keys), checks_and_pins, state }
    }
}

impl<const KEYED: bool> PartialEq for Position<KEYED> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.side_to_move() == other.side_to_move()
            && self.castling_rights() == other.castling_rights()
            && self.ep() == other.ep()
    }
}

impl<const KEYED: bool> Eq for Position<KEYED> {}

/// Gives the board of the position: the pieces on their squares.
impl<const KEYED: bool> AsRef<QuadBitboard> for Position<KEYED> {
    #[inline]
    fn as_ref(&self) -> &QuadBitboard {
        &self.board
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
