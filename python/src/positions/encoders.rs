//! Inputs of networks for a batch: planes and indices.
//!
//! 1. An option chooses the kind of planes or the set of inputs, and the type of the numbers.
//! 2. Blocks of positions are written by `quadbit-inputs` into the array, on threads.
//!
//! Planes beyond the twelve of pieces are added here, in the order that the text of `planes` gives.

use bytemuck::{Pod, cast_slice_mut};
use numpy::PyArrayDyn;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use quadbit_inputs::features::{self, FeatureSet, Indices};
use quadbit_inputs::sets::{Set, Sets};
use quadbit_lanes::batch;
use quadbit_movegen::{Color, Position};
use quadbit_nibble::simd::Level;

use super::Positions;
use super::columns::castling_rights;
use crate::choices::{choose, choose_dtype};
use crate::errors::Fault;
use crate::numbers;
use crate::work;

/// The type of the numbers in planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Planes {
    Bytes,
    Floats,
    Bits,
}

impl Planes {
    /// The types of planes that have a number for each square, by numpy's names.
    pub(crate) const DTYPES: [(&str, Self); 2] = [("uint8", Self::Bytes), ("float32", Self::Floats)];
}

/// Converts the index of a network's input to a number of an array; an index that is too large, which no set has,
/// becomes -1.
fn signed(index: usize) -> i32 {
    i32::try_from(index).unwrap_or(-1)
}

#[pymethods]
impl Positions {
    /// Twelve planes for each position, 1 where a piece stands; nineteen with `extra`.
    ///
    /// `mover`: (n, 12, 8, 8) of `dtype` uint8 or float32, as the side to move sees the board: its P, N, B,
    /// R, Q, K, then those of the other side; ranks begin with its own. `bits`: (n, 12) uint64, a1 the lowest
    /// bit, in the order P p N n B b R r Q q K k.
    ///
    /// `extra` adds to `mover`: planes 12 to 15, ones if the side to move may castle to the g-file, to the c-file, and
    /// if the other side may; 16, a one on the target square of a legal capture en passant; 17, the halfmove clock, as
    /// uint8 at most 255, as float32 divided by 100; 18, ones if black is to move.
    #[pyo3(
        signature = (kind = "mover", *, extra = false, dtype = None, out = None, threads = 1),
        text_signature = "($self, kind='mover', *, extra=False, dtype='uint8', out=None, threads=1)"
    )]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        extra: bool,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_for_mover = choose("kind", kind, &[("mover", true), ("bits", false)])?;
        let planes = match dtype {
            _ if !is_for_mover => Planes::Bits,
            Some(dtype) => choose_dtype("dtype", dtype, &Planes::DTYPES)?,
            None => Planes::Bytes,
        };
        self.planes_of(py, planes, extra, out, threads)
    }

    /// The indices of a network's inputs that are 1: (n, 2, width) int32, for the side to move and for the other
    /// side, with -1 after the last input.
    ///
    /// `chess768` or `768`: 64 * (kind, plus 6 for the other side) + square. `halfkp`: 41,024 inputs. `halfka_hm`:
    /// 22,528 inputs, mirrored. `halfkav2_hm`: 24,576 inputs, a plane for each king. `full_threats`: 59,808 pairs of
    /// pieces of which one attacks the other; `full_threats_60144`, `full_threats_60720`, `full_threats_66864` and
    /// `full_threats_79856` are numberings of other networks. `pp_3wide`: 4,560 pairs of pawns. Upper case is read too.
    /// Sets joined by `+` are numbered one after the other, at most one of threats among them. Your own king buckets
    /// follow `chess768`: `chess768[0,1,..]` with 64 numbers by ranks, or `chess768[0,1,..]hm` with 32 for a mirrored
    /// board.
    ///
    /// By default `width` is 32 for pieces, 128 for threats and 120 for pairs of pawns, added up. A position with more
    /// inputs raises `OverflowError`.
    #[pyo3(
        signature = (set = "768", *, width = None, out = None, threads = 1),
        text_signature = "($self, set='768', *, width=None, out=None, threads=1)"
    )]
    fn features<'py>(
        &self,
        py: Python<'py>,
        set: &str,
        width: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyArrayDyn<i32>>> {
        let level = Level::auto();
        let sets = named_sets("set", set)?;
        let width = width.map_or(Ok(sets.usual()), width_of)?;
        let Some(set) = only_pieces(&sets).filter(|_| width == 32) else {
            return self.try_answers(py, out, threads, &[2, width], |first, positions, numbers| {
                for (n, (position, rows)) in
                    positions.iter().zip(numbers.chunks_exact_mut(2 * width)).enumerate()
                {
                    rows.fill(-1);
                    let mut count = 0;
                    sets.for_each(level, position, |us, them| {
                        if count < width {
                            (rows[count], rows[width + count]) = (signed(us), signed(them));
                        }
                        count += 1;
                    });
                    if count > width {
                        let text = format!("{count} inputs do not fit into a width of {width}");
                        return Err(Fault::new(PyOverflowError::new_err, "position", first + n, text));
                    }
                }
                Ok(())
            });
        };
        self.answers(py, out, threads, &[2, 32], |positions, numbers| {
            let mut indices = vec![Indices::EMPTY; positions.len()];
            features::sparse(level, set, positions, &mut indices);
            for (indices, numbers) in indices.iter().zip(numbers.as_chunks_mut::<64>().0) {
                for (numbers, indices) in numbers.as_chunks_mut().0.iter_mut().zip(indices.padded()) {
                    *numbers =
                        indices.map(|index| if index == Indices::NONE { -1 } else { i32::from(index) });
                }
            }
        })
    }
}

