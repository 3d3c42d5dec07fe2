//! From wrong counts to the fault that gives exactly them.
//!
//! 1. Each fault is counted at the lowest depth; those that give the wrong number there are counted at the next.
//! 2. If none is left, the faults of one side only are tried in the same way.
//! 3. If none is left, pairs of faults are tried: those whose differences from the right count, added, come nearest to
//!    that of the wrong count. They are guesses, since among thousands of pairs some fit by chance.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::OnceLock;
use std::thread;

use quadbit_movegen::{CastlingStyle, Color, Position};

use crate::board::Board;
use crate::cause::Cause;
use crate::count::Counter;
use crate::fault::Fault;
use crate::mv::Move;
use crate::rules::Faults;

/// A count, which may be wrong, by the program that is diagnosed.
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
    /// If no cause fits: the faults, three at most, whose counts at the lowest depth come nearest to the wrong count,
    /// with these counts.
    pub near: Vec<(Fault, u64)>,
    /// The number of causes and pairs that were still to be counted when the search was stopped.
    pub untried: usize,
}

/// The largest number of pairs of faults that are counted.
const PAIRS: usize = 48;

/// The number of sets of faults that are counted together, in one walk through the tree. A search that is stopped keeps
/// the counts of earlier walks.
const SETS: usize = 64;

/// Finds the faults that give exactly the wrong counts of a position. Works on `threads` threads, and calls `goes_on`
/// many times a second with the share of the present step that is done, from 0 to 1; a step counts one depth under all
/// faults that are left. Once `goes_on` returns `false`, which it must then always do, the search stops with what has
/// been found, or with `None` if not even the right count is known.
///
/// ```
/// use quadbit_faults::{Wrong, diagnose};
/// use quadbit_movegen::Position;
/// let wrong = Wrong { depth: 3, nodes: 97_983, moves: None };
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// let diagnosis = diagnose(&fen.parse().unwrap(), &[wrong], 1, &|_| true).unwrap();
/// assert_eq!(diagnosis.right, 97_862);
/// assert_eq!(diagnosis.rules[0].fault.name(), "attack-pawn-missing");
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
    let mut search = Search { board: Board::new(position), wrongs: &wrongs, threads, goes_on, untried: 0 };
    let right: Vec<Counted> =
        wrongs.iter().map(|wrong| search.counts(&[Faults::NONE], wrong)[0]).collect::<Option<_>>()?;
    let mut diagnosis = Diagnosis {
        right: right.last()?.nodes,
        is_right: right.iter().all(|count| count.fits),
        rules: Vec::new(),
        guesses: Vec::new(),
        near: Vec::new(),
        untried: 0,
    };
    if diagnosis.is_right {
        return Some(diagnosis);
    }
    let (first, right) = (wrongs[0].nodes, right[0].nodes);
    // Counting one ply more takes many times as long, so this fault is tried only if the wrong number is large enough.
    let all = Fault::all().filter(|&fault| fault.name() != "ply-added" || first > 4 * right);
    let (fitting, counts) = search.fitting(all.map(Cause::from).collect());
    diagnosis.rules = fitting;
    if diagnosis.rules.is_empty() {
        let acting = counts.iter().filter(|&&(_, count)| count != right || wrongs.len() > 1);
        let sides = |&(cause, _): &(Cause, u64)| Color::ALL.map(|color| Cause { side: Some(color), ..cause });
        diagnosis.rules = search.fitting(acting.flat_map(sides).collect()).0;
    }
    if diagnosis.rules.is_empty() {
        diagnosis.near = counts
            .into_iter()
            .filter(|&(_, count)| count != right)
            .map(|(cause, count)| (cause.fault, count))
            .collect();
        let mut pairs = Vec::new();
        for (number, &(fault, count)) in diagnosis.near.iter().enumerate() {
            for &(other, more) in &diagnosis.near[number + 1..] {
                pairs.push(((count + more).abs_diff(first + right), [fault, other]));
            }
        }
        pairs.sort_unstable();
        diagnosis.guesses = search.fitting(pairs.into_iter().take(PAIRS).map(|(_, pair)| pair).collect()).0;
        diagnosis.near.sort_by_key(|&(_, count)| count.abs_diff(first));
        diagnosis.near.truncate(3);
    }
    diagnosis.untried = search.untried;
    Some(diagnosis)
}

/// The set of both faults, in the moves of both sides.
impl From<[Fault; 2]> for Faults {
    fn from([one, other]: [Fault; 2]) -> Self {
        Self::from(one) | other.into()
    }
}

/// A count under some faults, and whether it equals the wrong count.
#[derive(Clone, Copy, Debug)]
struct Counted {
    nodes: u64,
    fits: bool,
}

