//! Making moves, and their texts.
//!
//! Each method takes one move or text for each position. [`Positions::push`] makes moves on a copy, in blocks
//! on threads; texts are read in the same way, and written one after the other. An error names the place of the
//! move or text.
//!
//! Every move is tested before it is made: an illegal one changes no position.

use std::fmt::Write as _;

use numpy::PyArrayDyn;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use quadbit_movegen as movegen;
use quadbit_movegen::Move;
use quadbit_pgn::NULL_MOVE;

use super::Positions;
use super::columns::columns;
use crate::choices::{SKIPS, choose};
use crate::errors::Fault;
use crate::lines::Lines;
use crate::memory::with_capacity;
use crate::numbers::Words;
use crate::output;
use crate::style::castling_style;
use crate::work::{self, BLOCK};

#[pymethods]
impl Positions {
    /// The positions after one move each. `moves` are n numbers of 16 bits; 0, a null move of a game, passes the turn.
    ///
    /// An illegal move raises `IllegalMoveError`, which names it; with `on_illegal="skip"` it leaves
    /// its position unchanged.
    #[pyo3(signature = (moves, *, on_illegal = "raise", threads = 1))]
    fn push(
        &self,
        py: Python<'_>,
        moves: &Bound<'_, PyAny>,
        on_illegal: &str,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Self> {
        let skips = choose("on_illegal", on_illegal, &SKIPS)?;
        let moves = Words::new(moves, "moves", Some(self.range.len()), 0..=u16::MAX)?;
        let mut after = with_capacity(self.range.len())?;
        after.extend_from_slice(self.as_slice());
        let pairs = after.iter_mut().zip(moves.as_slice()?);
        work::run_each(py, threads, BLOCK, pairs, |place, (position, &bits)| {
            match after_any(position, Move::from_bits(bits)) {
                Some(after) => *position = after,
                None if skips => {}
                None => return Err(Fault::not_legal(place, bits, position)),
            }
            Ok(())
        })?;
        Ok(after.into())
    }

    /// The UCI texts of one move for each position, as a list. `chess960` writes castling as king takes rook. A null
    /// move is `0000`.
    #[pyo3(signature = (moves, *, chess960 = false))]
    fn uci<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        chess960: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let style = castling_style(chess960);
        self.texts(py, moves, "0000", |position, mv, text| write!(text, "{}", mv.to_uci(position, style)))
    }

    /// The SAN texts of one move for each position, as a list. A null move is `--`.
    fn san<'py>(&self, py: Python<'py>, moves: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        self.texts(py, moves, "--", |position, mv, text| write!(text, "{}", mv.to_san(position)))
    }
}

columns! {
    /// One move for each position from its UCI text: (n,) uint16. Raises `IllegalMoveError`,
    /// which names the text.
    fn parse_uci(this, py, out, threads, texts: &Bound<'_, PyAny>) -> u16 {
        this.parse(py, texts, out, threads, |text, position| {
            Move::from_uci(text, position).map_err(|error| error.to_string())
        })
    }

    /// One move for each position from its SAN text: (n,) uint16. `relaxed` also reads common variants, such
    /// as `0-0` for `O-O`, or `Ngf3` for `Nf3`.
    ///
    /// Raises `IllegalMoveError`, which names the text.
    fn parse_san(this, py, out, threads, texts: &Bound<'_, PyAny>; relaxed: bool = false) -> u16 {
        this.parse(py, texts, out, threads, |text, position| {
            let read = if relaxed { Move::from_san_relaxed } else { Move::from_san };
            read(text, position).map_err(|error| error.to_string())
        })
    }
}

/// Returns the position after a legal move or a null move; `None` if it is not legal. The side in check cannot pass.
pub(super) fn after_any(position: &movegen::Position, mv: Move) -> Option<movegen::Position> {
    if mv == NULL_MOVE {
        return position.null_move();
    }
    position.is_legal(mv).then(|| position.after(mv))
}

impl Positions {
    /// Writes a text for each legal move, `null` for a null move. Any other move is an `IllegalMoveError`.
    fn texts<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        null: &str,
        write: impl Fn(&movegen::Position, Move, &mut String) -> std::fmt::Result,
    ) -> PyResult<Bound<'py, PyList>> {
        let moves = Words::new(moves, "moves", Some(self.range.len()), 0..=u16::MAX)?;
        let mut text = String::new();
        let mut texts = with_capacity(self.range.len())?;
        for (index, (position, &bits)) in self.as_slice().iter().zip(moves.as_slice()?).enumerate() {
            let mv = Move::from_bits(bits);
            text.clear();
            if mv == NULL_MOVE && !position.is_check() {
                text.push_str(null);
            } else if !position.is_legal(mv) || write(position, mv, &mut text).is_err() {
                return Err(Fault::not_legal(index, bits, position).into_exception(py));
            }
            texts.push(PyString::new(py, &text));
            if index % (16 * BLOCK) == 0 {
                py.check_signals()?;
            }
        }
        PyList::new(py, texts)
    }

    /// Reads a move from each text by `read`. A text that is not a legal move is an `IllegalMoveError`.
    fn parse<'py>(
        &self,
        py: Python<'py>,
        texts: &Bound<'_, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: u16,
        read: impl Fn(&str, &movegen::Position) -> Result<Move, String> + Sync,
    ) -> PyResult<Bound<'py, PyArrayDyn<u16>>> {
        let lines = Lines::new(texts, "texts")?;
        lines.expect_length(self.range.len(), "texts")?;
        let positions = self.as_slice();
        output::filled(py, out, &[positions.len()], |mut moves| {
            let blocks = lines.blocks()?.map(|block| {
                let places = moves.split_off_mut(..block.count).unwrap_or_default();
                (block, places)
            });
            work::run(py, threads, blocks, |(block, moves)| {
                let texts = block.text.split(|&byte| byte == b'\n');
                for (place, (mv, text)) in (block.first..).zip(moves.iter_mut().zip(texts)) {
                    let (text, position) = (String::from_utf8_lossy(text), &positions[place]);
                    let found = read(&text, position).map_err(|error| {
                        Fault::illegal_move(place, format!("'{text}': {error} (in {position})"))
                    })?;
                    *mv = found.to_bits();
                }
                Ok(())
            })
        })
    }
}
