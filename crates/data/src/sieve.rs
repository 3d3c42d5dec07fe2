//! A sieve: a rule at work on the samples of a stream, in order.
//!
//! 1. Each sample gets random numbers by its place in the stream and among the admitted ones, so no decision depends on
//!    threads.
//! 2. A sample is admitted if its labels fulfil the conditions on them, and its first random number is low enough.
//! 3. Admitted samples are tested many at once: by the other rules of chance, and by their parts.
//! 4. The rest of the rule is asked about the positions that are left, many at once.
//! 5. Last, [`Condition::PieceTargets`] counts and chooses among what all other conditions leave.
//!
//! ```
//! use quadbit_data::sieve::Sieve;
//! use quadbit_movegen::{Move, Position, Square};
//! use quadbit_nibble::simd::Level;
//! use quadbit_pack::{Labels, Sample};
//! let quiet = Labels { score: Some(30), mv: Some(Move::new(Square::E2, Square::E4)), ..Labels::NONE };
//! let labels = [quiet, Labels { score: Some(101), ..quiet }, Labels { mv: None, ..quiet }];
//! let samples = labels.map(|labels| Sample { position: Position::start(), labels });
//! let mut found = [false; 3];
//! Sieve::new(Level::auto(), &"no-best-capture and score<=100".parse()?, 0).matches(&samples, &mut found);
//! assert_eq!(found, [true, false, false]);
//! # Ok::<(), quadbit_rule::RuleError>(())
//! ```

mod gate;

use alloc::vec::Vec;

use quadbit_movegen::{Color, GameResult, PositionBuilder};
use quadbit_nibble::simd::Level;
use quadbit_pack::{Field, Labels, Sample};
use quadbit_quad::QuadBitboard;
use quadbit_quad::zobrist::split_mix;
use quadbit_rule::{Condition, Need, PieceTargets, Rule};

use crate::kept::Kept;
use crate::matching::{self, Samples, ply};
use gate::Gate;

/// The number of samples that are tested at a time.
const BLOCK: usize = 256;

/// The first of `needs` that is not known about the samples of a stream whose records give the fields for which `gives`
/// is true. `has_chains` says whether the records are chunks of binpack, whose chains can be passed over.
pub fn unknown(
    needs: impl IntoIterator<Item = Need>,
    gives: impl Fn(Field) -> bool,
    has_chains: bool,
) -> Option<Need> {
    needs.into_iter().find(|need| match need {
        Need::Castling => !gives(Field::Castling),
        Need::Clocks => !gives(Field::Clocks),
        Need::Move => !gives(Field::Move),
        Need::Ply => !gives(Field::Ply),
        Need::Score => !gives(Field::Score),
        Need::Result => !gives(Field::Result),
        Need::Stream | Need::WholeStream => false,
        Need::Chains => !has_chains,
        _ => true,
    })
}

/// Asks a rule about the samples of one stream, in their order, and keeps what the rule remembers of earlier samples.
#[derive(Clone, Debug)]
pub struct Sieve {
    level: Level,
    /// The conditions that a sample fulfils or not by itself, whatever the other samples are.
    gate: Gate,
    /// The rules that are neither in `gate` nor in `placeholders` nor in `targets`, those on the move first. All must
    /// hold.
    rules: Vec<Rule>,
    /// Whether any of `rules` has a condition that is asked about many boards at once.
    asks_boards: bool,
    placeholders: Option<Placeholders>,
    targets: Vec<Chooser>,
    random: u64,
    /// The number of samples that have been tested so far.
    samples: u64,
    /// The number of samples that have been admitted so far.
    admitted: u64,
}