/// The search for sets of faults that give the wrong counts.
struct Search<'a> {
    board: Board,
    /// The wrong counts, in the order of their depths.
    wrongs: &'a [&'a Wrong],
    threads: usize,
    goes_on: &'a (dyn Fn(f64) -> bool + Sync),
    /// The number of counts that were still to be made when the search was stopped.
    untried: usize,
}

impl Search<'_> {
    /// The sets that give all wrong counts; and all sets that were tried, each with its count at the lowest depth.
    fn fitting<S: Copy + Into<Faults>>(&mut self, sets: Vec<S>) -> (Vec<S>, Vec<(S, u64)>) {
        let (mut left, mut first) = (sets, None);
        for wrong in self.wrongs {
            let counts = self.counts(&left.iter().map(|&set| set.into()).collect::<Vec<_>>(), wrong);
            let tried: Vec<(S, Counted)> =
                left.iter().zip(&counts).filter_map(|(&set, count)| Some((set, (*count)?))).collect();
            self.untried += left.len() - tried.len();
            left = tried.iter().filter(|(_, count)| count.fits).map(|&(set, _)| set).collect();
            first.get_or_insert_with(|| tried.iter().map(|&(set, count)| (set, count.nodes)).collect());
        }
        (left, first.unwrap_or_default())
    }

    /// The count under each set at the depth of `wrong`; `None` for sets that were not counted before the search was
    /// stopped.
    fn counts(&self, sets: &[Faults], wrong: &Wrong) -> Vec<Option<Counted>> {
        let counted = |list: Vec<(Move, u64)>| {
            let nodes = list.iter().map(|&(_, nodes)| nodes).sum();
            Counted { nodes, fits: wrong.fits(&list, nodes) }
        };
        let (mut counts, rounds) = (Vec::new(), sets.len().div_ceil(SETS));
        for (round, sets) in sets.chunks(SETS).enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "an estimate")]
            let goes_on = |share: f64| (self.goes_on)((round as f64 + share) / rounds as f64);
            match self.divide(sets, wrong.depth, &goes_on) {
                Some(lists) => counts.extend(lists.into_iter().map(|list| Some(counted(list)))),
                None => counts.extend(sets.iter().map(|_| None)),
            }
        }
        counts
    }

    /// For each set, the first moves and the leaves below them, `depth` plies deep; `None` if the search was stopped.
    /// Each thread takes the next move that is not yet counted.
    fn divide(
        &self,
        sets: &[Faults],
        depth: u8,
        goes_on: &(dyn Fn(f64) -> bool + Sync),
    ) -> Option<Vec<Vec<(Move, u64)>>> {
        let branches = Counter::new(sets).branches(&self.board, depth);
        let leaves: Vec<OnceLock<Vec<(usize, u64)>>> = branches.iter().map(|_| OnceLock::new()).collect();
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || {
            let mut counter = Counter::new(sets);
            while let Some((number, branch)) = branches.iter().enumerate().nth(next.fetch_add(1, Relaxed)) {
                #[expect(clippy::cast_precision_loss, reason = "an estimate")]
                let share = number as f64 / branches.len() as f64;
                let goes_on = || goes_on(share) && !is_stopped.load(Relaxed);
                let counted = counter.branch(&self.board, branch, depth, &goes_on);
                if !goes_on() {
                    return is_stopped.store(true, Relaxed);
                }
                // The cell is empty, because each number is given out once.
                let _ = leaves[number].set(counted);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.min(branches.len()) {
                // If a thread cannot be started, the others do its work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        let mut lists = vec![Vec::new(); sets.len()];
        for ((mv, _), leaves) in branches.into_iter().zip(leaves) {
            leaves.into_inner()?.into_iter().for_each(|(set, leaves)| lists[set].push((mv, leaves)));
        }
        Some(lists)
    }
}

impl Wrong {
    /// Whether the counts below the first moves, which add up to `nodes`, are the wrong ones. Either form of castling
    /// will do. If the wrong counts below the moves are not known, only `nodes` is compared.
    fn fits(&self, list: &[(Move, u64)], nodes: u64) -> bool {
        let Some(moves) = &self.moves else { return nodes == self.nodes };
        let sorted = |mut list: Vec<(String, u64)>| {
            list.sort_unstable();
            list
        };
        let theirs = sorted(moves.clone());
        [CastlingStyle::Standard, CastlingStyle::Chess960].into_iter().any(|style| {
            sorted(list.iter().map(|&(mv, nodes)| (mv.to_uci(style), nodes)).collect()) == theirs
        })
    }
}
