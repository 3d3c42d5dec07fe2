//! Encoders, histories and sets against slow twins, at every level.

mod changes;
mod encoders;
mod histories;
mod sets;
