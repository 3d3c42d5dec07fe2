//! Games as trees, for Python.
//!
//! 1. [`read_games`] gives an iterator, [`Game::parse`] reads one text.
//! 2. A [`Game`] holds a tree; a [`GameNode`] is a game and the number of a node, so that what one object changes is
//!    seen by all others.
//! 3. A move comes as UCI or SAN text, or as a number, and must be legal; any other is an `IllegalMoveError`.
//!
//! Names are those of python-chess where it has them.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMappingProxy, PyString};
use quadbit_movegen::{self as movegen, GameResult, Move, Square};
use quadbit_pgn::{Eval, NULL_MOVE, NodeId, Note, Reader, Shape, ShapeColor, Tree, TreeError};
use quadbit_rule::{Need, Rule};

use crate::choices::{choose, validity};
use crate::errors::{FenError, IllegalMoveError, PgnError};
use crate::games::failure;
use crate::games::source::{self, Source};
use crate::numbers::kind;
use crate::position::{OBJECT_ALIGNMENT, Position, bits};
use crate::positions::questions::rule_of;
use crate::style::castling_style;
use crate::work::locked;

/// A game with its variations, comments and glyphs, which can be edited and written.
///
/// `root` is the node before the first move. `str(game)` is its PGN in the standard's export format.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Game {
    /// The tree, in memory of its own, because Python's objects are not aligned as a position must be.
    tree: Box<Mutex<Tree>>,
    /// What could not be read of the game: one text for each line of moves that ends early.
    errors: Vec<String>,
}

/// A move of a `Game` and the position after it, or the beginning of the game. Two nodes are equal if they are the same
/// node of the same game.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct GameNode {
    game: Py<Game>,
    id: NodeId,
}

/// An iterator over the games of a file; returned by `read_games`.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct GameReader {
    state: Mutex<State>,
}

const _: () = assert!(align_of::<Game>() <= OBJECT_ALIGNMENT && align_of::<GameReader>() <= OBJECT_ALIGNMENT);

struct State {
    reader: Reader<Source>,
    raises: bool,
    /// The errors of games that could not be made into trees.
    faults: Vec<String>,
}

/// The games of a PGN file as trees: an iterator of `Game`.
///
/// `source` is a file as for `read_pgn`, `where` a rule about tags. A line ends at a word that is no legal move;
/// `errors` of the game says so, and nothing else is lost. With `on_error="raise"`, such a game raises a `PgnError`,
/// and the iterator goes on with the next one. A game whose start position cannot be read is left out, and named in
/// `faults` of the iterator; so is one with castling rights of Chess960 if `standard` is true.
#[pyfunction]
#[pyo3(signature = (source, *, r#where = None, on_error = "keep", standard = false), text_signature = "(source, *, where=None, on_error='keep', standard=False)")]
pub(crate) fn read_games(
    source: &Bound<'_, PyAny>,
    r#where: Option<&Bound<'_, PyAny>>,
    on_error: &str,
    standard: bool,
) -> PyResult<GameReader> {
    let rule = r#where
        .map_or(Ok(Rule::default()), |text| rule_of(text, "where", |need| need == Need::Tags, "tags have"))?;
    let raises = choose("on_error", on_error, &[("keep", false), ("raise", true)])?;
    let (source, _) = source::open(source)?;
    let reader = Reader::new(source).with_rule(rule).with_validity(validity(false, standard)?);
    Ok(GameReader { state: Mutex::new(State { reader, raises, faults: Vec::new() }) })
}

