//! Quadbit.

use quadbit_movegen::{Color, Move, MoveList, PieceValues, Position, Role};

use super::{Board, VALUES};

/// A position of `quadbit-movegen`, used as the example engine uses it.
#[derive(Clone, Copy, Debug)]
pub struct Ours(Position);

impl Board for Ours {
    type Move = Move;
    type List = MoveList;
    type Ranked = i64;

    const NO_MOVE: Move = Move::NULL;

    fn from_fen(fen: &str) -> Self {
        Self(fen.parse().expect("the benches use valid positions"))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    #[inline]
    fn side_to_move(&self) -> usize {
        self.0.side_to_move().index()
    }

    #[inline]
    fn halfmoves(&self) -> u32 {
        self.0.halfmoves().into()
    }

    #[inline]
    fn pieces(&self, color: usize, role: usize) -> u64 {
        self.0.pieces(Color::ALL[color], Role::ALL[role]).0
    }

    #[inline]
    fn has_insufficient_material(&self) -> bool {
        self.0.has_insufficient_material()
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    #[inline]
    fn captures_and_promotions(&self, list: &mut MoveList) {
        self.0.captures_and_promotions_into(list);
    }

    #[inline]
    fn quiets(&self, list: &mut MoveList) {
        self.0.quiets_into(list);
        if list.iter().any(|mv| mv.is_promotion()) {
            *list = list.iter().copied().filter(|mv| !mv.is_promotion()).collect();
        }
    }

    fn is_stuck(&self) -> bool {
        self.0.legal_count() == 0
    }

    #[inline]
    fn ranked(rank: i32, mv: Move) -> i64 {
        i64::from(rank) << 16 | i64::from(mv.to_bits())
    }

    #[inline]
    fn rank(ranked: i64) -> i64 {
        ranked
    }

    #[inline]
    fn unranked(ranked: i64) -> Move {
        Move::from_bits(ranked as u16)
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }

    #[inline]
    fn code(mv: Move) -> u16 {
        mv.to_bits()
    }

    #[inline]
    fn is_capture(&self, mv: Move) -> bool {
        self.0.is_capture(mv)
    }

    #[inline]
    fn captured(&self, mv: Move) -> Option<usize> {
        self.0.captured(mv).map(|piece| piece.role().index())
    }

    #[inline]
    fn mover(&self, mv: Move) -> usize {
        self.0.get(mv.from()).map_or(0, |piece| piece.role().index())
    }

    #[inline]
    fn promotion(mv: Move) -> Option<usize> {
        mv.promotion().map(Role::index)
    }

    #[inline]
    fn wins_exchange(&self, mv: Move) -> bool {
        self.0.wins_exchange(mv, 0, PieceValues(VALUES))
    }

    #[inline]
    fn after(&self, mv: Move) -> Self {
        Self(self.0.after(mv))
    }

    #[inline]
    fn after_null(&self) -> Self {
        let mut after = *self;
        after.0.play_null().expect("not in check");
        after
    }
}
