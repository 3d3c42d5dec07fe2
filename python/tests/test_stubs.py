"""The stubs name what there is, with the same parameters."""

import ast
import importlib.util
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from quadbit import Batch, Batches, Env, Loader, Position, Positions, Progress
from quadbit import _quadbit

STUBS = Path(__file__).parents[1] / "quadbit" / "_quadbit.pyi"
CLASSES = {kind.__name__: kind for kind in (Positions, Position, Env, Loader, Batches, Batch, Progress)}


def stubbed():
    for thing in ast.parse(STUBS.read_text()).body:
        if isinstance(thing, ast.ClassDef) and thing.name in CLASSES:
            functions = [item for item in thing.body if isinstance(item, ast.FunctionDef)]
            yield thing.name, {function.name: function for function in functions}


def named(function):
    arguments = function.args
    names = [argument.arg for argument in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]
    return [name for name in names if name not in ("self", "cls")]


@pytest.mark.parametrize(("name", "functions"), list(stubbed()))
def test_stubs(name, functions):
    kind = CLASSES[name]
    public = {name for name in vars(kind) if not name.startswith("_")}
    assert public == {name for name in functions if not name.startswith("_")}
    for name, function in functions.items():
        found = kind if name == "__new__" else getattr(kind, name)
        if (name.startswith("__") and name != "__new__") or not callable(found):
            continue
        parameters = [name for name in inspect.signature(found).parameters if name != "self"]
        assert parameters == named(function), name


def test_every_public_function_has_a_text():
    for kind in CLASSES.values():
        assert kind.__doc__
        for name, thing in vars(kind).items():
            assert name.startswith("_") or len(thing.__doc__) > 10, name
    assert Path(_quadbit.__file__).parent.joinpath("py.typed").exists()


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed: pip install mypy")
def test_mypy_agrees():
    subprocess.run([sys.executable, "-m", "mypy.stubtest", "quadbit", "--ignore-disjoint-bases"], check=True, cwd=Path(__file__).parent)
