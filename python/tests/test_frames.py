"""Columns of positions and of games in polars and duckdb, and games as tasks of several processes."""

import gzip
import importlib
import os
import signal
import sys
from pathlib import Path

import numpy as np
import pytest

from conftest import GAMES
from quadbit import Positions, read_pgn

SCRIPTS = Path(__file__).parents[1] / "examples"


def test_a_column_of_polars():
    polars = pytest.importorskip("polars", reason="polars is not installed: pip install polars")
    fens = Positions.from_pgn(GAMES).fens()
    frame = polars.DataFrame({"fen": fens})
    counts = polars.Series("legal", Positions.from_fens(frame["fen"]).legal_counts())
    frame = frame.with_columns(counts)
    assert frame["legal"].dtype == polars.UInt8
    assert frame["legal"].to_list() == [len(Positions.from_fens([fen]).legal_moves()[0]) for fen in fens]


NOTES = """[White "M\u00fcller"]
[WhiteElo "2104"]

1. e4! { [%eval 0.5] [%clk 0:03:00] } e5 2. Nf3 { [%eval #3] } 1-0

[White "B"]

1. d4 $2 $14 { [%clk 0:02:59.5] } *
""".encode()
EVERYTHING = {"tags": {"White": str, "WhiteElo": float}, "clocks": True, "evals": True, "nags": True}


def test_a_batch_is_a_table():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    (batch,) = read_pgn(NOTES, **EVERYTHING)
    table = pyarrow.table(batch)
    assert table.to_pydict() == {
        "fen": batch.positions.fens(),
        "move": batch.moves.tolist(),
        "result": [1, 1, 1, None],
        "game": [0, 0, 0, 1],
        "ply": [0, 1, 2, 0],
        "clock": [180, None, None, 179.5],
        "centipawns": [50, None, None, None],
        "mate": [None, None, 3, None],
        "nags": [[1], [], [], [2, 14]],
        "White": ["M\u00fcller"] * 3 + ["B"],
        "WhiteElo": [2104, 2104, 2104, None],
    }
    assert pyarrow.record_batch(batch) == table.to_batches()[0]
    assert pyarrow.schema(batch) == table.schema
    table.validate(full=True)
    # Nothing is null where everything is known.
    (batch,) = read_pgn(GAMES, batch=1_000_000, tags={"Round": float})
    table = pyarrow.table(batch)
    assert sum(column.null_count for column in table.columns) == np.isnan(batch.results).sum()
    assert table["Round"].to_pylist() == batch.tags["Round"].tolist() == [game + 1 for game in batch.games]


def test_columns_share_the_memory_of_arrays():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    (batch,) = read_pgn(NOTES, **EVERYTHING)
    rows = pyarrow.record_batch(batch)
    arrays = {
        "move": batch.moves,
        "result": batch.results,
        "game": batch.games,
        "ply": batch.plies,
        "clock": batch.clocks,
        "centipawns": batch.centipawns,
        "mate": batch.mates,
        "WhiteElo": batch.tags["WhiteElo"],
    }
    for name, array in arrays.items():
        assert rows[name].buffers()[1].address == array.ctypes.data, name
    _, offsets, _, glyphs = rows["nags"].buffers()
    assert (glyphs.address, offsets.address) == (batch.nags[0].ctypes.data, batch.nags[1].ctypes.data)
    counts = batch.positions.legal_counts()
    assert pyarrow.array(counts).buffers()[1].address == counts.ctypes.data
    # The memory lives as long as the table.
    del batch, arrays, array, glyphs, offsets
    table = pyarrow.table(rows)
    del rows
    assert table["game"].to_pylist() == [0, 0, 0, 1]


def test_games_are_a_stream():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    whole = pyarrow.table(next(read_pgn(GAMES, batch=1_000_000, tags=["Event"])))
    stream = pyarrow.RecordBatchReader.from_stream(read_pgn(GAMES, batch=1000, tags=["Event"]))
    assert stream.schema == whole.schema
    batches = list(stream)
    assert len(batches) > 3
    assert pyarrow.Table.from_batches(batches).combine_chunks() == whole.combine_chunks()
    empty = pyarrow.RecordBatchReader.from_stream(read_pgn(b"", **EVERYTHING)).read_all()
    assert len(empty) == 0 and empty.schema == pyarrow.table(next(read_pgn(NOTES, **EVERYTHING))).schema
    with pytest.raises(pyarrow.ArrowInvalid, match="game 1: byte 11: after 0 half moves"):
        pyarrow.table(read_pgn(b"1. e4 * 1. Ke3 *"))


def test_positions_are_a_column_of_fens():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    positions = Positions.from_pgn(GAMES)
    column = pyarrow.array(positions)
    assert column.to_pylist() == positions.fens()
    assert Positions.from_fens(column) == positions
    assert pyarrow.array(positions[:0]).to_pylist() == []


def test_a_tag_with_the_name_of_a_column():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    with pytest.raises(ValueError, match="the tag move has the name of a column"):
        pyarrow.table(next(read_pgn(b'[move "x"] 1. e4 *', tags=["move"])))


