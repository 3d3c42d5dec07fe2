//! The positions after many moves of one, in lanes.

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::simd::{BoardSimd, Lanes};
use quadbit_x88::Rank;

use crate::{Move, Position};

/// Makes moves of one position, as many at once as the level has lanes: for whoever wants to know something about all
/// positions that can follow, such as their keys, before one of them is made.
///
/// Castling, promotions, and captures en passant move more than lanes can, and a double push that can be captured en passant
/// leaves more than a board: after these the positions have to be made one by one, and [`Successors::apart`] says which
/// they are.
///
/// ```
/// use fearless_simd::prelude::*;
/// use quadbit_movegen::{Position, SuccessorMaker};
/// use quadbit_nibble::simd::{Level, dispatch};
/// use quadbit_quad::simd::{BoardSimd, Lanes};
///
/// /// How many pieces are left after the first moves, one for each lane.
/// fn pieces<S: BoardSimd>(s: S, position: &Position) -> u64 {
///     let moves = position.legal_moves();
///     let after = SuccessorMaker::new(s, position).make(s, &moves[..Lanes::<S>::LEN]);
///     s.popcount(after.boards.occupied())[0]
/// }
/// assert_eq!(dispatch!(Level::auto(), s => pieces(s, &Position::start())), 32);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SuccessorMaker<S: BoardSimd> {
    parent: Lanes<S>,
    /// The mover's pieces, and the sets of squares that make a move one for [`Successors::apart`].
    own: S::u64s,
    pawns: S::u64s,
    pawns_second: S::u64s,
    pawns_seventh: S::u64s,
    en_passant: S::u64s,
    beside: S::u64s,
    /// The castling rooks of both sides, the mover's king, and what he gives up when he moves.
    rooks: S::u64s,
    king: S::u64s,
    own_rooks: S::u64s,
}

/// Positions in lanes: what decides which moves can follow, but for the side to move, which is the same in all.
#[derive(Clone, Copy, Debug)]
pub struct Successors<S: BoardSimd> {
    /// The boards.
    pub boards: Lanes<S>,
    /// The castling rooks of both sides, as [`CastlingRights::rooks`](crate::CastlingRights::rooks) has them.
    pub castling_rooks: S::u64s,
    /// Not zero where the move could not be made in lanes: then board and rooks mean nothing. Elsewhere, no capture en
    /// passant is legal.
    pub apart: S::u64s,
}

impl<S: BoardSimd> SuccessorMaker<S> {
    /// Prepares what the moves of a position share.
    #[inline(always)]
    pub fn new(s: S, position: &Position) -> Self {
        let us = position.side_to_move();
        let board = position.board();
        let own = board.color(us);
        let pawns = board.pawns() & own;
        let fourth = Bitboard::rank(Rank::Fourth.of(us));
        let capturers = board.pawns() & board.color(!us) & fourth;
        let en_passant = position.ep().map_or(Bitboard::EMPTY, Bitboard::of);
        let rights = position.castling_rights();
        let splat = |set: Bitboard| S::u64s::splat(s, set.0);
        Self {
            parent: Lanes::splat(s, board),
            own: splat(own),
            pawns: splat(pawns),
            pawns_second: splat(pawns & Bitboard::rank(Rank::Second.of(us))),
            pawns_seventh: splat(pawns & Bitboard::rank(Rank::Seventh.of(us))),
            en_passant: splat(en_passant),
            beside: splat((capturers << 1 | capturers >> 1) & fourth),
            rooks: splat(rights.rooks()),
            king: splat(Bitboard::of(position.king(us))),
            own_rooks: splat(rights.rooks_of(us)),
        }
    }

    /// The positions after the first moves of a slice, one in each lane. Lanes beyond the last move mean nothing.
    #[inline(always)]
    pub fn make(&self, s: S, moves: &[Move]) -> Successors<S> {
        let (mut from, mut to) = (0, 0);
        for (lane, mv) in moves.iter().take(Lanes::<S>::LEN).enumerate() {
            from |= (mv.from().index() as u64) << (8 * lane);
            to |= (mv.to().index() as u64) << (8 * lane);
        }
        let (from, to) = (s.squares(from), s.squares(to));
        let zero = S::u64s::splat(s, 0);
        let kept = !(from | to);
        let boards = self.parent.moved(s, from, to);
        let given_up = (self.king & from).simd_eq(zero).select(zero, self.own_rooks);
        let captured = (self.pawns & from).simd_eq(zero).select(zero, to & self.en_passant);
        let pushed = (self.pawns_second & from).simd_eq(zero).select(zero, to & self.beside);
        Successors {
            boards,
            castling_rooks: self.rooks & kept & !given_up,
            apart: (to & self.own) | captured | pushed | (self.pawns_seventh & from),
        }
    }
}
