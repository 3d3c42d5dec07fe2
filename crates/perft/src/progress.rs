//! The progress of a count: written by the threads that count, and read by a thread that watches.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadbit_movegen::Move;

/// The progress of a count, for another thread to read while it runs.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_nibble::simd::Level;
/// use quadbit_perft::{Counter, Progress};
/// let progress = Progress::new();
/// let counter = Counter::new(Level::auto());
/// counter.divide(&Position::start(), 4, &progress);
/// assert_eq!(progress.nodes(), 197_281);
/// assert_eq!(progress.moves().len(), 20);
/// assert!(progress.fraction() > 0.999);
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    /// The share of the tree that is done, in units of 1 / [`WHOLE`](Self::WHOLE).
    done: AtomicU64,
    nodes: Mutex<u128>,
    moves: Mutex<Vec<(Move, u128)>>,
    is_stopped: AtomicBool,
}

impl Progress {
    /// The share that stands for the whole tree. A position's share is divided equally among its moves.
    pub(crate) const WHOLE: u64 = 1 << 63;

    /// The progress of a count that has not begun.
    pub const fn new() -> Self {
        Self {
            done: AtomicU64::new(0),
            nodes: Mutex::new(0),
            moves: Mutex::new(Vec::new()),
            is_stopped: AtomicBool::new(false),
        }
    }

    /// The share of the tree that is done, from 0 to 1. This is an estimate: it assumes that all subtrees of
    /// a position are equal.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn fraction(&self) -> f64 {
        self.done.load(Relaxed) as f64 / Self::WHOLE as f64
    }

    /// The number of leaves counted so far.
    pub fn nodes(&self) -> u128 {
        *locked(&self.nodes)
    }

    /// The moves of the counted position below which all leaves have been counted, each with the number of its leaves,
    /// in the order in which they finished.
    pub fn moves(&self) -> Vec<(Move, u128)> {
        locked(&self.moves).clone()
    }

    /// Ends a count within milliseconds. Its result is then too low and must not be used; the counter and its table
    /// remain usable.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// use quadbit_nibble::simd::Level;
    /// use quadbit_perft::{Counter, Progress};
    /// let progress = Progress::new();
    /// std::thread::scope(|scope| {
    ///     scope.spawn(|| Counter::new(Level::auto()).divide(&Position::start(), 20, &progress));
    ///     progress.stop();
    /// });
    /// assert!(progress.is_stopped());
    /// ```
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }

    /// Whether the count has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// Divides `share`, the share of a position in the whole tree, by its number of `moves`: the share of each move. 0
    /// if there are no moves.
    pub(crate) const fn share(share: u64, moves: usize) -> u64 {
        // A position without moves has nothing to divide. The estimate ignores its share and the rounding.
        match share.checked_div(moves as u64) {
            Some(share) => share,
            None => 0,
        }
    }

    /// Records a finished subtree, with its share of the tree and its number of leaves.
    pub(crate) fn add(&self, share: u64, nodes: u128) {
        self.done.fetch_add(share, Relaxed);
        *locked(&self.nodes) += nodes;
    }

    /// Records one of `moves` first moves as finished, with its number of leaves, for a count that is not a
    /// [`Counter`](crate::Counter)'s.
    pub fn add_one_of(&self, moves: usize, mv: Move, nodes: u128) {
        self.add(Self::share(Self::WHOLE, moves), nodes);
        self.add_move(mv, nodes);
    }

    /// Records a finished first move, with its number of leaves.
    pub(crate) fn add_move(&self, mv: Move, nodes: u128) {
        locked(&self.moves).push((mv, nodes));
    }
}

/// Locks `mutex` even if a thread panicked while holding it: the values here are never half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
