//! Rules asked about many positions: [`matches()`] about those of a slice, a [`Sieve`](crate::sieve::Sieve) about the
//! samples of a stream.
//!
//! 1. A block of at most 64 positions has an answer to each condition in one word, a bit for each position.
//! 2. Conditions on boards alone are asked in lanes (`boards`), others one by one (`one`).
//! 3. `and`, `or` and `not` are operations on these words.
//!
//! ```
//! use quadbit_data::matching::matches;
//! use quadbit_movegen::Position;
//! use quadbit_nibble::simd::Level;
//! let positions = ["6k1/8/8/8/8/8/8/6K1 w - - 0 1", "6k1/8/8/8/8/8/8/5QK1 w - - 0 1"];
//! let positions = positions.map(|fen| Position::from_fen(fen).unwrap());
//! let mut found = [false; 2];
//! matches(Level::auto(), &"K@g1 Qq=0 and not check".parse()?, &positions, &mut found);
//! assert_eq!(found, [true, false]);
//! # Ok::<(), quadbit_rule::RuleError>(())
//! ```

mod boards;
mod one;

use quadbit_movegen::{Position, PositionBuilder};
use quadbit_nibble::simd::Level;
use quadbit_pack::Labels;
use quadbit_quad::QuadBitboard;
use quadbit_rule::{Condition, Rule, Truth};

pub(crate) use one::{GetParts, holds, is_check, ply};

/// The number of positions in a block.
pub(crate) const BLOCK: usize = 64;

/// At most 64 positions that are asked about together.
pub(crate) struct Block<'a> {
    pub(crate) level: Level,
    pub(crate) boards: &'a [QuadBitboard],
    /// The positions, if they have been made.
    pub(crate) positions: Option<&'a [Position]>,
    /// The parts of a position, by its place in the block.
    pub(crate) parts: &'a dyn Fn(usize) -> PositionBuilder,
    /// The labels of a position, by its place in the block.
    pub(crate) labels: &'a dyn Fn(usize) -> Labels,
    /// Whether a condition on the game holds at a place in the block; `None` if that is unknown.
    pub(crate) of_game: &'a dyn Fn(&Condition, usize) -> Option<bool>,
}

impl Block<'_> {
    /// The answers to a condition, a bit for each position; bits that are not in `among` mean nothing.
    pub(crate) fn truth(&self, condition: &Condition, among: u64) -> Truth<u64> {
        if let Some(found) = boards::mask(self.level, condition, self.boards) {
            return Truth { may_hold: found, may_fail: !found };
        }
        // A made position knows its checkers, so this needs no labels.
        if let (Condition::Check, Some(positions)) = (condition, self.positions) {
            let last_first = positions.iter().rev();
            let found = last_first.fold(0, |found, position| found << 1 | u64::from(position.is_check()));
            return Truth { may_hold: found, may_fail: !found };
        }
        let (mut left, mut truth) = (among, Truth { may_hold: 0, may_fail: 0 });
        while left != 0 {
            let bit = left & left.wrapping_neg();
            let place = left.trailing_zeros() as usize;
            left ^= bit;
            let position = self.positions.map(|positions| &positions[place]);
            let holds = holds(condition, &(self.labels)(place), &|| (self.parts)(place), position);
            match holds.or_else(|| (self.of_game)(condition, place)) {
                Some(true) => truth.may_hold |= bit,
                Some(false) => truth.may_fail |= bit,
                None => {}
            }
        }
        truth
    }

    /// The positions among `among`, a bit for each, for which `rule` holds.
    pub(crate) fn matches(&self, rule: &Rule, among: u64) -> u64 {
        let truth = rule.fold(|condition| self.truth(condition, among), Truth::join);
        truth.map_or(among, |truth| truth.may_hold & among)
    }
}

/// The bits of the first `count` positions of a block, at most 64.
pub(crate) const fn first(count: usize) -> u64 {
    match count {
        0 => 0,
        _ => u64::MAX >> (BLOCK - count),
    }
}

/// Writes to `matches`, for each position, whether `rule` holds; the rule without conditions holds for every position.
/// A position without a move, score, result, tags and game fulfils no condition on them. Uses the instructions of
/// `level`.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn matches(level: Level, rule: &Rule, positions: &[Position], matches: &mut [bool]) {
    assert_eq!(positions.len(), matches.len(), "as many results as positions");
    let conjuncts = rule.conjuncts();
    for (positions, matches) in positions.chunks(BLOCK).zip(matches.chunks_mut(BLOCK)) {
        let mut boards = [QuadBitboard::EMPTY; BLOCK];
        for (board, position) in boards.iter_mut().zip(positions) {
            *board = position.board();
        }
        let block = Block {
            level,
            boards: &boards[..positions.len()],
            positions: Some(positions),
            parts: &|place| PositionBuilder::from(&positions[place]),
            labels: &|_| Labels::NONE,
            of_game: &|_, _| None,
        };
        let all = first(positions.len());
        let found = conjuncts.iter().fold(all, |among, rule| block.matches(rule, among));
        for (place, matches) in matches.iter_mut().enumerate() {
            *matches = found >> place & 1 == 1;
        }
    }
}