impl Sieve {
    /// A sieve with `rule`, for the samples of one stream from its beginning on, that uses the instructions of `level`.
    /// `seed` decides which samples are kept by chance, so each stream should have its own.
    pub fn new(level: Level, rule: &Rule, seed: u64) -> Self {
        let mut sieve = Self {
            level,
            gate: Gate::OPEN,
            rules: Vec::new(),
            asks_boards: false,
            placeholders: None,
            targets: Vec::new(),
            random: split_mix(seed),
            samples: 0,
            admitted: 0,
        };
        for rule in rule.conjuncts() {
            match rule.as_condition() {
                Some((Condition::NoPlaceholder, true)) => sieve.placeholders = Some(Placeholders::default()),
                Some((Condition::PieceTargets(targets), true)) => {
                    sieve.targets.push(Chooser::new(targets.clone()));
                }
                Some((condition, holds)) if sieve.gate.add(condition, holds) => {}
                _ => sieve.rules.push(rule),
            }
        }
        // What the move alone tells is found fast, and leaves fewer samples for the other rules.
        sieve.rules.sort_by_key(|rule| !rule.conditions().all(is_of_move));
        sieve.asks_boards = sieve.rules.iter().flat_map(Rule::conditions).any(matching::asks_boards);
        sieve
    }

    /// Writes to `matches`, for each of `samples`, whether it fulfils all conditions; without conditions, all samples
    /// do. `samples` are the next ones of the stream.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[track_caller]
    pub fn matches(&mut self, samples: &[Sample], matches: &mut [bool]) {
        assert_eq!(samples.len(), matches.len(), "as many results as samples");
        for (samples, matches) in samples.chunks(BLOCK).zip(matches.chunks_mut(BLOCK)) {
            let first = self.samples;
            let mut admitted = Vec::with_capacity(samples.len());
            for (sample, matches) in samples.iter().zip(&mut *matches) {
                let kept = Kept::from(sample);
                *matches = self.admits(&sample.labels, &|| kept.position());
                if *matches {
                    admitted.push(kept);
                }
            }
            let (mut places, mut passed) = ([0; BLOCK], [false; BLOCK]);
            for &place in self.test(&admitted, &mut places) {
                passed[place] = true;
            }
            let mut passed = passed.into_iter();
            for ((number, sample), matches) in (first..).zip(samples).zip(matches) {
                *matches = *matches
                    && passed.next() == Some(true)
                    && self.is_target(number, sample.position.board());
            }
        }
    }

    /// Whether the next sample of the stream is admitted: whether its labels fulfil the conditions on them, and chance
    /// keeps it. Its parts tell the ply if the labels do not.
    #[inline(always)]
    pub(crate) fn admits(&mut self, labels: &Labels, parts: &impl Fn() -> PositionBuilder) -> bool {
        let random = Random(self.random ^ self.samples << 2);
        self.samples += 1;
        let ply = ply(labels, parts);
        let is_placeholder = self.placeholders.as_mut().is_some_and(|before| before.next(labels, ply));
        !is_placeholder && self.gate.admits(labels, ply, random)
    }

    /// Whether all [`Condition::PieceTargets`] choose the sample with this number in the stream, whose board is
    /// `board`. Counts its pieces.
    fn is_target(&mut self, number: u64, board: QuadBitboard) -> bool {
        let pieces = board.occupied().len() as usize;
        let random = Random(self.random ^ number << 2);
        self.targets.iter_mut().all(|chooser| random.of(3) < chooser.chance(pieces))
    }

    /// Keeps those of `samples` that [`Condition::PieceTargets`] chooses; they are the next samples of the stream.
    #[cfg(feature = "std")]
    pub(crate) fn retain_targets(&mut self, samples: &mut Vec<Kept>) {
        let mut end = 0;
        for place in 0..samples.len() {
            samples[end] = samples[place];
            self.samples += 1;
            end += usize::from(self.is_target(self.samples - 1, samples[end].board));
        }
        samples.truncate(end);
    }

