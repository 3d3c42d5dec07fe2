//! The effect of a move: the pieces that leave their squares, and the pieces that arrive.
//!
//! 1. [`Effect::of_codes`] tells castling, captures en passant and promotions apart, by the move and the two codes on
//!    its squares. For speed, questions such as [`Position::is_capture`] and exchanges test the board instead.
//! 2. Making a move, taking it back, keys and checks read the two pieces that leave and the two that arrive. Code 0
//!    stands for no piece: it changes no plane and no key, so that most of these steps need no branch.

use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Piece, Role, Square};

use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingSide;
use crate::position::en_passant::captured_en_passant;
use crate::position::zobrist::Keys;

/// What a legal move does to a board: the pieces that leave their squares, and the pieces that arrive. An evaluation or
/// a network subtracts the first and adds the second.
///
/// | move | removed | added |
/// |---|---|---|
/// | plain | the piece | the piece |
/// | promotion | the pawn | the new piece |
/// | capture, also en passant | the piece, the victim | the piece |
/// | capture with promotion | the pawn, the victim | the new piece |
/// | castling | king, rook | king, rook |
/// | null move, from a square to itself | nothing | nothing |
///
/// ```
/// use quadbit_movegen::{Color, Effect, Move, Position, Role, Square};
/// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
/// let effect = position.effect(Move::promoting(Square::E7, Square::D8, Role::Queen));
/// let [pawn, queen] = [Role::Pawn, Role::Queen].map(|role| role.of(Color::White));
/// let rook = Role::Rook.of(Color::Black);
/// assert!(effect.removed().eq([(Square::E7, pawn), (Square::D8, rook)]));
/// assert!(effect.added().eq([(Square::D8, queen)]));
/// assert_eq!(effect.captured(), Some((Square::D8, rook)));
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The pieces that leave, each with its square, as piece codes: the moving piece; then what it captures, or the
    /// castling rook. Code 0 is no piece.
    removed: [(Square, u8); 2],
    /// The pieces that arrive, each with its square, as piece codes: the moving piece, or what it promotes to; then the
    /// castling rook. Code 0 is no piece.
    added: [(Square, u8); 2],
}