#[pymethods]
impl GameReader {
    /// The errors of games that were left out so far, because their start position cannot be read.
    #[getter]
    fn faults(&self) -> Vec<String> {
        locked(&self.state).faults.clone()
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            let read = py.detach(|| {
                let state = &mut *locked(&self.state);
                let game = state.reader.next_tree()?;
                Ok(game.map(|game| {
                    let named = |error| format!("game {}: {error}", game.number);
                    let errors: Vec<_> = game.errors.iter().map(named).collect();
                    if game.tree.is_none() && !state.raises {
                        state.faults.extend(errors.iter().cloned());
                    }
                    (game.tree, errors, state.raises)
                }))
            });
            match read.map_err(|error| failure(py, error))? {
                None => return Ok(None),
                Some((_, errors, true)) if !errors.is_empty() => {
                    return Err(PgnError::new_err(errors.join("; ")));
                }
                Some((Some(tree), errors, _)) => return Ok(Some(Game::of(tree, errors))),
                Some((None, ..)) => {}
            }
        }
    }
}

/// Converts an error of a tree to an exception.
fn tree_error(error: TreeError) -> PyErr {
    match error {
        TreeError::Illegal => IllegalMoveError::new_err(error.to_string()),
        TreeError::Full => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

impl Game {
    fn of(tree: Tree, errors: Vec<String>) -> Self {
        Self { tree: Box::new(Mutex::new(tree)), errors }
    }

    fn tree(&self) -> MutexGuard<'_, Tree> {
        locked(&self.tree)
    }
}

fn node(game: &Bound<'_, Game>, id: NodeId) -> GameNode {
    GameNode { game: game.clone().unbind(), id }
}

#[pymethods]
impl Game {
    /// A game without moves that begins at a `Position` or a FEN; without one, at the start position of chess.
    #[new]
    #[pyo3(signature = (start = None))]
    fn new(start: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let fen = |start: &Bound<'_, PyAny>| {
            let text = format!("start: expected a Position or a FEN, got {}", kind(start));
            let fen = start.cast::<PyString>().map_err(|_| PyTypeError::new_err(text))?.to_str()?;
            fen.parse().map_err(|error: movegen::FenError| FenError::new_err(error.to_string()))
        };
        let start = start.map_or_else(
            || Ok(movegen::Position::start()),
            |start| start.cast::<Position>().map_or_else(|_| fen(start), |position| Ok(position.get().get())),
        );
        Ok(Self::of(Tree::new(start?), Vec::new()))
    }

    /// The first game of a text. A word that is no legal move is a `PgnError`, also in a variation.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        let tree = text.parse().map_err(|error: quadbit_pgn::PgnError| PgnError::new_err(error.to_string()));
        Ok(Self::of(tree?, Vec::new()))
    }

    /// The game as PGN, in lines of at most 79 characters.
    fn __str__(&self) -> String {
        self.tree().to_string()
    }

    fn __repr__(&self) -> String {
        let tree = self.tree();
        let players = ["White", "Black"].map(|name| tree.tag(name).unwrap_or("?").to_owned());
        format!("<Game {} - {}, {}>", players[0], players[1], tree.result())
    }

    fn __eq__(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.tree().clone() == *other.tree()
    }

    /// Writes the game as PGN and keeps the line breaks inside comments.
    fn with_line_breaks(&self) -> String {
        format!("{:#}", self.tree())
    }

    /// What could not be read of the game: one text for each line of moves that ends early.
    #[getter]
    fn errors(&self) -> Vec<String> {
        self.errors.clone()
    }

    /// The tags by their names, as a mapping that cannot be written to; see `set_header`.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let dict = PyDict::new(py);
        self.tree().tags().try_for_each(|(name, value)| dict.set_item(name, value))?;
        Ok(PyMappingProxy::new(py, dict.as_mapping()))
    }

    /// Sets a tag; `None` removes it. `Result` is one of `1-0`, `0-1`, `1/2-1/2` and `*`.
    #[pyo3(signature = (name, value))]
    fn set_header(&self, name: &str, value: Option<&str>) -> PyResult<()> {
        if name == "Result" {
            let result: GameResult = value
                .unwrap_or("*")
                .parse()
                .map_err(|_| PyValueError::new_err("value: expected '1-0', '0-1', '1/2-1/2' or '*'"))?;
            self.tree().set_result(result);
            return Ok(());
        }
        self.tree().set_tag(name, value).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The node before the first move.
    #[getter]
    fn root(slf: &Bound<'_, Self>) -> GameNode {
        node(slf, NodeId::ROOT)
    }

    /// The nodes of the main line.
    fn mainline(slf: &Bound<'_, Self>) -> Vec<GameNode> {
        slf.get().tree().main_line().map(|id| node(slf, id)).collect()
    }

    /// All nodes, in the order in which they are written: a move, the variations that replace it, the next move.
    fn walk(slf: &Bound<'_, Self>) -> Vec<GameNode> {
        slf.get().tree().walk().map(|step| node(slf, step.node)).collect()
    }

    /// Adds the moves, comments and glyphs of another game that begins at the same position.
    fn merge(&self, other: &Self) -> PyResult<()> {
        let other = other.tree().clone();
        self.tree().merge(&other).map_err(tree_error)
    }

    /// Jupyter shows the last position of the main line.
    fn _repr_svg_(&self) -> String {
        let tree = self.tree();
        let last = tree.main_line().last().unwrap_or(NodeId::ROOT);
        quadbit_diagram::Diagram::new(tree.position(last)).svg().to_string()
    }
}

