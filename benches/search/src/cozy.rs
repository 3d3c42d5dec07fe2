//! The library cozy-chess, as a node of the example engine's search.
//!
//! Each method calls cozy-chess where it has the question; exchanges and upcoming repetitions, which it lacks, come
//! from the modules `exchange` and `repetition`.
//!
//! Moves must come in the same order as in our library, and keys must tell the same positions apart, so that all
//! libraries search the same tree.

use std::sync::LazyLock;

use cozy_chess::{BitBoard, Board, Rank};
use quadbit_movegen::{Bitboard, Color, Effect, Piece, Role, Square, Stage};

use crate::engine::{Candidate, Node};
use crate::exchange::{Capture, Sight, wins, worth};
use crate::list::List;
use crate::repetition::Reversible;

#[derive(Clone, Debug)]
pub(crate) struct Position(pub(crate) Board);

/// A move; castling is king takes rook, as in our library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move(pub(crate) cozy_chess::Move);

static REVERSIBLE: LazyLock<Reversible> =
    LazyLock::new(|| Reversible::new(|fen| Board::from_fen(fen, false).expect("a valid position").hash()));

impl Node for Position {
    type Move = Move;

    fn from_position(position: &quadbit_movegen::Position) -> Self {
        LazyLock::force(&REVERSIBLE);
        Self(Board::from_fen(&position.to_string(), false).expect("a legal position"))
    }

    /// Returns a key that includes en passant only if a capture is legal. In most positions no pawn stands next to the
    /// pushed one, and no capture has to be tried.
    #[inline]
    fn key(&self) -> u64 {
        let Some(target) = self.en_passant() else {
            return self.0.hash();
        };
        let us = self.0.side_to_move();
        let capturers =
            cozy_chess::get_pawn_attacks(target, !us) & self.0.colored_pieces(us, cozy_chess::Piece::Pawn);
        let is_legal = |from| self.0.is_legal(cozy_chess::Move { from, to: target, promotion: None });
        if capturers.iter().any(is_legal) { self.0.hash() } else { self.0.hash_without_ep() }
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        Color::ALL[self.0.side_to_move() as usize]
    }

    #[inline]
    fn is_check(&self) -> bool {
        !self.0.checkers().is_empty()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        let square = theirs(square);
        Some(ours_role(self.0.piece_on(square)?).of(Color::ALL[self.0.color_on(square)? as usize]))
    }

    #[inline]
    fn is_quiet(&self, mv: Move) -> bool {
        let mv = mv.0;
        let is_capture = self.0.colors(!self.0.side_to_move()).has(mv.to)
            || self.en_passant() == Some(mv.to) && self.0.pieces(cozy_chess::Piece::Pawn).has(mv.from);
        !is_capture && mv.promotion.is_none()
    }

    #[inline(always)]
    fn play<T>(&mut self, mv: Move, then: impl FnOnce(&mut Self, Effect) -> T) -> T {
        let mut after = self.0.clone();
        after.play_unchecked(mv.0);
        then(&mut Self(after), self.effect(mv))
    }

    #[inline]
    fn pass<T>(&mut self, then: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let slow = self.0.pieces(cozy_chess::Piece::Pawn) | self.0.pieces(cozy_chess::Piece::King);
        let officers = self.0.colors(self.0.side_to_move()) - slow;
        self.0.null_move().filter(|_| !officers.is_empty()).map(|passed| then(&mut Self(passed)))
    }

    #[inline]
    fn wins_exchange(&self, mv: Move) -> bool {
        let mv = mv.0;
        let us = self.0.side_to_move();
        let mover = self.0.piece_on(mv.from).expect("a legal move");
        let is_en_passant = mover == cozy_chess::Piece::Pawn && self.en_passant() == Some(mv.to);
        let victim = if is_en_passant { Some(cozy_chess::Piece::Pawn) } else { self.0.piece_on(mv.to) };
        let capture = Capture {
            from: mv.from as usize,
            to: mv.to as usize,
            mover: mover as usize,
            gain: victim.map_or(0, |piece| worth(piece as usize)),
            promotion: mv.promotion.map(|piece| piece as usize),
            en_passant: is_en_passant.then(|| cozy_chess::Square::new(mv.to.file(), mv.from.rank()) as usize),
        };
        wins(&self.0, us as usize, capture)
    }

