//! FENs of a batch: reading texts into positions, and writing positions as texts.
//!
//! Blocks of lines are read on threads into one array. Where bad lines are left out, a block leaves a gap
//! after its positions, and the gaps are closed at the end, in order. Writing makes the text of each block,
//! and joins them.
//!
//! The positions are in the order of the lines, whatever the number of threads.

use std::ops::Range;
use std::sync::Mutex;

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use quadbit_movegen::{self as movegen, FenStyle, Validity};
use quadbit_nibble::simd::Level;
use quadbit_pack::fens;

use super::Positions;
use crate::choices::{SKIPS, choose, validity};
use crate::errors::{Fault, FenError};
use crate::lines::Lines;
use crate::memory::with_capacity;
use crate::style::{LOSSLESS, fen_style};
use crate::work::{self, BLOCK, locked};

#[pymethods]
impl Positions {
    /// The positions of FENs: a list of `str` or `bytes`, or an array of texts of numpy,
    /// Arrow, pandas or polars.
    ///
    /// `relaxed` accepts positions that no game can reach, `standard` no castling rights of Chess960. A bad FEN
    /// raises `FenError`, which names the item, the field and the error. With `on_error="skip"` it is left out,
    /// and the result is (positions, skipped), where `skipped` has the indices of the items left out, int64.
    #[staticmethod]
    #[pyo3(signature = (fens, *, relaxed = false, standard = false, on_error = "raise", threads = 1))]
    fn from_fens<'py>(
        py: Python<'py>,
        fens: &Bound<'py, PyAny>,
        relaxed: bool,
        standard: bool,
        on_error: &str,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let validity = validity(relaxed, standard)?;
        let skips = choose("on_error", on_error, &SKIPS)?;
        let (positions, skipped) =
            Self::read_lines(py, &Lines::new(fens, "fens")?, validity, skips, threads)?;
        if skips {
            return Ok((positions, skipped.into_pyarray(py)).into_pyobject(py)?.into_any());
        }
        Ok(positions.into_pyobject(py)?.into_any())
    }

    /// The FENs, as a list.
    ///
    /// `ep` says when the square of an en passant capture is written: if a capture is `legal`, if an enemy pawn stands
    /// next to the pawn (`pseudo`), or after every double push (`always`). `shredder` writes the files of castling
    /// rooks.
    #[pyo3(signature = (*, shredder = false, ep = "legal", threads = 1))]
    fn fens<'py>(
        &self,
        py: Python<'py>,
        shredder: bool,
        ep: &str,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyList>> {
        let blocks = self.write_lines(py, fen_style(shredder, ep)?, threads)?;
        let mut lines = with_capacity(self.range.len())?;
        for block in blocks {
            py.check_signals()?;
            for line in block.split_inclusive(|&byte| byte == b'\n') {
                lines.push(PyString::from_bytes(py, &line[..line.len() - 1])?);
            }
        }
        PyList::new(py, lines)
    }

    /// The FENs as Arrow has texts: where each begins, and the last ends, and all bytes.
    fn _fen_text<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let blocks = self.write_lines(py, fen_style(false, "legal")?, 1)?;
        let mut text = with_capacity(blocks.iter().map(Vec::len).sum())?;
        let mut offsets = with_capacity(self.range.len() + 1)?;
        for line in blocks.iter().flat_map(|block| block.split_inclusive(|&byte| byte == b'\n')) {
            offsets.push(i64::try_from(text.len())?);
            text.extend_from_slice(&line[..line.len() - 1]);
        }
        offsets.push(i64::try_from(text.len())?);
        Ok((offsets.into_pyarray(py).into_any(), text.into_pyarray(py).into_any()))
    }

    #[staticmethod]
    fn _unpickle(py: Python<'_>, lines: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let lines: Vec<&[u8]> = lines.as_bytes().split_inclusive(|&byte| byte == b'\n').collect();
        let list = PyList::new(py, lines.iter().map(|line| PyBytes::new(py, line)))?;
        let lines = Lines::new(list.as_any(), "fens")?;
        Ok(Self::read_lines(py, &lines, Validity::Relaxed, false, 1)?.0)
    }
}

impl Positions {
    /// Reads a FEN from each of `lines`. A bad one is an error, or with `skips` is left out. Returns the positions, and
    /// the indices of the lines that were left out.
    fn read_lines(
        py: Python<'_>,
        lines: &Lines<'_>,
        validity: Validity,
        skips: bool,
        threads: u16,
    ) -> PyResult<(Self, Vec<i64>)> {
        let mut positions = Self::room(py, lines.len())?;
        let level = Level::auto();
        let mut rest = &mut positions[..];
        let blocks = lines.blocks()?.map(|block| {
            let places = rest.split_off_mut(..block.count).unwrap_or_default();
            (block, places)
        });
        let gaps = Mutex::new(Vec::new());
        work::run(py, threads, blocks, |(block, places)| {
            let (mut text, mut line, mut read, mut skipped) = (block.text, block.first, 0, Vec::new());
            while !text.is_empty() {
                let reading = fens::read(level, validity, text, &mut places[read..]);
                read += reading.positions;
                line += reading.positions;
                text = &text[reading.bytes..];
                if let Some(error) = reading.error {
                    if !skips {
                        return Err(Fault::new(FenError::new_err, "FEN", line, error));
                    }
                    skipped.push(line);
                    line += 1;
                }
            }
            if !skipped.is_empty() {
                locked(&gaps).push(Gap { places: block.first + read..line, skipped });
            }
            Ok(())
        })?;
        let skipped = close(&mut positions, gaps.into_inner().unwrap_or_default())?;
        Ok((positions.into(), skipped))
    }

    /// Writes the FENs as lines; each item of the result has the lines of a block.
    pub(super) fn write_lines(
        &self,
        py: Python<'_>,
        style: FenStyle,
        threads: u16,
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

    /// Writes the FENs as lines, in the style that loses nothing.
    pub(super) fn lines(&self, py: Python<'_>, threads: u16) -> PyResult<Vec<u8>> {
        Ok(self.write_lines(py, LOSSLESS, threads)?.concat())
    }
}

/// The gap after the positions of a block from which lines were left out: the range of elements that hold no position,
/// and the indices of the lines left out, as many as elements.
struct Gap {
    places: Range<usize>,
    skipped: Vec<usize>,
}

/// Closes the `gaps` between the positions of blocks. Returns the indices of the lines that were left out, in order.
fn close(positions: &mut Vec<movegen::Position>, mut gaps: Vec<Gap>) -> PyResult<Vec<i64>> {
    gaps.sort_unstable_by_key(|gap| gap.places.start);
    let mut kept = gaps.first().map_or(positions.len(), |gap| gap.places.start);
    for (number, gap) in gaps.iter().enumerate() {
        let end = gaps.get(number + 1).map_or(positions.len(), |next| next.places.start);
        positions.copy_within(gap.places.end..end, kept);
        kept += end - gap.places.end;
    }
    positions.truncate(kept);
    Ok(gaps.iter().flat_map(|gap| &gap.skipped).map(|&line| i64::try_from(line)).collect::<Result<_, _>>()?)
}
