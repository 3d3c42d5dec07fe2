//! Making moves.

use core::fmt;

use quadbit_quad::{Bitboard, QuadBitboard, attacks, zobrist as piece_keys};
use quadbit_x88::{Color, File, Piece, Role, Square};

use super::castling::castling_changes;
use super::mv::Move;
use crate::position::Position;
use crate::position::castling::CastlingRights;
use crate::position::en_passant::{EnPassant, captured_en_passant};
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

/// What a move does to one square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A piece leaves it.
    Removed(Square, Piece),
    /// A piece arrives.
    Added(Square, Piece),
}

impl Position {
    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`]; the position is unchanged then.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let mut position = Position::start();
    /// assert!(position.play(Move::new(Square::E2, Square::E4)).is_ok());
    /// assert!(position.play(Move::new(Square::E2, Square::E4)).is_err());
    /// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The position after a move that is known to be legal, made on a copy with
    /// [`play_unchecked`](Self::play_unchecked).
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let start = Position::start();
    /// let replies: usize = start.legal_moves().into_iter().map(|mv| start.after(mv).legal_count()).sum();
    /// assert_eq!(replies, 400);
    /// ```
    pub fn after(&self, mv: Move) -> Self {
        self.after_with(mv, |_| ())
    }

    /// The position after a move that is known to be legal, as [`after`](Self::after) makes it. Making it tells a function what changes
    /// on the board, in the order of [`changes`](Self::changes): an evaluation or a network that is updated move by move costs no
    /// second look at the squares.
    ///
    /// ```
    /// use quadbit_movegen::{Change, Move, PieceValues, Position, Square};
    /// // The material of the enemy, after a rook has taken a knight.
    /// let position: Position = "4k3/8/8/3nq3/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let mut material = 3 + 9;
    /// position.after_with(Move::new(Square::D1, Square::D5), |change| match change {
    ///     Change::Removed(_, piece) if piece.color() != position.side_to_move() => {
    ///         material -= PieceValues::CLASSIC.0[piece.role().index()];
    ///     }
    ///     _ => {}
    /// });
    /// assert_eq!(material, 9);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn after_with(&self, mv: Move, mut changed: impl FnMut(Change)) -> Self {
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
        if captures && (target ^ mover) & 1 == 0 {
            captures = false;
            let changes = self.changes(mv);
            changes.removed().for_each(|(square, piece)| changed(Change::Removed(square, piece)));
            changes.added().for_each(|(square, piece)| changed(Change::Added(square, piece)));
            let delta = castling_delta(us, from, to);
            board ^= delta.board;
            key ^= delta.key ^ self.en_passant.legal().map_or(0, zobrist::en_passant);
            squares = Bitboard::ALL;
        } else {
            let mut change = |square, code, change: fn(Square, Piece) -> Change| {
                if let Some(piece) = Piece::from_code(code) {
                    changed(change(square, piece));
                }
            };
            change(from, mover, Change::Removed);
            change(to, target, Change::Removed);
            board ^= QuadBitboard::splat(squares, mover) ^ QuadBitboard::splat(Bitboard::of(to), target);
            let mover_key = piece_keys::key(mover, from) ^ piece_keys::key(mover, to);
            let victim_key = piece_keys::key(target, to);
            key ^= mover_key ^ victim_key;
            pawn_key ^= if is_pawn { mover_key } else { 0 };
            pawn_key ^= if target >> 1 == Role::Pawn.code() { victim_key } else { 0 };
            // None of these is frequent, so each is a branch that the processor guesses.
            if let Some(file) = self.en_passant.legal() {
                key ^= zobrist::en_passant(file);
                if is_pawn && to == self.ep_target(file) {
                    let (square, pawn) = (captured_en_passant(from, to), mover ^ 1);
                    change(square, pawn, Change::Removed);
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
                let beside = (Bitboard::of(to) - Bitboard::file(File::A)) >> 1
                    | (Bitboard::of(to) - Bitboard::file(File::H)) << 1;
                let is_legal =
                    beside.meets(board.pawns() & board.color(!us)) && self.allows_en_passant(board, to);
                en_passant = EnPassant::new(to.file(), is_legal);
                if is_legal {
                    key ^= zobrist::en_passant(to.file());
                }
            }
            change(to, placed, Change::Added);
        }
        let mut castling = self.castling;
        let king_moves = mover >> 1 == Role::King.code();
        if !castling.is_empty() && (squares.meets(castling.rooks()) | king_moves) {
            castling = self.rights_after(us, from, to, mover);
            key ^= zobrist::castling(self.castling) ^ zobrist::castling(castling);
        }
        // A mask, because no branch could be guessed here.
        let is_reversible = u16::from(is_pawn | captures).wrapping_sub(1);
        Self {
            board,
            key,
            pawn_key,
            castling,
            en_passant,
            side_to_move: !us,
            fullmoves: self.fullmoves.saturating_add(us as u32),
            halfmoves: self.halfmoves.saturating_add(1) & is_reversible,
            in_check: gives_check(board, us, placed, to, squares),
        }
    }

