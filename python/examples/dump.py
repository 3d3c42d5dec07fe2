"""Turns games into Parquet with several processes or machines: `python dump.py folder games.pgn more.pgn.zst ..`.

A task is a range of bytes of a file, or a whole file if it is compressed. It writes a part of its own, which appears only
when it is whole. So if a worker dies, its task is done again, and a dump that was stopped goes on where it was.

A part is named by its source (path, size and time of change) and its range. A folder with parts of another source of the same
name, of a source that has changed since, or with another `--size` is refused. It needs pyarrow: `pip install ./python[arrow]`.
"""

import argparse
import hashlib
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from quadbit import read_pgn

TAGS = {"WhiteElo": float, "BlackElo": float, "TimeControl": str, "ECO": str, "UTCDate": str}


class Task(NamedTuple):
    source: Path
    start: int | None
    end: int | None
    part: Path


def identity(source: Path) -> str:
    """A text that differs for other files, and for the file once it has changed."""
    data = source.stat()
    known = f"{source.resolve()} {data.st_size} {data.st_mtime_ns}"
    return hashlib.sha256(known.encode()).hexdigest()[:12]


def tasks(folder: Path, sources: Sequence[Path], size: int) -> list[Task]:
    """The tasks that are left to do, each a range of so many bytes."""
    found: list[Task] = []
    for source in dict.fromkeys(source.resolve() for source in sources):
        length = source.stat().st_size
        is_whole = source.suffix in (".zst", ".gz")
        for start in [0] if is_whole else range(0, length, size):
            end = length if is_whole else min(start + size, length)
            part = folder / f"{source.name}.{identity(source)}.{start:012}-{end:012}.parquet"
            found.append(Task(source, None if is_whole else start, None if is_whole else end, part))
    strange = set(folder.glob("*.parquet")) - {task.part for task in found}
    if strange:
        raise SystemExit(
            f"{min(strange)} is not a part of this dump: its source is another one, has changed, or was cut by another --size. "
            "Choose an empty folder, or name all sources of the last run."
        )
    return [task for task in found if not task.part.exists()]


def write(task: Task) -> Path:
    """Does a task. In its part, games are numbered from 0."""
    games = read_pgn(
        task.source, start=task.start, end=task.end, tags=TAGS, clocks=True, evals=True, on_error="skip"
    )
    rows = pa.RecordBatchReader.from_stream(games)
    unfinished = task.part.with_suffix(f".{os.getpid()}.unfinished")
    with pq.ParquetWriter(unfinished, rows.schema) as writer:
        for batch in rows:
            writer.write_batch(batch)
    os.replace(unfinished, task.part)
    for fault in games.faults:
        print(f"{task.source}, from byte {task.start or 0}: left out {fault}")
    return task.part


def run(left: Callable[[], list[Task]], workers: int, do: Callable[[Task], Path] = write) -> None:
    """Does the tasks that are left, and those of dead workers again."""
    for _ in range(10):
        try:
            with ProcessPoolExecutor(workers) as pool:
                for part in pool.map(do, left()):
                    print(part)
            return
        except BrokenProcessPool:
            print("a worker died: its task is done again")
    raise SystemExit("workers die again and again: is there enough memory?")


def run_by_dask(left: Callable[[], list[Task]], scheduler: str, do: Callable[[Task], Path] = write) -> None:
    """The same on the machines of a Dask cluster, which all see the files."""
    from distributed import Client

    with Client(scheduler) as client:
        for part in client.gather(client.map(do, left(), retries=10)):
            print(part)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--size", type=int, default=256 << 20, help="bytes of a task")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster, instead of own workers")
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)

    def left() -> list[Task]:
        return tasks(options.folder, options.files, options.size)

    if options.dask:
        run_by_dask(left, options.dask)
    else:
        run(left, options.workers)
    for rest in options.folder.glob("*.unfinished"):
        rest.unlink()


if __name__ == "__main__":
    main()
