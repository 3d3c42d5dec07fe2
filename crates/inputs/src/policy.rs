//! Moves as numbers of a network's policy head, and masks of the legal ones.
//!
//! All numberings are from the view of the side to move: with black to move, ranks are reversed, so that its pawns also
//! move up the board.
//!
//! 1. [`Policy::index`] numbers one move; [`Policy::find`] lists the legal moves and compares their numbers.
//! 2. A mask takes many positions: eight at a time, `quadbit-lanes` finds the targets of the piece on each square, and
//!    castling is put where the numbering has it.
//! 3. [`legal_bits`] converts the targets of each square to bits by `rows`, and adds the promotions that have
//!    numbers of their own. [`legal_mask`] stores them as truth values.
//!
//! A bit of a mask and [`Policy::index`] must agree on the number of a move: trained networks rely on it.

mod numbers;
mod rows;

use fearless_simd::prelude::*;
use quadbit_lanes::batch::legal_targets_at;
use quadbit_movegen::{Move, Position, Rank, Role};
use quadbit_nibble::simd::{BitSimd, Level, dispatch};
use quadbit_quad::Bitboard;
use quadbit_x88::Square;

use crate::history::as_seen;
use crate::spread::spread;
use numbers::{LC0, move_type};

/// A numbering of moves, as the outputs of a policy network have them.
///
/// ```
/// use quadbit_movegen::{Move, Position, Square};
/// use quadbit_inputs::policy::Policy;
/// let position = Position::start();
/// let e2e4 = Move::new(Square::E2, Square::E4);
/// assert_eq!(Policy::FromTo.index(&position, e2e4), 64 * 12 + 28);
/// assert_eq!(Policy::AlphaZero.index(&position, e2e4), 73 * 12 + 1); // two squares to the north
/// assert_eq!(Policy::Lc0.index(&position, e2e4), 322);
/// // The same move by black has the same numbers.
/// let position = position.after(e2e4);
/// assert_eq!(Policy::Lc0.index(&position, Move::new(Square::E7, Square::E5)), 322);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// `64 * from + to`, squares as the side to move sees them: 4,096 numbers. The four promotions of a pawn from one
    /// square to another share a number. Castling is king takes rook.
    FromTo,
    /// `73 * from + move type`: 4,672 numbers. The move types, seen from the square of the piece:
    ///
    /// ```text
    ///    0 .. 55   7 * direction + distance - 1, for directions    7 0 1
    ///              (a promotion to a queen is one of them)         6 . 2
    ///                                                              5 4 3
    ///   56 .. 63   the knight's jumps, clockwise from               . 63 . 56 .
    ///              two up and one to the right                     62  . . . 57
    ///                                                               .  . N . .
    ///                                                              61  . . . 58
    ///                                                               . 60 . 59 .
    ///   64 .. 72   promotions to N, B, R: to the left 64, 65, 66; straight on 67, 68, 69; to the right 70, 71, 72
    /// ```
    ///
    /// Castling is the king's move of two squares in standard chess, and king takes rook where a king or
    /// rook starts elsewhere.
    ///
    /// Source: Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go",
    /// 2018, for the 73 move types; their order is that of the package gym-chess, because no paper gives one.
    AlphaZero,
    /// The 1,858 moves that are possible, squares as the side to move sees them. First come the 1,792 pairs of
    /// squares that lie on a queen's line or a knight's jump apart, by `from` and then `to` ascending; a promotion to
    /// a knight has the number of its two squares. Then come 66 promotions, by the file of `from`, then that of `to`,
    /// each to Q, R, B. Castling is king takes rook.
    ///
    /// Source: Leela Chess Zero, `src/chess/bitboard.cc`.
    Lc0,
    /// `73 * (8 * file + rank) + move type`: the 4,672 numbers of pgx. Squares go up the files: a1, a2, .. h8. The
    /// move types, seen from the square of the piece:
    ///
    /// ```text
    ///    0 ..  8   promotions to R: straight on, to the right, to the left 0, 1, 2; to B 3, 4, 5; to N 6, 7, 8
    ///    9 .. 64   steps -7 .. -1 and 1 .. 7, a promotion to a queen among them:
    ///              up a file from 9, along a rank from 23, up to the right from 37, down to the right from 51
    ///   65 .. 72   the knight's jumps, files and ranks: -2 -1, -2 1, -1 -2, -1 2, 2 -1, 2 1, 1 -2, 1 2
    /// ```
    ///
    /// Castling is as in [`AlphaZero`](Self::AlphaZero). pgx plays only standard chess.
    ///
    /// Source: `pgx/_src/games/chess.py` of pgx 2, `Action` and `FROM_PLANE`.
    Pgx,
    /// The numbers of [`Pgx`](Self::Pgx), and 4,672 for castling to the c-file, 4,673 to the g-file: the 4,674 of
    /// `OpenSpiel`.
    ///
    /// Source: `open_spiel/games/chess/chess.cc`, `MoveToAction`.
    OpenSpiel,
}