    /// Whether a pawn may capture one that has just been pushed to a square beside it, which gave this board. Kept out of line,
    /// because few pawns pass others.
    #[inline(never)]
    fn allows_en_passant(&self, board: QuadBitboard, pawn: Square) -> bool {
        let after = Self { board, side_to_move: !self.side_to_move, ..*self };
        after.has_legal_ep(after.ep_target(pawn.file()))
    }

    /// Makes a move that is known to be legal, such as one of [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move leaves a position without meaning, on which later calls may return nonsense or panic, but never
    /// cause undefined behaviour.
    ///
    /// The board is updated by the xor of a delta, the keys by the xor of a few numbers.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    /// The rights that a move leaves.
    #[inline]
    pub(super) fn rights_after(&self, us: Color, from: Square, to: Square, mover: u8) -> CastlingRights {
        let rights = self.castling.without_rooks(Bitboard::of(from).with(to));
        if mover >> 1 == Role::King.code() { rights.without_side(us) } else { rights }
    }

    #[inline]
    pub(super) fn forget_en_passant(&mut self) {
        if let Some(file) = self.en_passant.legal() {
            self.key ^= zobrist::en_passant(file);
        }
        self.en_passant = EnPassant::NONE;
    }
}

/// What castling does to the board and the key.
struct Delta {
    board: QuadBitboard,
    key: u64,
}

/// King and rook leave their squares, then both arrive. Kept out of line, because castling is rare.
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

/// Whether the piece that a side has placed on a square, or a line that it has changed, gives check. The other side was not in check
/// before, so nothing else can. There are few branches, because few of them could be guessed.
#[inline]
fn gives_check(board: QuadBitboard, us: Color, placed: u8, to: Square, changed: Bitboard) -> bool {
    let own = board.color(us);
    let king = (board.kings() - own).first_or_a1();
    if LEAPS[(placed & 15) as usize][to.index()].has(king) {
        return true;
    }
    let [straight, slanted] = attacks::crosses(king);
    let orthogonal = board.orthogonal_sliders() & own & straight;
    let diagonal = board.diagonal_sliders() & own & slanted;
    ((changed.meets(straight) & orthogonal.any()) && orthogonal.meets(attacks::rook(king, board.occupied())))
        || ((changed.meets(slanted) & diagonal.any())
            && diagonal.meets(attacks::bishop(king, board.occupied())))
}

/// What a piece attacks from a square, by its code, if it is a pawn or a knight.
static LEAPS: [[Bitboard; 64]; 16] = {
    let mut leaps = [[Bitboard::EMPTY; 64]; 16];
    let mut square = 0;
    while square < 64 {
        let from = Square::ALL[square];
        leaps[Role::Pawn.of(Color::White).code() as usize][square] = attacks::pawn(Color::White, from);
        leaps[Role::Pawn.of(Color::Black).code() as usize][square] = attacks::pawn(Color::Black, from);
        leaps[Role::Knight.of(Color::White).code() as usize][square] = attacks::knight(from);
        leaps[Role::Knight.of(Color::Black).code() as usize][square] = attacks::knight(from);
        square += 1;
    }
    leaps
};
