//! Counting the leaves up to four plies below a position, by number and by kind.

pub(crate) mod leaf_counter;
mod leaves;
mod mates;
mod plies;
pub(crate) mod reply_counter;
pub(crate) mod statistics;
