//! Positions in lanes, against one position at a time.

mod batch;
mod build;
mod children;
mod counters;
mod fens;

mod support {
    #[path = "../../../../movegen/tests/it/support/corpora.rs"]
    pub(crate) mod corpora;
    #[path = "../../../../movegen/tests/it/support/positions.rs"]
    pub(crate) mod positions;
    pub(crate) mod scattered;
}
