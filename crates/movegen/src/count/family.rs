//! The children of one position.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Lanes};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, Rank, Role, Square};

use super::queue::{Boards, Queue};
use crate::castling::Wing;
use crate::generate::{Sink, back};
use crate::{Move, Position};

/// The moves of one position as three columns of bytes, so that a batch of them is one load from each: where from, where to, and
/// the nibble that arrives there.
///
/// Castling and captures en passant, which move or take off a second piece, are made at once, and kept as boards.
#[derive(Clone)]
pub(super) struct Family {
    us: Color,
    from: [u8; Self::ROOM],
    to: [u8; Self::ROOM],
    code: [u8; Self::ROOM],
    len: usize,
    parent: QuadBitboard,
    /// Boards, and whether the rights to castle are kept.
    others: [(QuadBitboard, bool); Self::OTHERS],
    others_len: usize,
    /// The squares of double pushes beside which a pawn of the opponent stands; and those that were reached.
    beside: Bitboard,
    pushed: Bitboard,
}

impl Family {
    /// Room for 218 moves, and for the rest of eight behind the last.
    const ROOM: usize = 256;
    /// Two castlings, two captures en passant.
    const OTHERS: usize = 4;

    pub(super) const fn new() -> Self {
        Self {
            us: Color::White,
            from: [0; Self::ROOM],
            to: [0; Self::ROOM],
            code: [0; Self::ROOM],
            len: 0,
            parent: QuadBitboard::EMPTY,
            others: [(QuadBitboard::EMPTY, false); Self::OTHERS],
            others_len: 0,
            beside: Bitboard::EMPTY,
            pushed: Bitboard::EMPTY,
        }
    }

    /// Takes the moves of a position in place of the last one's.
    #[inline(always)]
    pub(in crate::count) fn fill(&mut self, position: &Position) {
        let us = position.side_to_move();
        let fourth = Bitboard::rank(Rank::Fourth.of(us));
        let capturers = position.pieces(!us, Role::Pawn) & fourth;
        self.us = us;
        self.len = 0;
        self.others_len = 0;
        self.parent = position.board();
        self.beside = (capturers << 1 | capturers >> 1) & fourth;
        self.pushed = Bitboard::EMPTY;
        position.generate(self);
    }

    /// The positions after double pushes that the opponent may answer by a capture en passant, as far as a pawn beside tells:
    /// no board shows this.
    pub(super) fn pushed(&self, position: &Position) -> impl Iterator<Item = Position> {
        let forward = Bitboard::rank(Rank::Second.of(self.us));
        self.pushed.into_iter().map(move |to| {
            let from = (forward & Bitboard::file(to.file())).first_or_a1();
            let mut child = *position;
            child.play_unchecked(Move::new(from, to));
            child
        })
    }

    /// Appends all children to a queue, turned so that the side to move there is white.
    #[inline(always)]
    pub(super) fn append_to<S: BoardSimd>(&self, s: S, position: &Position, queue: &mut Queue) {
        let rights = position.castling_rights();
        let (parent, squares, code, rooks) = match self.us {
            Color::Black => {
                let rooks = rights.rooks_of(Color::White) | rights.rooks_of(Color::Black);
                (self.parent, 0, 0, rooks)
            }
            Color::White => {
                let rooks = rights.rooks_of(Color::White) | rights.rooks_of(Color::Black);
                (self.parent.flip_colors(), 0x3838_3838_3838_3838, 0x0101_0101_0101_0101, rooks.flip_ranks())
            }
        };
        let home = (parent.kings() & parent.black()).0;
        let zero = S::u64s::splat(s, 0);
        let lanes = Lanes::<S>::LEN;
        let board = Lanes::splat(s, parent);
        let mut at = 0;
        while at < self.len {
            let from = s.squares(word(&self.from, at) ^ squares);
            let to = s.squares(word(&self.to, at) ^ squares);
            let boards = board.after(s, from, to, s.widen_bytes(word(&self.code, at) ^ code));
            // A king that has moved takes its rights along.
            let moved = (boards.kings() & home).simd_eq(zero);
            let rooks = S::u64s::splat(s, rooks.0) & moved.select(S::u64s::splat(s, WHITE_HALF), !zero);
            queue.append(s, &Boards { boards, rooks }, first_bits((self.len - at).min(lanes)));
            at += lanes;
        }
        for &(board, keeps_rights) in &self.others[..self.others_len] {
            let kept = if keeps_rights { !0 } else { WHITE_HALF };
            queue.push(board, rooks.0 & kept);
        }
    }

