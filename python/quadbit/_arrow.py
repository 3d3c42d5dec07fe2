"""Games and positions as Arrow data. The structs of its C interface are made by pyarrow, which is asked for only here."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from . import GameBatch, Games, Positions

if find_spec("pyarrow") is None:
    raise ImportError("Arrow data are made by pyarrow, which is not installed: pip install pyarrow")

import pyarrow as pa  # type: ignore[import-untyped,import-not-found,unused-ignore]


def fens(positions: Positions) -> pa.Array:
    """The column of FENs."""
    offsets, text = positions._fen_text()
    return pa.LargeStringArray.from_buffers(len(positions), pa.py_buffer(offsets), pa.py_buffer(text))


def column(array: np.ndarray) -> pa.Array:
    """A column in the memory of an array, which is read-only from now on. Where it is NaN, the column is null."""
    array.flags.writeable = False
    is_known = None
    if array.dtype.kind == "f":
        is_nan = np.isnan(array)
        if is_nan.any():
            is_known = pa.py_buffer(np.packbits(~is_nan, bitorder="little"))
    return pa.Array.from_buffers(pa.from_numpy_dtype(array.dtype), len(array), [is_known, pa.py_buffer(array)])


def texts(values: np.ndarray, plies: np.ndarray) -> pa.Array:
    """The column of a tag, which has the same value in all rows of a game."""
    is_first = plies == 0
    return pa.array(values[is_first], pa.large_string()).take(pa.array(np.cumsum(is_first) - 1))


def record_batch(batch: GameBatch) -> pa.RecordBatch:
    """The rows of a batch."""
    columns = {
        "fen": fens(batch.positions),
        "move": column(batch.moves),
        "result": column(batch.results),
        "game": column(batch.games),
        "ply": column(batch.plies),
    }
    for name, array in (("clock", "clocks"), ("centipawns", "centipawns"), ("mate", "mates")):
        if hasattr(batch, array):
            columns[name] = column(getattr(batch, array))
    if hasattr(batch, "nags"):
        glyphs, offsets = batch.nags
        columns["nags"] = pa.LargeListArray.from_arrays(column(offsets), column(glyphs))
    for name, values in batch.tags.items():
        if name in columns:
            raise ValueError(f"the tag {name} has the name of a column: choose others, or take the arrays of the batch")
        columns[name] = column(values) if values.dtype.kind == "f" else texts(values, batch.plies)
    return pa.RecordBatch.from_pydict(columns)


def capsule(thing: Games | GameBatch | Positions, method: str, requested_schema: object = None) -> object:
    """What a method of Arrow's PyCapsule interface returns."""
    from . import GameBatch, Games

    if isinstance(thing, GameBatch):
        data = record_batch(thing)
    elif isinstance(thing, Games):
        empty = record_batch(thing._empty_batch()).schema
        data = pa.RecordBatchReader.from_batches(empty, map(record_batch, thing))
    else:
        data = fens(thing)
    if method == "__arrow_c_schema__":
        return (data.schema if isinstance(thing, GameBatch) else data.type).__arrow_c_schema__()
    return getattr(data, method)(requested_schema)
