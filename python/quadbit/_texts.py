"""Texts and bytes in the containers of Python, numpy and Arrow, as the extension module reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

# How often an object that holds texts may be converted: a Series into an array of objects, and that into a list.
CONVERSIONS = 4


def parts(texts: Any, name: str) -> Iterable[Any]:
    """The texts as parts, in order: an iterable of `str` and `bytes`, or, as a tuple, where the texts of an array of
    Arrow begin, and the last ends, and a buffer of all bytes. Errors name the argument, `name`.
    """
    for _ in range(CONVERSIONS):
        kind = type(texts).__name__
        if isinstance(texts, list):
            return [texts]
        if isinstance(texts, tuple):
            return [list(texts)]
        if isinstance(texts, np.ndarray):
            if texts.ndim != 1:
                raise ValueError(f"{name}: expected one dimension, got {texts.ndim}")
            if texts.dtype.kind not in "SUOT":
                raise TypeError(f"{name}: expected texts, got dtype {texts.dtype}")
            method = "tolist"
        elif hasattr(texts, "to_arrow"):
            method = "to_arrow"
        elif hasattr(texts, "null_count") and hasattr(texts, "chunks"):
            return columns(texts.chunks, name)
        elif hasattr(texts, "null_count") and hasattr(texts, "buffers"):
            return columns([texts], name)
        elif hasattr(texts, "__arrow_c_stream__") and find_spec("pyarrow"):
            import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

            # A column that offers only Arrow's stream, such as a Series of pandas.
            return columns(pyarrow.chunked_array(texts).chunks, name)
        elif isinstance(texts, (str, bytes)):
            raise TypeError(f"{name}: expected a list or an array of texts, got one {kind}")
        else:
            try:
                return [iter(texts)]
            except TypeError:
                raise TypeError(f"{name}: expected a list or an array of texts, got {kind}") from None
        texts = getattr(texts, method)()
    raise TypeError(f"{name}: {kind}.{method}() never returns a list or an array")


def columns(chunks: Iterable[Any], name: str) -> Iterator[tuple[np.ndarray, Any]]:
    """The parts of a column of Arrow."""
    before = 0
    for array in chunks:
        form = str(array.type)
        if form not in ("string", "large_string", "binary", "large_binary"):
            array, form = array.cast("large_string"), "large_string"
        if array.null_count > 0:
            raise ValueError(f"{name}: item {before + array.is_null().index(True).as_py()} is null")
        length, buffers = len(array), array.buffers()
        if len(buffers) != 3:
            raise ValueError(f"{name}: not a valid Arrow array: expected 3 buffers, got {len(buffers)}")
        if length > 0:
            offsets = np.frombuffer(buffers[1], np.int64 if form.startswith("large") else np.int32)
            offsets = offsets[array.offset : array.offset + length + 1].astype(np.int64)
            if len(offsets) <= length:
                raise ValueError(f"{name}: not a valid Arrow array: its offset and length point past the end of its offsets")
            # If all texts are empty, there may be no bytes.
            yield offsets, b"" if buffers[2] is None else buffers[2]
        before += length


def memory(buffer: Any) -> np.ndarray:
    """The memory of `bytes`, `bytearray`, `memoryview`, `mmap` and the like, as an array of bytes. It is not copied,
    unless it is an array with gaps.
    """
    if isinstance(buffer, np.ndarray):
        # Bytes, texts of bytes, and structures, which are records.
        if buffer.dtype.itemsize != 1 and buffer.dtype.kind not in "SV":
            raise TypeError(f"expected bytes, got an array of {buffer.dtype}")
        return np.ascontiguousarray(buffer).reshape(-1).view(np.uint8)
    try:
        view = memoryview(buffer)
    except (TypeError, BufferError):
        raise TypeError(f"expected bytes or a buffer, got {type(buffer).__name__}") from None
    if view.itemsize != 1:
        raise TypeError(f"expected bytes, got a buffer of '{view.format}'")
    if not view.c_contiguous:
        raise ValueError("expected a contiguous buffer")
    return np.frombuffer(view, np.uint8) if view.nbytes > 0 else np.zeros(0, np.uint8)
