//! The generator without faults against `Position`, each fault on ten positions, and wrong numbers of real programs.

mod counts;
mod lists;
mod page;
mod reports;

use quadbit_faults::Fault;

/// The fault of a name.
fn fault(name: &str) -> Fault {
    name.parse().unwrap()
}