    #[inline]
    fn is_drawn(&self, earlier: &[u64]) -> bool {
        let reversible = usize::from(self.0.halfmove_clock());
        let key = self.key();
        let mut same_side = earlier.iter().rev().take(reversible).skip(3).step_by(2);
        same_side.any(|&earlier| earlier == key)
            || self.has_insufficient_material()
            || reversible >= 100 && (!self.is_check() || self.0.generate_moves(|_| true))
    }

    #[inline]
    fn can_repeat(&self, earlier: &[u64]) -> bool {
        let reversible = usize::from(self.0.halfmove_clock()).min(earlier.len());
        let own = Bitboard(self.0.colors(self.0.side_to_move()).0);
        reversible >= 3
            && REVERSIBLE.can_repeat(
                self.key(),
                own,
                Bitboard(self.0.occupied().0),
                &earlier[earlier.len() - reversible..],
            )
    }

    #[inline]
    fn find(&self, mv: Move) -> Option<Move> {
        self.0.is_legal(mv.0).then_some(mv)
    }

    /// Returns the set of all pawns, in place of a pawn key: enough to see whether pawns have changed.
    #[inline]
    fn pawn_key(&self) -> u64 {
        self.0.pieces(cozy_chess::Piece::Pawn).0
    }

    #[inline]
    fn pawns(&self) -> [Bitboard; 2] {
        let pawns = self.0.pieces(cozy_chess::Piece::Pawn);
        cozy_chess::Color::ALL.map(|color| Bitboard((pawns & self.0.colors(color)).0))
    }

    #[inline]
    fn visit(&self, stage: Stage, mut visit: impl FnMut(Candidate<Move>)) {
        let board = &self.0;
        let [pawn_targets, targets] = self.tactical_targets();
        if stage == Stage::Quiet {
            // Excluding the target of en passant loses no quiet move: to be pushed there, a pawn would have to stand on
            // the square of the pawn that has just made its double push.
            board.generate_moves(|mut piece| {
                piece.to &= !if piece.piece == cozy_chess::Piece::Pawn { pawn_targets } else { targets };
                let mover = ours_role(piece.piece);
                for mv in piece {
                    visit(Candidate { mv: Move(mv), mover, victim: None });
                }
                false
            });
        } else {
            board.generate_moves(|mut piece| {
                piece.to &= if piece.piece == cozy_chess::Piece::Pawn { pawn_targets } else { targets };
                let mover = ours_role(piece.piece);
                for mv in piece {
                    // Among captures and promotions, only en passant and promotions by a push go to empty squares.
                    let victim = board.piece_on(mv.to).map(ours_role);
                    let is_en_passant = victim.is_none() && mv.promotion.is_none();
                    visit(Candidate {
                        mv: Move(mv),
                        mover,
                        victim: if is_en_passant { Some(Role::Pawn) } else { victim },
                    });
                }
                false
            });
        }
    }
}

impl Position {
    #[inline(always)]
    fn effect(&self, mv: Move) -> Effect {
        let code = |square| {
            let role = self.0.piece_on(square).map_or(0, |piece| ours_role(piece).code());
            role << 1 | u8::from(self.0.colors(cozy_chess::Color::Black).has(square))
        };
        Effect::of_codes(mv.into(), [mv.0.from, mv.0.to].map(code))
    }

