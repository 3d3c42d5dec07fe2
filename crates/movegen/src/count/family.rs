//! The moves of a parent, as bytes.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Rank, Role, Square};

use crate::generate::{Sink, back};
use crate::{Move, MoveList, Position};

/// Moves as three columns of bytes, so that a batch of them is one load from each: where from, where to, and the nibble that
/// arrives there.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) from: [u8; Self::CAPACITY],
    pub(super) to: [u8; Self::CAPACITY],
    pub(super) code: [u8; Self::CAPACITY],
    pub(super) len: usize,
}

impl Column {
    /// Room for all moves of a position, and for one word of eight bytes to be read from the last of them.
    const CAPACITY: usize = 256;

    const fn new() -> Self {
        Self { from: [0; Self::CAPACITY], to: [0; Self::CAPACITY], code: [0; Self::CAPACITY], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, from: Square, to: Square, code: u8) {
        // 218 moves at most: the mask changes nothing but spares the compiler its bounds checks.
        let at = self.len & 255;
        self.from[at] = from.index() as u8;
        self.to[at] = to.index() as u8;
        self.code[at] = code;
        self.len = at + 1;
    }
}

/// The moves of one parent, sorted into what lanes can do and what they cannot.
#[derive(Debug)]
pub(super) struct Family {
    us: Color,
    /// Moves after which king and knights of the mover stand elsewhere.
    pub(super) leapers: Column,
    /// All other moves.
    pub(super) others: Column,
    /// Moves whose child is more than one board with one piece moved.
    specials: MoveList,
    /// Targets of moves that are special whatever moves there: the opponent's castling rooks.
    special_targets: Bitboard,
    /// The squares of double pushes beside which a pawn of the opponent stands.
    ep_targets: Bitboard,
}

impl Family {
    pub(super) fn new(position: &Position) -> Self {
        let us = position.side_to_move();
        let capturers = position.pieces(!us, Role::Pawn) & Bitboard::rank(Rank::Fourth.of(us));
        let beside = capturers.into_iter().fold(Bitboard::EMPTY, |set, pawn| set | attacks::king(pawn));
        Self {
            us,
            leapers: Column::new(),
            others: Column::new(),
            specials: MoveList::new(),
            special_targets: position.castling_rights().rooks_of(!us),
            ep_targets: beside & Bitboard::rank(Rank::Fourth.of(us)),
        }
    }

    /// The replies to the special moves, one by one.
    pub(super) fn count_specials(&self, position: &Position) -> u64 {
        let mut count = 0;
        for &mv in &self.specials {
            let mut child = *position;
            child.play_unchecked(mv);
            count += child.legal_count() as u64;
        }
        count
    }
}

impl Sink for Family {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        let special = if role == Role::Pawn { targets } else { targets & self.special_targets };
        for to in special {
            self.specials.push(Move::new(from, to));
        }
        let column = match role {
            Role::King | Role::Knight => &mut self.leapers,
            _ => &mut self.others,
        };
        let code = role.of(self.us).code();
        for to in targets - special {
            column.push(from, to, code);
        }
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, rooks: Bitboard) {
        for rook in rooks {
            self.specials.push(Move::new(king, rook));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        let code = Role::Pawn.of(self.us).code();
        for to in targets {
            self.others.push(back(to, step), to, code);
        }
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, step: i32) {
        for to in targets & self.ep_targets {
            self.specials.push(Move::new(back(to, step), to));
        }
        self.pawns(targets - self.ep_targets, step);
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            let from = back(to, step);
            for role in Role::PROMOTIONS {
                if self.special_targets.has(to) {
                    self.specials.push(Move::promoting(from, to, role));
                } else {
                    let column = if role == Role::Knight { &mut self.leapers } else { &mut self.others };
                    column.push(from, to, role.of(self.us).code());
                }
            }
        }
    }
}
