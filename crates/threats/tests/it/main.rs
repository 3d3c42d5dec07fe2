//! Every level against the slow twin, and what a move changes against the difference of two whole lists.

mod attackers;
mod changes;
mod events;
mod support;
mod whole;