/// The number of the first promotion among lc0's moves.
const LC0_PROMOTIONS: u16 = 1792;

/// The number of `AlphaZero`'s move types for each square.
const MOVE_TYPES: u16 = 73;

/// `OpenSpiel`'s number of castling to the c-file; the next one is castling to the g-file.
const OPEN_SPIEL_CASTLING: u16 = 64 * MOVE_TYPES;

/// `AlphaZero`'s first move type that is a promotion to a knight, a bishop or a rook.
const UNDERPROMOTIONS: u16 = 64;

impl Policy {
    /// How many numbers there are for moves; every index is below it.
    pub const fn size(self) -> usize {
        match self {
            Self::FromTo => 4096,
            Self::AlphaZero | Self::Pgx => 4672,
            Self::Lc0 => 1858,
            Self::OpenSpiel => 4674,
        }
    }

    /// The number of words of 64 bits in the mask that [`legal_bits`] writes for one position.
    pub const fn words(self) -> usize {
        self.size().div_ceil(64)
    }

    /// The number of the legal move `mv` in `position`. A move that is not legal gets some number below
    /// [`size`](Self::size).
    #[inline]
    pub fn index(self, position: &Position, mv: Move) -> u16 {
        let us = position.side_to_move();
        if self == Self::OpenSpiel && position.is_castling(mv) {
            return OPEN_SPIEL_CASTLING + u16::from(mv.to() > mv.from());
        }
        self.index_of(
            mv.from().relative_to(us),
            self.destination(position, mv).relative_to(us),
            mv.promotion(),
        )
    }

    /// The legal move with the number `index`: the reverse of [`index`](Self::index). If promotions share a
    /// number, it is the one to a queen. `None` if no legal move has this number.
    ///
    /// This lists the legal moves and compares the number of each.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// use quadbit_inputs::policy::Policy;
    /// let position = Position::start();
    /// assert_eq!(Policy::Lc0.find(&position, 322), Some(Move::new(Square::E2, Square::E4)));
    /// assert_eq!(Policy::Lc0.find(&position, 0), None); // from a1 to b1, where a knight stands
    /// ```
    pub fn find(self, position: &Position, index: u16) -> Option<Move> {
        let moves = position.legal_moves();
        let mut found = moves.iter().copied().filter(|&mv| self.index(position, mv) == index);
        let first = found.next()?;
        let queen = |mv: &Move| mv.promotion() == Some(Role::Queen);
        Some(if queen(&first) { first } else { found.find(queen).unwrap_or(first) })
    }

    /// The destination of `mv` in this numbering: castling may be king takes rook, or the king's two squares.
    #[inline]
    fn destination(self, position: &Position, mv: Move) -> Square {
        match self {
            Self::AlphaZero | Self::Pgx if position.is_castling(mv) && position.has_standard_castling() => {
                position.effect(mv).destination()
            }
            _ => mv.to(),
        }
    }

