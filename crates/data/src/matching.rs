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

pub(crate) use one::{holds, ply};

/// The number of positions in a block.
pub(crate) const BLOCK: usize = 64;

/// At most 64 boards that are asked about together.
pub(crate) struct Block<'a> {
    pub(crate) level: Level,
    pub(crate) boards: &'a [QuadBitboard],
}

impl Block<'_> {
    /// The answers to a condition, a bit for each position; bits that are not in `among` mean nothing. `holds` says
    /// whether a condition that is not on boards alone holds at a place in the block; `None` if that is unknown.
    #[inline(always)]
    pub(crate) fn truth(
        &self,
        condition: &Condition,
        among: u64,
        holds: impl Fn(usize) -> Option<bool>,
    ) -> Truth<u64> {
        if let Some(found) = boards::mask(self.level, condition, self.boards) {
            return Truth { may_hold: found, may_fail: !found };
        }
        let (mut left, mut truth) = (among, Truth { may_hold: 0, may_fail: 0 });
        while left != 0 {
            let bit = left & left.wrapping_neg();
            let holds = holds(left.trailing_zeros() as usize);
            left ^= bit;
            truth.may_hold |= if holds == Some(true) { bit } else { 0 };
            truth.may_fail |= if holds == Some(false) { bit } else { 0 };
        }
        truth
    }

    /// The positions among `among`, a bit for each, for which all of `rules` hold.
    #[inline(always)]
    pub(crate) fn matches(
        &self,
        rules: &[Rule],
        among: u64,
        holds: impl Fn(&Condition, usize) -> Option<bool>,
    ) -> u64 {
        rules.iter().fold(among, |among, rule| {
            let truth = |condition: &Condition| self.truth(condition, among, |place| holds(condition, place));
            rule.fold(truth, Truth::join).map_or(among, |truth| truth.may_hold & among)
        })
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
        let block = Block { level, boards: &boards[..positions.len()] };
        let found = block.matches(&conjuncts, first(positions.len()), |condition, place| {
            let position = &positions[place];
            holds(condition, &Labels::NONE, &|| PositionBuilder::from(position), Some(position))
        });
        for (place, matches) in matches.iter_mut().enumerate() {
            *matches = found >> place & 1 == 1;
        }
    }
}
