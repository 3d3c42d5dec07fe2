//! `quadbit inputs`: the inputs of networks by their indices.

use std::io::{self, Write};

use quadbit_inputs::sets::{Csr, Order, Set, Sets};
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;

use crate::failure::Failure;
use crate::level::level;
use crate::lines;
use crate::position::Start;

/// Print the indices of a network's inputs that are 1: the FEN, a tab, the indices from white's view, a
/// tab, those from black's
///
/// Indices are ascending and separated by commas. With `-` as the position, read one FEN per line
/// from standard input.
#[derive(clap::Args)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    /// A set of inputs, or several joined by `+`, which are numbered one after the other
    #[arg(value_name = "SET")]
    sets: Sets,

    #[command(flatten)]
    start: Start,

    /// Vector instructions: auto (the default), fallback, sse2, sse4.2, avx2, avx512, neon or wasm
    #[arg(long, value_name = "LEVEL", value_parser = level, default_value = "auto", hide_default_value = true)]
    level: Level,
}

/// The names and sizes of all sets, to be printed after the help.
fn after_help() -> String {
    let line = |set: Set| format!("  {:14}{:6} inputs", set.name(), set.size());
    format!(
        "Sets:\n{}\n\nKing buckets of your own: 'chess768[0,1,..]' with 64 numbers by ranks, or\n\
        'chess768[0,1,..]hm' with 32 for a mirrored board; 768 inputs a bucket",
        Set::ALL.map(line).join("\n")
    )
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let listed = |fen: &str, position| {
        let mut sides: [Csr<i32>; 2] = Default::default();
        args.sets.append(args.level, Order::Ascending, &[position], &mut sides);
        let [white, black] = sides.map(|side| commas(side.row(0)));
        format!("{fen}\t{white}\t{black}")
    };
    if args.start.is_stdin() {
        return lines::answer(|fen| {
            let position: Position = args.start.rules.read(fen)?;
            let fields: Vec<&str> = fen.split_whitespace().collect();
            Ok::<_, String>(listed(&fields.join(" "), position))
        });
    }
    let position = args.start.position()?;
    Ok(writeln!(io::stdout(), "{}", listed(args.start.fen(), position))?)
}

fn commas(indices: &[i32]) -> String {
    let texts: Vec<String> = indices.iter().map(ToString::to_string).collect();
    texts.join(",")
}
