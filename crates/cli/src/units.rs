//! A perft in work units, over plain files, for more than one machine.
//!
//! A [`Plan`] lists the distinct positions some plies below a root, each with the number of ways to reach it,
//! and splits them into tasks of similar cost. Any number of machines [`run`] tasks independently and write
//! results. [`merge`] adds them up: the perft of the root is the sum of occurrences times nodes.
//!
//! ```text
//!   DIR/manifest           root, depth, ply, number of tasks; written last
//!   DIR/tasks/1.task       occurrences and FEN, a line for each position
//!   DIR/results/1.part     a checkpoint of task 1
//!   DIR/results/1.result   the same lines with their counts; 1.NAME.result for a second opinion
//! ```
//!
//! All files are text and end with a checksum. A result names its task by the checksum of that task. A file gets its
//! name when it is complete and on the disk; an interrupted task resumes from its last checkpoint. A task may be run
//! more than once: equal results confirm each other, and different ones stop the merge.
//!
//! Positions count as the same if the same moves are legal, so a double push that cannot be captured makes no
//! difference: four plies from the start position there are 72,078 positions instead of 101,240.

mod making;
mod merging;
mod plan;
mod result;
mod running;
mod sheet;
mod task;

pub(crate) use merging::merge;
pub(crate) use plan::{Columns, Plan};
pub(crate) use running::{Done, run};
pub(crate) use task::Unit;
