//! One position, as a Python object.
//!
//! 1. A move comes as UCI text, SAN text or a number, and must be legal; any other is an `IllegalMoveError`.
//! 2. `push` and the like make a new object; a position never changes, so it can be a key of a dict.
//! 3. Counts run without the GIL and can be interrupted.

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use quadbit_diagram::{Diagram, View};
use quadbit_movegen as movegen;
use quadbit_movegen::{Color, Move, PositionBuilder, Square};
use quadbit_nibble::simd::Level;
use quadbit_perft::{Counter, Progress, Table};

use crate::choices::{SIDES, choose, validity};
use crate::ending::Ending;
use crate::errors::{FenError, IllegalMoveError};
use crate::numbers::{self, kind};
use crate::style::{LOSSLESS, castling_style, fen_style};
use crate::work;

/// An immutable chess position: `push` and the like return a new one.
///
/// Two positions are equal if board, side to move, castling rights and a legal capture en passant are the
/// same. Clocks do not count.
#[pyclass(frozen, module = "quadbit")]
#[derive(Debug)]
pub(crate) struct Position {
    /// The position, in memory of its own, because Python's objects are not aligned to 64 bytes as a position
    /// must be.
    inner: Box<movegen::Position>,
}

/// The alignment of the memory of Python's objects. PyO3 stores a class there even if it needs more.
pub(crate) const OBJECT_ALIGNMENT: usize = 8;

const _: () = assert!(align_of::<Position>() <= OBJECT_ALIGNMENT);

impl From<movegen::Position> for Position {
    fn from(position: movegen::Position) -> Self {
        Self { inner: Box::new(position) }
    }
}

impl Position {
    pub(crate) fn get(&self) -> movegen::Position {
        *self.inner
    }
}

#[pymethods]
impl Position {
    /// The position of a FEN; without one, the start position of chess.
    #[new]
    #[pyo3(signature = (fen = None, *, relaxed = false, standard = false))]
    fn new(fen: Option<&str>, relaxed: bool, standard: bool) -> PyResult<Self> {
        let validity = validity(relaxed, standard)?;
        let inner = fen.map_or(Ok(movegen::Position::start()), |fen| {
            Ok::<_, movegen::FenError>(PositionBuilder::from_fen(fen, validity)?.build(validity)?)
        });
        Ok(inner.map_err(|error| FenError::new_err(error.to_string()))?.into())
    }

