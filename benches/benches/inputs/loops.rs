//! Inputs one piece at a time, as trainers' loaders find them: a loop over sides, kinds and bits of sets, sliders by
//! magic look-ups, a table for each part of an index, and the whole once more for the other side. The code is written
//! anew from the definitions.
//!
//! 1. [`Board`] holds a set for each side and kind, and a mailbox, as an engine would have them.
//! 2. Its methods push the indices of each set of inputs to a [`List`], by [`Tables`].
//!
//! The indices are compared with ours, in ascending order, before anything is timed.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "indices are made of squares and kinds"
)]

use cozy_chess::{BitBoard, get_bishop_moves, get_rook_moves};
use quadbit_movegen::{Color, Position, Square};
use quadbit_quad::attacks;

/// A set for each side and kind of piece, and a mailbox: `6 * side + kind` on each square, 12 on an empty one.
pub(crate) struct Board {
    sets: [[u64; 6]; 2],
    mailbox: [u8; 64],
    occupied: u64,
}

/// The indices of one position: an array with 512 places, and the number of places in use. `push` does not check that
/// one is free.
pub(crate) struct List {
    indices: [i32; 512],
    len: usize,
}

impl List {
    pub(crate) const EMPTY: Self = Self { indices: [0; 512], len: 0 };

    pub(crate) fn take(&mut self) -> &[i32] {
        let len = std::mem::take(&mut self.len);
        &self.indices[..len]
    }

    #[inline(always)]
    fn push(&mut self, index: i32) {
        self.indices[self.len & 511] = index;
        self.len += 1;
    }
}

/// For each kind of attacker, pawn to queen: the slot of each attacked kind (9 if the pair is no input), and the number
/// of slots for each side.
const SLOTS: [([u8; 5], u32); 5] = [
    ([9, 0, 9, 1, 9], 2),
    ([0, 1, 2, 3, 4], 5),
    ([0, 1, 2, 3, 9], 4),
    ([0, 1, 2, 3, 9], 4),
    ([0, 1, 2, 3, 4], 5),
];

pub(crate) struct Tables {
    /// For each attacker and each attacked piece, as the side sees them: the first number of these pairs; `u32::MAX` if
    /// they are no input.
    firsts: [[u32; 16]; 12],
    /// For each attacker and its square: the number of this piece's pairs from lower squares.
    before: [[u16; 64]; 12],
    /// For each attacker, its square and a target square: how many of the squares that it attacks are lower than the
    /// target.
    numbers: Box<[[[u8; 64]; 64]; 12]>,
}

#[inline(always)]
fn attacked(side: usize, kind: usize, from: usize, occupied: u64) -> u64 {
    let (square, blockers) = (cozy_chess::Square::index(from), BitBoard(occupied));
    match kind {
        0 => attacks::pawn(Color::ALL[side], Square::ALL[from]).0,
        1 => attacks::knight(Square::ALL[from]).0,
        2 => get_bishop_moves(square, blockers).0,
        3 => get_rook_moves(square, blockers).0,
        _ => get_bishop_moves(square, blockers).0 | get_rook_moves(square, blockers).0,
    }
}

impl Tables {
    pub(crate) fn new() -> Self {
        let mut tables = Self {
            firsts: [[u32::MAX; 16]; 12],
            before: [[0; 64]; 12],
            numbers: vec![[[0; 64]; 64]; 12].try_into().expect("twelve pieces"),
        };
        let mut first = 0;
        for (side, kind) in (0..2).flat_map(|side| (0..5).map(move |kind| (side, kind))) {
            let attacker = 6 * side + kind;
            let mut pairs = 0;
            for from in 0..64 {
                let is_possible = kind > 0 || (8..56).contains(&from);
                let set = if is_possible { attacked(side, kind, from, 0) } else { 0 };
                tables.before[attacker][from] = pairs as u16;
                pairs += set.count_ones();
                for to in 0..64 {
                    tables.numbers[attacker][from][to] = (set & ((1 << to) - 1)).count_ones() as u8;
                }
            }
            let (slots, half) = SLOTS[kind];
            for (target_side, target) in (0..2).flat_map(|side| (0..5).map(move |target| (side, target))) {
                if slots[target] < 9 {
                    let slot = half * target_side as u32 + u32::from(slots[target]);
                    tables.firsts[attacker][6 * target_side + target] = first + slot * pairs;
                }
            }
            first += 2 * half * pairs;
        }
        tables
    }
}

