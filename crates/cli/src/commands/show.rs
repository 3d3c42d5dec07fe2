//! `quadbit show`: drawings of a position and its representations.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use quadbit_data::files::{self, ByteCounter};
use quadbit_diagram::{Diagram, Line, View};
use quadbit_movegen::{Bitboard, Color, Move, Position, Square};
use quadbit_pgn::{NULL_MOVE, Reader};
use quadbit_threats::{Finder, Threat, ThreatList};

use crate::failure::Failure;
use crate::file::{is_stream, write_whole};
use crate::position::Start;
use crate::whole::whole;

/// Draw the board and, on request, its representations
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,

    #[command(flatten)]
    of_game: OfGame,

    #[command(flatten)]
    marks: Marks,

    #[command(flatten)]
    views: Views,

    /// Draw an SVG file instead of text; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The place of the position in a file of games.
#[derive(clap::Args)]
struct OfGame {
    /// Draw a position of a game of this PGN file, which may be compressed; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["alone", "fen"])]
    pgn: Option<PathBuf>,

    /// The number of the game, from 1
    #[arg(long, value_name = "N", requires = "pgn", default_value_t = 1, value_parser = whole(1..=u64::MAX))]
    game: u64,

    /// The number of half moves before the position; by default all of the game's main line
    #[arg(long, value_name = "N", requires = "pgn")]
    ply: Option<usize>,
}

impl OfGame {
    /// The position that the options choose in `file`, and the position and the move before it; `None` instead of these
    /// at the beginning of the game.
    fn position(&self, file: &Path) -> Result<(Position, Option<(Position, Move)>), Failure> {
        let name = file.display();
        let opened = if is_stream(file) {
            files::decompress(file, true, io::stdin())
        } else {
            files::open(file, true, &ByteCounter::default())
        };
        let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("--pgn: {name}: {error}"));
        let mut reader = Reader::new(opened.map_err(|error| wrong(&error))?);
        let mut positions = Vec::new();
        loop {
            positions.clear();
            let Some(game) =
                reader.next_game_with_positions(&mut positions).map_err(|error| wrong(&error))?
            else {
                return Err(Failure::Input(format!("--game: {name} has {} games", reader.number())));
            };
            if game.number + 1 < self.game {
                continue;
            }
            let Some(&end) = game.position() else {
                let error = game.error.map_or_else(String::new, |error| format!(": {error}"));
                return Err(wrong(&format!("game {}{error}", self.game)));
            };
            let plies = game.moves().len();
            let ply = self.ply.unwrap_or(plies);
            if ply > plies {
                let why = game.error.map_or_else(String::new, |error| format!(" ({error})"));
                return Err(Failure::Input(format!("--ply: game {} has {plies} half moves{why}", self.game)));
            }
            positions.push(end);
            let before = ply.checked_sub(1);
            return Ok((positions[ply], before.map(|before| (positions[before], game.moves()[before]))));
        }
    }
}

/// The orientation of the board, and the marks on it.
#[derive(clap::Args)]
struct Marks {
    /// Draw the board from Black's side
    #[arg(long)]
    black: bool,

    /// Mark these squares, such as e4,d5
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    mark: Vec<Square>,

    /// Mark a legal move, given as UCI text or SAN; an SVG shows it as an arrow
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<String>,
}

impl Marks {
    /// The board with its marks, or why a move cannot be marked.
    fn diagram(&self, position: Position) -> Result<Diagram, Failure> {
        let mut diagram = Diagram::new(position);
        diagram.from = if self.black { Color::Black } else { Color::White };
        diagram.marked = self.mark.iter().copied().collect();
        if let Some(text) = &self.mv {
            let read = Move::from_uci(text, &position).or_else(|_| Move::from_san_relaxed(text, &position));
            let mv = read.map_err(|error| Failure::Input(format!("--move: `{text}`: {error}")))?;
            let (start, end) = (mv.from(), position.effect(mv).destination());
            diagram.marked |= Bitboard::from(start) | Bitboard::from(end);
            diagram.arrow = Some((start, end));
        }
        Ok(diagram)
    }
}

/// What is drawn below the board.
#[derive(Clone, Copy, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent option")]
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

    /// Which piece attacks which: a list, or lines on the board of an SVG, dashed for pieces of the same side
    #[arg(long)]
    threats: bool,

    /// Draw the views of an SVG in two columns, the first beside the board
    #[arg(long, requires = "svg")]
    beside: bool,
}

impl Views {
    fn chosen(self) -> impl Iterator<Item = View> {
        [(self.planes, View::Planes), (self.nibbles, View::Nibbles), (self.x88, View::X88)]
            .into_iter()
            .filter_map(|(chosen, view)| chosen.then_some(view))
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (position, last) = match &args.of_game.pgn {
        Some(file) => args.of_game.position(file)?,
        None => (args.start.position()?, None),
    };
    let mut diagram = args.marks.diagram(position)?;
    if let Some((before, mv)) = last.filter(|(_, mv)| *mv != NULL_MOVE && diagram.arrow.is_none()) {
        diagram.arrow = Some((mv.from(), before.effect(mv).destination()));
    }
    diagram.views.extend(args.views.chosen());
    diagram.beside = args.views.beside;
    let pairs = args.views.threats.then(|| Finder::new().threats(&position));
    let Some(file) = &args.svg else {
        write!(io::stdout(), "{}", diagram.text())?;
        return Ok(pairs.map_or(Ok(()), |pairs| write_pairs(&mut io::stdout(), &pairs))?);
    };
    diagram.lines.extend(pairs.iter().flatten().copied().map(line));
    write_svg(file, &diagram)
}

/// Writes a diagram as SVG to a file, or to standard output if its name is `-`.
pub(super) fn write_svg(file: &Path, diagram: &Diagram) -> Result<(), Failure> {
    if file.as_os_str() == "-" {
        return Ok(write!(io::stdout(), "{}", diagram.svg())?);
    }
    write_whole(file, &[], &diagram.svg().to_string())
        .map_err(|error| Failure::Input(format!("--svg: {}: {error}", file.display())))
}

/// Writes all threats, those of one attacker on one line, in the order of the attackers' squares.
fn write_pairs(out: &mut impl Write, pairs: &ThreatList) -> io::Result<()> {
    writeln!(out, "\n   threats")?;
    let mut pairs = pairs.to_vec();
    pairs.sort_by_key(|pair| pair.from());
    for of_one in pairs.chunk_by(|a, b| a.from() == b.from()) {
        let texts: Vec<String> = of_one.iter().map(Threat::to_string).collect();
        writeln!(out, "   {}", texts.join(" "))?;
    }
    Ok(())
}

/// A line from the attacker to the attacked piece, dashed if they are of the same side.
fn line(pair: Threat) -> Line {
    let dashed = pair.attacker().color() == pair.attacked().color();
    Line { from: pair.from(), to: pair.to(), dashed }
}