/// Returns the numbering of pieces on squares if `sets` is only this one set; `None` for all other sets.
fn only_pieces(sets: &Sets) -> Option<FeatureSet> {
    match sets.iter().collect::<Vec<_>>()[..] {
        [(_, Set::Pieces(set))] => Some(set),
        _ => None,
    }
}

/// Reads the names of sets of inputs from `text`, the argument `name`. An unknown name is a `ValueError`.
pub(crate) fn named_sets(name: &str, text: &str) -> PyResult<Sets> {
    text.parse::<Sets>().map_err(|error| PyValueError::new_err(format!("{name}: {error}, got '{text}'")))
}

/// Reads the argument `width`, the number of places in a padded row: 1 to 65,536.
pub(crate) fn width_of(width: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(usize::try_from(numbers::number(width, "width", 1..=1 << 16)?)?)
}

/// Converts a clock to a byte; clocks above 255 become 255.
fn saturated(plies: u16) -> u8 {
    u8::try_from(plies).unwrap_or(u8::MAX)
}

/// Writes the twelve planes that `dense` writes, and with `extra` seven more: rights, en passant, clock, side to move.
/// `truth` and `clock` convert the values of these seven to the numbers of the planes.
fn write_planes<T: Pod>(
    positions: &[Position],
    planes: &mut [T],
    extra: bool,
    truth: impl Fn(bool) -> T,
    clock: impl Fn(u16) -> T,
    dense: impl Fn(&[Position], &mut [[T; 768]]),
) {
    if !extra {
        return dense(positions, cast_slice_mut(planes));
    }
    let mut pieces = vec![[T::zeroed(); 768]; positions.len()];
    dense(positions, &mut pieces);
    for ((position, pieces), planes) in positions.iter().zip(&pieces).zip(planes.chunks_exact_mut(19 * 64)) {
        let is_black = position.side_to_move() == Color::Black;
        let (dense, extra) = planes.split_at_mut(768);
        dense.copy_from_slice(pieces);
        let [k, q, black_k, black_q] = castling_rights(position);
        let rights = if is_black { [black_k, black_q, k, q] } else { [k, q, black_k, black_q] };
        let (rights_planes, rest) = extra.split_at_mut(4 * 64);
        for (plane, right) in rights_planes.as_chunks_mut::<64>().0.iter_mut().zip(rights) {
            plane.fill(truth(right));
        }
        let (ep, rest) = rest.split_at_mut(64);
        ep.fill(truth(false));
        if let Some(square) = position.ep() {
            ep[square.index() ^ if is_black { 56 } else { 0 }] = truth(true);
        }
        let (clocks, side) = rest.split_at_mut(64);
        clocks.fill(clock(position.halfmoves()));
        side.fill(truth(is_black));
    }
}

impl Positions {
    /// Returns the planes of each position, in the type that `planes` says: twelve, or nineteen with `extra`, which is
    /// an error for planes of bits.
    pub(crate) fn planes_of<'py>(
        &self,
        py: Python<'py>,
        planes: Planes,
        extra: bool,
        out: Option<&Bound<'py, PyAny>>,
        threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let level = Level::auto();
        let shape = [if extra { 19 } else { 12 }, 8, 8];
        Ok(match planes {
            Planes::Bytes => self
                .answers::<u8>(py, out, threads, &shape, |positions, planes| {
                    let dense =
                        |positions: &[_], planes: &mut [_]| features::dense_u8(level, positions, planes);
                    write_planes(positions, planes, extra, u8::from, saturated, dense);
                })?
                .into_any(),
            Planes::Floats => self
                .answers::<f32>(py, out, threads, &shape, |positions, planes| {
                    let truth = |is_set| if is_set { 1.0 } else { 0.0 };
                    let clock = |plies| f32::from(plies) / 100.0;
                    let dense =
                        |positions: &[_], planes: &mut [_]| features::dense_f32(level, positions, planes);
                    write_planes(positions, planes, extra, truth, clock, dense);
                })?
                .into_any(),
            Planes::Bits if extra => return Err(PyValueError::new_err("extra: expected kind='mover'")),
            Planes::Bits => self
                .answers::<u64>(py, out, threads, &[12], |positions, planes| {
                    batch::one_hot_at(level, positions, cast_slice_mut(planes));
                })?
                .into_any(),
        })
    }
}
