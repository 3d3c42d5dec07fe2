"""Makes a tree of openings of games: `python openings.py folder games.pgn more.pgn.zst ..`.

1. Each task counts the moves of a range of a file by the key of the position, and writes a part of its own: `dump.py` says how
   processes and machines share tasks, and how a stopped run goes on. A part has as many rows as there are different moves.
2. duckdb adds up the parts. It uses the disk if the memory does not suffice.
3. The tree is walked from the start position, ply by ply: only here positions become texts.

`tree.tsv` has a row for each move that was played often enough: the ply, the position as EPD, the move, in how many games it was
played, how many of them White won, drew and lost, and the mean rating of both players. A game that repeats a position and its
move counts once. A position that is reached in several ways is there
once, with all its moves. It needs `pip install duckdb ./python[arrow]`.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quadbit import Positions, read_pgn

try:
    import duckdb
    import pyarrow as pa
except ImportError as error:
    raise SystemExit(f"openings.py needs {error.name}, which is not installed: pip install {error.name}") from None

import dump

COUNT = """
    SELECT key, move, count(*) AS times,
        count(*) FILTER (result = 1) AS white, count(*) FILTER (result = 0.5) AS draws,
        count(*) FILTER (result = 0) AS black,
        coalesce(sum((WhiteElo + BlackElo) / 2), 0) AS ratings, count(WhiteElo + BlackElo) AS rated
    FROM (SELECT DISTINCT game, key, move, result, WhiteElo, BlackElo FROM games WHERE ply < {plies} AND move <> 0)
    GROUP BY key, move
"""
ADD = """
    CREATE TABLE tree AS SELECT key, move, sum(times)::BIGINT AS times,
        sum(white)::BIGINT AS white, sum(draws)::BIGINT AS draws, sum(black)::BIGINT AS black,
        sum(ratings) / nullif(sum(rated), 0) AS rating
    FROM read_parquet(?) GROUP BY key, move HAVING sum(times) >= ?
"""
MOVES = """
    SELECT place, move, times, white, draws, black, rating
    FROM level JOIN tree USING (key) ORDER BY place, times DESC, move
"""


class Row(NamedTuple):
    ply: int
    epd: str
    san: str
    times: int
    white: int
    draws: int
    black: int
    rating: float | None


def count(plies: int, task: tuple[Path, int | None, int | None, Path]) -> Path:
    """Does a task: counts the moves of a range of a file."""
    source, start, end, part = task
    columns, tags = ["game", "key", "move", "ply", "result"], {"WhiteElo": float, "BlackElo": float}
    games = read_pgn(source, start=start, end=end, columns=columns, tags=tags, on_error="skip")
    unfinished = part.with_suffix(f".{os.getpid()}.unfinished")
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.register("games", games)
        path = str(unfinished).replace("'", "''")
        connection.execute(f"COPY ({COUNT.format(plies=plies)}) TO '{path}' (FORMAT parquet)")
    os.replace(unfinished, part)
    return part


def tree(parts: Sequence[Path], plies: int, least: int) -> Iterator[Row]:
    """The moves that were played so often, ply by ply from the start position."""
    with duckdb.connect() as connection:
        connection.execute(ADD, [[str(part) for part in parts], least])
        positions, seen = Positions.start(1), np.empty(0, np.uint64)
        for ply in range(plies):
            level = pa.table({"key": positions.keys(), "place": np.arange(len(positions))})
            connection.register("level", level)
            found = connection.execute(MOVES).fetchnumpy()
            places, moves = found["place"], found["move"]
            if len(places) == 0:
                break
            before = positions[places]
            numbers = zip(*(found[name].tolist() for name in Row._fields[3:]))
            for fen, san, row in zip(before.fens(), before.san(moves), numbers):
                yield Row(ply, " ".join(fen.split()[:4]), san, *row)
            seen = np.concatenate((seen, positions.keys()))
            after = before.push(moves)
            keys, first = np.unique(after.keys(), return_index=True)
            positions = after[np.sort(first[~np.isin(keys, seen)])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--plies", type=int, default=30, help="the length of the tree; a folder has parts of one length")
    parser.add_argument("--least", type=int, default=10, help="in how many games a move was played at least")
    parser.add_argument("--size", type=int, default=256 << 20, help="bytes of a task")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster, instead of own workers")
    options = parser.parse_args()
    folder = options.folder / f"{options.plies} plies"
    folder.mkdir(parents=True, exist_ok=True)

    def left() -> list[tuple[Path, int | None, int | None, Path]]:
        # Plain tuples: the machines of a cluster need not find the module of `Task`.
        return [tuple(task) for task in dump.tasks(folder, options.files, options.size)]

    if options.dask:
        dump.run_by_dask(left, options.dask, partial(count, options.plies))
    else:
        dump.run(left, options.workers, partial(count, options.plies))
    for rest in folder.glob("*.unfinished"):
        rest.unlink()
    with open(folder / "tree.tsv", "w") as table:
        print(*Row._fields, sep="\t", file=table)
        for row in tree(sorted(folder.glob("*.parquet")), options.plies, options.least):
            rating = "" if row.rating is None else f"{row.rating:.0f}"
            print(*row[:-1], rating, sep="\t", file=table)
    print(folder / "tree.tsv")


if __name__ == "__main__":
    main()