    /// The start position of Chess960 with a number from 0 to 959.
    #[staticmethod]
    fn chess960(number: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number = numbers::number(number, "number", 0..=959)?;
        let inner = u16::try_from(number).ok().and_then(movegen::Position::chess960);
        Ok(inner.unwrap_or_default().into())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.inner)
    }

    /// The board as eight lines of letters.
    fn __str__(&self) -> String {
        text(&self.inner)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("_unpickle")?, (slf.get().inner.to_fen(LOSSLESS).to_string(),)))
    }

    #[staticmethod]
    fn _unpickle(fen: &str) -> PyResult<Self> {
        Self::new(Some(fen), true, false)
    }

    /// The FEN. `ep` says when an en passant square is written: `legal`, `pseudo` or `always`.
    #[pyo3(signature = (*, shredder = false, ep = "legal"))]
    fn fen(&self, shredder: bool, ep: &str) -> PyResult<String> {
        Ok(self.inner.to_fen(fen_style(shredder, ep)?).to_string())
    }

    /// The side to move: `white` or `black`.
    #[getter]
    fn turn(&self) -> &'static str {
        if self.inner.side_to_move() == Color::White { "white" } else { "black" }
    }

    /// Half moves since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.inner.halfmoves()
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.inner.fullmoves()
    }

    /// The letter of the piece on a square such as `e4`, as in a FEN; `None` if the square is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        let square: Square = square
            .parse()
            .map_err(|_| PyValueError::new_err(format!("square: '{square}' is not a square")))?;
        Ok(self.inner.piece_at(square).map(|piece| piece.to_string()))
    }

    /// The key of the position: equal for equal positions.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The key of opening books in the Polyglot format.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        self.inner.polyglot_key()
    }

    /// The legal moves as UCI texts.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.inner.legal_moves().iter().map(|&mv| self.uci_text(mv, false)).collect()
    }

    /// The legal moves as numbers of 16 bits, in the same order as `legal_moves`.
    fn moves<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u16>> {
        let moves: Vec<u16> = self.inner.legal_moves().iter().map(|mv| mv.to_bits()).collect();
        moves.into_pyarray(py)
    }

    /// Whether a move, a UCI text or a number, is legal.
    fn is_legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<bool> {
        match mv.cast::<PyString>() {
            Ok(text) => Ok(Move::from_uci(text.to_str()?, &self.inner).is_ok()),
            Err(_) => Ok(self.inner.is_legal(bits(mv)?)),
        }
    }

    /// The position after a legal move, which is a UCI text or a number.
    fn push(&self, mv: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(self.inner.after(self.legal(mv)?).into())
    }

    /// The position after a legal move by its UCI text.
    fn push_uci(&self, uci: &str) -> PyResult<Self> {
        let mv = Move::from_uci(uci, &self.inner).map_err(|error| self.illegal(uci, error))?;
        Ok(self.inner.after(mv).into())
    }

    /// The position after a legal move by its SAN text.
    fn push_san(&self, san: &str) -> PyResult<Self> {
        Ok(self.inner.after(self.parsed_san(san)?).into())
    }

    /// The SAN text of a legal move, which is a UCI text or a number.
    fn san(&self, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.legal(mv)?.to_san(&self.inner).to_string())
    }

    /// The UCI text of a legal move, which is a UCI text or a number. `chess960` writes
    /// castling as king takes rook.
    #[pyo3(signature = (mv, *, chess960 = false))]
    fn uci(&self, mv: &Bound<'_, PyAny>, chess960: bool) -> PyResult<String> {
        Ok(self.uci_text(self.legal(mv)?, chess960))
    }

    /// The number of a legal move by its SAN text.
    fn parse_san(&self, san: &str) -> PyResult<u16> {
        Ok(self.parsed_san(san)?.to_bits())
    }

    /// The number of a legal move by its UCI text.
    fn parse_uci(&self, uci: &str) -> PyResult<u16> {
        Ok(Move::from_uci(uci, &self.inner).map_err(|error| self.illegal(uci, error))?.to_bits())
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.inner.is_check()
    }

    /// Whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        Ending::of(self.inner.outcome()).is_mate()
    }

    /// Whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        self.inner.outcome() == Some(movegen::Outcome::Stalemate)
    }

    /// Whether neither side has the material to mate.
    fn is_insufficient_material(&self) -> bool {
        self.inner.has_insufficient_material()
    }

    /// How the game has ended, judged only by the position: a member of `Outcome`.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outcome = Ending::of(self.inner.outcome()) as u8;
        py.import("quadbit")?.getattr("Outcome")?.call1((outcome,))
    }

    /// The number of sequences of `depth` legal moves.
    #[pyo3(signature = (depth, *, hash_mb = None, threads = 1))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: &Bound<'_, PyAny>,
        hash_mb: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<u128> {
        let depth = numbers::number(depth, "depth", 0..=255)?;
        if depth == 0 {
            return Ok(1);
        }
        Ok(self.count(py, depth, hash_mb, threads)?.into_iter().map(|(_, nodes)| nodes).sum())
    }

    /// The number of sequences of `depth` legal moves for each first move: a dict from UCI texts to counts.
    #[pyo3(signature = (depth, *, hash_mb = None, threads = 1))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        depth: &Bound<'py, PyAny>,
        hash_mb: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyDict>> {
        let depth = numbers::number(depth, "depth", 0..=255)?;
        let counts = PyDict::new(py);
        for (mv, nodes) in self.count(py, depth, hash_mb, threads)? {
            counts.set_item(self.uci_text(mv, false), nodes)?;
        }
        Ok(counts)
    }

    /// A drawing as SVG: `board`, `planes` or `nibbles`, seen from `white` or `black`.
    #[pyo3(signature = (view = "board", *, width = None, side = "white"))]
    fn svg(&self, view: &str, width: Option<&Bound<'_, PyAny>>, side: &str) -> PyResult<String> {
        let views = [("board", View::Board), ("planes", View::Planes), ("nibbles", View::Nibbles)];
        let diagram = Diagram {
            from: choose("side", side, &SIDES)?,
            views: vec![choose("view", view, &views)?],
            width: width.map(|width| numbers::number(width, "width", 1..=10_000)).transpose()?,
            ..Diagram::new(*self.inner)
        };
        Ok(diagram.svg().to_string())
    }

    /// The board as an SVG document, which Jupyter shows.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("board", None, "white")
    }
}