    /// What [`Condition::PieceTargets`] remembers of earlier samples, as numbers.
    #[cfg(feature = "std")]
    pub(crate) fn memory(&self) -> Vec<u64> {
        let of_each = |Chooser { counts, sum, samples, scale, .. }: &Chooser| {
            let numbers = counts.iter().chain([sum, scale]).map(|number| number.to_bits());
            numbers.chain([*samples]).collect::<Vec<_>>()
        };
        let mut memory: Vec<_> = self.targets.iter().flat_map(of_each).collect();
        memory.push(self.samples);
        memory
    }

    /// Goes on with the [`memory`](Self::memory) of another sieve with the same rule.
    #[cfg(feature = "std")]
    pub(crate) fn remember(&mut self, memory: &[u64]) {
        let mut memory = memory.iter().copied();
        for Chooser { counts, sum, samples, scale, .. } in &mut self.targets {
            for (number, bits) in counts.iter_mut().chain([sum, scale]).zip(&mut memory) {
                *number = f64::from_bits(bits);
            }
            *samples = memory.next().unwrap_or(0);
        }
        self.samples = memory.next().unwrap_or(0);
    }

    /// Keeps those of `samples` that fulfil all conditions but [`Condition::PieceTargets`]; they are the next samples
    /// that have been admitted.
    #[cfg(feature = "std")]
    pub(crate) fn retain(&mut self, samples: &mut Vec<Kept>) {
        let (mut places, mut end) = ([0; BLOCK], 0);
        for begin in (0..samples.len()).step_by(BLOCK) {
            let block = begin..samples.len().min(begin + BLOCK);
            for &place in self.test(&samples[block], &mut places) {
                samples[end] = samples[begin + place];
                end += 1;
            }
        }
        samples.truncate(end);
    }

    /// Writes to `places` the indices of those of `samples` that fulfil all conditions but
    /// [`Condition::PieceTargets`], and returns them. `samples` are the next ones that have been admitted, at most
    /// [`BLOCK`].
    fn test<'a>(&mut self, samples: &[Kept], places: &'a mut [usize; BLOCK]) -> &'a [usize] {
        let mut count = 0;
        for (place, sample) in samples.iter().enumerate() {
            self.admitted += 1;
            places[count] = place;
            count += usize::from(self.gate.passes(sample, Random(self.random ^ self.admitted << 2)));
        }
        if self.rules.is_empty() {
            return &places[..count];
        }
        let (mut end, mut planes) = (0, matching::Planes::EMPTY);
        for begin in (0..count).step_by(matching::BLOCK) {
            let among = begin..count.min(begin + matching::BLOCK);
            let picked = Picked { samples, places: &places[among.clone()] };
            if self.asks_boards {
                let mut boards = [QuadBitboard::EMPTY; matching::BLOCK];
                for (board, &place) in boards.iter_mut().zip(picked.places) {
                    *board = samples[place].board;
                }
                planes.set(self.level, &boards[..among.len()]);
            }
            let block = matching::Block { level: self.level, boards: &planes, samples: picked };
            let found = block.matches(&self.rules, among.len());
            for (bit, place) in among.enumerate() {
                places[end] = places[place];
                end += (found >> bit & 1) as usize;
            }
        }
        &places[..end]
    }
}

/// Whether `condition` is only on the move and the board.
const fn is_of_move(condition: &Condition) -> bool {
    matches!(condition, Condition::Captured(_) | Condition::CapturedDirectly | Condition::Promoted(_))
}

/// Some of `samples`: sample `n` is the one with the index `places[n]`.
struct Picked<'a> {
    samples: &'a [Kept],
    places: &'a [usize],
}

impl Samples for Picked<'_> {
    #[inline(always)]
    fn parts(&self, n: usize) -> PositionBuilder {
        self.samples[self.places[n]].position()
    }

    #[inline(always)]
    fn labels(&self, n: usize) -> Labels {
        self.samples[self.places[n]].labels
    }
}

