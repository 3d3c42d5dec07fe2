//! The rules and the texts of one position, compared with simple reference code and lists of other programs.

mod book;
mod castling_checks;
mod effects;
mod epd;
mod errors;
mod exchange;
mod garbage;
mod hard_cases;
mod keys;
mod move_lists;
mod outcomes;
mod polyglot;
mod queries;
mod refusals;
mod repetition;
mod san;
mod serde;
mod stages;
mod uci;
mod why;
