//! Legal moves by fills.
//!
//! 1. The fills of both sides are made once ([`Fills`]): taboo squares, checks, pins by direction.
//! 2. These limit the moves of king, knights and pawns; pawns move as sets. Castling needs a king's path without taboo
//!    squares.
//! 3. Sliders: counting adds up the sizes of the filled sets. A list fills step by step, so that a target
//!    reached in step `n` has its slider `n` squares behind.
//! 4. A capture en passant is made, and the new board filled again, to test whether the capture is legal.
//!
//! No slider is looked up square by square.

use core::marker::PhantomData;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u64x4};
use quadbit_movegen::Move;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Direction, File, Rank, Role, Square};

use super::kings::{Fills, KingLines};
use crate::bitboards::{Count, Kind, Packer, Sink, State, View, back, behind, castling_targets, span};

/// A consumer of moves that also takes the moves of all sliders at once.
pub(super) trait FillSink: Sink {
    fn sliders<S: Simd, V: View, const QUIET: bool>(&mut self, scene: &Scene<S, V, QUIET>);
}

/// Puts all legal moves of the side to move into `sink`; only captures and promotions if `QUIET` is false.
#[inline(always)]
pub(super) fn generate<S: Simd, V: View, K: FillSink, const QUIET: bool>(
    s: S,
    board: QuadBitboard,
    state: State,
    sink: &mut K,
) {
    let scene = Scene::<S, V, QUIET>::new(s, board);
    let safe = attacks::king(scene.king) - scene.own - scene.lines.taboo;
    sink.piece(Role::King, scene.king, scene.wanted(safe));
    if scene.allowed.is_empty() {
        return;
    }
    let rooks = state.castling_rooks::<V>();
    if QUIET && rooks.any() {
        scene.castling(rooks, sink);
    }
    scene.knights(sink);
    scene.pawns(sink);
    if let Some(target) = state.ep_target::<V>() {
        scene.en_passant(target, sink);
    }
    sink.sliders(&scene);
}

/// What the generator knows about a board: its filled slider attacks, and the checks and pins of the side to move.
#[derive(Debug)]
pub(super) struct Scene<S: Simd, V, const QUIET: bool> {
    s: S,
    board: QuadBitboard,
    own: Bitboard,
    king: Square,
    fills: Fills<S>,
    lines: KingLines,
    is_check: bool,
    /// The squares to which a piece other than the king may move if it is not pinned: those that hold no piece of its
    /// own side, and in check only those where a move ends the check.
    allowed: Bitboard,
    view: PhantomData<V>,
}

impl<S: Simd, V: View, const QUIET: bool> Scene<S, V, QUIET> {
    #[inline(always)]
    fn new(s: S, board: QuadBitboard) -> Self {
        let fills = Fills::new(s, board);
        let lines = fills.lines(V::GEOMETRY);
        let own = board.color(V::GEOMETRY);
        let king = (board.kings() & own).first_or_a1();
        let is_check = lines.taboo.has(king);
        let allowed = if is_check {
            let leapers =
                attacks::pawn(V::GEOMETRY, king) & board.pawns() | attacks::knight(king) & board.knights();
            let checkers = lines.sliding_checkers | (leapers - own);
            if checkers.has_many() { Bitboard::EMPTY } else { checkers | lines.block_targets }
        } else {
            !own
        };
        Self { s, board, own, king, fills, lines, is_check, allowed, view: PhantomData }
    }

    /// Filters `targets`, squares to which a piece other than a pawn may move: keeps all if `QUIET`, else only those
    /// that hold enemy pieces.
    #[inline(always)]
    fn wanted(&self, targets: Bitboard) -> Bitboard {
        if QUIET { targets } else { targets & self.board.color(!V::GEOMETRY) }
    }

    /// The pieces of the side to move among `pieces` that are not pinned, or are pinned along the line of `direction`.
    #[inline(always)]
    fn free(&self, pieces: Bitboard, direction: Direction) -> Bitboard {
        let line = direction.index() % 4;
        let here = self.lines.pinned_towards[line] | self.lines.pinned_towards[line + 4];
        pieces & (self.own - (self.lines.pinned - here))
    }

