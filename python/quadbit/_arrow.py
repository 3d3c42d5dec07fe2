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


def texts(known: tuple[np.ndarray, np.ndarray, np.ndarray]) -> pa.Array:
    """A column of texts: their bytes, where they begin and the last one ends, and which are known."""
    text, offsets, is_known = known
    bits = None if is_known.all() else pa.py_buffer(np.packbits(is_known, bitorder="little"))
    return pa.LargeStringArray.from_buffers(len(is_known), pa.py_buffer(offsets), pa.py_buffer(text), bits)


def tags(batch: GameBatch, rows: pa.Array | None) -> dict[str, pa.Array]:
    """The columns of tags. Those of texts have a value for each game, which is repeated by `rows`."""
    found = batch._tag_columns()
    if not isinstance(found, dict):
        offsets, names, values = found
        # Numbers of 32 bits suffice for the tags of a batch.
        return {"tags": pa.MapArray.from_arrays(pa.array(offsets, pa.int32()), texts(names), texts(values))}
    columns = {}
    for name, values in found.items():
        if not isinstance(values, tuple):
            columns[name] = column(values)
        else:
            columns[name] = texts(values) if rows is None else texts(values).take(rows)
    return columns


def record_batch(batch: GameBatch) -> pa.RecordBatch:
    """The rows of a batch."""
    columns = {"game": column(batch.games), "result": column(batch.results)}
    rows = None
    if batch._rows == "moves":
        columns = {"fen": fens(batch.positions), "move": column(batch.moves)} | columns | {"ply": column(batch.plies)}
        rows = pa.array(np.cumsum(batch.plies == 0) - 1)
    else:
        if batch._rows == "games":
            columns |= {"plies": column(batch.plies), "fen": fens(batch.positions), "key": column(batch.positions.keys())}
        begins, ends = batch.bytes.T.copy()
        columns |= {"begin_byte": column(begins), "end_byte": column(ends)}
    for name, array in (("clock", "clocks"), ("centipawns", "centipawns"), ("mate", "mates")):
        if hasattr(batch, array):
            columns[name] = column(getattr(batch, array))
    if hasattr(batch, "nags"):
        glyphs, offsets = batch.nags
        columns["nags"] = pa.LargeListArray.from_arrays(column(offsets), column(glyphs))
    for name, values in tags(batch, rows).items():
        if name in columns:
            raise ValueError(f"the tag {name} has the name of a column: choose others, or take the arrays of the batch")
        columns[name] = values
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
