//! Every board against `Position`, the suites, and itself.

mod boards;
mod check;
