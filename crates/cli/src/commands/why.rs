//! `quadbit why`: whether a move is legal, and by which rule.

use std::io::{self, Write};
use std::path::PathBuf;

use quadbit_diagram::Diagram;
use quadbit_movegen::{Uci, Why};

use crate::commands::show::write_svg;
use crate::failure::Failure;
use crate::format::Format;
use crate::json::{Json, ToJson};
use crate::position::{Rules, given};

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
        let squares: Vec<String> = self.squares.into_iter().map(|square| square.to_string()).collect();
        Json::Object(vec![("legal", self.is_legal.to_json()), ("why", self.text.to_json())])
            .with("squares", &squares)
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = given("FEN", &args.fen, args.rules)?;
    let uci = args.mv.to_ascii_lowercase().parse::<Uci>().map_err(|_| {
        let mv = &args.mv;
        Failure::Input(format!(
            "MOVE: `{mv}` is not a move: two squares, such as e2e4, and for a promotion q, r, b or n"
        ))
    })?;
    let why = position.why(uci);
    let printed = match &args.svg {
        Some(file) => {
            let mut diagram = Diagram::new(position);
            (diagram.marked, diagram.arrow) = (why.squares, Some((why.from, why.to)));
            write_svg(file, &diagram)
        }
        None => args.format.print(&why, |why| {
            let verdict = if why.is_legal { "legal" } else { "illegal" };
            Ok(writeln!(io::stdout(), "{verdict}: {}", why.text)?)
        }),
    };
    if why.is_legal { printed } else { Err(Failure::check(printed)) }
}
