//! Quadbit.

use quadbit_movegen as chess;

#[path = "engine.rs"]
pub(crate) mod engine;