/// Keeps each sample for which the element of `matches` with the same index is true.
#[cfg(feature = "std")]
pub(crate) fn retain(samples: &mut Vec<Kept>, matches: &[bool]) {
    let mut matches = matches.iter();
    samples.retain(|_| matches.next() == Some(&true));
}

/// The random numbers of a sample or a game: an independent one for each of four kinds of filters that keep samples or
/// games by chance. Holds a sample's number times four, xor the seed of its stream, or a hash of the place of a game.
#[derive(Clone, Copy)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The sample's random number for the filters of one kind, numbered `kind`: from 0 to below 1.
    pub(crate) fn of(self, kind: u64) -> f64 {
        Self::as_float(self.bits_of(kind)) / Self::WHOLE
    }

    /// The 53 bits of the sample's random number for the filters of one kind, numbered `kind`.
    fn bits_of(self, kind: u64) -> u64 {
        split_mix(self.0 ^ kind) >> (64 - Self::BITS)
    }

    const BITS: u32 = 53;
    const WHOLE: f64 = Self::as_float(1 << Self::BITS);

    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    const fn as_float(bits: u64) -> f64 {
        bits as f64
    }
}

/// What [`Condition::NoPlaceholder`] remembers of earlier samples: the ply of the last one, and a score.
#[derive(Clone, Debug, Default)]
struct Placeholders {
    ply: Option<u32>,
    /// The last score that was no placeholder; 0 before the first one.
    score: i16,
}

impl Placeholders {
    /// Whether the score of `labels` is a placeholder: it is 0, the game is decided, `ply` is later than that of the
    /// sample before, and the last score that was no placeholder was above 100 or below -100. Keeps `ply`, and the
    /// score unless it is a placeholder, for the next call. No branch: it would be mispredicted.
    #[inline]
    fn next(&mut self, labels: &Labels, ply: u32) -> bool {
        let is_later = self.ply.replace(ply).is_none_or(|before| before < ply);
        let is_decided = matches!(labels.result, GameResult::Win(Color::White | Color::Black));
        let is_placeholder =
            (labels.score == Some(0)) & is_later & is_decided & (self.score.unsigned_abs() > 100);
        if let (Some(score), false) = (labels.score, is_placeholder) {
            self.score = score;
        }
        is_placeholder
    }
}

/// What [`Condition::PieceTargets`] remembers: how many samples have had each number of pieces.
#[derive(Clone, Debug)]
struct Chooser {
    targets: PieceTargets,
    /// How many samples have had each number of pieces, 0 to 32; halved after every 10,000 samples.
    counts: [f64; 33],
    /// The sum of `counts`.
    sum: f64,
    samples: u64,
    /// Factor of the probability of a sample, which is this factor times the weight of its number of pieces, divided by
    /// the share of samples with that number.
    scale: f64,
}

impl Chooser {
    /// The lowest probability that an adjustment gives to a number of pieces that is wanted and has been seen: to the
    /// one that is the most frequent compared with its target.
    const LEAST: f64 = 1.0 / 40.0;

    fn new(targets: PieceTargets) -> Self {
        let scale = 1.0 / targets.weights.iter().sum::<f64>();
        Self { targets, counts: [0.0; 33], sum: 0.0, samples: 0, scale }
    }