/// Draws the board as eight lines of letters.
pub(crate) fn text(position: &movegen::Position) -> String {
    let codes = position.board();
    let rank = |rank: usize| {
        let letter = |file: usize| {
            let piece = Square::from_index(8 * rank + file).and_then(|square| codes.piece_at(square));
            piece.map_or_else(|| ".".to_owned(), |piece| piece.to_string())
        };
        (0..8).map(letter).collect::<Vec<_>>().join(" ")
    };
    (0..8).rev().map(rank).collect::<Vec<_>>().join("\n")
}

/// Reads a move that is given by its number of 16 bits.
pub(crate) fn bits(mv: &Bound<'_, PyAny>) -> PyResult<Move> {
    if mv.extract::<f64>().is_err() {
        return Err(PyTypeError::new_err(format!("mv: expected a UCI text or a number, got {}", kind(mv))));
    }
    let number = numbers::number(mv, "mv", 0..=u64::from(u16::MAX))?;
    Ok(Move::from_bits(u16::try_from(number).unwrap_or_default()))
}

impl Position {
    /// Reads a move that is given by its UCI text or its number; an `IllegalMoveError` if it is not legal.
    fn legal(&self, mv: &Bound<'_, PyAny>) -> PyResult<Move> {
        if let Ok(text) = mv.cast::<PyString>() {
            let text = text.to_str()?;
            return Move::from_uci(text, &self.inner).map_err(|error| self.illegal(text, error));
        }
        let mv = bits(mv)?;
        if self.inner.is_legal(mv) {
            Ok(mv)
        } else {
            Err(self.illegal(&format!("{mv:?}"), "not a legal move"))
        }
    }

    fn parsed_san(&self, san: &str) -> PyResult<Move> {
        Move::from_san(san, &self.inner).map_err(|error| self.illegal(san, error))
    }

    fn illegal(&self, mv: &str, fault: impl std::fmt::Display) -> PyErr {
        IllegalMoveError::new_err(format!("'{mv}': {fault} (in {})", self.inner))
    }

    fn uci_text(&self, mv: Move, chess960: bool) -> String {
        mv.to_uci(&self.inner, castling_style(chess960)).to_string()
    }

    /// Counts the leaves `depth` plies below the position, for each first move, on `threads` threads and with a table
    /// of `hash_mb` megabytes. Ctrl-C interrupts it.
    fn count(
        &self,
        py: Python<'_>,
        depth: u64,
        hash_mb: Option<&Bound<'_, PyAny>>,
        threads: u16,
    ) -> PyResult<Vec<(Move, u128)>> {
        let megabytes = hash_mb.map_or(Ok(0), |hash_mb| numbers::count(hash_mb, "hash_mb"))?;
        let mut counter = Counter::new(Level::auto())
            .with_threads(threads)
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        if megabytes > 0 {
            let table = Table::new(megabytes).map_err(|error| PyMemoryError::new_err(error.to_string()))?;
            counter = counter.with_table(table);
        }
        let (progress, depth) = (Progress::new(), u8::try_from(depth).unwrap_or(u8::MAX));
        work::watch_one(py, || counter.divide(&self.inner, depth, &progress), || progress.stop())
    }
}