    /// Puts castling with each of `rooks`, whose rights remain, into the sink if it is legal: the side is not in check,
    /// the rook is not pinned, all squares that king and rook cross or enter are empty but for the two of them, and the
    /// enemy attacks no square that the king crosses or enters.
    #[inline(always)]
    fn castling<K: Sink>(&self, rooks: Bitboard, sink: &mut K) {
        if self.is_check {
            return;
        }
        for rook in rooks - self.lines.pinned {
            let [king_target, rook_target] = castling_targets::<V>(self.king, rook);
            let king_path = span(self.king, king_target);
            let path = king_path | span(rook, rook_target);
            let others = self.board.occupied().without(self.king).without(rook);
            if !path.intersects(others) && !king_path.intersects(self.lines.taboo) {
                sink.castling(self.king, rook);
            }
        }
    }

    /// Puts the moves of knights into the sink. A pinned knight has none.
    #[inline(always)]
    fn knights<K: Sink>(&self, sink: &mut K) {
        for from in self.board.knights() & (self.own - self.lines.pinned) {
            sink.piece(Role::Knight, from, self.wanted(attacks::knight(from) & self.allowed));
        }
    }

    /// Puts the moves of pawns into the sink as sets, pinned ones too: a pawn may step in a direction unless it
    /// is pinned on another line.
    #[inline(always)]
    fn pawns<K: Sink>(&self, sink: &mut K) {
        let us = V::GEOMETRY;
        let (pawns, empty) = (self.board.pawns(), !self.board.occupied());
        let theirs = self.board.color(!us) & self.allowed;
        let [ahead, to_west, to_east] =
            [Direction::North, Direction::NorthWest, Direction::NorthEast].map(|d| d.relative_to(us));
        let third = Bitboard::rank(Rank::Third.relative_to(us));

        let single = self.free(pawns, ahead).step(ahead) & empty;
        let double = (single & third).step(ahead) & empty & self.allowed;
        let single = single & self.allowed;
        let west = self.free(pawns, to_west).step(to_west) & theirs;
        let east = self.free(pawns, to_east).step(to_east) & theirs;

        sink.pawn_moves::<V, QUIET>([single, double, west, east]);
    }

    /// Puts the legal captures en passant to `target` into the sink: each is made on a copy of the board, whose fills
    /// show whether the king is attacked.
    #[inline(always)]
    fn en_passant<K: Sink>(&self, target: Square, sink: &mut K) {
        let capturers = attacks::pawn(!V::GEOMETRY, target) & self.board.pawns() & self.own;
        for from in capturers {
            let mut after = self.board;
            after.put_code(target, after.code(from));
            after.take(from);
            after.take(behind::<V>(target));
            if self.is_safe_in(after) {
                sink.en_passant(from, target);
            }
        }
    }

    /// Whether the king of the side to move is not attacked on `board`, the board after a capture en passant. Not
    /// inlined, because it is rare.
    #[inline(never)]
    fn is_safe_in(&self, board: QuadBitboard) -> bool {
        vectorize!(self.s, !Fills::new(self.s, board).lines(V::GEOMETRY).taboo.has(self.king))
    }

    /// The sliders of the side to move that may move along the line of `direction`.
    #[inline(always)]
    fn sliders(&self, direction: Direction) -> Bitboard {
        let sliders = if direction.is_diagonal() {
            self.board.diagonal_sliders()
        } else {
            self.board.orthogonal_sliders()
        };
        self.free(sliders, direction)
    }

