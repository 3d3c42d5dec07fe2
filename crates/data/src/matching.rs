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

use core::iter;

use quadbit_movegen::{Bitboard, Position, PositionBuilder};
use quadbit_nibble::simd::Level;
use quadbit_quad::QuadBitboard;
use quadbit_rule::{Condition, Rule, Truth};

pub(crate) use boards::Planes;
use one::truth;
pub(crate) use one::{Samples, ply};

/// The number of positions in a block.
pub(crate) const BLOCK: usize = 64;

/// At most 64 samples that are asked about together.
pub(crate) struct Block<'a, S> {
    pub(crate) level: Level,
    pub(crate) boards: &'a Planes,
    pub(crate) samples: S,
}

impl<S: Samples> Block<'_, S> {
    /// The answers to `condition`, a bit for each sample; bits that are not in `among` mean nothing.
    pub(crate) fn truth(&self, condition: &Condition, among: u64) -> Truth<u64> {
        if let Some(found) = self.boards.mask(self.level, condition) {
            return Truth { may_hold: found, may_fail: !found };
        }
        let asked = match condition {
            // With few lanes, this would take longer than to ask about all.
            Condition::Sacrifice(range) if *range.start() > 0 && Planes::lanes(self.level) >= 4 => {
                among & self.may_lose(among)
            }
            _ => among,
        };
        let truth = truth(condition, &self.samples, asked);
        Truth { may_fail: truth.may_fail | among & !asked, ..truth }
    }

    /// The samples of `among` whose move puts a piece where it can be captured, or that have no move, a bit for each.
    /// May leave out pawns that capture en passant: they have won as much as they can lose.
    fn may_lose(&self, among: u64) -> u64 {
        let (mut moves, mut without) = ([[0; BLOCK]; 2], 0);
        for n in ones(among) {
            let Some(mv) = self.samples.mv(n) else {
                without |= 1 << n;
                continue;
            };
            moves[0][n] = Bitboard::from(mv.from()).0;
            moves[1][n] = Bitboard::from(mv.to()).0;
        }
        self.boards.may_lose(self.level, &moves) | without
    }

    /// Finds those of the first `count` samples for which all of `rules` hold, a bit for each.
    pub(crate) fn matches(&self, rules: &[Rule], count: usize) -> u64 {
        chosen(rules, count, |condition, among| self.truth(condition, among))
    }
}

/// Whether [`Block::truth`] asks about the boards for the answer to `condition`; if not, `Block::boards` may be empty.
pub(crate) fn asks_boards(condition: &Condition) -> bool {
    Planes::answers(condition) || matches!(condition, Condition::Sacrifice(_))
}

/// The first `count` positions of a block that all of `rules` may choose, a bit for each. `truth` answers a condition
/// for the positions in the set that it is given, those that no rule has left out yet.
fn chosen(rules: &[Rule], count: usize, truth: impl Fn(&Condition, u64) -> Truth<u64>) -> u64 {
    let mut among = first(count);
    for rule in rules {
        if among == 0 {
            break;
        }
        among &= rule
            .fold(|condition| truth(condition, among), Truth::join)
            .map_or(u64::MAX, |truth| truth.may_hold);
    }
    among
}

/// The bits of the first `count` positions of a block, at most 64.
pub(crate) const fn first(count: usize) -> u64 {
    match count {
        0 => 0,
        _ => u64::MAX >> (BLOCK - count),
    }
}

/// The numbers of the bits of `word` that are set, ascending.
#[inline(always)]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    iter::from_fn(move || {
        let n = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (n < BLOCK).then_some(n)
    })
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
    let mut planes = Planes::EMPTY;
    for (positions, matches) in positions.chunks(BLOCK).zip(matches.chunks_mut(BLOCK)) {
        let mut boards = [QuadBitboard::EMPTY; BLOCK];
        for (board, position) in boards.iter_mut().zip(positions) {
            *board = position.board();
        }
        let boards = planes.set(level, &boards[..positions.len()]);
        let found = Block { level, boards, samples: positions }.matches(&conjuncts, positions.len());
        for (place, matches) in matches.iter_mut().enumerate() {
            *matches = found >> place & 1 == 1;
        }
    }
}

/// Returns those of at most 64 positions that all of `rules` may choose, as far as their `boards` tell, a bit for each:
/// the others are certainly not chosen. A condition on more than the board leaves none out. Uses the instructions of
/// `level`.
///
/// ```
/// use quadbit_data::matching::may_match;
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// use quadbit_rule::Rule;
/// let boards = ["6k1/8/8/8/8/8/8/6K1 w - - 0 1", "6k1/8/8/8/8/8/8/5QK1 w - - 0 1"]
///     .map(|fen| Position::from_fen(fen).unwrap().board());
/// let rules = "Q and check".parse::<Rule>()?.conjuncts();
/// assert_eq!(may_match(Level::auto(), &rules, &boards), 0b10);
/// # Ok::<(), quadbit_rule::RuleError>(())
/// ```
///
/// # Panics
/// If there are more than 64 boards.
#[track_caller]
pub fn may_match(level: Level, rules: &[Rule], boards: &[QuadBitboard]) -> u64 {
    assert!(boards.len() <= BLOCK, "at most {BLOCK} boards");
    let mut planes = Planes::EMPTY;
    planes.set(level, boards);
    chosen(rules, boards.len(), |condition, _| match planes.mask(level, condition) {
        Some(found) => Truth { may_hold: found, may_fail: !found },
        None => Truth { may_hold: u64::MAX, may_fail: u64::MAX },
    })
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
