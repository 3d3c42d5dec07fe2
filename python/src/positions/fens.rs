//! Texts of positions.

use std::mem;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use quadbit_lanes::fens;
use quadbit_movegen::{FenStyle, Level, Validity};

use super::Positions;
use crate::errors::{Fault, Kind};
use crate::lines::Lines;
use crate::style::{LOSSLESS, fen_style};
use crate::work::{self, BLOCK, Threads};

#[pymethods]
impl Positions {
    /// The positions of FENs: a list of `str` or `bytes`, or an array of texts of numpy, Arrow, pandas or polars.
    ///
    /// `relaxed` accepts positions that no game can reach. Raises `FenError`, which names the item, the field and the fault.
    #[staticmethod]
    #[pyo3(signature = (fens, *, relaxed = false, threads = Threads(1)))]
    fn from_fens(py: Python<'_>, fens: &Bound<'_, PyAny>, relaxed: bool, threads: Threads) -> PyResult<Self> {
        let validity = if relaxed { Validity::Relaxed } else { Validity::Strict };
        Self::read_lines(py, &Lines::new(fens, "fens")?, validity, threads)
    }

    /// The FENs, as a list.
    ///
    /// `ep` says when the square of an en passant capture is written: if a capture is `legal`, if a pawn stands beside the other
    /// (`pseudo`), or after every double push (`always`). `shredder` writes the files of castling rooks.
    #[pyo3(signature = (*, shredder = false, ep = "legal", threads = Threads(1)))]
    fn fens<'py>(
        &self,
        py: Python<'py>,
        shredder: bool,
        ep: &str,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyList>> {
        let blocks = self.write_lines(py, fen_style(shredder, ep)?, threads)?;
        let lines: Vec<Bound<'py, PyString>> = blocks
            .iter()
            .flat_map(|block| block.split_inclusive(|&byte| byte == b'\n'))
            .map(|line| PyString::from_bytes(py, &line[..line.len() - 1]))
            .collect::<PyResult<_>>()?;
        PyList::new(py, lines)
    }

    #[staticmethod]
    fn _unpickle(py: Python<'_>, lines: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let lines: Vec<&[u8]> = lines.as_bytes().split_inclusive(|&byte| byte == b'\n').collect();
        let list = PyList::new(py, lines.iter().map(|line| PyBytes::new(py, line)))?;
        Self::read_lines(py, &Lines::new(list.as_any(), "fens")?, Validity::Relaxed, Threads(1))
    }
}

impl Positions {
    /// Reads a FEN from each line.
    fn read_lines(py: Python<'_>, lines: &Lines<'_>, validity: Validity, threads: Threads) -> PyResult<Self> {
        let mut positions = Self::room(lines.len())?;
        let level = Level::auto();
        let mut rest = &mut positions[..];
        let blocks = lines.blocks()?.map(|block| {
            let (places, behind) = mem::take(&mut rest).split_at_mut(block.count);
            rest = behind;
            (block, places)
        });
        work::run(py, threads, blocks, |(block, places)| {
            match fens::read(level, validity, block.text, places).error {
                Some(error) => Err(Fault::new(Kind::Fen, "FEN", block.first + error.line - 1, error.fault)),
                None => Ok(()),
            }
        })?;
        Ok(positions.into())
    }

    /// The FENs as lines, in blocks.
    pub(super) fn write_lines(
        &self,
        py: Python<'_>,
        style: FenStyle,
        threads: Threads,
    ) -> PyResult<Vec<Vec<u8>>> {
        let level = Level::auto();
        let mut blocks = vec![Vec::new(); self.range.len().div_ceil(BLOCK)];
        work::run(py, threads, self.as_slice().chunks(BLOCK).zip(&mut blocks), |(positions, text)| {
            text.resize(positions.len() * fens::LINE, 0);
            let writing = fens::write(level, style, positions, text);
            text.truncate(writing.bytes);
            text.shrink_to_fit();
            Ok(())
        })?;
        Ok(blocks)
    }

    /// Lines that hold everything about the positions.
    pub(super) fn lines(&self, py: Python<'_>, threads: Threads) -> PyResult<Vec<u8>> {
        Ok(self.write_lines(py, LOSSLESS, threads)?.concat())
    }
}
