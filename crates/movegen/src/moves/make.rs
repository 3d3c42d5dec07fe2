//! Making moves.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard, zobrist as piece_keys};
use quadbit_x88::{Color, Role, Square};

use super::castling::{castling_changes, is_castling};
use super::changes::Changes;
use super::check::leap;
use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingRights;
use crate::position::en_passant::{EnPassant, captured_en_passant};
use crate::position::safety::slider_checks_and_pins;
use crate::position::zobrist;

/// A move that is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a legal move here", self.0)
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// The position after a move that is known to be legal, such as one of
    /// [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move gives an invalid position, on which later calls may return wrong results or panic, but
    /// never cause undefined behaviour.
    ///
    /// A position takes 64 bytes, so a search that keeps the positions of its line on the
    /// stack needs nothing else.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let start = Position::start();
    /// let replies: usize = start.legal_moves().into_iter().map(|mv| start.after(mv).legal_count()).sum();
    /// assert_eq!(replies, 400);
    /// ```
    pub fn after(&self, mv: Move) -> Self {
        let mut after = *self;
        after.play_with_changes(mv);
        after
    }

    /// Makes a move that is known to be legal in place, as [`after`](Self::after) does on a copy, and returns its
    /// [`changes`](Self::changes): for an evaluation or a network that is updated move by move, without reading
    /// the squares twice.
    ///
    /// ```
    /// use quadbit_movegen::{Changes, Move, PieceValues, Position, Square};
    /// // The material of the enemy, after a rook has taken a knight.
    /// let mut position: Position = "4k3/8/8/3nq3/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let mut material = 3 + 9;
    /// let changes = position.play_with_changes(Move::new(Square::D1, Square::D5));
    /// if let Changes::Capture { removed: [_, (_, victim)], .. } = changes {
    ///     material -= PieceValues::CLASSIC.of(victim.role());
    /// }
    /// assert_eq!(material, 9);
    /// assert_eq!(position.to_string(), "4k3/8/8/3Rq3/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn play_with_changes(&mut self, mv: Move) -> Changes {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let [mover, target] = [from, to].map(|square| self.board.code(square));
        let is_pawn = mover >> 1 == Role::Pawn.code();
        let mut squares = Bitboard::of(from).with(to);
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE;
        let mut pawn_key = self.pawn_key;
        let mut en_passant = EnPassant::NONE;
        let mut board = self.board;
        let mut captures = target != 0;
        let mut placed = mover;
        let changes;
        if is_castling(mover, target) {
            captures = false;
            changes = Changes::of_castling(us, from, to);
            let delta = castling_delta(us, from, to);
            board ^= delta.board;
            key ^= delta.key ^ self.en_passant.legal().map_or(0, zobrist::en_passant);
            squares = Bitboard::ALL;
        } else {
            let mut victim = (to, target);
            board ^= QuadBitboard::splat(squares, mover) ^ QuadBitboard::splat(Bitboard::of(to), target);
            let mover_key = piece_keys::key(mover, from) ^ piece_keys::key(mover, to);
            let victim_key = piece_keys::key(target, to);
            key ^= mover_key ^ victim_key;
            pawn_key ^= if is_pawn { mover_key } else { 0 };
            pawn_key ^= if target >> 1 == Role::Pawn.code() { victim_key } else { 0 };
            // All of these are rare, so each is a predictable branch.
            if let Some(file) = self.en_passant.legal() {
                key ^= zobrist::en_passant(file);
                if is_pawn && to == self.ep_target(file) {
                    let (square, pawn) = (captured_en_passant(from, to), mover ^ 1);
                    victim = (square, pawn);
                    board ^= QuadBitboard::splat(Bitboard::of(square), pawn);
                    squares = squares.with(square);
                    key ^= piece_keys::key(pawn, square);
                    pawn_key ^= piece_keys::key(pawn, square);
                }
            }
            if let Some(role) = mv.promotion() {
                placed = role.of(us).code();
                board ^= QuadBitboard::splat(Bitboard::of(to), mover ^ placed);
                key ^= piece_keys::key(mover, to) ^ piece_keys::key(placed, to);
                pawn_key ^= piece_keys::key(mover, to);
            }
            if is_pawn & (from.index() ^ to.index() == 16) {
                let is_legal = self.next_to_enemy_pawns().has(to) && allows_en_passant(board, us, to);
                en_passant = EnPassant::new(to.file(), is_legal);
                if is_legal {
                    key ^= zobrist::en_passant(to.file());
                }
            }
            changes = Changes::of_codes((from, mover), (to, placed), victim);
        }
        let mut castling = self.castling;
        let king_moves = mover >> 1 == Role::King.code();
        if !castling.is_empty() && (squares.meets(castling.rooks()) | king_moves) {
            castling = self.rights_after(us, from, to, mover);
            key ^= zobrist::castling(self.castling) ^ zobrist::castling(castling);
        }
        // A mask, because a branch would be mispredicted here.
        let is_reversible = u16::from(is_pawn | captures).wrapping_sub(1);
        self.board = board;
        self.key = key;
        self.pawn_key = pawn_key;
        self.castling = castling;
        self.en_passant = en_passant;
        self.side_to_move = !us;
        self.fullmoves = self.fullmoves.saturating_add(us as u16);
        self.halfmoves = self.halfmoves.saturating_add(1) & is_reversible;
        self.checks_and_pins = {
            let king = (board.kings() & board.color_bits(!us)).first_or_a1();
            let leaper = if leap(placed, to).has(king) { Bitboard::of(to) } else { Bitboard::EMPTY };
            leaper | slider_checks_and_pins(board, !us, king)
        };
        changes
    }

    /// The rights that a move leaves.
    #[inline]
    pub(super) fn rights_after(&self, us: Color, from: Square, to: Square, mover: u8) -> CastlingRights {
        let rights = self.castling.without_rooks(Bitboard::of(from).with(to));
        if mover >> 1 == Role::King.code() { rights.without_side(us) } else { rights }
    }
}

/// Whether a pawn may capture one of `us` that has just been pushed to a square beside it, which gave this board. Not
/// inlined, because it is seldom needed, and without the position that is made: one whose address is passed on cannot
/// stay in registers.
#[inline(never)]
fn allows_en_passant(board: QuadBitboard, us: Color, pawn: Square) -> bool {
    let after = Position { board, side_to_move: !us, ..Position::start() };
    after.has_legal_ep(after.ep_target(pawn.file()))
}

/// The change of the board and the key by castling.
struct Delta {
    board: QuadBitboard,
    key: u64,
}

/// The change by castling with a rook. Not inlined, because castling is rare.
#[cold]
#[inline(never)]
fn castling_delta(us: Color, king: Square, rook: Square) -> Delta {
    let mut delta = Delta { board: QuadBitboard::EMPTY, key: 0 };
    for (square, code) in castling_changes(us, king, rook) {
        delta.board ^= QuadBitboard::splat(Bitboard::of(square), code);
        delta.key ^= piece_keys::key(code, square);
    }
    delta
}
