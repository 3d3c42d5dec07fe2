//! Counts, against published and independent ones.

mod counters;
mod reply_counter;
mod statistics;
mod subtraction;
mod suites;

mod support {
    #[path = "../../../../lanes/tests/it/support/scattered.rs"]
    pub(crate) mod scattered;
}