impl GameNode {
    fn with<T>(&self, question: impl FnOnce(&Tree) -> T) -> T {
        question(&self.game.get().tree())
    }

    fn edit<T>(&self, change: impl FnOnce(&mut Tree) -> Result<T, TreeError>) -> PyResult<T> {
        change(&mut self.game.get().tree()).map_err(tree_error)
    }

    fn at(&self, py: Python<'_>, id: NodeId) -> Self {
        Self { game: self.game.clone_ref(py), id }
    }

    /// Returns the text that `write` makes of the node's move and the position before it, or `null` if the move passes
    /// the turn; `None` for the root.
    fn text(&self, null: &str, write: impl Fn(Move, &movegen::Position) -> String) -> Option<String> {
        self.with(|tree| {
            let (mv, parent) = (tree.mv(self.id)?, tree.parent(self.id)?);
            Some(if mv == NULL_MOVE { null.to_owned() } else { write(mv, &tree.position(parent)) })
        })
    }

    fn set_note(&self, change: impl FnOnce(&mut Note)) -> PyResult<()> {
        self.edit(|tree| {
            let mut note = tree.note(self.id);
            change(&mut note);
            tree.set_note(self.id, &note)
        })
    }
}

/// Reads a move that is given as UCI or SAN text or as a number; `0000`, `--` and 0 pass the turn.
fn read_move(mv: &Bound<'_, PyAny>, position: &movegen::Position) -> PyResult<Move> {
    let Ok(text) = mv.cast::<PyString>() else { return bits(mv) };
    let text = text.to_str()?;
    if matches!(text, "--" | "0000") {
        return Ok(NULL_MOVE);
    }
    let read = Move::from_uci(text, position).ok().map_or_else(|| Move::from_san_relaxed(text, position), Ok);
    read.map_err(|error| IllegalMoveError::new_err(format!("'{text}': {error} (in {position})")))
}

/// Converts `seconds` to a duration, rounded to milliseconds.
///
/// # Errors
/// `ValueError` for a negative number, and for one that is not finite or too large for a duration.
fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64((seconds * 1000.0).round() / 1000.0)
        .map_err(|_| PyValueError::new_err(format!("seconds: expected 0 or more, got {seconds}")))
}

const COLORS: [(&str, ShapeColor); 4] = [
    ("green", ShapeColor::Green),
    ("red", ShapeColor::Red),
    ("yellow", ShapeColor::Yellow),
    ("blue", ShapeColor::Blue),
];

#[pymethods]
impl GameNode {
    fn __eq__(&self, other: &Self) -> bool {
        self.game.is(&other.game) && self.id == other.id
    }

    fn __hash__(&self) -> usize {
        self.game.as_ptr().addr() ^ self.id.index()
    }

