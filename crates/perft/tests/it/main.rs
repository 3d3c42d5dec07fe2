//! Counts, against published and independent ones.

mod compare;
mod counters;
mod reply_counter;
mod statistics;
mod suites;
