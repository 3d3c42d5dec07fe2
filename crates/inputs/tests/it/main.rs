//! Encoders, histories and sets against slow twins, at every level.

mod encoders;
mod histories;
mod sets;