    /// The probability with which the next sample, which has `pieces` pieces, is kept; above 1 it is kept for certain.
    fn chance(&mut self, pieces: usize) -> f64 {
        let Some(count) = self.counts.get_mut(pieces) else { return 0.0 };
        *count += 1.0;
        self.sum += 1.0;
        self.samples += 1;
        let is_round = self.samples.is_multiple_of(10_000);
        if is_round || matches!(self.samples, 100 | 500 | 1000 | 2500 | 5000) {
            let ratios = self.targets.weights.iter().zip(&self.counts).map(|(weight, count)| weight / count);
            let least = ratios.filter(|ratio| *ratio > 0.0 && ratio.is_finite()).reduce(f64::min);
            self.scale = least.map_or(self.scale, |least| Self::LEAST / (least * self.sum));
        }
        if is_round {
            self.counts = self.counts.map(|count| count / 2.0);
            self.sum /= 2.0;
        }
        self.scale * self.sum * self.targets.weights[pieces] / self.counts[pieces]
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use quadbit_movegen::{GameResult, Position};
    use quadbit_nibble::simd::Level;
    use quadbit_pack::{Labels, Sample};

    use quadbit_rule::{Condition, Rule};

    use super::{Chooser, Kept, Sieve};

    /// Samples that are tested in parts are kept exactly if they are kept when tested one by one, wherever the stream
    /// is divided.
    #[test]
    #[cfg(feature = "std")]
    fn parts_of_a_stream_keep_what_single_samples_keep() {
        let check: Position = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".parse().unwrap();
        let sample = |n: u16| Sample {
            position: if n.is_multiple_of(7) { check } else { Position::start() },
            labels: Labels {
                score: (!n.is_multiple_of(50)).then(|| (n % 331).cast_signed() * 5 - 700),
                result: GameResult::ALL[usize::from(n % 4)],
                ply: Some(n % 60),
                ..Labels::NONE
            },
        };
        let samples: Vec<Sample> = (0..5000).map(sample).collect();
        let texts = ["score", "random<0.7", "likely-result", "soft-ply=0:0.2,40:1", "no-check"];
        let rule = Rule::all(texts.map(|text| text.parse().unwrap()));
        let sieve = || Sieve::new(Level::auto(), &rule, 3);
        let mut matches = vec![false; samples.len()];
        sieve().matches(&samples, &mut matches);
        let expected: Vec<_> = samples
            .iter()
            .zip(matches)
            .filter_map(|(sample, kept)| kept.then_some(sample.labels.ply))
            .collect();
        assert!((500..2000).contains(&expected.len()), "{}", expected.len());
        for size in [1, 255, 700, 5000] {
            let (mut sieve, mut kept) = (sieve(), Vec::new());
            for part in samples.chunks(size) {
                let mut part: Vec<_> = part.iter().map(Kept::from).collect();
                part.retain(|sample| sieve.admits(&sample.labels, &|| sample.position()));
                sieve.retain(&mut part);
                kept.extend(part.iter().map(|sample| sample.labels.ply));
            }
            assert_eq!(kept, expected, "{size}");
        }
    }

    fn chooser(text: &str) -> Chooser {
        let rule: Rule = text.parse().unwrap();
        let Some((Condition::PieceTargets(targets), true)) = rule.as_condition() else { panic!("{text}") };
        Chooser::new(targets.clone())
    }

    fn assert_near(one: f64, two: f64) {
        assert!((one - two).abs() < 1e-9, "{one}, not {two}");
    }

    /// Before the first adjustment, the probability of a sample is the weight of its number of pieces, as a part of all
    /// weights, divided by the share of samples with that number.
    #[test]
    fn first_samples_are_kept_by_weight() {
        let mut chooser = chooser("piece-targets=1,1");
        for expected in [1.0, 1.0, 1.0] {
            assert_near(chooser.chance(32), expected / 33.0);
        }
        assert_near(chooser.chance(31), 4.0 / 33.0);
    }

    /// Numbers of pieces that are not wanted, or not seen yet, do not change the probabilities of the others.
    #[test]
    fn unwanted_pieces_do_not_count_as_most_frequent() {
        let mut chooser = chooser("piece-targets=1,0");
        for turn in 0..100 {
            chooser.chance(if turn % 2 == 0 { 0 } else { 32 });
        }
        assert_near(chooser.chance(32), 0.0);
        // The adjustment gave 1 in 40 when 50 of 100 samples had no pieces; now 51 of 102 have none.
        assert_near(chooser.chance(0), 1.0 / 40.0 * 102.0 / 100.0 * 50.0 / 51.0);
    }
}