    fn __repr__(&self) -> String {
        self.san().map_or("<GameNode root>".to_owned(), |san| format!("<GameNode {} {san}>", self.ply()))
    }

    /// The game to which the node belongs.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The move as UCI text; `0000` for one that passes the turn, `None` for the root.
    #[getter]
    fn r#move(&self) -> Option<String> {
        let style = castling_style(!self.with(|tree| tree.start().has_standard_castling()));
        self.text("0000", |mv, before| mv.to_uci(before, style).to_string())
    }

    /// The move as SAN text; `--` for one that passes the turn, `None` for the root.
    fn san(&self) -> Option<String> {
        self.text("--", |mv, before| mv.to_san(before).to_string())
    }

    /// The position after the move.
    fn board(&self) -> Position {
        self.with(|tree| tree.position(self.id)).into()
    }

    /// The number of half moves from the beginning of the game to this node.
    fn ply(&self) -> usize {
        self.with(|tree| tree.line_to(self.id).len())
    }

    /// The node before this one; `None` for the root and for deleted nodes.
    #[getter]
    fn parent(&self, py: Python<'_>) -> Option<Self> {
        self.with(|tree| tree.parent(self.id)).map(|id| self.at(py, id))
    }

    /// The nodes after this one: the first goes on with the line, the others are variations.
    #[getter]
    fn variations(&self, py: Python<'_>) -> Vec<Self> {
        self.with(|tree| tree.children(self.id).map(|id| self.at(py, id)).collect())
    }

    /// The next node of the line; `None` at its end.
    fn next(&self, py: Python<'_>) -> Option<Self> {
        self.with(|tree| tree.children(self.id).next()).map(|id| self.at(py, id))
    }

    /// Adds a move after this node, as the last variation, and returns its node. If a variation has this move already,
    /// returns the node that is there.
    fn add_variation(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.add_line(py, vec![mv.clone()])
    }

    /// Adds moves after this node, one after the other, and returns the last node.
    fn add_line(&self, py: Python<'_>, moves: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut id = self.id;
        for mv in moves {
            let position = self.with(|tree| tree.position(id));
            let mv = read_move(&mv, &position)?;
            id = self.edit(|tree| tree.add(id, mv))?;
        }
        Ok(self.at(py, id))
    }

    /// Moves the line one place towards the main line.
    fn promote(&self) -> PyResult<()> {
        self.edit(|tree| tree.promote(self.id))
    }

    /// Moves the line one place away from the main line.
    fn demote(&self) -> PyResult<()> {
        self.edit(|tree| tree.demote(self.id))
    }

    /// Makes the line the first one among those that replace the same move.
    fn promote_to_main(&self) -> PyResult<()> {
        self.edit(|tree| tree.move_to(self.id, 0))
    }

    /// Deletes the move and all moves after it.
    fn remove(&self) -> PyResult<()> {
        self.edit(|tree| tree.delete(self.id))
    }

    /// The comments after the move, joined by blanks; the root's stand before the first move. Setting it replaces them.
    #[getter]
    fn comment(&self) -> String {
        self.with(|tree| tree.comments(self.id).collect::<Vec<_>>().join(" "))
    }

    #[setter]
    fn set_comment(&self, text: &str) -> PyResult<()> {
        self.edit(|tree| tree.set_comment(self.id, text))
    }

    /// The comments before the move, the first of a variation.
    #[getter]
    fn starting_comment(&self) -> String {
        self.with(|tree| tree.comments_before(self.id).collect::<Vec<_>>().join(" "))
    }

    #[setter]
    fn set_starting_comment(&self, text: &str) -> PyResult<()> {
        self.edit(|tree| tree.set_comment_before(self.id, text))
    }

    /// The annotation glyphs (NAGs) of the move, as a set that is a copy. Setting it replaces them.
    #[getter]
    fn nags(&self) -> BTreeSet<u16> {
        self.with(|tree| tree.glyphs(self.id).collect())
    }

    #[setter]
    fn set_nags(&self, nags: BTreeSet<u16>) -> PyResult<()> {
        self.edit(|tree| tree.set_glyphs(self.id, &nags.iter().copied().collect::<Vec<_>>()))
    }

    /// The clock in seconds (`%clk`); `None` if there is none.
    fn clock(&self) -> Option<f64> {
        self.with(|tree| tree.note(self.id)).clock.map(|time| time.as_secs_f64())
    }

    /// Writes the clock, in seconds; `None` removes it.
    #[pyo3(signature = (seconds))]
    fn set_clock(&self, seconds: Option<f64>) -> PyResult<()> {
        let clock = seconds.map(duration).transpose()?;
        self.set_note(|note| note.clock = clock)
    }

    /// The seconds that the move took (`%emt`); `None` if it is not said.
    fn emt(&self) -> Option<f64> {
        self.with(|tree| tree.note(self.id)).spent.map(|time| time.as_secs_f64())
    }

    /// Writes the seconds that the move took; `None` removes them.
    #[pyo3(signature = (seconds))]
    fn set_emt(&self, seconds: Option<f64>) -> PyResult<()> {
        let spent = seconds.map(duration).transpose()?;
        self.set_note(|note| note.spent = spent)
    }

    /// The evaluation from white's view (`%eval`): `("cp", 17)` in hundredths of a pawn, or `("mate", -3)`; `None` if
    /// there is none.
    fn eval(&self) -> Option<(&'static str, i32)> {
        self.with(|tree| tree.note(self.id)).eval.map(|eval| match eval {
            Eval::Centipawns(value) => ("cp", value),
            Eval::Mate(moves) => ("mate", moves),
        })
    }

    /// The depth of the evaluation in plies; `None` if it is not said.
    fn eval_depth(&self) -> Option<u32> {
        self.with(|tree| tree.note(self.id)).depth
    }

    /// Writes an evaluation of the kind that `eval` returns; `None` removes it.
    #[pyo3(signature = (eval, depth = None))]
    fn set_eval(&self, eval: Option<(String, i32)>, depth: Option<u32>) -> PyResult<()> {
        let kinds = [("cp", false), ("mate", true)];
        let read = |(kind, value): (String, i32)| {
            let is_mate = choose("eval", &kind, &kinds)?;
            Ok::<_, PyErr>(if is_mate { Eval::Mate(value) } else { Eval::Centipawns(value) })
        };
        let eval = eval.map(read).transpose()?;
        self.set_note(|note| (note.eval, note.depth) = (eval, depth.filter(|_| eval.is_some())))
    }

    /// The arrows and coloured squares: tuples such as `("green", "c8", "f5")`; a square is named twice.
    fn arrows(&self) -> Vec<(&'static str, String, String)> {
        let shapes = self.with(|tree| tree.shapes(self.id));
        let name = |color| COLORS.iter().find_map(|&(name, known)| (known == color).then_some(name));
        let texts =
            |shape: Shape| (name(shape.color).unwrap_or(""), shape.from.to_string(), shape.to.to_string());
        shapes.into_iter().map(texts).collect()
    }

    /// Writes arrows and coloured squares, in place of those that are there.
    fn set_arrows(&self, arrows: Vec<(String, String, String)>) -> PyResult<()> {
        let square = |text: &str| {
            text.parse::<Square>().map_err(|_| PyValueError::new_err(format!("arrows: no square '{text}'")))
        };
        let shape = |(color, from, to): &(String, String, String)| {
            Ok::<_, PyErr>(Shape {
                color: choose("color", color, &COLORS)?,
                from: square(from)?,
                to: square(to)?,
            })
        };
        let shapes = arrows.iter().map(shape).collect::<PyResult<Vec<_>>>()?;
        self.edit(|tree| tree.set_shapes(self.id, &shapes))
    }
}
