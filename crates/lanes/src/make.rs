//! Making moves in lanes, and the queues where the boards after them wait for a batch.

pub(crate) mod children;
pub(crate) mod enqueue;
pub(crate) mod move_sets;
pub(crate) mod queue;