    /// The number of a move from `from` to `to`, squares as the side to move sees them.
    #[inline]
    fn index_of(self, from: Square, to: Square, promotion: Option<Role>) -> u16 {
        let (file, to_file) = (from.file().index() as u16, to.file().index() as u16);
        let [start, target] = [from, to].map(Square::index);
        match (self, promotion) {
            (Self::FromTo, _) => (start << 6 | target) as u16,
            (Self::AlphaZero, Some(role @ (Role::Knight | Role::Bishop | Role::Rook))) => {
                let kind = u16::from(role.code() - Role::Knight.code());
                let aside = (to_file + 1).saturating_sub(file).min(2);
                MOVE_TYPES * start as u16 + UNDERPROMOTIONS + 3 * aside + kind
            }
            (Self::AlphaZero, _) => MOVE_TYPES * start as u16 + u16::from(move_type(from, to)),
            (Self::Lc0, Some(role @ (Role::Queen | Role::Rook | Role::Bishop))) => {
                // Each file has three targets except the a-file, which lacks the first one: 2 * file +
                // to_file counts them.
                let kind = u16::from(Role::Queen.code() - role.code());
                (LC0_PROMOTIONS + 3 * (2 * file + to_file) + kind).min(self.size() as u16 - 1)
            }
            (Self::Lc0, _) => LC0[start][target],
            (Self::Pgx | Self::OpenSpiel, _) => {
                let ranks = (8 + to.rank().index() - from.rank().index()) as u16;
                let square = 8 * file + from.rank().index() as u16;
                MOVE_TYPES * square + pgx_move_type(8 + to_file - file, ranks, promotion)
            }
        }
    }

    /// Whether masks are made from the list of legal moves, because this numbering has no faster method.
    const fn is_by_move(self) -> bool {
        matches!(self, Self::Pgx | Self::OpenSpiel)
    }

    /// Calls `add` with the number of each legal move.
    fn each_legal(self, position: &Position, mut add: impl FnMut(usize)) {
        position.legal_moves().iter().for_each(|&mv| add(usize::from(self.index(position, mv))));
    }

    /// Changes `rows`, the target squares of the piece on each square, where a king may castle: the rook's square among
    /// the king's targets is replaced by the destination that this numbering gives the move.
    #[inline(always)]
    fn place_castling(self, position: &Position, rows: &mut [Bitboard; 64]) {
        let us = position.side_to_move();
        if self != Self::AlphaZero || position.castling_rights().rooks_of(us).is_empty() {
            return;
        }
        let king = position.king(us);
        let row = &mut rows[king.relative_to(us).index()];
        for rook in *row & as_seen(position.board().color(us), us) {
            let destination = self.destination(position, Move::new(king, rook.relative_to(us)));
            *row = row.without(rook).with(destination.relative_to(us));
        }
    }

    /// Calls `add` with the number of each promotion, which it may share with a plain move; `seventh` has, for each
    /// square of the seventh rank, the target squares of the piece there.
    #[inline(always)]
    fn add_promotions(self, position: &Position, seventh: &[Bitboard; 8], mut add: impl FnMut(usize)) {
        let us = position.side_to_move();
        let pawns = as_seen(position.pieces(us, Role::Pawn), us);
        for from in pawns & Bitboard::rank(Rank::Seventh) {
            for to in seventh[from.file().index()] {
                for role in Role::PROMOTIONS {
                    add(usize::from(self.index_of(from, to, Some(role))));
                }
            }
        }
    }
}