impl Board {
    pub(crate) fn new(position: &Position) -> Self {
        let mut board =
            Self { sets: [[0; 6]; 2], mailbox: [12; 64], occupied: position.board().occupied().0 };
        for square in Square::ALL {
            let Some(piece) = position.piece_at(square) else { continue };
            let (side, kind) = (piece.color().index(), piece.role().index());
            board.sets[side][kind] |= 1 << square.index();
            board.mailbox[square.index()] = (6 * side + kind) as u8;
        }
        board
    }

    fn king(&self, side: usize) -> usize {
        self.sets[side][5].trailing_zeros() as usize
    }

    pub(crate) fn full_threats(&self, tables: &Tables, side: usize, out: &mut List) {
        let turn = (56 * side) ^ if self.king(side) & 4 == 0 { 0 } else { 7 };
        for color in 0..2 {
            self.threats_of::<0>(tables, side, color, turn, out);
            self.threats_of::<1>(tables, side, color, turn, out);
            self.threats_of::<2>(tables, side, color, turn, out);
            self.threats_of::<3>(tables, side, color, turn, out);
            self.threats_of::<4>(tables, side, color, turn, out);
        }
    }

    /// Adds the threats whose attacker is of the kind `KIND`: a constant, so that the compiler makes a function for
    /// each kind.
    #[inline(always)]
    fn threats_of<const KIND: usize>(
        &self,
        tables: &Tables,
        side: usize,
        color: usize,
        turn: usize,
        out: &mut List,
    ) {
        let attacker = 6 * (color ^ side) + KIND;
        let (firsts, before) = (&tables.firsts[attacker], &tables.before[attacker]);
        let numbers = &tables.numbers[attacker];
        for from in bits(self.sets[color][KIND]) {
            let seen_from = (from ^ turn) & 63;
            let (before, numbers) = (before[seen_from], &numbers[seen_from]);
            for to in bits(attacked(color, KIND, from, self.occupied) & self.occupied) {
                let target = usize::from(self.mailbox[to & 63]);
                let target = if side == 0 {
                    target
                } else if target < 6 {
                    target + 6
                } else {
                    target - 6
                };
                let (seen_to, first) = ((to ^ turn) & 63, firsts[target & 15]);
                if first == u32::MAX || target % 6 == KIND && seen_from < seen_to {
                    continue;
                }
                out.push((first + u32::from(before) + u32::from(numbers[seen_to])) as i32);
            }
        }
    }

    pub(crate) fn pawn_pairs(&self, side: usize, base: i32, out: &mut List) {
        let turn = (56 * side) ^ if self.king(side) & 4 == 0 { 0 } else { 7 };
        let pawns = [self.sets[0][0], self.sets[1][0]];
        for color in 0..2 {
            for one in bits(pawns[color]) {
                let files = 0x0101_0101_0101_0101_u64 << (one & 7);
                let near =
                    files | (files & !0x0101_0101_0101_0101) >> 1 | (files & !0x8080_8080_8080_8080) << 1;
                let number = |color: usize, square: usize| (48 * (color ^ side) + (square ^ turn) - 8) as i32;
                let this = number(color, one);
                // Finds each pair of pawns once: with a pawn of its own color on a higher square, and, for a white
                // pawn, with each black one.
                let later = pawns[color] & near & (!0 << one << 1);
                let others = if color == 0 { pawns[1] & near } else { 0 };
                for (other_color, other) in
                    bits(later).map(|other| (color, other)).chain(bits(others).map(|other| (1, other)))
                {
                    let that = number(other_color, other);
                    let (high, low) = (this.max(that), this.min(that));
                    out.push(base + high * (high - 1) / 2 + low);
                }
            }
        }
    }

    pub(crate) fn king_pieces(&self, side: usize, base: i32, out: &mut List) {
        let king = self.king(side);
        let turn = (56 * side) ^ if king & 4 == 0 { 7 } else { 0 };
        let king = king ^ turn;
        let bucket = 4 * (7 - king / 8) + (7 - king % 8);
        for square in bits(self.occupied) {
            let piece = usize::from(self.mailbox[square]);
            let plane = 2 * (piece % 6) + usize::from(piece / 6 != side);
            out.push(base + (768 * bucket + 64 * plane + (square ^ turn)) as i32);
        }
    }
}

/// Yields the numbers of the squares in a set, ascending.
#[inline(always)]
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        square
    })
}
