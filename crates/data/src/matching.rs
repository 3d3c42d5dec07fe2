//! Rules asked about many positions: [`matches()`] about those of a slice, a [`Sieve`](crate::sieve::Sieve) about the
//! samples of a stream.
//!
//! 1. A block of at most 64 positions has an answer to each condition in one word, a bit for each position.
//! 2. Conditions that depend only on the board are evaluated in lanes (`boards`), others one by one (`one`).
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
use quadbit_quad::QuadBitboard;
use quadbit_rule::{Condition, Rule, Truth};

pub(crate) use one::{Samples, ply, truth};

/// The number of positions in a block.
pub(crate) const BLOCK: usize = 64;

/// At most 64 samples that are asked about together.
pub(crate) struct Block<'a, S> {
    pub(crate) level: Level,
    pub(crate) boards: &'a [QuadBitboard],
    pub(crate) samples: S,
}

impl<S: Samples> Block<'_, S> {
    /// The answers to a condition, a bit for each sample; bits that are not in `among` mean nothing.
    pub(crate) fn truth(&self, condition: &Condition, among: u64) -> Truth<u64> {
        match boards::mask(self.level, condition, self.boards) {
            Some(found) => Truth { may_hold: found, may_fail: !found },
            None => truth(condition, &self.samples, among),
        }
    }

    /// The samples, a bit for each, for which all of `rules` hold.
    pub(crate) fn matches(&self, rules: &[Rule]) -> u64 {
        rules.iter().fold(first(self.boards.len()), |among, rule| {
            let truth = rule.fold(|condition| self.truth(condition, among), Truth::join);
            truth.map_or(among, |truth| truth.may_hold & among)
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
        let found =
            Block { level, boards: &boards[..positions.len()], samples: positions }.matches(&conjuncts);
        for (place, matches) in matches.iter_mut().enumerate() {
            *matches = found >> place & 1 == 1;
        }
    }
}

/// The positions that `rule` may choose, by their `boards` alone: a bit for each of at most 64. Those that are left out
/// are certainly not chosen. A condition that does not only depend on the board leaves out none. Bits behind the last
/// board mean nothing. Uses the instructions of `level`.
///
/// ```
/// use quadbit_data::matching::may_match;
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// let boards = ["6k1/8/8/8/8/8/8/6K1 w - - 0 1", "6k1/8/8/8/8/8/8/5QK1 w - - 0 1"]
///     .map(|fen| Position::from_fen(fen).unwrap().board());
/// assert_eq!(may_match(Level::auto(), &"Q and check".parse()?, &boards) & 0b11, 0b10);
/// # Ok::<(), quadbit_rule::RuleError>(())
/// ```
pub fn may_match(level: Level, rule: &Rule, boards: &[QuadBitboard]) -> u64 {
    let known = |condition: &Condition| match boards::mask(level, condition, boards) {
        Some(found) => Truth { may_hold: found, may_fail: !found },
        None => Truth { may_hold: u64::MAX, may_fail: u64::MAX },
    };
    rule.fold(known, Truth::join).map_or(u64::MAX, |truth| truth.may_hold)
}

/// Positions without labels.
impl Samples for &[Position] {
    fn parts(&self, n: usize) -> PositionBuilder {
        PositionBuilder::from(&self[n])
    }

    fn position(&self, n: usize) -> Option<&Position> {
        Some(&self[n])
    }
}
