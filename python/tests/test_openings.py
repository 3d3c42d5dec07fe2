"""The tree of openings, against a count with python-chess."""

import collections
import importlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import GAMES
from quadbit import Positions

SCRIPTS = Path(__file__).parents[1] / "examples"
PLIES = 6


@pytest.fixture
def openings(monkeypatch):
    pytest.importorskip("duckdb", reason="duckdb is not installed: pip install duckdb")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    monkeypatch.syspath_prepend(SCRIPTS)
    return importlib.import_module("openings")


def games():
    """Games that reach few positions, in several ways, with ratings for two of three."""
    lines = [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1-0", 2000),
        ("1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6", "0-1", 2100),
        ("1. e4 Nc6 2. Nf3 e5 3. Bc4", "1/2-1/2", 2201),
        ("1. e4 e5 2. -- Nf6", "*", 1900),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", "1-0", None),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1", "0-1", 1500),
    ]
    text = ""
    for number in range(63):
        moves, result, rating = lines[number % len(lines)]
        tags = f'[WhiteElo "{rating}"]\n[BlackElo "{rating + number}"]\n' if rating else '[WhiteElo "?"]\n'
        text += f'[Event "{number}"]\n{tags}\n{moves} {result}\n\n'
    return text


def counted(text):
    """The same table by python-chess."""
    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed: pip install chess")
    times, points, ratings = collections.Counter(), collections.Counter(), collections.defaultdict(list)
    stream = io.StringIO(text)
    while (game := pgn.read_game(stream)) is not None:
        board, seen = game.board(), set()
        for ply, node in enumerate(game.mainline()):
            if ply < PLIES and node.move:
                seen.add((board.epd(en_passant="legal"), board.san(node.move)))
            board.push(node.move)
        both = [game.headers.get(name, "?") for name in ("WhiteElo", "BlackElo")]
        for row in seen:
            times[row] += 1
            points[row, game.headers["Result"]] += 1
            if "?" not in both:
                ratings[row].append(sum(map(float, both)) / 2)
    return {
        row: (n, *(points[row, result] for result in ("1-0", "1/2-1/2", "0-1")))
        + (pytest.approx(sum(ratings[row]) / len(ratings[row])) if ratings[row] else None,)
        for row, n in times.items()
    }


@pytest.mark.parametrize("least", [1, 10])
@pytest.mark.parametrize("text", [games(), GAMES.read_text()])
def test_tree_equals_python_chess(openings, tmp_path, text, least):
    source, folder = tmp_path / "it's.pgn", tmp_path / "it's"
    source.write_text(text)
    folder.mkdir()
    for task in openings.dump.tasks(folder, [source], len(text) // 5):
        openings.count(PLIES, task)
    parts = sorted(folder.glob("*.parquet"))
    assert len(parts) >= 5
    rows = list(openings.tree(parts, PLIES, least))
    found = {(row.epd, row.san): tuple(row[3:]) for row in rows}
    assert len(found) == len(rows) and rows == sorted(rows, key=lambda row: row.ply)
    expected = {row: numbers for row, numbers in counted(text).items() if numbers[0] >= least}
    # A move after a null move, or after one that was played too seldom, is not in the tree.
    reached, positions = set(), Positions.start(1)
    while len(positions) > 0:
        after = []
        for fen, position in zip(positions.fens(), positions):
            epd = " ".join(fen.split()[:4])
            if epd not in reached:
                reached.add(epd)
                after += [position.push_san(san) for at, san in expected if at == epd]
        positions = Positions(after)
    assert found == {row: numbers for row, numbers in expected.items() if row[0] in reached}
    assert len(found) > 3 or least > 1


def test_script_writes_a_table(openings, tmp_path):
    (tmp_path / "games.pgn").write_text(games())
    command = [sys.executable, SCRIPTS / "openings.py", tmp_path / "tree", tmp_path / "games.pgn", "--size", "1000"]
    command += ["--workers", "2", "--least", "5"]
    for _ in range(2):
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        (table,) = re.findall(r".*tree\.tsv", output)
        header, first, *_ = Path(table).read_text().splitlines()
        assert header.split("\t") == list(openings.Row._fields)
        assert re.fullmatch(r"0\trnbqkbnr/.* w KQkq -\te4\t\d+\t\d+\t\d+\t\d+\t\d+", first)


def test_tasks_of_dask(openings, tmp_path):
    distributed = pytest.importorskip("distributed", reason="dask is not installed: pip install 'dask[distributed]'")
    source, folder = tmp_path / "games.pgn", tmp_path / "parts"
    source.write_text(games())
    folder.mkdir()
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": tmp_path / "dask"}
    with distributed.LocalCluster(**options) as cluster:
        command = [sys.executable, SCRIPTS / "openings.py", tmp_path / "tree", source, "--size", "1000"]
        subprocess.run([*command, "--dask", cluster.scheduler_address], check=True, capture_output=True)
    (table,) = tmp_path.glob("tree/*/tree.tsv")
    assert len(table.read_text().splitlines()) > 5


def test_without_duckdb(tmp_path):
    script = "import sys; sys.modules['duckdb'] = None; import runpy; runpy.run_path(sys.argv[1])"
    run = subprocess.run([sys.executable, "-c", script, SCRIPTS / "openings.py"], capture_output=True, text=True)
    assert run.returncode == 1 and "openings.py needs duckdb, which is not installed: pip install duckdb" in run.stderr