    /// Adds moves of one piece: what they share is written eight moves at a time, the rest one by one.
    #[inline(always)]
    fn push_piece(&mut self, from: Square, targets: Bitboard, code: u8) {
        let (from, code) = (u64::from_le_bytes([from.index() as u8; 8]), u64::from_le_bytes([code; 8]));
        let end = self.len + targets.count() as usize;
        let mut at = self.len;
        while at < end {
            write(&mut self.from, at, from);
            write(&mut self.code, at, code);
            at += 8;
        }
        self.push_targets(targets);
    }

    /// Adds moves of pawns, each from `step` squares below in number.
    #[inline(always)]
    fn push_pawns(&mut self, targets: Bitboard, step: i32) {
        let code = Role::Pawn.of(self.us).code();
        for (at, to) in (self.len..).zip(targets) {
            self.from[at & (Self::ROOM - 1)] = back(to, step).index() as u8;
            self.code[at & (Self::ROOM - 1)] = code;
        }
        self.push_targets(targets);
    }

    #[inline(always)]
    fn push_targets(&mut self, targets: Bitboard) {
        for to in targets {
            // Far below the room there is: the mask changes nothing but spares a bounds check.
            self.to[self.len & (Self::ROOM - 1)] = to.index() as u8;
            self.len += 1;
        }
    }

    fn push_promotion(&mut self, from: Square, to: Square, role: Role) {
        self.from[self.len] = from.index() as u8;
        self.to[self.len] = to.index() as u8;
        self.code[self.len] = role.of(self.us).code();
        self.len += 1;
    }

    fn push_child(&mut self, changes: [(Square, u8); 4], keeps_rights: bool) {
        let child = changes.into_iter().fold(self.parent, |board, (square, code)| {
            board.xor(QuadBitboard::splat(Bitboard::of(square), code))
        });
        let turned = match self.us {
            Color::White => child.flip_colors(),
            Color::Black => child,
        };
        self.others[self.others_len] = (turned, keeps_rights);
        self.others_len += 1;
    }
}

/// The ranks of the side that is white on a turned board.
const WHITE_HALF: u64 = 0xffff_ffff;

/// So many bits, at most 8.
#[inline(always)]
pub(super) const fn first_bits(count: usize) -> u64 {
    (1 << count) - 1
}

/// Eight bytes of a column; zero beyond its end, which no move is near.
#[inline(always)]
fn word(column: &[u8; Family::ROOM], at: usize) -> u64 {
    match column.get(at..at + 8).and_then(<[u8]>::first_chunk) {
        Some(&bytes) => u64::from_le_bytes(bytes),
        None => 0,
    }
}

#[inline(always)]
fn write(column: &mut [u8; Family::ROOM], at: usize, word: u64) {
    if let Some(bytes) = column.get_mut(at..at + 8) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
}

impl Sink for Family {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        let code = role.of(self.us).code();
        if role == Role::Pawn {
            for to in targets {
                let victim = Square::new(to.file(), from.rank());
                self.push_child([(from, code), (to, code), (victim, code ^ 1), (to, 0)], true);
            }
        } else {
            self.push_piece(from, targets, code);
        }
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rooks: Bitboard) {
        let (k, r) = (Role::King.of(self.us).code(), Role::Rook.of(self.us).code());
        for rook in rooks {
            let wing = Wing::of(king, rook);
            let arrivals = [(wing.king_target(self.us), k), (wing.rook_target(self.us), r)];
            self.push_child([(king, k), (rook, r), arrivals[0], arrivals[1]], false);
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        self.push_pawns(targets, step);
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, step: i32) {
        self.pushed |= targets & self.beside;
        self.pawns(targets, step);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.push_promotion(back(to, step), to, role);
            }
        }
    }
}
