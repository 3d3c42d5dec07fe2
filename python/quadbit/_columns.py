"""Columns of texts. The extension gives their bytes, and where each text begins and the last one ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from . import GameBatch

# A byte that no text has: it stands for a missing text.
NONE = 0xFF

POSITIONS = ["fen", "epd", "key", "polyglot_key", "material"]
GAMES = ["result", "game"]
# The columns that each kind of rows can have; `DEFAULTS` are those that it has if none are named.
NAMES = {
    "moves": POSITIONS + GAMES + ["ply", "move", "uci", "san"],
    "games": POSITIONS + GAMES + ["plies", "begin_byte", "end_byte"],
    "headers": GAMES + ["begin_byte", "end_byte"],
}
DEFAULTS = {
    "moves": ["fen", "move", "result", "game", "ply"],
    "games": ["game", "result", "plies", "fen", "key", "begin_byte", "end_byte"],
    "headers": ["game", "result", "begin_byte", "end_byte"],
}

KNOWN = re.compile(r"\[%(?:clk|emt|eval|csl|cal)\s[^\]]*\]")
SHAPES = re.compile(r"\[%(?:csl|cal)\s([^\]]*)\]")
SHAPE = re.compile(r"[RGYB][a-h][1-8](?:[a-h][1-8])?")


def columns(rows: str, names: Sequence[str] | None) -> list[str]:
    """The columns of `rows`: `names`, which are checked, or if it is `None` those of `DEFAULTS`."""
    if names is None:
        return DEFAULTS[rows]
    if isinstance(names, str):
        raise TypeError("columns: expected a list of names, got str")
    names = list(names)
    for name in names:
        if name not in NAMES[rows]:
            raise ValueError(f"columns: expected {', '.join(NAMES[rows])} for rows='{rows}', got {name!r}")
    if len(set(names)) < len(names):
        raise ValueError("columns: a name is there twice")
    return names


def texts(raw: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The bytes of texts, where they begin and the last one ends, and which are known."""
    data, offsets = raw
    is_known = np.ones(len(offsets) - 1, bool)
    missing = np.flatnonzero(data == NONE)
    if len(missing) > 0:
        is_known[np.searchsorted(offsets, missing, side="right") - 1] = False
        data = np.delete(data, missing)
        offsets = offsets - np.concatenate(([0], np.cumsum(~is_known)))
    return data, offsets, is_known


def objects(raw: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Texts as an array of `str` and `None`."""
    data, offsets, is_known = texts(raw)
    whole, places = data.tobytes(), offsets.tolist()
    found = np.full(len(is_known), None, object)
    found[is_known] = [whole[places[i] : places[i + 1]].decode() for i in np.flatnonzero(is_known)]
    return found


def tags(batch: GameBatch) -> dict[str, np.ndarray]:
    """The tags of a batch by name, a value for each row."""
    found: dict[str, np.ndarray] = {}
    for name, raw in batch._tags.items():
        if name is None:
            begins, names, values = raw
            games = np.repeat(np.arange(len(batch)), np.diff(begins.astype(np.int64)))
            names, values = objects(names), objects(values)
            for tag in dict.fromkeys(names):
                found[tag] = np.full(len(batch), None, object)
                found[tag][games[names == tag]] = values[names == tag]
        elif isinstance(raw, np.ndarray):
            found[name] = raw
        else:
            found[name] = np.repeat(objects(raw), np.array(batch._lengths, np.int64))
    return found


def comments(raw: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """The texts of comments without known commands, `None` where nothing is left."""
    found = objects(raw)
    for row in np.flatnonzero(np.diff(raw[1])):
        found[row] = " ".join(KNOWN.sub(" ", found[row]).split())
    found[found == ""] = None
    return found


def shapes(raw: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """What comments draw on the board, as in `Ge4 Rd1d8`."""
    found = objects(raw)
    for row in np.flatnonzero(np.diff(raw[1])):
        found[row] = " ".join(SHAPE.findall(" ".join(SHAPES.findall(found[row]))))
    found[found == ""] = None
    return found


def tag_choice(tags: object) -> list[tuple[str | None, bool]]:
    """The tags that become columns, each with whether its values are read as numbers; without a name all of them."""
    if tags == "all" and isinstance(tags, str):
        return [(None, False)]
    if isinstance(tags, str) or not isinstance(tags, Iterable):
        raise TypeError(f"tags: expected a list of names, a dict, or 'all', got {type(tags).__name__}")
    found: list[tuple[str | None, bool]] = []
    for name, kind in tags.items() if isinstance(tags, dict) else ((name, str) for name in tags):
        if not isinstance(name, str):
            raise TypeError(f"tags: expected names, got {type(name).__name__}")
        if kind not in (str, float):
            raise TypeError(f"tags: {name}: expected str or float, got {kind}")
        if (name, False) in found or (name, True) in found:
            raise ValueError(f"tags: '{name}' is named twice")
        found.append((name, kind is float))
    return found
