//! `quadbit show`: drawings of a position and its representations.

mod pieces;
mod svg;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;

use crate::failure::Failure;
use crate::file::write_whole;
use crate::position::{Rules, Start};

use svg::Svg;
use text::Text;

/// Draw the board and, on request, its representations
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    rules: Rules,

    #[command(flatten)]
    views: Views,

    /// Draw an SVG file instead of text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What is drawn below the board.
#[derive(Clone, Copy, clap::Args)]
struct Views {
    /// The quad-bitboard's four planes
    #[arg(long)]
    planes: bool,

    /// The 64 nibbles
    #[arg(long)]
    nibbles: bool,

    /// The 0x88 board
    #[arg(long)]
    x88: bool,
}

/// The meaning of planes 0 to 3, the bits of the nibbles.
const PLANE_NAMES: [&str; 4] = ["black", "P, B, Q", "N, B, K", "R, Q, K"];

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let position = args.start.position(args.rules)?;
    match &args.svg {
        None => Ok(write!(io::stdout(), "{}", Text { position, views: args.views })?),
        Some(file) => write_whole(file, &Svg { position, views: args.views }.to_string())
            .map_err(|error| Failure::Input(format!("--svg: {}: {error}", file.display()))),
    }
}