    /// The squares that the sliders attack if pinned ones may slide only along their own lines: each line is filled
    /// again without the sliders that are pinned on another. The four directions of [`UPWARDS`] come first, then their
    /// opposites.
    #[inline(never)]
    fn slides_of_free_sliders(&self) -> [Bitboard; 8] {
        vectorize!(self.s, {
            let s = self.s;
            let steps = u64x4::simd_from(s, STEPS);
            let (twice, four_times) = (steps + steps, steps + steps + steps + steps);
            let empty = u64x4::splat(s, !self.board.occupied().0);
            let sliders = u64x4::simd_from(s, UPWARDS.map(|direction| self.sliders(direction).0));
            let (above, below) = (u64x4::simd_from(s, ABOVE), u64x4::simd_from(s, BELOW));

            let (mut up, mut free) = (sliders, empty & above);
            up |= free & (up << steps);
            free &= free << steps;
            up |= free & (up << twice);
            free &= free << twice;
            up |= free & (up << four_times);
            let up: [u64; 4] = (up << steps & above).into();

            let (mut down, mut free) = (sliders, empty & below);
            down |= free & (down >> steps);
            free &= free >> steps;
            down |= free & (down >> twice);
            free &= free >> twice;
            down |= free & (down >> four_times);
            let down: [u64; 4] = (down >> steps & below).into();

            let [a, b, c, d] = up;
            let [e, f, g, h] = down;
            [a, b, c, d, e, f, g, h].map(Bitboard)
        })
    }
}

impl FillSink for Count {
    /// Adds up the sizes of the filled sets. This is the number of moves, because no two sliders attack a square in the
    /// same direction.
    #[inline(always)]
    fn sliders<S: Simd, V: View, const QUIET: bool>(&mut self, scene: &Scene<S, V, QUIET>) {
        let board = scene.board;
        let slides = if scene.lines.pinned.intersects(board.diagonal_sliders() | board.orthogonal_sliders()) {
            scene.slides_of_free_sliders()
        } else {
            scene.fills.slides(V::GEOMETRY)
        };
        for slide in slides {
            self.0 += (slide & scene.wanted(scene.allowed)).len();
        }
    }
}

/// The four directions in which square numbers grow. The opposite ones are shifts to the right by the same `STEPS`.
const UPWARDS: [Direction; 4] =
    [Direction::North, Direction::NorthEast, Direction::East, Direction::NorthWest];
const STEPS: [u64; 4] = [8, 9, 1, 7];

/// For each direction of [`UPWARDS`]: the squares that a step in this direction can reach without wrapping around the
/// left or right edge.
const ABOVE: [u64; 4] =
    [!0, !Bitboard::file(File::A).0, !Bitboard::file(File::A).0, !Bitboard::file(File::H).0];
/// For each direction of [`UPWARDS`]: the squares that a step in the opposite direction can reach without wrapping
/// around the left or right edge.
const BELOW: [u64; 4] =
    [!0, !Bitboard::file(File::H).0, !Bitboard::file(File::H).0, !Bitboard::file(File::A).0];

impl FillSink for Packer<'_> {
    /// Fills step by step: a target reached in step `n` has its slider `n` steps behind.
    #[inline(always)]
    fn sliders<S: Simd, V: View, const QUIET: bool>(&mut self, scene: &Scene<S, V, QUIET>) {
        let s = scene.s;
        let steps = u64x4::simd_from(s, STEPS);
        let allowed = u64x4::splat(s, scene.wanted(scene.allowed).0);
        let empty = u64x4::splat(s, !scene.board.occupied().0);
        let queens = scene.board.queens();
        let mut above = u64x4::simd_from(s, UPWARDS.map(|direction| scene.sliders(direction).0));
        let mut below = above;
        for distance in 1..8 {
            above = (above << steps) & u64x4::simd_from(s, ABOVE);
            below = (below >> steps) & u64x4::simd_from(s, BELOW);
            let (up, down): ([u64; 4], [u64; 4]) = ((above & allowed).into(), (below & allowed).into());
            for line in 0..4 {
                let step = STEPS[line] as i32 * distance;
                let slider = if UPWARDS[line].is_diagonal() { Role::Bishop } else { Role::Rook };
                for (targets, step) in [(up[line], step), (down[line], -step)] {
                    for to in Bitboard(targets) {
                        let from = back(to, step);
                        let role = if queens.has(from) { Role::Queen } else { slider };
                        self.push(Move::new(from, to), role, Kind::Plain);
                    }
                }
            }
            above &= empty;
            below &= empty;
            let still_going: [u64; 4] = (above | below).into();
            if still_going == [0; 4] {
                break;
            }
        }
    }
}