/// The move type of pgx for a piece that moves `files - 8` squares to the right and `ranks - 8` squares up.
fn pgx_move_type(files: u16, ranks: u16, promotion: Option<Role>) -> u16 {
    // Numbers the steps -7 to -1 and 1 to 7, given with 8 added, from 0 to 13.
    let step = |steps: u16| steps - 1 - u16::from(steps > 8);
    match promotion {
        Some(role @ (Role::Knight | Role::Bishop | Role::Rook)) => {
            3 * u16::from(Role::Rook.code() - role.code()) + (files + 1) % 3
        }
        _ if files == 8 => 9 + step(ranks),
        _ if ranks == 8 => 23 + step(files),
        _ if files == ranks => 37 + step(files),
        _ if files + ranks == 16 => 51 + step(files),
        _ => {
            let jump = match files {
                6 => 65,
                7 => 67,
                10 => 69,
                _ => 71,
            };
            jump + u16::from(ranks > 8)
        }
    }
}

/// Writes the legal moves of every position as bits, with the CPU instructions of `level`: bit `i % 64` of word `i /
/// 64` is set if the move with the number `i` in `policy` is legal. Each position takes [`words`](Policy::words)
/// words.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// use quadbit_inputs::policy::{self, Policy};
/// let mut words = vec![0; Policy::Lc0.words()];
/// policy::legal_bits(Level::auto(), Policy::Lc0, &[Position::start()], &mut words);
/// assert_eq!(words.iter().map(|word| word.count_ones()).sum::<u32>(), 20);
/// ```
///
/// # Panics
/// If `words` does not have [`policy.words()`](Policy::words) words for each position.
#[track_caller]
pub fn legal_bits(level: Level, policy: Policy, positions: &[Position], words: &mut [u64]) {
    let size = policy.words();
    assert_eq!(positions.len() * size, words.len(), "room for {size} words a position");
    if policy.is_by_move() {
        words.fill(0);
        let masks = positions.iter().zip(words.chunks_exact_mut(size));
        return masks.for_each(|(position, words)| {
            policy.each_legal(position, |index| words[index / 64] |= 1 << (index % 64));
        });
    }
    if policy == Policy::FromTo {
        return legal_targets_at(level, positions, bytemuck::cast_slice_mut(words));
    }
    in_blocks(level, positions, words, size, |positions, rows, words| {
        dispatch!(level, s => bits_at(s, policy, positions, rows, words));
    });
}

/// Writes the masks of legal moves of at most eight positions to `words`, a bit for each number of `policy`. `rows` has
/// the target squares of the piece on each square, and is overwritten.
#[inline(always)]
fn bits_at<S: BitSimd>(
    s: S,
    policy: Policy,
    positions: &[Position],
    rows: &mut [[Bitboard; 64]],
    words: &mut [u64],
) {
    let (mut squares, mut promoting) = ([Bitboard::EMPTY; BLOCK], [[Bitboard::EMPTY; 8]; BLOCK]);
    let places = squares.iter_mut().zip(&mut promoting);
    for ((position, rows), (squares, promoting)) in positions.iter().zip(rows.iter_mut()).zip(places) {
        policy.place_castling(position, rows);
        promoting.copy_from_slice(&rows[48..56]);
        *squares = own_pieces(position);
    }
    let squares = &squares[..positions.len()];
    match policy {
        Policy::AlphaZero => rows::masks_of_move_types(s, squares, rows, words),
        Policy::Lc0 => rows::masks_of_places(s, squares, rows, words),
        Policy::FromTo | Policy::Pgx | Policy::OpenSpiel => {}
    }
    let masks = words.chunks_exact_mut(policy.words());
    for ((position, promoting), words) in positions.iter().zip(&promoting).zip(masks) {
        policy.add_promotions(position, promoting, |index| words[index / 64] |= 1 << (index % 64));
    }
}

/// The pieces of the side to move; with black to move, ranks are reversed.
#[inline(always)]
fn own_pieces(position: &Position) -> Bitboard {
    let us = position.side_to_move();
    as_seen(position.board().color(us), us)
}

