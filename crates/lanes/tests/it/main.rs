//! Positions in lanes, against one position at a time.

mod batch;
mod children;

mod support {
    pub(crate) mod positions;
}
