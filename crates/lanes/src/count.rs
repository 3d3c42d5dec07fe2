//! Counters of the leaves up to four plies below a position. They count only the leaves, or their kinds too, as
//! statistics.

pub(crate) mod leaf_counter;
mod leaves;
mod mates;
mod plies;
pub(crate) mod reply_counter;
pub(crate) mod statistics;
