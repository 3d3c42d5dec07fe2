"""The stubs name what there is, with the same parameters."""

import ast
import importlib.util
import inspect
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quadbit import Batch, Batches, Env, Game, GameBatch, GameNode, GameReader, Games
from quadbit import Loader, Position, Positions, Progress
from quadbit import _quadbit
from stub_texts import with_texts
from test_examples import examples

STUBS = Path(__file__).parents[1] / "quadbit" / "_quadbit.pyi"
KINDS = (Positions, Position, Env, Loader, Batches, Batch, Progress, Games, GameBatch, Game, GameNode, GameReader)
CLASSES = {kind.__name__: kind for kind in KINDS}


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


def test_the_stubs_have_the_texts_of_the_package():
    source = STUBS.read_text()
    assert with_texts(source) == source, "run `python python/tests/stub_texts.py` and commit the result"


def missing(name):
    return pytest.mark.skipif(importlib.util.find_spec(name) is None, reason=f"{name} is not installed: pip install {name}")


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The examples of the pages as files. Those of other packages are left out, as these may be missing."""
    folder = tmp_path_factory.mktemp("examples")
    for number, example in enumerate(examples()):
        (text,) = example.values
        if "import torch" not in text and "import pyarrow" not in text:
            (folder / f"example{number}.py").write_text(text)
    for script in (STUBS.parents[1] / "examples").glob("*.py"):
        if "import pyarrow" not in script.read_text():
            shutil.copy(script, folder)
    assert len(list(folder.iterdir())) >= 10
    return folder


@missing("mypy")
def test_mypy_accepts_the_examples(programs):
    subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", programs / "cache", programs], check=True, cwd=programs)


@missing("pyright")
def test_pyright_accepts_the_examples(programs):
    (programs / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    subprocess.run([sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", programs], check=True, cwd=programs)


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed: pip install mypy")
def test_mypy_agrees(tmp_path):
    options = ["--ignore-disjoint-bases"]
    if importlib.util.find_spec("torch") is None:
        # The module that needs it is left out.
        (tmp_path / "mypy.ini").write_text("[mypy]\n[mypy-torch.*]\nignore_missing_imports = true\n")
        (tmp_path / "allowed").write_text("quadbit\\.torch.*\n")
        options += ["--mypy-config-file", tmp_path / "mypy.ini", "--allowlist", tmp_path / "allowed"]
    subprocess.run([sys.executable, "-m", "mypy.stubtest", "quadbit", *options], check=True, cwd=Path(__file__).parent)


@missing("mypy")
@missing("gymnasium")
@missing("pettingzoo")
def test_mypy_accepts_the_modules(tmp_path):
    modules = [STUBS.with_name(f"{name}.py") for name in ("gym", "lc0", "pettingzoo")]
    subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, *modules], check=True)
