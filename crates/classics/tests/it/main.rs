//! Every board compared with `Position` and with the known counts of the suites; and its own checks.

mod boards;
mod checks;
mod kings;
mod subtraction;
