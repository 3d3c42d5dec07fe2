//! The commands, one a file.

mod convert;
mod fen;
mod key;
mod moves;
mod perft;
mod show;
mod suite;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Subcommand)]
pub(crate) enum Command {
    Perft(perft::Args),
    Suite(suite::Args),
    Moves(moves::Args),
    Fen(fen::Args),
    Key(key::Args),
    Show(show::Args),
    Convert(convert::Args),
}

impl Command {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        match self {
            Self::Perft(args) => perft::run(args),
            Self::Suite(args) => suite::run(args),
            Self::Moves(args) => moves::run(args),
            Self::Fen(args) => fen::run(args),
            Self::Key(args) => key::run(args),
            Self::Show(args) => show::run(args),
            Self::Convert(args) => convert::run(args),
        }
    }
}
