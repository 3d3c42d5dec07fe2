//! The legal moves of many positions in one array.

use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PySlice;
use quadbit_lanes::batch;
use quadbit_nibble::simd::Level;

use super::Positions;
use crate::memory::with_capacity;
use crate::output;
use crate::work::{self, BLOCK};

#[pymethods]
impl Positions {
    /// The legal moves of all positions in a row, uint16, and the offsets at which those of each
    /// begin, (n + 1,) int64.
    ///
    /// The moves of position i are `moves[offsets[i]:offsets[i + 1]]`. A move is
    /// `from + 64 * to + 4096 * promotion`, squares from a1 = 0 to h8 = 63, promotion to N 2, B 3, R 4, Q 5;
    /// castling is king takes rook. `out` is an array for moves, long enough, and one for offsets.
    #[pyo3(signature = (*, out = None, threads = 1))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        out: Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArrayDyn<i64>>)> {
        let positions = self.as_slice();
        let level = Level::auto();
        let mut counts: Vec<u8> = with_capacity(positions.len())?;
        counts.resize(positions.len(), 0);
        let blocks = positions.chunks(BLOCK).zip(counts.chunks_mut(BLOCK));
        work::run(py, threads, blocks, |(positions, counts)| {
            batch::legal_counts_at(level, positions, counts);
            Ok(())
        })?;

        if let Some((moves, offsets)) = &out
            && py.import("numpy")?.call_method1("may_share_memory", (moves, offsets))?.is_truthy()?
        {
            return Err(PyValueError::new_err("out: the two arrays share memory"));
        }
        let (moves_out, offsets_out) = out.unzip();
        let mut total = 0;
        let offsets = output::filled(py, offsets_out.as_ref(), &[positions.len() + 1], |offsets| {
            for (offset, &count) in offsets.iter_mut().zip(counts.iter().chain([&0])) {
                *offset = total;
                total += i64::from(count);
            }
            Ok(())
        })?;

        let total = usize::try_from(total)?;
        let moves = match &moves_out {
            None => output::array::<u16>(py, None, &[total])?,
            Some(out) => {
                let moves = output::of_type::<u16>(out)?;
                if moves.ndim() != 1 || moves.len() < total {
                    return Err(PyValueError::new_err(format!(
                        "out: expected one dimension with room for {total} moves"
                    )));
                }
                moves
            }
        };
        output::write(&moves, |mut rest| {
            let blocks = positions.chunks(BLOCK).zip(counts.chunks(BLOCK)).map(|(positions, counts)| {
                let moves = counts.iter().map(|&count| usize::from(count)).sum();
                (positions, rest.split_off_mut(..moves).unwrap_or_default())
            });
            work::run(py, threads, blocks, |(positions, moves)| {
                let mut places = moves.iter_mut();
                for position in positions {
                    for (mv, place) in position.legal_moves().into_iter().zip(places.by_ref()) {
                        *place = mv.to_bits();
                    }
                }
                Ok(())
            })
        })?;
        let whole = PySlice::new(py, 0, isize::try_from(total)?, 1);
        Ok((if moves_out.is_some() { moves.get_item(whole)? } else { moves.into_any() }, offsets))
    }
}
