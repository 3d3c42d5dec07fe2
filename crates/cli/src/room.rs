//! Room for small allocations.
//!
//! Running out of memory for a table is an ordinary error. Running out for a few bytes makes Rust abort the program with its own
//! message and exit code, so we check for room before we begin.

use std::hint::black_box;
use std::iter;

/// Enough for everything but tables and threads, in bytes.
const ROOM: usize = 8 << 20;

/// Enough for a thread, in bytes: its stack of two megabytes, its working memory, and some more for the allocator.
const ROOM_FOR_A_THREAD: usize = 4 << 20;

/// Whether there is memory for this many more threads and for small allocations.
pub(crate) fn has_room(threads: usize) -> bool {
    let blocks = iter::once(ROOM).chain(iter::repeat_n(ROOM_FOR_A_THREAD, threads));
    // All blocks are held at once. They are only reserved, and freed again.
    let reserved: Option<Vec<Vec<u8>>> = blocks.map(reserve).collect();
    reserved.is_some()
}

fn reserve(bytes: usize) -> Option<Vec<u8>> {
    let mut block = Vec::new();
    block.try_reserve_exact(bytes).ok()?;
    // Keeps the compiler from removing an allocation that is never used.
    Some(black_box(block))
}