def test_without_pyarrow(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "quadbit._arrow", raising=False)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        next(read_pgn(NOTES)).__arrow_c_stream__()


def test_games_in_polars():
    polars = pytest.importorskip("polars", reason="polars is not installed: pip install polars")
    frame = polars.concat([polars.DataFrame(batch) for batch in read_pgn(GAMES, batch=1000, tags={"Round": float})])
    lengths = frame.group_by("game").agg(polars.col("ply").max() + 1, polars.col("Round").first()).sort("game")
    assert lengths["Round"].to_list() == [game + 1 for game in lengths["game"]]
    assert lengths["ply"].sum() == len(frame)
    assert polars.DataFrame(read_pgn(GAMES, batch=1000, tags={"Round": float})).equals(frame)


def test_games_in_duckdb():
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install duckdb")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    batch = next(read_pgn(GAMES, batch=1_000_000))
    games = read_pgn(GAMES, batch=1000)
    with duckdb.connect() as connection:
        query = "SELECT count(*), count(DISTINCT game), sum(move) FROM "
        expected = (len(batch), len(np.unique(batch.games)), int(batch.moves.sum(dtype=np.int64)))
        assert connection.execute(query + "batch").fetchone() == expected
        assert connection.execute(query + "games").fetchone() == expected


def test_a_function_of_duckdb():
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install duckdb")
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    fens = Positions.from_pgn(GAMES).fens()
    table = pyarrow.table({"fen": fens})

    def legal_count(column):
        if isinstance(column, pyarrow.ChunkedArray):
            column = column.combine_chunks()
        return pyarrow.array(Positions.from_fens(column).legal_counts())

    with duckdb.connect() as connection:
        connection.create_function("legal_count", legal_count, ["VARCHAR"], "UTINYINT", type="arrow")
        connection.register("positions", table)
        found = connection.execute("SELECT sum(legal_count(fen)), count(*) FROM positions").fetchone()
    assert found == (int(Positions.from_fens(fens).legal_counts().sum(dtype=np.int64)), len(fens))


@pytest.fixture
def dump(monkeypatch):
    """The script of the examples, whose workers die at one task the first time."""
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    monkeypatch.syspath_prepend(SCRIPTS)
    return importlib.import_module("dump")


def die_once(task):
    mark = task.part.parent / "killed"
    if task.start == 20_000 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    sys.path.insert(0, str(SCRIPTS))
    return importlib.import_module("dump").write(task)


def rows_of(folder):
    """The moves in all parts, in the order of the file."""
    parquet = pytest.importorskip("pyarrow.parquet")
    parts = sorted(folder.glob("*.parquet"))
    return len(parts), np.concatenate([parquet.read_table(part)["move"].to_numpy() for part in parts])


def expected():
    return np.concatenate([batch.moves for batch in read_pgn(GAMES)])


def test_ranges_as_tasks(dump, tmp_path):
    def left():
        return dump.tasks(tmp_path, [GAMES], 10_000)

    assert len(left()) > 5
    dump.run(left, 2, die_once)
    assert (tmp_path / "killed").exists() and left() == []
    parts, moves = rows_of(tmp_path)
    assert parts > 5
    np.testing.assert_array_equal(moves, expected())


def test_ranges_as_tasks_of_dask(dump, tmp_path):
    distributed = pytest.importorskip("distributed", reason="dask is not installed: pip install 'dask[distributed]'")
    folder = tmp_path / "parts"
    folder.mkdir()
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": tmp_path / "dask"}
    with distributed.LocalCluster(**options) as cluster:
        dump.run_by_dask(lambda: dump.tasks(folder, [GAMES], 10_000), cluster.scheduler_address, die_once)
    assert (folder / "killed").exists()
    np.testing.assert_array_equal(rows_of(folder)[1], expected())


def test_compressed_files_as_tasks(dump, tmp_path):
    source = tmp_path / "games.pgn.gz"
    source.write_bytes(gzip.compress(GAMES.read_bytes()))
    (task,) = dump.tasks(tmp_path / "parts", [source], 10_000)
    task.part.parent.mkdir()
    dump.write(task)
    np.testing.assert_array_equal(rows_of(tmp_path / "parts")[1], expected())


def test_games_are_one_stream():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    games = read_pgn(NOTES)
    assert len(pyarrow.table(games)) == 4
    with pytest.raises(RuntimeError, match="the games have been read already: call read_pgn again"):
        pyarrow.table(games)


def test_duckdb_reads_games_once():
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install duckdb")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    games = read_pgn(NOTES)
    assert duckdb.sql("SELECT count(*) FROM games").fetchall() == [(4,)]
    with pytest.raises(Exception, match="the games have been read already|stream"):
        duckdb.sql("SELECT count(*) FROM games").fetchall()
    assert len(list(games)) == 0


def test_arrays_that_a_table_shares_are_read_only():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    (batch,) = read_pgn(NOTES, clocks=True)
    batch.moves[0] = batch.moves[0]
    table = pyarrow.table(batch)
    for array in (batch.moves, batch.results, batch.games, batch.plies, batch.clocks):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert table["move"].to_pylist() == batch.moves.tolist()
