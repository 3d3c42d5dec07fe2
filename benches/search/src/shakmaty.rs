//! The library shakmaty, as a node of the example engine's search.
//!
//! Each method calls shakmaty where it has the question; exchanges and upcoming repetitions, which it lacks, come from
//! the modules `exchange` and `repetition`.
//!
//! Moves must come in the same order as in our library, and keys must tell the same positions apart, so that all
//! libraries search the same tree.

use std::sync::LazyLock;

use quadbit_movegen::{Bitboard, Color, Effect, Piece, Role, Square, Stage};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _, attacks};

use crate::engine::{Candidate, Node};
use crate::exchange::{Capture, Sight, wins, worth};
use crate::repetition::Reversible;

/// A position with its key. The key is updated with each move where shakmaty can, and else computed anew.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    position: Chess,
    key: Zobrist64,
}

/// A move. Two are equal if their squares and promotion are, as in our library; shakmaty compares the pieces too.
#[derive(Clone, Copy, Debug, Eq)]
pub(crate) struct Move(shakmaty::Move);

static REVERSIBLE: LazyLock<Reversible> =
    LazyLock::new(|| Reversible::new(|fen| read(fen).expect("a valid position").key.0));

fn read(fen: &str) -> Result<Position, String> {
    let fen: shakmaty::fen::Fen = fen.parse().map_err(|error| format!("{error}"))?;
    fen.into_position(CastlingMode::Standard).map(Position::new).map_err(|error| format!("{error}"))
}

impl Node for Position {
    type Move = Move;

    fn from_position(position: &quadbit_movegen::Position) -> Self {
        LazyLock::force(&REVERSIBLE);
        read(&position.to_string()).expect("a legal position")
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key.0
    }

    /// Returns the set of all pawns, in place of a pawn key: enough to see whether pawns have changed.
    #[inline]
    fn pawn_key(&self) -> u64 {
        self.position.board().pawns().0
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        self.position.turn().fold_wb(Color::White, Color::Black)
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        let piece = self.position.board().piece_at(shakmaty::Square::ALL[square.index()])?;
        Some(role(piece.role).of(piece.color.fold_wb(Color::White, Color::Black)))
    }

    #[inline]
    fn is_quiet(&self, mv: Move) -> bool {
        !mv.0.is_capture() && !mv.0.is_promotion()
    }

    #[inline(always)]
    fn play<T>(&mut self, mv: Move, then: impl FnOnce(&mut Self, Effect) -> T) -> T {
        let Self { mut position, key } = self.clone();
        let updated = position.update_zobrist_hash(key, mv.0, EnPassantMode::Legal);
        position.play_unchecked(mv.0);
        let key = updated.unwrap_or_else(|| position.zobrist_hash(EnPassantMode::Legal));
        then(&mut Self { position, key }, self.effect(mv))
    }

    fn pass<T>(&mut self, then: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let board = self.position.board();
        let officers = board.by_color(self.position.turn()) & !board.pawns() & !board.kings();
        self.passed().filter(|_| officers.any()).map(|mut passed| then(&mut passed))
    }

    #[inline]
    fn wins_exchange(&self, mv: Move) -> bool {
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
    fn is_drawn(&self, earlier: &[u64]) -> bool {
        let reversible = self.position.halfmoves() as usize;
        let mut same_side = earlier.iter().rev().take(reversible).skip(3).step_by(2);
        same_side.any(|&earlier| earlier == self.key())
            || self.position.is_insufficient_material()
            || reversible >= 100 && !self.position.is_checkmate()
    }

    #[inline]
    fn can_repeat(&self, earlier: &[u64]) -> bool {
        let reversible = (self.position.halfmoves() as usize).min(earlier.len());
        reversible >= 3 && {
            let board = self.position.board();
            let own = Bitboard(board.by_color(self.position.turn()).0);
            let earlier = &earlier[earlier.len() - reversible..];
            REVERSIBLE.can_repeat(self.key(), own, Bitboard(board.occupied().0), earlier)
        }
    }

    #[inline]
    fn find(&self, mv: Move) -> Option<Move> {
        self.position.is_legal(mv.0).then_some(mv)
    }

    #[inline]
    fn pawns(&self) -> [Bitboard; 2] {
        let board = self.position.board();
        shakmaty::Color::ALL.map(|color| Bitboard((board.pawns() & board.by_color(color)).0))
    }

    #[inline]
    fn visit(&self, stage: Stage, mut visit: impl FnMut(Candidate<Move>)) {
        for mv in self.position.legal_moves() {
            if (stage == Stage::Quiet) == self.is_quiet(Move(mv)) {
                visit(Candidate { mv: Move(mv), mover: role(mv.role()), victim: mv.capture().map(role) });
            }
        }
    }
}

impl Position {
    fn new(position: Chess) -> Self {
        let key = position.zobrist_hash(EnPassantMode::Legal);
        Self { position, key }
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
        Effect::of_codes(mv.into(), codes)
    }

    /// Passes the turn like shakmaty's `Position::swap_turn`, but counts the half move on the clock; `None` if the
    /// position after it is not valid.
    fn passed(&self) -> Option<Self> {
        let mut setup = self.position.to_setup(EnPassantMode::Always);
        setup.swap_turn();
        setup.halfmoves += 1;
        Chess::from_setup(setup, CastlingMode::Standard).ok().map(Self::new)
    }
}

impl From<Move> for quadbit_movegen::Move {
    #[inline]
    fn from(Move(mv): Move) -> Self {
        let from = mv.from().expect("no drops in standard chess");
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        Self::from_bits((mv.to().to_usize() << 6 | from.to_usize()) as u16 | promotion << 12)
    }
}

impl PartialEq for Move {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let [a, b]: [quadbit_movegen::Move; 2] = [*self, *other].map(Into::into);
        a == b
    }
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
