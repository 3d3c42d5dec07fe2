"""Positions by a rule, in files of games named by paths, folders and patterns, with the last positions of games."""

import subprocess
import sys

import numpy as np
import pytest

import quadbit
from conftest import GAMES
from packed import frames
from quadbit import Positions

RULES = ["Q-q>=1", "check and white", "checkmate", "KRvK or KQvK", "moved=N", "Pp<=3"]


def everything(**options):
    """All positions of the games, with the numbers of their games and their plies."""
    positions, moves, _, games = Positions.from_pgn(GAMES, labels=True, **options)
    starts = np.flatnonzero(np.diff(games, prepend=-1))
    return positions, moves, games, np.arange(len(games)) - np.repeat(starts, np.diff(starts, append=len(games)))


@pytest.mark.parametrize("rule", [rule for rule in RULES if "moved" not in rule])
@pytest.mark.parametrize("threads", [1, 2])
def test_find_equals_a_mask_of_all_positions(rule, threads):
    positions, moves, games, plies = everything()
    mask = positions.where(rule)
    found = list(quadbit.find(GAMES, rule, batch=100, threads=threads))
    assert sum(map(len, found)) == mask.sum()
    if mask.any():
        assert Positions.concat([batch.positions for batch in found]) == positions[mask]
        for name, column in (("moves", moves), ("games", games), ("plies", plies)):
            assert np.concatenate([getattr(batch, name) for batch in found]).tolist() == column[mask].tolist(), name


def test_last_positions_are_rows_on_request():
    positions, moves, games, plies = everything()
    batches = list(quadbit.read_pgn(GAMES, last=True, clocks=True, nags=True, comments=True, batch=1000))
    assert Positions.concat([batch.positions for batch in batches]) == positions
    assert np.concatenate([batch.moves for batch in batches]).tolist() == moves.tolist()
    for batch in batches:
        assert len(batch.clocks) == len(batch.comments) == len(batch.nags[1]) - 1 == len(batch)
    text = b"1. e4 {[%clk 0:03:00] a} e5 $1 {b} *\n\n1. d4 {[%clk 0:02:00] c} *"
    (batch,) = quadbit.read_pgn(text, last=True, clocks=True, nags=True, comments=True)
    assert np.array_equal(batch.clocks, [180, np.nan, np.nan, 120, np.nan], equal_nan=True)
    assert batch.comments.tolist() == ["a", "b", None, "c", None] and batch.nags[1].tolist() == [0, 0, 1, 1, 1, 1]
    assert batch.plies.tolist() == [0, 1, 2, 0, 1] and batch.games.tolist() == [0, 0, 0, 1, 1]
    (batch,) = quadbit.find(text, "ply>=1", clocks=True)
    assert batch.plies.tolist() == [1, 2, 1] and np.isnan(batch.clocks).all()
    with pytest.raises(ValueError, match="last: only with rows='moves'"):
        quadbit.read_pgn(text, rows="games", last=True)
    (batch,) = quadbit.find(text, "ply>=2", rows="games")
    assert batch.games.tolist() == [0]


def test_find_is_data_of_arrow():
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    table = arrow.table(quadbit.find(b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0", "checkmate or moved=Q", tags=["White"]))
    assert table.column_names == ["game", "ply", "fen", "san", "result", "White"]
    assert table["ply"].to_pylist() == [2, 4, 5] and table["san"].to_pylist() == ["Qh5", "Qxe5#", None]
    polars = pytest.importorskip("polars", reason="polars is not installed: pip install polars")
    assert polars.DataFrame(quadbit.find(GAMES, "checkmate"))["ply"].len() == table.num_rows - 3 + len(everything()[0].where("checkmate").nonzero()[0])
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install duckdb")
    found = quadbit.find(GAMES, "checkmate")  # noqa: F841, duckdb finds it by its name
    assert duckdb.sql("SELECT count(*) FROM found").fetchall() == [(int(everything()[0].where("checkmate").sum()),)]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "b.pgn").write_text("1. e4 *")
    (tmp_path / "a.pgn.zst").write_bytes(frames(b"1. d4 d5 *"))
    (tmp_path / "c.txt").write_text("1. c4 *")
    (tmp_path / "empty").mkdir()
    return tmp_path


def firsts(source, **options):
    return [san for batch in quadbit.read_pgn(source, **options) for san in batch.positions[batch.plies == 0].san(batch.moves[batch.plies == 0])]


def test_files_by_folder_pattern_list_and_standard_input(folder, monkeypatch):
    assert firsts(folder) == firsts(str(folder)) == ["d4", "e4"]
    assert firsts(folder / "*") == ["d4", "e4", "c4"] and firsts(str(folder / "?.pgn*")) == ["d4", "e4"]
    assert firsts([folder / "c.txt", str(folder / "b.*"), b"1. f4 *"]) == firsts((folder / "c.txt", folder / "b.pgn", b"1. f4 *")) == ["c4", "e4", "f4"]
    assert [str(game).split()[-3:] for game in quadbit.read_games(folder)] == [["d4", "d5", "*"], ["1.", "e4", "*"]]
    program = "import quadbit; print([len(batch) for batch in quadbit.find('-', 'ply=1')])"
    run = subprocess.run([sys.executable, "-c", program], input=b"1. e4 e5 *", capture_output=True, cwd=folder)
    assert run.stdout == b"[1]\n", run.stderr
    with pytest.raises(FileNotFoundError, match="source: no file matches .*x"):
        quadbit.read_pgn(folder / "*.x")
    with pytest.raises(IsADirectoryError, match="source: .*empty is a folder without files that end in pgn"):
        quadbit.read_games(folder / "empty")
    # A name with such a character is that file.
    (folder / "odd[1].pgn").write_text("1. b4 *")
    assert firsts(folder / "odd[1].pgn") == ["b4"]


def test_a_file_of_many_that_is_not_there(folder):
    batches = quadbit.read_pgn([folder / "b.pgn", folder / "nothing.pgn", folder / "c.txt"])
    with pytest.raises(FileNotFoundError):
        list(batches)


def test_the_names_of_materials():
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    (table,) = [arrow.table(quadbit.read_pgn(GAMES, columns=["fen", "material"], last=True))]
    for fen, material in zip(table["fen"].to_pylist(), table["material"].to_pylist()):
        letters = [c for c in fen.split()[0] if c.isalpha()]
        sides = [[c.upper() for c in letters if c.isupper() == is_white] for is_white in (True, False)]
        assert material == "v".join("".join(sorted(side, key="KQRBNP".index)) for side in sides)
    empty = arrow.table(quadbit.read_pgn(b"*", columns=["material"]))
    assert empty.num_rows == 0
