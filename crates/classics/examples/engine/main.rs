//! A chess engine: `cargo run --release --example engine`, then talk UCI to it, or let a GUI do so. It plays Chess960
//! too, and with `-- --board kittinger` on any board of this crate, by its name.
//!
//! ```text
//!   main       the choice of a board
//!   session    the conversation; a thread of its own reads the lines, so that a search can look for them
//!   search     deeper and deeper until the time is up; captures only at the end, until the position is quiet
//!   order      which moves come first
//!   evaluate   material, where the pieces stand, and how the pawns do
//!   table      what has been found about positions that come again
//!   node       what the search asks of a position, and how `Position` answers
//!   on_board   how any other board answers, by making and unmaking moves
//! ```
//!
//! Everything that knows the rules comes from the library. The methods are those of the
//! [Chess Programming Wiki](https://www.chessprogramming.org/Search), under the names in the comments.

mod evaluate;
mod node;
mod on_board;
mod order;
mod search;
mod session;
mod table;
#[cfg(test)]
mod tests;

use std::env;
use std::process::ExitCode;
use std::sync::mpsc::Receiver;

use on_board::OnBoard;
use quadbit_movegen::Position;
use session::{heard, talk};

/// The function `$function` for each board, with the board's name; `quad` is [`Position`] itself.
macro_rules! boards {
    ($function:ident, $kind:ty) => {{
        let boards: [(&'static str, $kind); 12] = [
            ("quad", $function::<Position>),
            ("mailbox", $function::<OnBoard<quadbit_classics::mailbox::Mailbox>>),
            ("nibble", $function::<OnBoard<quadbit_classics::nibble::NibbleBoard>>),
            ("x88", $function::<OnBoard<quadbit_classics::x88::X88>>),
            ("kittinger", $function::<OnBoard<quadbit_classics::kittinger::Kittinger>>),
            ("sentinel", $function::<OnBoard<quadbit_classics::sentinel::Sentinel>>),
            ("10x12", $function::<OnBoard<quadbit_classics::sentinel::TenByTwelve>>),
            ("ccr", $function::<OnBoard<quadbit_classics::ccr::Ccr>>),
            ("sets", $function::<OnBoard<quadbit_classics::sets::Sets>>),
            ("flip", $function::<OnBoard<quadbit_classics::flip::Flip>>),
            ("delta", $function::<OnBoard<quadbit_classics::delta::Delta>>),
            ("fill", $function::<OnBoard<quadbit_classics::fill::Fill>>),
        ];
        boards
    }};
}

/// A conversation with a GUI, whose lines come from the receiver.
type Talk = fn(Receiver<String>);

const BOARDS: [(&str, Talk); 12] = boards!(talk, Talk);

#[cfg(test)]
use boards;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let name = match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => "quad",
        ["--board", name] => name,
        _ => "",
    };
    let Some((_, talk)) = BOARDS.iter().find(|(board, _)| *board == name) else {
        eprintln!("usage: engine [--board {}]", BOARDS.map(|(name, _)| name).join("|"));
        return ExitCode::from(2);
    };
    talk(heard());
    ExitCode::SUCCESS
}
