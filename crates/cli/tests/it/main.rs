//! The command as a process: what it prints, and what it does when something fails.

mod arrange;
mod commands;
mod compare;
mod conformance;
mod faults;
mod find;
mod interrupt;
mod pack;
mod pipes;
mod run;
mod signals;
mod uci;
mod units;
mod wrong;
