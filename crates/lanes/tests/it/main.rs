//! Positions in lanes, against one position at a time.

mod batch;
mod build;
mod children;
mod counters;
