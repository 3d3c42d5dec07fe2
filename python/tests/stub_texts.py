"""Copies the texts of the extension module into its stubs: `python tests/stub_texts.py`."""

import ast
import inspect
import sys
from pathlib import Path

import quadbit
from quadbit import _quadbit

STUBS = Path(__file__).parents[1] / "quadbit" / "_quadbit.pyi"


def text_of(thing, indent):
    """A docstring as lines of a stub."""
    lines = inspect.cleandoc(thing.__doc__).splitlines()
    lines = ['"""' + lines[0], *lines[1:]]
    lines[-1:] = [lines[-1] + '"""'] if len(lines) == 1 else [lines[-1], '"""']
    return [(" " * indent + line).rstrip() for line in lines]


def with_texts(source):
    """The stubs with the texts of all classes, functions and properties; those that were there are replaced."""
    lines = source.splitlines()
    edits = []
    for kind in ast.parse(source).body:
        if not isinstance(kind, ast.ClassDef | ast.FunctionDef) or not hasattr(_quadbit, kind.name):
            continue
        runtime = getattr(_quadbit, kind.name)
        if isinstance(kind, ast.FunctionDef):
            edits.append((kind.body[0], ast.get_docstring(kind), text_of(runtime, 4), True))
            continue
        edits.append((kind.body[0], ast.get_docstring(kind), text_of(runtime, 4), False))
        described = set()
        for item in kind.body:
            if not isinstance(item, ast.FunctionDef) or item.name.startswith("_") or item.name in described:
                continue
            described.add(item.name)
            edits.append((item.body[0], ast.get_docstring(item), text_of(getattr(runtime, item.name), 8), True))
    for first, old, text, is_function in reversed(edits):
        begin, end = first.lineno - 1, first.end_lineno
        if old is not None:
            lines[begin:end] = text
        elif is_function:
            # The body is `...` at the end of the line of the signature.
            lines[begin] = lines[begin].removesuffix(" ...")
            lines[begin + 1 : begin + 1] = text
        else:
            # A class: its first item may have decorators.
            if isinstance(first, ast.FunctionDef) and first.decorator_list:
                begin = first.decorator_list[0].lineno - 1
            comment = begin > 0 and lines[begin - 1].lstrip().startswith("#")
            lines[begin - comment : begin - comment] = [*text, ""]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STUBS.write_text(with_texts(STUBS.read_text()))
    sys.exit(quadbit is None)
