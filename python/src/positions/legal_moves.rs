//! The legal moves of many positions in one array.

use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PySlice;
use quadbit_lanes::batch;
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;

use crate::memory::with_capacity;
use crate::output;
use crate::work::{self, BLOCK, Threads};

/// The moves of all positions in a row, and the offsets at which those of each position begin, with the
/// end of the last one.
///
/// `out` is a long enough array for moves, and one for offsets.
///
/// # Errors
/// Errors of `out`; `ValueError` if its arrays share memory or are too short.
pub(super) fn legal_moves<'py>(
    positions: &[Position],
    py: Python<'py>,
    out: Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    threads: Threads,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArrayDyn<i64>>)> {
    let level = Level::auto();
    let mut counts: Vec<u8> = with_capacity(positions.len())?;
    counts.resize(positions.len(), 0);
    work::run(py, threads, positions.chunks(BLOCK).zip(counts.chunks_mut(BLOCK)), |(positions, counts)| {
        batch::legal_counts(level, positions, counts);
        Ok(())
    })?;

    if let Some((moves, offsets)) = &out
        && py.import("numpy")?.call_method1("may_share_memory", (moves, offsets))?.is_truthy()?
    {
        return Err(PyValueError::new_err("out: the two arrays share memory"));
    }
    let (moves_out, offsets_out) = out.unzip();
    let offsets = output::array::<i64>(py, offsets_out.as_ref(), &[positions.len() + 1])?;
    let mut memory = output::memory(&offsets)?;
    let mut total = 0;
    for (offset, &count) in output::slice(&mut memory)?.iter_mut().zip(counts.iter().chain([&0])) {
        *offset = total;
        total += i64::from(count);
    }
    drop(memory);

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
    let mut memory = output::memory(&moves)?;
    let mut rest = &mut output::slice(&mut memory)?[..total];
    let mut blocks = with_capacity(counts.len().div_ceil(BLOCK))?;
    for (positions, counts) in positions.chunks(BLOCK).zip(counts.chunks(BLOCK)) {
        let (moves, behind) = rest.split_at_mut(counts.iter().map(|&count| usize::from(count)).sum());
        rest = behind;
        blocks.push((positions, moves));
    }
    work::run(py, threads, blocks.into_iter(), |(positions, moves)| {
        let mut places = moves.iter_mut();
        for position in positions {
            for (mv, place) in position.legal_moves().into_iter().zip(places.by_ref()) {
                *place = mv.to_bits();
            }
        }
        Ok(())
    })?;
    drop(memory);
    let whole = PySlice::new(py, 0, isize::try_from(total)?, 1);
    Ok((if moves_out.is_some() { moves.get_item(whole)? } else { moves.into_any() }, offsets))
}
