//! The children of one position, one per lane.
//!
//! 1. [`Parent::new`] puts the board of a position into every lane.
//! 2. [`Parent::children`] takes as many moves as there are lanes. In each lane `from` is emptied, and the
//!    piece from there is placed on `to`. Most moves change only these two squares.
//! 3. Three kinds of moves do more: castling moves two pieces, a capture en passant empties a third square, and
//!    after a double push the other side may capture en passant. [`Children::one_by_one`] names their lanes,
//!    and the caller makes these moves by [`Position::after`], so their rules need not be repeated here.
//!
//! The [`ReplyCounter`](crate::ReplyCounter) and the [`LeafCounter`](crate::LeafCounter) count leaves below these
//! children, and [`PositionKeys`](crate::PositionKeys) hashes them.

use fearless_simd::prelude::*;
use quadbit_movegen::{Move, Position};
use quadbit_quad::Bitboard;
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_x88::{Color, Rank, Role};

use crate::board::positions::Positions;

/// A position, prepared for making its moves in lanes.
#[derive(Clone, Copy)]
pub(crate) struct Parent<S: BoardSimd> {
    us: Color,
    board: Boards<S>,
    /// The castling rooks of both sides.
    castling_rooks: S::u64s,
    /// The sets that tell which moves are made one by one; `None` if the position has no such moves.
    special: Option<Special<S>>,
}

/// The sets that tell which moves are made one by one: castling, captures en passant, and double pushes that allow one.
#[derive(Clone, Copy)]
struct Special<S: BoardSimd> {
    /// The king of the side to move.
    king: S::u64s,
    /// The rooks of the side to move that may still castle.
    our_castling_rooks: S::u64s,
    /// The pawns of the side to move that may capture en passant.
    capturers: S::u64s,
    /// The target of a capture en passant, if one is legal.
    en_passant: S::u64s,
    /// The pawns of the side to move on their second rank.
    pushers: S::u64s,
    /// The targets of double pushes that are next to an enemy pawn.
    next_to_enemy_pawn: S::u64s,
}

/// The positions after several moves of one parent position, one in each lane.
pub(crate) struct Children<S: BoardSimd> {
    /// The position in each lane; meaningless in the lanes of `one_by_one`. Castling rooks are exact: those
    /// that have moved or were captured are gone.
    pub(crate) positions: Positions<S>,
    /// A bit for each lane whose move has to be made by [`Position::after`].
    pub(crate) one_by_one: u64,
}

impl<S: BoardSimd> Parent<S> {
    #[inline(always)]
    pub(crate) fn new(s: S, position: &Position) -> Self {
        let us = position.side_to_move();
        let board = position.board();
        let pawns = position.pieces(us, Role::Pawn);
        let next_to_enemy_pawn = position.next_to_enemy_pawns();
        let rights = position.castling_rights();
        let splat = |set: Bitboard| S::u64s::splat(s, set.0);
        let is_plain = rights.is_empty() && next_to_enemy_pawn.is_empty() && position.ep().is_none();
        let special = (!is_plain).then(|| Special {
            king: splat(position.pieces(us, Role::King)),
            our_castling_rooks: splat(rights.rooks_of(us)),
            capturers: splat(position.legal_ep_capturers()),
            en_passant: splat(position.ep().map_or(Bitboard::EMPTY, Bitboard::of)),
            pushers: splat(pawns & Bitboard::rank(Rank::Second.relative_to(us))),
            next_to_enemy_pawn: splat(next_to_enemy_pawn),
        });
        Self { us, board: Boards::splat(s, board), castling_rooks: splat(rights.rooks()), special }
    }

    /// The positions after as many of `moves` as there are lanes, one in each lane. Lanes after the last move are
    /// meaningless.
    #[inline(always)]
    pub(crate) fn children(&self, s: S, moves: &[Move]) -> Children<S> {
        let bits = match moves.first_chunk() {
            Some(moves) => moves.map(Move::to_bits),
            None => core::array::from_fn(|lane| moves.get(lane).map_or(0, |mv| mv.to_bits())),
        };
        let zero = S::u64s::splat(s, 0);
        let one = S::u64s::splat(s, 1);
        let moves_in_lanes = s.widen_words(bits);
        let from = one << (moves_in_lanes & 63);
        let to = one << ((moves_in_lanes >> 6) & 63);
        let mut boards = self.board.moved(s, from, to);
        let promotion = moves_in_lanes >> 12;
        if promotion.simd_ne(zero).any_true() {
            let code = (promotion << 1) | self.us as u64;
            let promoted = self.board.after(s, from, to, code);
            boards = boards.replaced(s, promotion.simd_eq(zero).select(zero, !zero), &promoted);
        }
        let (mut castling_rooks, mut one_by_one) = (self.castling_rooks, 0);
        if let Some(special) = &self.special {
            let given_up = (special.king & from).simd_eq(zero).select(zero, special.our_castling_rooks);
            castling_rooks &= !(from | to | given_up);
            one_by_one = special.lanes(s, from, to) & ((1 << moves.len().min(8)) - 1);
        }
        Children { positions: Positions { boards, castling_rooks }, one_by_one }
    }
}

impl<S: BoardSimd> Special<S> {
    /// The lanes in which the move from `from` to `to` is castling, a capture en passant, or a double push that
    /// allows one.
    #[inline(always)]
    fn lanes(&self, s: S, from: S::u64s, to: S::u64s) -> u64 {
        let zero = S::u64s::splat(s, 0);
        let castling = (self.king & from).simd_eq(zero).select(zero, to & self.our_castling_rooks);
        let captured = (self.capturers & from).simd_eq(zero).select(zero, to & self.en_passant);
        let pushed = (self.pushers & from).simd_eq(zero).select(zero, to & self.next_to_enemy_pawn);
        (castling | captured | pushed).simd_ne(zero).to_bitmask()
    }
}

impl<S: BoardSimd> Children<S> {
    /// The lanes whose moves have to be made by [`Position::after`], lowest first.
    #[inline(always)]
    pub(crate) fn one_by_one(&self) -> impl Iterator<Item = usize> + use<S> {
        let mut lanes = self.one_by_one;
        core::iter::from_fn(move || {
            let lane = lanes.trailing_zeros() as usize;
            (lanes != 0).then(|| {
                lanes &= lanes - 1;
                lane
            })
        })
    }
}