impl Effect {
    /// The effect of a legal move on a board of any representation. `codes` are the piece codes on `mv.from()` and on
    /// `mv.to()`, 0 for an empty square.
    ///
    /// A piece that goes to a piece of its own side castles. A pawn that goes aside to an empty square captures en
    /// passant. A null move, from a square to itself, does nothing.
    #[inline(always)]
    pub const fn of_codes(mv: Move, codes: [u8; 2]) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let [mover, target] = codes;
        let mut effect = Self::simple(mv, codes);
        if target != 0 && (target ^ mover) & 1 == 0 {
            effect = Self::of_castling(from, to, mover, target);
        } else if target == 0 && mover >> 1 == Role::Pawn.code() && from.file() as u8 != to.file() as u8 {
            effect.removed[1] = (captured_en_passant(from, to), mover ^ 1);
        }
        effect
    }

    /// The effect of a legal move that neither castles nor captures en passant. `mover` is the code of the moving
    /// piece, `target` the code on the move's target, 0 if that is empty.
    #[inline(always)]
    pub(crate) const fn simple(mv: Move, [mover, target]: [u8; 2]) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let role_code = (mv.to_bits() >> 12) as u8;
        let placed = if role_code == 0 { mover } else { role_code << 1 | mover & 1 };
        Self { removed: [(from, mover), (to, target)], added: [(to, placed), (to, 0)] }
    }

    /// The effect of castling; `king` and `rook` are the codes of these pieces. If `from` is `to`, a null move, nothing
    /// leaves or arrives. Not inlined, because castling is rare and the code of a search should stay small.
    #[cold]
    const fn of_castling(from: Square, to: Square, king: u8, rook: u8) -> Self {
        if from.index() == to.index() {
            return Self { removed: [(from, 0); 2], added: [(to, 0); 2] };
        }
        let side = CastlingSide::of(from, to);
        let us = if king & 1 == 0 { Color::White } else { Color::Black };
        Self {
            removed: [(from, king), (to, rook)],
            added: [(side.king_target(us), king), (side.rook_target(us), rook)],
        }
    }

    /// The pieces that leave, each with the square that it leaves: the moving piece first, then the captured piece or
    /// the castling rook.
    #[inline]
    pub fn removed(self) -> impl Iterator<Item = (Square, Piece)> {
        pieces(self.removed)
    }

    /// The pieces that arrive, the moving one first, each on a square that was empty or whose piece is
    /// [`removed`](Self::removed). In Chess960 a king or rook may castle to the square on which it stands.
    #[inline]
    pub fn added(self) -> impl Iterator<Item = (Square, Piece)> {
        pieces(self.added)
    }

    /// The captured piece and its square, which is not the target if the capture is en passant; `None` if nothing is
    /// captured.
    ///
    /// ```
    /// use quadbit_movegen::{Color, Move, Position, Role, Square};
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1".parse()?;
    /// let pawn = Role::Pawn.of(Color::Black);
    /// assert_eq!(position.effect(Move::new(Square::E5, Square::D6)).captured(), Some((Square::D5, pawn)));
    /// assert_eq!(position.effect(Move::new(Square::E1, Square::H1)).captured(), None);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn captured(self) -> Option<(Square, Piece)> {
        let (square, code) = self.removed[1];
        let piece = Piece::from_code(code)?;
        self.castling().is_none().then_some((square, piece))
    }

    /// The side to which the move castles; `None` if it is not castling.
    #[inline]
    pub fn castling(self) -> Option<CastlingSide> {
        let [(king, _), (rook, _)] = self.removed;
        (self.added[1].1 != 0).then(|| CastlingSide::of(king, rook))
    }

    /// The square of the moving piece afterwards: the move's target, or the king's new square if it castles.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.effect(Move::new(Square::E1, Square::H1)).destination(), Square::G1);
    /// assert_eq!(position.effect(Move::new(Square::E1, Square::E2)).destination(), Square::E2);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn destination(self) -> Square {
        self.added[0].0
    }

    /// The codes of the pieces that leave, and of those that arrive, two of each, with their squares, for tables that
    /// are indexed by code. Code 0 is no piece. Without castling or a capture en passant the second square of both
    /// pairs is the move's target.
    #[inline(always)]
    pub const fn codes(self) -> [[(Square, u8); 2]; 2] {
        [self.removed, self.added]
    }

    /// The code of the moving piece before the move; 0 for a null move.
    #[inline(always)]
    pub(crate) const fn mover(self) -> u8 {
        self.removed[0].1
    }

    /// Returns the board after the move, given `before`, the board before the move.
    #[inline(always)]
    pub(crate) fn board(self, before: QuadBitboard) -> QuadBitboard {
        let [left, reached] = self.squares();
        let [(a, placed), (b, rook)] = self.added;
        QuadBitboard::from_planes(before.planes().map(|plane| plane - (left | reached)))
            ^ QuadBitboard::splat(Bitboard::of(a), placed)
            ^ QuadBitboard::splat(Bitboard::of(b), rook)
    }

    /// Returns the board before the move, given `after`, the board after the move.
    #[inline(always)]
    pub(crate) fn board_before(self, after: QuadBitboard) -> QuadBitboard {
        Self { removed: self.added, added: self.removed }.board(after)
    }

    /// Updates `keys`, those of the position before the move, by the pieces that leave and arrive. The parts of the key
    /// for the side to move, castling and en passant are left as they are.
    #[inline(always)]
    pub(crate) fn keys(self, mut keys: Keys) -> Keys {
        let [[left, captured], [arrived, rook]] = self.codes();
        for (square, code) in [left, arrived] {
            keys ^= Keys::of_piece(code, square);
        }
        // Most moves capture nothing, and a branch is cheaper than looking up two keys.
        if captured.1 != 0 {
            for (square, code) in [captured, rook] {
                keys ^= Keys::of_piece(code, square);
            }
        }
        keys
    }

    /// The squares of [`codes`](Self::codes): of the pieces that leave, and of those that arrive. Entries without a
    /// piece count too, so the first set has the target even of a move that captures nothing.
    #[inline(always)]
    pub(crate) fn squares(self) -> [Bitboard; 2] {
        let [[(a, _), (b, _)], [(c, _), (d, _)]] = self.codes();
        [Bitboard::of(a).with(b), Bitboard::of(c).with(d)]
    }

    /// Whether the move is a pawn's or a capture, which resets the clock of the fifty-move rule.
    #[inline(always)]
    pub(crate) const fn is_irreversible(self) -> bool {
        let [(_, mover), (_, captured)] = self.removed;
        mover >> 1 == Role::Pawn.code() || captured != self.added[1].1
    }

    /// The square that a pawn reaches by a double push; `None` for any other move.
    #[inline(always)]
    pub(crate) const fn double_push(self) -> Option<Square> {
        let [(from, mover), (to, _)] = [self.removed[0], self.added[0]];
        let is_double = mover >> 1 == Role::Pawn.code() && from.index() ^ to.index() == 16;
        if is_double { Some(to) } else { None }
    }
}

/// The pieces of two entries of an effect, each with its square; an entry whose code is 0 has no piece.
#[inline(always)]
fn pieces([first, second]: [(Square, u8); 2]) -> impl Iterator<Item = (Square, Piece)> {
    let piece = |(square, code)| Some((square, Piece::from_code(code)?));
    // Chained, because compilers do not unroll a loop over an array of two.
    piece(first).into_iter().chain(piece(second))
}

/// Questions about legal moves; for other moves the results are meaningless.
impl<const KEYED: bool> Position<KEYED> {
    /// What the legal move `mv` does to the board, without making it.
    #[inline(always)]
    pub const fn effect(&self, mv: Move) -> Effect {
        Effect::of_codes(mv, [self.board.code(mv.from()), self.board.code(mv.to())])
    }

    /// Whether a legal move captures, including en passant. Castling, which goes to the
    /// rook's square, does not.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position: Position = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1".parse()?;
    /// assert!(position.is_capture(Move::new(Square::E5, Square::D6)));
    /// assert!(!position.is_capture(Move::new(Square::E5, Square::E6)));
    /// assert!(!position.is_capture(Move::new(Square::E1, Square::H1)));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        // Reads sets instead of the move's effect: reading two codes for each move would take 2% of a search.
        self.board.color(!self.side_to_move()).has(mv.to()) || self.is_en_passant(mv)
    }

    /// Whether a legal move is one of [`Stage::Quiet`](crate::Stage::Quiet): it neither captures nor promotes.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Role, Square};
    /// let position: Position = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(position.is_quiet(Move::new(Square::E1, Square::E2)));
    /// assert!(!position.is_quiet(Move::promoting(Square::E7, Square::E8, Role::Queen)));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn is_quiet(&self, mv: Move) -> bool {
        !(mv.is_promotion() || self.is_capture(mv))
    }

    /// Whether a legal move captures en passant.
    #[inline]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.ep() == Some(mv.to()) && self.board.pawns().has(mv.from())
    }

    /// Whether a legal move is castling.
    #[inline]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.effect(mv).castling().is_some()
    }
}
