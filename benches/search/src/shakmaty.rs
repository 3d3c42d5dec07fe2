//! shakmaty.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, FromSetup, Move, Position, Role,
    Square, attacks,
};

use crate::board::{Board, worth};
use crate::exchange::{Capture, Sight, wins};

/// A position of shakmaty, with its key, which the library updates if it can.
#[derive(Clone, Debug)]
pub(crate) struct Shakmaty {
    position: Chess,
    key: Zobrist64,
}

impl Shakmaty {
    fn new(position: Chess) -> Self {
        let key = position.zobrist_hash(EnPassantMode::Legal);
        Self { position, key }
    }

    /// Calls a function for each change by a legal move.
    #[inline]
    fn changes(&self, mv: Move, mut changed: impl FnMut(i32, usize, usize)) {
        let ours = |role| 2 * (role as usize - 1) + self.side_to_move();
        let theirs = |role| ours(role) ^ 1;
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                changed(-1, ours(role), from.to_usize());
                if let Some(victim) = capture {
                    changed(-1, theirs(victim), to.to_usize());
                }
                changed(1, ours(promotion.unwrap_or(role)), to.to_usize());
            }
            Move::EnPassant { from, to } => {
                changed(-1, ours(Role::Pawn), from.to_usize());
                changed(-1, theirs(Role::Pawn), Square::from_coords(to.file(), from.rank()).to_usize());
                changed(1, ours(Role::Pawn), to.to_usize());
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                changed(-1, ours(Role::King), king.to_usize());
                changed(-1, ours(Role::Rook), rook.to_usize());
                changed(1, ours(Role::King), side.king_to(self.position.turn()).to_usize());
                changed(1, ours(Role::Rook), side.rook_to(self.position.turn()).to_usize());
            }
            Move::Put { .. } => unreachable!("no drops in standard chess"),
        }
    }
}

const fn index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

impl Board for Shakmaty {
    type Move = Move;
    type Node<'a> = &'a Self;
    type Ranked = (i64, Move);

    const NO_MOVE: Move = Move::EnPassant { from: Square::A1, to: Square::A1 };

    fn from_fen(fen: &str) -> Self {
        let fen: shakmaty::fen::Fen = fen.parse().expect("the benches use valid positions");
        Self::new(fen.into_position(CastlingMode::Standard).expect("the benches use valid positions"))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key.0
    }

    #[inline]
    fn side_to_move(&self) -> usize {
        index(self.position.turn())
    }

    #[inline]
    fn halfmoves(&self) -> u32 {
        self.position.halfmoves()
    }

    #[inline]
    fn pieces(&self, color: usize, role: usize) -> u64 {
        let board = self.position.board();
        board.by_color([Color::White, Color::Black][color]).0 & board.by_role(Role::ALL[role]).0
    }

    #[inline]
    fn heavy(&self) -> u64 {
        self.position.board().rooks_and_queens().0
    }

    #[inline]
    fn has_insufficient_material(&self) -> bool {
        self.position.is_insufficient_material()
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    #[inline]
    fn node(&self) -> &Self {
        self
    }

    #[inline]
    fn tactical(node: &&Self, mut visit: impl FnMut(Move, [i32; 2])) {
        let of = |role: Option<Role>| role.map_or(0, |role| worth(role as usize - 1));
        for mv in node.position.legal_moves() {
            if mv.is_capture() || mv.is_promotion() {
                visit(mv, [of(mv.capture()) + of(mv.promotion()), of(Some(mv.role()))]);
            }
        }
    }

    #[inline]
    fn quiet(node: &&Self, visit: impl FnMut(Move)) {
        let moves = node.position.legal_moves().into_iter();
        moves.filter(|mv| !mv.is_capture() && !mv.is_promotion()).for_each(visit);
    }

    #[inline]
    fn is_legal(node: &&Self, mv: Move) -> bool {
        node.position.is_legal(mv)
    }

    fn is_stuck(&self) -> bool {
        self.position.legal_moves().is_empty()
    }

    #[inline]
    fn ranked(rank: i32, mv: Move) -> (i64, Move) {
        (i64::from(rank) << 16 | i64::from(Self::code(mv)), mv)
    }

    #[inline]
    fn rank(ranked: (i64, Move)) -> i64 {
        ranked.0
    }

    #[inline]
    fn unranked(ranked: (i64, Move)) -> Move {
        ranked.1
    }

    #[inline]
    fn code(mv: Move) -> u16 {
        let from = mv.from().map_or(0, u16::from);
        let promotion = mv.promotion().map_or(0, |role| role as u16);
        from | u16::from(mv.to()) << 6 | promotion << 12
    }

    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        mv.is_capture()
    }

    #[inline]
    fn promotion(mv: Move) -> Option<usize> {
        mv.promotion().map(|role| role as usize - 1)
    }

    #[inline]
    fn wins_exchange(&self, mv: Move) -> bool {
        let from = mv.from().expect("no drops in standard chess");
        let capture = Capture {
            from: from.to_usize(),
            to: mv.to().to_usize(),
            mover: mv.role() as usize - 1,
            gain: mv.capture().map_or(0, |role| worth(role as usize - 1)),
            promotion: Self::promotion(mv),
            en_passant: mv
                .is_en_passant()
                .then(|| Square::from_coords(mv.to().file(), from.rank()).to_usize()),
        };
        wins(self.position.board(), self.side_to_move(), capture)
    }

    #[inline(always)]
    fn after(&self, mv: Move, changed: impl FnMut(i32, usize, usize)) -> Self {
        self.changes(mv, changed);
        let mut position = self.position.clone();
        position.play_unchecked(mv);
        let updated = self.position.update_zobrist_hash(self.key, mv, EnPassantMode::Legal);
        let key = updated.unwrap_or_else(|| position.zobrist_hash(EnPassantMode::Legal));
        Self { position, key }
    }

    /// Like `Position::swap_turn`, but the clock goes on.
    fn after_null(&self) -> Self {
        let mut setup = self.position.to_setup(EnPassantMode::Always);
        setup.swap_turn();
        setup.halfmoves += 1;
        Self::new(Chess::from_setup(setup, CastlingMode::Standard).expect("not in check"))
    }
}

impl Sight for &shakmaty::Board {
    #[inline]
    fn color(self, color: usize) -> u64 {
        self.by_color([Color::White, Color::Black][color]).0
    }

    #[inline]
    fn role(self, role: usize) -> u64 {
        self.by_role(Role::ALL[role]).0
    }

    #[inline]
    fn knight(square: usize) -> u64 {
        attacks::knight_attacks(Square::ALL[square]).0
    }

    #[inline]
    fn king(square: usize) -> u64 {
        attacks::king_attacks(Square::ALL[square]).0
    }

    #[inline]
    fn pawn(color: usize, square: usize) -> u64 {
        attacks::pawn_attacks([Color::White, Color::Black][color], Square::ALL[square]).0
    }

    #[inline]
    fn rook(square: usize, occupied: u64) -> u64 {
        attacks::rook_attacks(Square::ALL[square], Bitboard(occupied)).0
    }

    #[inline]
    fn bishop(square: usize, occupied: u64) -> u64 {
        attacks::bishop_attacks(Square::ALL[square], Bitboard(occupied)).0
    }
}
