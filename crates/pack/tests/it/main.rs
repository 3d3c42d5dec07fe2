//! Records against slow twins and the crates of the formats.

mod binpack;
mod blocks;
mod fens;
mod messages;
mod packed_sfen;
mod records;
mod samples;
mod streams;
mod twins;
