"""Every example of the READMEs and of the book runs."""

import re
import shutil
from pathlib import Path

import pytest

from conftest import GAMES
from packed import binpack, played

HERE = Path(__file__).parents[1]
PAGES = [HERE / "README.md", HERE.parent / "README.md", *(HERE.parent / "docs" / "src" / f"{name}.md" for name in ("python", "training"))]


def examples():
    for page in PAGES:
        for number, text in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL), 1):
            yield pytest.param(text, id=f"{page.parent.name}-{page.name}-{number}")


@pytest.mark.parametrize("text", list(examples()))
def test_example(text, tmp_path, monkeypatch):
    for name in ("torch", "pyarrow"):
        if f"import {name}" in text:
            pytest.importorskip(name, reason=f"{name} is not installed: pip install {name}")
    (tmp_path / "data.binpack").write_bytes(binpack(*played(3000)))
    shutil.copy(GAMES, tmp_path / "games.pgn")
    monkeypatch.chdir(tmp_path)
    # A thousandth of the million games shows the same.
    exec(compile(text.replace("1_000_000", "1_000"), "example", "exec"), {})


def test_there_are_examples():
    assert len(list(examples())) == 20
