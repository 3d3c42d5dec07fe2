"""Files as arguments: a path or a list of them, folders, and patterns such as `*.pgn`."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable
from glob import glob, has_magic
from typing import Any


def expanded(files: Any, name: str, endings: Collection[str]) -> list[Any]:
    """The files that a path or a list names, in order. A folder stands for its files whose names end in one of `endings`, a
    pattern for the files that it matches, `-` for standard input. What is not a path stays as it is. Errors name the
    argument, `name`.
    """
    found: list[Any] = []
    for item in files if isinstance(files, (list, tuple)) else [files]:
        path = item if isinstance(item, str) else os.fspath(item) if isinstance(item, os.PathLike) else None
        if path == "-":
            found.append(sys.stdin.buffer)
        elif not isinstance(path, str):
            found.append(item)
        elif os.path.isdir(path):
            own = [entry.path for entry in os.scandir(path) if entry.is_file() and ending(entry.name) in endings]
            if not own:
                raise IsADirectoryError(f"{name}: {path} is a folder without files that end in {' or '.join(endings)}")
            found += sorted(own)
        elif has_magic(path) and not os.path.exists(path):
            own = [match for match in glob(path, recursive=True) if not os.path.isdir(match)]
            if not own:
                raise FileNotFoundError(f"{name}: no file matches {path}")
            found += sorted(own)
        else:
            found.append(item)
    return found


def ending(path: str) -> str:
    """What a name ends in, before `.zst` or `.gz`."""
    return path.removesuffix(".zst").removesuffix(".gz").rpartition(".")[2].lower()


def paths(files: Any, name: str, endings: Collection[str]) -> list[str | os.PathLike[str]]:
    """Like `expanded`, for files that are read more than once: all of them must be there."""
    if isinstance(files, Iterable) and not isinstance(files, (str, bytes, os.PathLike)):
        files = list(files)
    found = expanded(files, name, endings)
    if not found:
        raise ValueError(f"{name}: expected at least one")
    for path in found:
        if not isinstance(path, (str, os.PathLike)):
            raise TypeError(f"{name}: expected a path or a list of paths, got {type(path).__name__}")
    if missing := [f"{path}: there is no such file" for path in found if not os.path.exists(path)]:
        raise FileNotFoundError(f"{name}: {'; '.join(missing)}")
    return found
