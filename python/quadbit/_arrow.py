"""Games and positions as Arrow data. The structs of its C interface are made by pyarrow, which is asked for only here."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _columns

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


def texts(raw: tuple[np.ndarray, np.ndarray]) -> pa.Array:
    """A column of texts."""
    data, offsets, is_known = _columns.texts(raw)
    bits = None if is_known.all() else pa.py_buffer(np.packbits(is_known, bitorder="little"))
    return pa.LargeStringArray.from_buffers(len(is_known), pa.py_buffer(offsets), pa.py_buffer(data), bits)


def all_tags(raw: tuple[np.ndarray, Any, Any]) -> pa.Array:
    """The column of maps from the names of all tags to their values."""
    begins, names, values = raw
    return pa.MapArray.from_arrays(pa.array(begins, pa.int32()), texts(names), texts(values))


def tags(batch: GameBatch) -> dict[str, pa.Array]:
    """The columns of tags."""
    columns, rows = {}, None
    for name, raw in batch._tags.items():
        if name is None:
            columns["tags"] = all_tags(raw)
        elif isinstance(raw, np.ndarray):
            columns[name] = column(raw)
        else:
            # A value for each game, which all rows of the game have.
            if rows is None:
                lengths = np.array(batch._lengths, np.int64)
                rows = pa.array(np.repeat(np.arange(len(lengths)), lengths))
            columns[name] = texts(raw).take(rows)
    return columns


def epds(positions: Positions) -> pa.Array:
    """The column of FENs without clocks."""
    offsets, text = positions._fen_text()
    blanks = np.flatnonzero(text == ord(" ")).reshape(-1, 5)
    # The clocks begin with the fourth blank.
    lengths = np.column_stack((blanks[:, 3] - offsets[:-1], offsets[1:] - blanks[:, 3])).ravel()
    is_kept = np.repeat(np.arange(len(lengths)) % 2 == 0, lengths)
    return texts((text[is_kept], np.concatenate(([0], np.cumsum(lengths[::2])))))


def materials(positions: Positions) -> pa.Array:
    """The column of the pieces of both sides, such as `KRPvKR`."""
    counts = positions.material().reshape(-1, 12)
    # Most positions have the pieces of the one before.
    words = counts.view(np.uint32)
    first, second, third = (words[1:] != words[:-1]).T
    is_new = np.concatenate((np.ones(len(words[:1]), bool), first | second | third))
    kept = counts[is_new].tobytes()
    names = [_kept_pieces(kept[i : i + 12]) for i in range(0, len(kept), 12)]
    return pa.array(names, pa.large_string()).take(pa.array(np.cumsum(is_new) - 1))


def pieces(counts: bytes) -> str:
    """The pieces of both sides, given their numbers, white's before black's, in the order P, N, B, R, Q, K."""
    return "v".join("".join(role * n for role, n in zip("KQRBNP", side[::-1])) for side in (counts[:6], counts[6:]))


_kept_pieces = lru_cache(1 << 16)(pieces)


def moves(batch: GameBatch, write: Callable[[Positions, np.ndarray], list[str]]) -> pa.Array:
    """The column of a text for each move, null for null moves."""
    is_move = batch.moves != 0
    if is_move.all():
        return pa.array(write(batch.positions, batch.moves), pa.large_string())
    found = np.full(len(batch), None, object)
    found[is_move] = write(batch.positions[is_move], batch.moves[is_move])
    return pa.array(found, pa.large_string())


# How each column is made of a batch.
MAKERS: dict[str, Callable[[GameBatch], pa.Array]] = {
    "fen": lambda batch: fens(batch.positions),
    "epd": lambda batch: epds(batch.positions),
    "key": lambda batch: column(batch.positions.keys()),
    "polyglot_key": lambda batch: column(batch.positions.polyglot_keys()),
    "material": lambda batch: materials(batch.positions),
    "move": lambda batch: column(batch.moves),
    "uci": lambda batch: moves(batch, lambda positions, moves: positions.uci(moves)),
    "san": lambda batch: moves(batch, lambda positions, moves: positions.san(moves)),
    "result": lambda batch: column(batch.results),
    "game": lambda batch: column(batch.games),
    "ply": lambda batch: column(batch.plies),
    "plies": lambda batch: column(batch.plies),
    "begin_byte": lambda batch: column(batch.bytes[:, 0].copy()),
    "end_byte": lambda batch: column(batch.bytes[:, 1].copy()),
}


def record_batch(batch: GameBatch) -> pa.RecordBatch:
    """The rows of a batch."""
    columns = {name: MAKERS[name](batch) for name in batch._columns}
    for name, array in (("clock", "clocks"), ("spent", "spent"), ("centipawns", "centipawns"), ("mate", "mates"), ("depth", "depths")):
        if hasattr(batch, array):
            columns[name] = column(getattr(batch, array))
    if hasattr(batch, "nags"):
        glyphs, offsets = batch.nags
        columns["nags"] = pa.LargeListArray.from_arrays(column(offsets), column(glyphs))
    if hasattr(batch, "comments"):
        columns["comment"] = pa.array(batch.comments, pa.large_string())
        columns["shapes"] = pa.array(batch.shapes, pa.large_string())
    for name, values in tags(batch).items():
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