    #[inline]
    fn has_insufficient_material(&self) -> bool {
        let minors = self.0.pieces(cozy_chess::Piece::Knight) | self.0.pieces(cozy_chess::Piece::Bishop);
        if !((self.0.occupied() ^ minors) ^ self.0.pieces(cozy_chess::Piece::King)).is_empty() {
            return false;
        }
        let bishops = self.0.pieces(cozy_chess::Piece::Bishop);
        minors.len() <= 1
            || self.0.pieces(cozy_chess::Piece::Knight).is_empty()
                && (bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_subset(BitBoard::LIGHT_SQUARES))
    }

    /// Returns the square behind the pawn of the last double push; `None` if cozy-chess notes none.
    #[inline]
    fn en_passant(&self) -> Option<cozy_chess::Square> {
        let file = self.0.en_passant()?;
        Some(cozy_chess::Square::new(file, Rank::Third.relative_to(!self.0.side_to_move())))
    }

    /// Returns the squares on which pawns of the side to move capture or promote, and those on which other pieces
    /// capture.
    #[inline]
    fn tactical_targets(&self) -> [BitBoard; 2] {
        let us = self.0.side_to_move();
        let theirs = self.0.colors(!us);
        let en_passant = self.en_passant().map_or(BitBoard::EMPTY, cozy_chess::Square::bitboard);
        [theirs | en_passant | Rank::Eighth.relative_to(us).bitboard(), theirs]
    }

    /// Fills the list with the legal captures and promotions.
    #[inline]
    pub(crate) fn list_tactical(&self, list: &mut List) {
        list.clear();
        let [pawn_targets, targets] = self.tactical_targets();
        self.0.generate_moves(|mut piece| {
            piece.to &= if piece.piece == cozy_chess::Piece::Pawn { pawn_targets } else { targets };
            list.extend(piece);
            false
        });
    }

    /// Fills the list with the legal moves that are neither captures nor promotions.
    #[inline]
    pub(crate) fn list_quiet(&self, list: &mut List) {
        list.clear();
        let [pawn_targets, targets] = self.tactical_targets();
        self.0.generate_moves(|mut piece| {
            piece.to &= !if piece.piece == cozy_chess::Piece::Pawn { pawn_targets } else { targets };
            list.extend(piece);
            false
        });
    }
}

impl From<Move> for quadbit_movegen::Move {
    #[inline]
    fn from(Move(mv): Move) -> Self {
        let promotion = mv.promotion.map_or(0, |piece| piece as u16 + 1);
        Self::from_bits(mv.from as u16 | (mv.to as u16) << 6 | promotion << 12)
    }
}

#[inline]
fn theirs(square: Square) -> cozy_chess::Square {
    cozy_chess::Square::ALL[square.index()]
}

#[inline]
fn ours_role(piece: cozy_chess::Piece) -> Role {
    Role::ALL[piece as usize]
}
impl Sight for &Board {
    #[inline]
    fn color(self, color: usize) -> u64 {
        self.colors(cozy_chess::Color::ALL[color]).0
    }

    #[inline]
    fn role(self, role: usize) -> u64 {
        self.pieces(cozy_chess::Piece::ALL[role]).0
    }

    #[inline]
    fn knight(square: usize) -> u64 {
        cozy_chess::get_knight_moves(cozy_chess::Square::ALL[square]).0
    }

    #[inline]
    fn king(square: usize) -> u64 {
        cozy_chess::get_king_moves(cozy_chess::Square::ALL[square]).0
    }

    #[inline]
    fn pawn(color: usize, square: usize) -> u64 {
        cozy_chess::get_pawn_attacks(cozy_chess::Square::ALL[square], cozy_chess::Color::ALL[color]).0
    }

    #[inline]
    fn rook(square: usize, occupied: u64) -> u64 {
        cozy_chess::get_rook_moves(cozy_chess::Square::ALL[square], BitBoard(occupied)).0
    }

    #[inline]
    fn bishop(square: usize, occupied: u64) -> u64 {
        cozy_chess::get_bishop_moves(cozy_chess::Square::ALL[square], BitBoard(occupied)).0
    }
}
