//! The library shakmaty, by the names of our library that the example engine uses.
//!
//! 1. The engine's files are compiled once more in [`engine`], where `chess` is this module.
//! 2. Each method calls shakmaty where it has the question; exchanges and upcoming repetitions, which it lacks, come
//!    from the modules `exchange` and `repetition`.
//!
//! Moves must come in the same order and keys tell the same positions apart as ours: all libraries search the same
//! tree.

use std::str::FromStr;
use std::sync::LazyLock;

pub(crate) use quadbit_movegen::{
    Bitboard, Color, Effect, File, Piece, PieceValues, Role, Square, Stage, uci,
};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _, attacks};

use crate::exchange::{Capture, Sight, wins, worth};
use crate::repetition::Reversible;
use crate::shakmaty as chess;

#[path = "engine.rs"]
pub(crate) mod engine;

/// A position with its key. The key is updated with each move where shakmaty can, and else computed anew.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    position: Chess,
    key: Zobrist64,
}

/// A move. Two are equal if their squares and promotion are, as in our library; shakmaty compares the pieces too.
#[derive(Clone, Copy, Debug, Eq)]
pub(crate) struct Move(shakmaty::Move);

pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) mover: Role,
    pub(crate) victim: Option<Role>,
}

static REVERSIBLE: LazyLock<Reversible> =
    LazyLock::new(|| Reversible::new(|fen| read(fen).expect("a valid position").key.0));

impl FromStr for Position {
    type Err = String;

    fn from_str(fen: &str) -> Result<Self, Self::Err> {
        LazyLock::force(&REVERSIBLE);
        read(fen)
    }
}

fn read(fen: &str) -> Result<Position, String> {
    let fen: shakmaty::fen::Fen = fen.parse().map_err(|error| format!("{error}"))?;
    fen.into_position(CastlingMode::Standard).map(Position::new).map_err(|error| format!("{error}"))
}

impl Position {
    fn new(position: Chess) -> Self {
        let key = position.zobrist_hash(EnPassantMode::Legal);
        Self { position, key }
    }

    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key.0
    }

    /// The set of all pawns, in place of a pawn key: enough to see whether pawns have changed.
    #[inline]
    pub(crate) fn pawn_key(&self) -> u64 {
        self.position.board().pawns().0
    }

    #[inline]
    pub(crate) fn side_to_move(&self) -> Color {
        self.position.turn().fold_wb(Color::White, Color::Black)
    }

    #[inline]
    pub(crate) fn is_check(&self) -> bool {
        self.position.is_check()
    }

    #[inline]
    pub(crate) fn board(&self) -> Sets<'_> {
        Sets(self.position.board())
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let piece = self.position.board().piece_at(shakmaty::Square::ALL[square.index()])?;
        Some(role(piece.role).of(piece.color.fold_wb(Color::White, Color::Black)))
    }

    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        self.position.legal_moves().into_iter().map(Move).collect()
    }

    pub(crate) fn legal_count(&self) -> usize {
        self.position.legal_moves().len()
    }

    #[inline]
    #[expect(clippy::unused_self, reason = "our moves do not know what they capture")]
    pub(crate) fn is_quiet(&self, mv: Move) -> bool {
        !mv.0.is_capture() && !mv.0.is_promotion()
    }

    #[inline(always)]
    fn after(&self, mv: Move) -> Self {
        let Self { mut position, key } = self.clone();
        let updated = position.update_zobrist_hash(key, mv.0, EnPassantMode::Legal);
        position.play_unchecked(mv.0);
        let key = updated.unwrap_or_else(|| position.zobrist_hash(EnPassantMode::Legal));
        Self { position, key }
    }

    #[inline(always)]
    pub(crate) fn after_with_effect(&self, mv: Move) -> (Self, Effect) {
        (self.after(mv), self.effect(mv))
    }

    #[inline(always)]
    fn effect(&self, mv: Move) -> Effect {
        let us = self.side_to_move();
        let target = match mv.0 {
            shakmaty::Move::Castle { .. } => Role::Rook.of(us).code(),
            shakmaty::Move::Normal { capture: Some(victim), .. } => role(victim).of(!us).code(),
            _ => 0,
        };
        let codes = [role(mv.0.role()).of(us).code(), target];
        Effect::of_codes(quadbit_movegen::Move::from_bits(mv.to_bits()), codes)
    }

    /// Like `Position::swap_turn`, but the clock goes on.
    pub(crate) fn null_move(&self) -> Option<Self> {
        let mut setup = self.position.to_setup(EnPassantMode::Always);
        setup.swap_turn();
        setup.halfmoves += 1;
        Chess::from_setup(setup, CastlingMode::Standard).ok().map(Self::new)
    }

    #[inline]
    pub(crate) fn wins_exchange(&self, mv: Move, _threshold: i32, _values: &PieceValues) -> bool {
        let mv = mv.0;
        let from = mv.from().expect("no drops in standard chess");
        let capture = Capture {
            from: from.to_usize(),
            to: mv.to().to_usize(),
            mover: mv.role() as usize - 1,
            gain: mv.capture().map_or(0, |role| worth(role as usize - 1)),
            promotion: mv.promotion().map(|role| role as usize - 1),
            en_passant: mv
                .is_en_passant()
                .then(|| shakmaty::Square::from_coords(mv.to().file(), from.rank()).to_usize()),
        };
        wins(self.position.board(), self.side_to_move().index(), capture)
    }

    #[inline]
    pub(crate) fn repetitions(&self, earlier: &[u64]) -> usize {
        let reversible = self.position.halfmoves() as usize;
        let same_side = earlier.iter().rev().take(reversible).skip(3).step_by(2);
        same_side.filter(|&&earlier| earlier == self.key()).count()
    }

    #[inline]
    pub(crate) fn has_upcoming_repetition(&self, earlier: &[u64]) -> bool {
        let reversible = (self.position.halfmoves() as usize).min(earlier.len());
        reversible >= 3 && {
            let board = self.position.board();
            let own = Bitboard(board.by_color(self.position.turn()).0);
            let earlier = &earlier[earlier.len() - reversible..];
            REVERSIBLE.can_repeat(self.key(), own, Bitboard(board.occupied().0), earlier)
        }
    }

    #[inline]
    pub(crate) fn has_insufficient_material(&self) -> bool {
        self.position.is_insufficient_material()
    }

    #[inline]
    pub(crate) fn allows_fifty_move_claim(&self) -> bool {
        self.position.halfmoves() >= 100
    }
}

