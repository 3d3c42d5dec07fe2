//! Counts the bytes that are copied and searched while a stream is read, for the test that they are in proportion to
//! the bytes of the stream.

#[cfg(test)]
use core::cell::Cell;

#[cfg(test)]
std::thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Counts `bytes` that are copied or searched.
#[inline(always)]
pub(crate) fn count(bytes: usize) {
    #[cfg(test)]
    STEPS.set(STEPS.get() + bytes);
    #[cfg(not(test))]
    let _ = bytes;
}

/// The number of bytes that [`count`] has counted on this thread.
#[cfg(test)]
pub(crate) fn counted() -> usize {
    STEPS.get()
}
