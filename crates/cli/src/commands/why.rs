//! `quadbit why`: whether a move is legal, and by which rule.

use std::io::{self, Write};
use std::path::PathBuf;

use quadbit_diagram::Diagram;

use crate::commands::show::write_svg;
use crate::failure::Failure;
use crate::format::Format;
use crate::json::{Json, ToJson};
use crate::position::{Rules, given};
use crate::why::{Why, why};

/// Say whether a move is legal, and by which rule
#[derive(clap::Args)]
#[command(after_help = "Exit codes: 0 legal, 1 not legal, 2 bad input.")]
pub(crate) struct Args {
    /// A FEN or a name, as for perft
    fen: String,

    /// A move as UCI text, such as e2e4
    #[arg(value_name = "MOVE")]
    mv: String,

    /// Write the board as SVG, with the move as an arrow and the deciding squares marked; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    rules: Rules,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl ToJson for Why {
    fn to_json(&self) -> Json {
        let squares: Vec<String> = self.squares.iter().map(ToString::to_string).collect();
        Json::Object(vec![
            ("legal", self.legal.to_json()),
            ("why", self.text.to_json()),
            ("squares", squares.to_json()),
        ])
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = given("FEN", &args.fen, args.rules)?;
    let bad = || {
        Failure::Input(format!(
            "MOVE: `{}` is not a move: two squares, such as e2e4, and for a promotion q, r, b or n",
            args.mv
        ))
    };
    let found = why(&position, &args.mv).ok_or_else(bad)?;
    let printed = match &args.svg {
        Some(file) => {
            let mut diagram = Diagram::new(position);
            diagram.marked = found.squares.iter().copied().collect();
            diagram.arrow = Some((found.from, found.to));
            write_svg(file, &diagram)
        }
        None => args.format.print(&found, |found| {
            let verdict = if found.legal { "legal" } else { "illegal" };
            Ok(writeln!(io::stdout(), "{verdict}: {}", found.text)?)
        }),
    };
    if found.legal { printed } else { Err(Failure::check(printed)) }
}
