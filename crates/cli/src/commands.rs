//! The commands, one per file.

mod bench;
mod compare;
mod completions;
mod convert;
mod diagnose;
mod fen;
mod find;
mod input;
mod inputs;
mod key;
mod kind;
mod man;
mod moves;
mod pack;
mod perft;
mod show;
mod suite;
mod threats;
mod tree;
mod uci;
mod units;
mod why;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Subcommand)]
pub(crate) enum Command {
    Perft(perft::Args),
    /// Count below each first move; the same as `perft --divide`
    #[command(mut_arg("divide", |arg| arg.hide(true).default_value("true")))]
    Divide(perft::Args),
    Suite(suite::Args),
    Moves(moves::Args),
    Fen(fen::Args),
    Find(find::Args),
    Compare(compare::Args),
    Diagnose(diagnose::Args),
    Why(why::Args),
    Uci(uci::Args),
    Bench(bench::Args),
    Tree(tree::Args),
    Key(key::Args),
    Threats(threats::Args),
    Inputs(Box<inputs::Args>),
    Show(show::Args),
    Convert(convert::Args),
    Units(units::Args),
    Pack(pack::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Perft(args) | Self::Divide(args) => perft::run(args),
            Self::Suite(args) => suite::run(args),
            Self::Moves(args) => moves::run(args),
            Self::Fen(args) => fen::run(args),
            Self::Find(args) => find::run(args),
            Self::Compare(args) => compare::run(args),
            Self::Diagnose(args) => diagnose::run(args),
            Self::Why(args) => why::run(args),
            Self::Uci(args) => uci::run(args),
            Self::Bench(args) => bench::run(args),
            Self::Tree(args) => tree::run(args),
            Self::Key(args) => key::run(args),
            Self::Threats(args) => threats::run(args),
            Self::Inputs(args) => inputs::run(args),
            Self::Show(args) => show::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Units(args) => units::run(args),
            Self::Pack(args) => pack::run(args),
            Self::Completions(args) => completions::run(args),
            Self::Man(args) => man::run(args),
        }
    }
}