/// Writes the legal moves of every position as truth values, with the CPU instructions of `level`: element `i` of a
/// position is true if the move with the number `i` in `policy` is legal. Each position takes [`size`](Policy::size)
/// elements.
///
/// # Panics
/// If `mask` does not have [`policy.size()`](Policy::size) elements for each position.
#[track_caller]
pub fn legal_mask(level: Level, policy: Policy, positions: &[Position], mask: &mut [bool]) {
    let size = policy.size();
    assert_eq!(positions.len() * size, mask.len(), "room for {size} values a position");
    if policy.is_by_move() {
        mask.fill(false);
        let masks = positions.iter().zip(mask.chunks_exact_mut(size));
        return masks.for_each(|(position, mask)| policy.each_legal(position, |index| mask[index] = true));
    }
    in_blocks(level, positions, mask, size, |positions, rows, mask| {
        dispatch!(level, s => mask_at(s, policy, positions, rows, mask));
    });
}

/// Writes the masks of legal moves as truth values: finds the bits by [`bits_at`] and spreads them. `rows`, the targets
/// of the pieces on all squares, are overwritten.
#[inline(always)]
fn mask_at<S: BitSimd>(
    s: S,
    policy: Policy,
    positions: &[Position],
    rows: &mut [[Bitboard; 64]],
    mask: &mut [bool],
) {
    // At two lanes, the 64 values of a word would be stored in four parts; setting the values of single moves is
    // faster.
    if S::u64s::LEN < 4 {
        return mark_moves(policy, positions, rows, mask);
    }
    if policy == Policy::FromTo {
        return spread(s, bytemuck::cast_slice_mut(rows), mask);
    }
    let mut room = [0; BLOCK * Policy::AlphaZero.words()];
    let words = &mut room[..positions.len() * policy.words()];
    bits_at(s, policy, positions, rows, words);
    if policy == Policy::AlphaZero {
        return spread(s, words, mask);
    }
    // Spreading stores 64 values for each word, but the last word of lc0's mask has only two.
    for (words, mask) in words.chunks_exact_mut(policy.words()).zip(mask.chunks_exact_mut(policy.size())) {
        if let Some((last, words)) = words.split_last_mut() {
            let (whole, rest) = mask.split_at_mut(64 * words.len());
            spread(s, words, whole);
            (0..).zip(rest).for_each(|(place, value)| *value = *last >> place & 1 == 1);
        }
    }
}

/// Writes the masks of `positions` as truth values: clears `mask`, then sets the value of each legal move. `rows` has
/// the target squares of the piece on each square.
#[inline(always)]
fn mark_moves(policy: Policy, positions: &[Position], rows: &mut [[Bitboard; 64]], mask: &mut [bool]) {
    mask.fill(false);
    for ((position, rows), mask) in positions.iter().zip(rows).zip(mask.chunks_exact_mut(policy.size())) {
        policy.place_castling(position, rows);
        for from in own_pieces(position) {
            for to in rows[from.index()] {
                mask[usize::from(policy.index_of(from, to, None))] = true;
            }
        }
        if let Some(seventh) = rows[48..].first_chunk() {
            policy.add_promotions(position, seventh, |index| mask[index] = true);
        }
    }
}

/// The number of positions that are handled at a time.
const BLOCK: usize = 8;

/// For each position of a block, the squares to which the piece on each square may move. The alignment keeps
/// stores from crossing cache lines, which takes twice as long.
#[repr(align(64))]
struct Rows([[Bitboard; 64]; BLOCK]);

/// Calls `block` for one block of positions after the other, with the targets of the piece on each square, and with the
/// part of `answers` that belongs to the block: `size` elements for each position.
#[inline(always)]
fn in_blocks<T>(
    level: Level,
    positions: &[Position],
    answers: &mut [T],
    size: usize,
    block: impl Fn(&[Position], &mut [[Bitboard; 64]], &mut [T]),
) {
    let mut rows = Rows([[Bitboard::EMPTY; 64]; BLOCK]);
    for (positions, answers) in positions.chunks(BLOCK).zip(answers.chunks_mut(BLOCK * size)) {
        let rows = &mut rows.0[..positions.len()];
        legal_targets_at(level, positions, rows);
        block(positions, rows, answers);
    }
}
