"""Columns of positions and of games in polars and duckdb, and games as tasks of several processes."""

import gzip
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from quadbit import Positions, read_pgn

OWN = Path(__file__).parents[2] / "crates/movegen/tests/data/random_games.pgn"


def test_a_column_of_polars():
    polars = pytest.importorskip("polars", reason="polars is not installed: pip install polars")
    fens = Positions.from_pgn(OWN).fens()
    frame = polars.DataFrame({"fen": fens})
    counts = polars.Series("legal", Positions.from_fens(frame["fen"]).legal_counts())
    frame = frame.with_columns(counts)
    assert frame["legal"].dtype == polars.UInt8
    assert frame["legal"].to_list() == [len(Positions.from_fens([fen]).legal_moves()[0]) for fen in fens]


def test_games_in_polars():
    polars = pytest.importorskip("polars", reason="polars is not installed: pip install polars")
    frames = []
    for batch in read_pgn(OWN, batch=1000, tags={"Round": float, "Event": str}):
        columns = {"game": batch.games, "ply": batch.plies, "result": batch.results}
        frames.append(polars.DataFrame(columns | {name: list(tag) for name, tag in batch.tags.items()}))
    frame = polars.concat(frames)
    lengths = frame.group_by("game").agg(polars.col("ply").max() + 1, polars.col("Round").first()).sort("game")
    assert lengths["Round"].to_list() == [game + 1 for game in lengths["game"]]
    assert lengths["ply"].sum() == len(frame)


def test_a_function_of_duckdb():
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install duckdb")
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    fens = Positions.from_pgn(OWN).fens()
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


def to_parquet(path):
    """One task: a file of games to a file of Parquet, which appears only when it is whole."""
    import os

    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema({"game": pa.int64(), "ply": pa.int32(), "move": pa.uint16(), "result": pa.float32()})
    unfinished = path.with_suffix(".unfinished")
    with pq.ParquetWriter(unfinished, schema) as writer:
        for batch in read_pgn(path, batch=1000, on_error="skip"):
            columns = {"game": batch.games, "ply": batch.plies, "move": batch.moves, "result": batch.results}
            writer.write_table(pa.table(columns, schema=schema))
    os.replace(unfinished, path.with_suffix(".parquet"))
    return path.with_suffix(".parquet")


def files(folder):
    games = OWN.read_bytes().split(b"\n\n[Event")
    paths = []
    for number in range(4):
        part = [games[0] if number == 0 else b"", *games[1 + 15 * number : 16 + 15 * number]]
        path = folder / f"part{number}.pgn"
        path.write_bytes(gzip.compress(b"\n\n[Event".join(part)))
        paths.append(path)
    return paths


def test_files_as_tasks(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install pyarrow")
    with ProcessPoolExecutor(2) as pool:
        rows = [parquet.read_table(path).num_rows for path in pool.map(to_parquet, files(tmp_path))]
    assert len(rows) == 4 and sum(rows) == sum(len(batch) for batch in read_pgn(OWN))


def die_once(path):
    """The first attempt at the second file kills its worker."""
    import os

    mark = path.with_name("killed")
    if path.stem == "part1" and not mark.exists():
        mark.touch()
        os._exit(9)
    return to_parquet(path)


def test_files_as_tasks_of_dask(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install pyarrow")
    distributed = pytest.importorskip("distributed", reason="dask is not installed: pip install 'dask[distributed]'")
    paths = files(tmp_path)
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "local_directory": tmp_path / "dask"}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        done = client.gather(client.map(die_once, paths, retries=2))
    assert (tmp_path / "killed").exists()
    rows = [parquet.read_table(path).num_rows for path in done]
    assert len(rows) == 4 and sum(rows) == sum(len(batch) for batch in read_pgn(OWN))
