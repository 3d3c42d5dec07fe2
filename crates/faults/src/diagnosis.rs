//! From wrong counts to the fault that gives exactly them.
//!
//! 1. Each fault is counted at the lowest depth; those that give the wrong number there are counted at the next.
//! 2. If none is left, the faults of one side only are tried in the same way.
//! 3. If none is left, pairs of faults are: those whose differences, added, come nearest to the one to be explained.
//!    They are guesses, since among thousands of pairs some fit by chance.

use alloc::string::String;
use alloc::vec::Vec;

use quadbit_movegen::{CastlingStyle, Position};
use quadbit_x88::Color;

use crate::board::Board;
use crate::cause::Cause;
use crate::fault::Fault;
use crate::rules::Faults;
use crate::tally::{Work, tally};

/// A count by a program that may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The depth in plies, at least 1.
    pub depth: u8,
    /// The number of leaves that the program counted.
    pub nodes: u64,
    /// The leaves below each first move as UCI text, in any order, if they are known.
    pub moves: Option<Vec<(String, u64)>>,
}

/// What explains wrong counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The right count at the greatest depth.
    pub right: u64,
    /// Whether all counts are right, so that there is nothing to explain.
    pub is_right: bool,
    /// The causes each of which gives exactly the wrong counts.
    pub rules: Vec<Cause>,
    /// The pairs of faults that give exactly the wrong counts together, if no cause does.
    pub guesses: Vec<[Fault; 2]>,
    /// If nothing fits: the three faults whose counts at the lowest depth come nearest, with these counts.
    pub near: Vec<(Fault, u64)>,
}

/// The number of pairs of faults that are counted.
const PAIRS: usize = 48;

/// Finds the faults that give exactly the wrong counts of a position. Works on `threads` threads, and calls `goes_on`
/// with the share of the present round that is done, from 0 to 1; if it returns `false`, the result is `None`.
///
/// ```
/// use quadbit_faults::{Fault, Wrong, diagnose};
/// use quadbit_movegen::Position;
/// let wrong = Wrong { depth: 3, nodes: 97_983, moves: None };
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let diagnosis = diagnose(&fen.parse().unwrap(), &[wrong], 1, &|_| true).unwrap();
/// assert_eq!(diagnosis.right, 97_862);
/// assert_eq!(diagnosis.rules[0], Fault::AttackPawnMissing.into());
/// ```
///
/// # Panics
/// If `wrongs` is empty.
pub fn diagnose(
    position: &Position,
    wrongs: &[Wrong],
    threads: usize,
    goes_on: &(dyn Fn(f64) -> bool + Sync),
) -> Option<Diagnosis> {
    let mut wrongs: Vec<&Wrong> = wrongs.iter().collect();
    wrongs.sort_by_key(|wrong| wrong.depth);
    let (board, work) = (Board::new(position), Work { threads, goes_on });
    let search = Search { board, wrongs: &wrongs, work };
    let mut right = Vec::new();
    for wrong in &wrongs {
        right.push(search.counts(&[Faults::NONE], wrong)?[0]);
    }
    let mut diagnosis = Diagnosis {
        right: right.last()?.0,
        is_right: right.iter().all(|&(_, fits)| fits),
        rules: Vec::new(),
        guesses: Vec::new(),
        near: Vec::new(),
    };
    if diagnosis.is_right {
        return Some(diagnosis);
    }
    let (first, right) = (wrongs[0].nodes, right[0].0);
    // A ply more takes as long as the depth after the next, so it is tried only if the number is of its size.
    let all = Fault::all().filter(|&fault| fault != Fault::PlyAdded || first > 4 * right);
    let (fitting, counts) = search.fitting(all.map(Cause::from).collect())?;
    diagnosis.rules = fitting;
    if diagnosis.rules.is_empty() {
        let acting = counts.iter().filter(|&&(_, count)| count != right || wrongs.len() > 1);
        let sides = |&(cause, _): &(Cause, u64)| Color::ALL.map(|color| Cause { side: Some(color), ..cause });
        diagnosis.rules = search.fitting(acting.flat_map(sides).collect())?.0;
    }
    if diagnosis.rules.is_empty() {
        let counts: Vec<_> = counts
            .iter()
            .map(|&(cause, count)| (cause.fault, count))
            .filter(|&(_, count)| count != right)
            .collect();
        let mut pairs = Vec::new();
        for (number, &(fault, count)) in counts.iter().enumerate() {
            for &(other, more) in &counts[number + 1..] {
                pairs.push(((count + more).abs_diff(first + right), [fault, other]));
            }
        }
        pairs.sort_unstable();
        pairs.truncate(PAIRS);
        let pairs = pairs.into_iter().map(|(_, pair)| pair).collect();
        diagnosis.guesses = search.fitting(pairs)?.0;
        diagnosis.near = counts;
        diagnosis.near.sort_by_key(|&(_, count)| count.abs_diff(first));
        diagnosis.near.truncate(3);
    }
    Some(diagnosis)
}

/// A pair of faults at once.
impl From<[Fault; 2]> for Faults {
    fn from([one, other]: [Fault; 2]) -> Self {
        Self::from(one) | other.into()
    }
}

/// Sets that give all wrong counts; and all sets that were tried, each with its count at the lowest depth.
type Fitting<S> = (Vec<S>, Vec<(S, u64)>);

/// The search for sets of faults that give the wrong counts.
struct Search<'a> {
    board: Board,
    /// In the order of their depths.
    wrongs: &'a [&'a Wrong],
    work: Work<'a>,
}

impl Search<'_> {
    /// Tries some sets.
    fn fitting<S: Copy + Into<Faults>>(&self, sets: Vec<S>) -> Option<Fitting<S>> {
        let (mut left, mut first) = (sets, None);
        for wrong in self.wrongs {
            let faults: Vec<Faults> = left.iter().map(|&set| set.into()).collect();
            let counts = self.counts(&faults, wrong)?;
            let fits = left.iter().zip(&counts).filter(|(_, (_, fits))| *fits).map(|(&set, _)| set).collect();
            let counted = left.into_iter().zip(counts).map(|(set, (count, _))| (set, count));
            first.get_or_insert_with(|| counted.collect());
            left = fits;
        }
        Some((left, first.unwrap_or_default()))
    }

    /// The count under each set, and whether it is the wrong one.
    fn counts(&self, sets: &[Faults], wrong: &Wrong) -> Option<Vec<(u64, bool)>> {
        let lists = tally(&self.board, wrong.depth, sets, self.work)?;
        let result = lists.into_iter().map(|list| {
            let count = list.iter().map(|&(_, nodes)| nodes).sum();
            let fits = wrong.moves.as_ref().map_or(count == wrong.nodes, |moves| {
                let mut theirs = moves.clone();
                theirs.sort_unstable();
                [CastlingStyle::Standard, CastlingStyle::Chess960].into_iter().any(|style| {
                    let mut ours: Vec<_> =
                        list.iter().map(|&(mv, nodes)| (mv.to_uci(style), nodes)).collect();
                    ours.sort_unstable();
                    ours == theirs
                })
            });
            (count, fits)
        });
        Some(result.collect())
    }
}
