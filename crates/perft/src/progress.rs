//! How far a count has come.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadbit_movegen::Move;

/// How far a count has come, to be looked at by another thread while it runs.
///
/// ```
/// use quadbit_movegen::{Level, Position};
/// use quadbit_perft::{Counter, Progress};
/// let progress = Progress::new();
/// let counter = Counter::new(Level::auto());
/// counter.divide_watched(&Position::start(), 4, &progress);
/// assert_eq!(progress.nodes(), 197_281);
/// assert_eq!(progress.moves().len(), 20);
/// assert!(progress.fraction() > 0.999);
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    /// The parts of the tree that are done, of [`WHOLE`](Self::WHOLE).
    done: AtomicU64,
    nodes: Mutex<u128>,
    moves: Mutex<Vec<(Move, u128)>>,
}

impl Progress {
    /// The whole tree. Every move of a position has the same share of what its position has.
    pub(crate) const WHOLE: u64 = 1 << 63;

    /// Nothing is done yet.
    pub const fn new() -> Self {
        Self { done: AtomicU64::new(0), nodes: Mutex::new(0), moves: Mutex::new(Vec::new()) }
    }

    /// The part of the tree that is done, 0 to 1, if all subtrees of a ply were equal: an estimate.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn fraction(&self) -> f64 {
        self.done.load(Relaxed) as f64 / Self::WHOLE as f64
    }

    /// The leaves that have been counted.
    pub fn nodes(&self) -> u128 {
        *locked(&self.nodes)
    }

    /// The first moves that are done, in the order in which they were, with their counts.
    pub fn moves(&self) -> Vec<(Move, u128)> {
        locked(&self.moves).clone()
    }

    /// A subtree of some share is done.
    pub(crate) fn add(&self, share: u64, nodes: u128) {
        self.done.fetch_add(share, Relaxed);
        *locked(&self.nodes) += nodes;
    }

    /// A first move is done.
    pub(crate) fn add_move(&self, mv: Move, nodes: u128) {
        locked(&self.moves).push((mv, nodes));
    }
}

/// The value of a mutex, also if a thread has panicked with it in hand: the values here are never half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
