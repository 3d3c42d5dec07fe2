"""Every example of the READMEs and of the book runs."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from conftest import GAMES
from packed import binpack, played

HERE = Path(__file__).parents[1]
PAGES = [HERE / "README.md", HERE.parent / "README.md", *(HERE.parent / "docs" / "src" / f"{name}.md" for name in ("python", "training", "notebook"))]


def examples():
    for page in PAGES:
        texts = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
        # The cells of a notebook are one program.
        texts = ["\n".join(texts)] if page.stem == "notebook" else texts
        for number, text in enumerate(texts, 1):
            yield pytest.param(text, id=f"{page.parent.name}-{page.name}-{number}")


# An engine that counts the pieces.
ENGINE = f"""#!{sys.executable}
import sys
for line in sys.stdin:
    name, *rest = line.split()
    if name == "uci":
        print("uciok", flush=True)
    elif name == "position":
        board, side = rest[1], rest[2]
        ahead = sum(map(str.isupper, board)) - sum(map(str.islower, board))
    elif name == "go":
        print("info depth 3 score cp", 100 * (ahead if side == "w" else -ahead), "pv", flush=True)
        print("bestmove 0000", flush=True)
"""


@pytest.mark.parametrize("text", list(examples()))
def test_example(text, tmp_path, monkeypatch):
    for name in ("torch", "pyarrow"):
        if f"import {name}" in text:
            pytest.importorskip(name, reason=f"{name} is not installed: pip install {name}")
    (tmp_path / "data.binpack").write_bytes(binpack(*played(3000)))
    shutil.copy(GAMES, tmp_path / "games.pgn")
    if "stockfish" in text:
        if os.name == "nt":
            pytest.skip("the engine of this test is a script")
        (tmp_path / "stockfish").write_text(ENGINE)
        (tmp_path / "stockfish").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.chdir(tmp_path)
    # A thousandth of the million games shows the same.
    exec(compile(text.replace("1_000_000", "1_000"), "example", "exec"), {})


def test_there_are_examples():
    assert len(list(examples())) == 24
