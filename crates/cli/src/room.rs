//! Checks for enough memory before work begins.
//!
//! If the allocation of a table fails, that is an ordinary error. If a small one fails, Rust aborts the
//! program with its own message and exit code, so there must be room before work begins.

use std::hint::black_box;
use std::iter;

/// The memory that everything but tables and threads needs at most, in bytes.
const ROOM: usize = 8 << 20;

/// The memory that a thread needs at most, in bytes: its stack of two megabytes, its working memory, and some
/// more for the allocator.
const ROOM_FOR_A_THREAD: usize = 4 << 20;

/// Whether there is memory for `threads` more threads and for small allocations.
pub(crate) fn has_room(threads: usize) -> bool {
    has_room_for(threads, 0)
}

/// Whether there is memory for small allocations and for `threads` more threads, each with `more` bytes
/// besides its stack.
pub(crate) fn has_room_for(threads: usize, more: usize) -> bool {
    // All blocks are held at once. They are only reserved, and freed again.
    let Some(_small) = reserve(ROOM) else { return false };
    let stacks: Option<Vec<_>> =
        iter::repeat_with(|| reserve_stack(ROOM_FOR_A_THREAD + more)).take(threads).collect();
    stacks.is_some()
}

fn reserve(bytes: usize) -> Option<Vec<u8>> {
    let mut block = Vec::new();
    block.try_reserve_exact(bytes).ok()?;
    // Keeps the compiler from removing an allocation that is never used.
    Some(black_box(block))
}

/// Reserves memory from the system, where stacks come from. The allocator would not return a freed block of
/// this size to the system.
#[cfg(target_os = "linux")]
fn reserve_stack(bytes: usize) -> Option<memmap2::MmapMut> {
    memmap2::MmapMut::map_anon(bytes).ok()
}

#[cfg(not(target_os = "linux"))]
fn reserve_stack(bytes: usize) -> Option<Vec<u8>> {
    reserve(bytes)
}
