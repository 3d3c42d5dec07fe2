//! A pool of working memory for branches, the subtrees that one thread counts by itself.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use quadbit_nibble::simd::Level;

use super::branch::Branch;

/// The working memory for branches (subtrees that one thread counts by itself) that no thread is using now. Memory is
/// reused because each [`Branch`] has a large table of its own.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Branch>>);

/// Working memory for a branch, a subtree that one thread counts by itself, which returns to its pool when it is
/// dropped.
pub(super) struct PooledBranch<'a> {
    /// The working memory; `None` once it is returned.
    branch: Option<Branch>,
    pool: &'a Pool,
}

impl Pool {
    /// Working memory for a branch (a subtree that one thread counts by itself) from the pool, or new memory if all is
    /// in use.
    pub(super) fn branch(&self, level: Level) -> PooledBranch<'_> {
        let branch = self.branches().pop().unwrap_or_else(|| Branch::new(level));
        PooledBranch { branch: Some(branch), pool: self }
    }

    fn branches(&self) -> MutexGuard<'_, Vec<Branch>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Deref for PooledBranch<'_> {
    type Target = Branch;

    fn deref(&self) -> &Branch {
        self.branch.as_ref().expect("a branch until it is dropped")
    }
}

impl DerefMut for PooledBranch<'_> {
    fn deref_mut(&mut self) -> &mut Branch {
        self.branch.as_mut().expect("a branch until it is dropped")
    }
}

impl Drop for PooledBranch<'_> {
    fn drop(&mut self) {
        self.pool.branches().extend(self.branch.take());
    }
}
