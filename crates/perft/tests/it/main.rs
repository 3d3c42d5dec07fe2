//! Counts, against published and independent ones.

mod counters;
mod reply_counter;
mod statistics;
mod suites;
