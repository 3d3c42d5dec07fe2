//! Benches of the whole workspace.
