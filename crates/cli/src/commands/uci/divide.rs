//! `divide:<depth>:<mb>:<fen>[:<moves>]`: the request that perftcheck sends to its reference engine.
//!
//! In the answer perftcheck reads a line such as `e2e4 20` for each move, a line `nodes: 400` and a line `fen: ..` with
//! the position after `<moves>`, or a line `error: ..` if something is wrong. A line of at least fifteen dashes ends
//! the answer.
//!
//! Source: The Grand Chess Tree, `Perft-Checker/Engines/TgctOracle.cs`, <https://github.com/Timmoth/grandchesstree>.

use std::io::{self, Write};

use quadbit_movegen::{CastlingStyle, Move, Position};
use quadbit_nibble::simd::Level;

use super::listener::Listener;
use crate::counting;
use crate::divided::{self, MoveCount};
use crate::position;

/// The line before the totals of an answer.
const RESULTS: &str = "-----results-----";
/// The line that ends an answer.
const END: &str = "-----------------";

/// Answers a request of perftcheck; `request` is what follows `divide:`.
pub(super) fn answer(
    request: &str,
    style: CastlingStyle,
    listener: &Listener,
    out: &mut impl Write,
) -> io::Result<()> {
    match Divide::new(request, style, listener) {
        Ok(Divide { position, moves, nodes }) => {
            for MoveCount { uci, nodes } in moves {
                writeln!(out, "{uci} {nodes}")?;
            }
            writeln!(out, "{RESULTS}\nnodes: {nodes}\nhash: {}\nfen: {position}\n{END}", position.key())
        }
        Err(why) => writeln!(out, "error: {why}\n{RESULTS}\nnodes: 0\n{END}"),
    }
}

/// The answer to a request: the position that its moves lead to, and the leaves below each move of that position.
struct Divide {
    position: Position,
    moves: Vec<MoveCount>,
    nodes: u128,
}

impl Divide {
    fn new(request: &str, style: CastlingStyle, listener: &Listener) -> Result<Self, String> {
        let mut fields = request.split(':').map(str::trim);
        let mut next = |name| fields.next().ok_or_else(|| format!("there is no {name}"));
        let depth = next("depth")?;
        let depth = depth.parse().map_err(|_| format!("`{depth}` is not a depth from 0 to 255"))?;
        let hash = next("hash size")?;
        let hash = hash.parse().map_err(|_| format!("`{hash}` is not a number of megabytes"))?;
        let fen = next("FEN")?;
        let moves = fields.next().unwrap_or_default();
        if fields.next().is_some() {
            return Err("unexpected text after the moves".to_owned());
        }
        let mut position = position::tree_named(fen).map_err(|error| error.to_string())?;
        for text in moves.split_ascii_whitespace() {
            let mv =
                Move::from_uci(text, &position).map_err(|error| format!("illegal move '{text}': {error}"))?;
            position.play_unchecked(mv);
        }
        let counter = counting::counter(Level::auto(), 1, hash)?;
        let counts = listener.count(|progress| counter.divide(&position, depth, progress));
        let counts = counts.ok_or("stopped")?;
        let moves = divided::sorted(&counts, &position, style);
        Ok(Self { position, moves, nodes: divided::total(&counts, depth) })
    }
}