impl Position {
    #[inline]
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(mv.0)
    }

    #[inline]
    pub(crate) fn visit(&self, stage: Stage, mut visit: impl FnMut(Candidate)) {
        for mv in self.position.legal_moves() {
            if (stage == Stage::Quiet) == self.is_quiet(Move(mv)) {
                visit(Candidate { mv: Move(mv), mover: role(mv.role()), victim: mv.capture().map(role) });
            }
        }
    }
}

impl Move {
    #[inline]
    pub(crate) fn from(self) -> Square {
        square(self.0.from().expect("no drops in standard chess"))
    }

    #[inline]
    pub(crate) fn to(self) -> Square {
        square(self.0.to())
    }

    #[inline]
    pub(crate) fn promotion(self) -> Option<Role> {
        self.0.promotion().map(role)
    }

    /// The move as the 16 bits of `quadbit_movegen::Move`.
    #[inline]
    pub(crate) fn to_bits(self) -> u16 {
        let promotion = self.0.promotion().map_or(0, |role| role as u16);
        (self.to().index() << 6 | self.from().index()) as u16 | promotion << 12
    }
}

impl PartialEq for Move {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

/// The sets of pieces of a board, under our names.
pub(crate) struct Sets<'a>(&'a shakmaty::Board);

impl Sets<'_> {
    #[inline]
    pub(crate) fn color(&self, color: Color) -> Bitboard {
        Bitboard(self.0.by_color(shakmaty::Color::from_white(color == Color::White)).0)
    }

    #[inline]
    pub(crate) fn pawns(&self) -> Bitboard {
        Bitboard(self.0.pawns().0)
    }

    #[inline]
    pub(crate) fn kings(&self) -> Bitboard {
        Bitboard(self.0.kings().0)
    }
}

#[inline]
fn square(square: shakmaty::Square) -> Square {
    Square::ALL[square.to_usize()]
}

#[inline]
fn role(role: shakmaty::Role) -> Role {
    Role::ALL[role as usize - 1]
}

impl Sight for &shakmaty::Board {
    #[inline]
    fn color(self, color: usize) -> u64 {
        self.by_color(shakmaty::Color::ALL[color]).0
    }

    #[inline]
    fn role(self, role: usize) -> u64 {
        self.by_role(shakmaty::Role::ALL[role]).0
    }

    #[inline]
    fn knight(square: usize) -> u64 {
        attacks::knight_attacks(shakmaty::Square::ALL[square]).0
    }

    #[inline]
    fn king(square: usize) -> u64 {
        attacks::king_attacks(shakmaty::Square::ALL[square]).0
    }

    #[inline]
    fn pawn(color: usize, square: usize) -> u64 {
        attacks::pawn_attacks(shakmaty::Color::ALL[color], shakmaty::Square::ALL[square]).0
    }

    #[inline]
    fn rook(square: usize, occupied: u64) -> u64 {
        attacks::rook_attacks(shakmaty::Square::ALL[square], shakmaty::Bitboard(occupied)).0
    }

    #[inline]
    fn bishop(square: usize, occupied: u64) -> u64 {
        attacks::bishop_attacks(shakmaty::Square::ALL[square], shakmaty::Bitboard(occupied)).0
    }
}
