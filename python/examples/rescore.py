"""Gives the positions of a training file new scores: `rescore.py IN OUT`, two files of binpack.

Games keep their moves, plies and results, so the new file has the chains of the old one. One chunk is in memory at a
time, about a megabyte. With `--engine CMD` the scores are those of a UCI engine, else the material of the pieces; put
a network in the place of `material`.

    rescore.py old.binpack new.binpack --engine "stockfish" --go "nodes 5000" --option Hash=16 --workers 8

Several engines run at once. One that ends or hangs is started again. OUT appears when it is complete; until then
OUT.part and OUT.state have what is done, and the same command goes on from there.
"""

import argparse
import queue
import shlex
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from quadbit import Positions

VALUES = np.array([100, 300, 300, 500, 900, 0])
Scores = NDArray[np.int64]


def material(positions: Positions) -> Scores:
    """Centipawns from white's view."""
    white, black = positions.material().transpose(1, 0, 2) @ VALUES
    return np.asarray(white - black, np.int64)


class Engine:
    """A UCI engine in a process of its own."""

    def __init__(self, command: str, options: list[str], timeout: float) -> None:
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.timeout = timeout
        self.ask("uci", "uciok")
        for option in options:
            name, _, value = option.partition("=")
            self.send(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")

    def ask(self, line: str, end: str) -> list[str]:
        """Sends a line and reads the answer, to the line that begins with `end`."""
        watch = threading.Timer(self.timeout, self.process.kill)
        watch.start()
        try:
            self.send(line)
            answer: list[str] = []
            assert self.process.stdout is not None
            for text in self.process.stdout:
                answer.append(text.strip())
                if text.startswith(end):
                    return answer
            raise OSError("the engine has ended")
        finally:
            watch.cancel()

    def score(self, fen: str, go: str) -> int:
        """Centipawns from white's view; a mate in N moves counts 30000 - N."""
        self.send(f"position fen {fen}")
        scores = [line.partition(" score ")[2].split() for line in self.ask(f"go {go}", "bestmove") if " score " in line]
        if not scores:
            raise OSError("the engine gave no score")
        kind, number = scores[-1][0], int(scores[-1][1])
        if kind == "mate":
            number = 30000 - number if number > 0 else -30000 - number
        score = max(-30000, min(30000, number))
        return score if " w " in fen else -score


class Pool:
    """Engines that share the positions of a chunk."""

    def __init__(self, start: Callable[[], Engine], go: str, workers: int) -> None:
        self.start, self.go = start, go
        self.idle: queue.SimpleQueue[Engine] = queue.SimpleQueue()
        for _ in range(workers):
            self.idle.put(start())
        self.threads = ThreadPoolExecutor(workers)

    def score(self, fen: str) -> int:
        """The score of a position. Two engines may end over it before it is given up."""
        for _ in range(3):
            engine = self.idle.get()
            try:
                return engine.score(fen, self.go)
            except (OSError, ValueError):
                engine.process.kill()
                engine = self.start()
            finally:
                self.idle.put(engine)
        raise SystemExit(f"no engine has a score for {fen}")

    def scores(self, positions: Positions) -> Scores:
        return np.fromiter(self.threads.map(self.score, positions.fens()), np.int64, len(positions))

    def close(self) -> None:
        self.threads.shutdown(cancel_futures=True)
        while not self.idle.empty():
            self.idle.get().process.kill()


def chunks(file: BinaryIO) -> Iterator[bytes]:
    """The chunks of a file from its present place: `BINP`, a size, and chains."""
    while head := file.read(8):
        size = int.from_bytes(head[4:], "little")
        chains = file.read(size)
        if head[:4] != b"BINP" or len(chains) < size:
            raise SystemExit(f"byte {file.tell()}: no chunk of binpack ends here")
        yield head + chains


def rescore(source: str, target: str, scores: Callable[[Positions], Scores]) -> None:
    part, state = Path(target + ".part"), Path(target + ".state")
    done = [0, 0]  # bytes read and written
    if state.exists() and part.exists():
        done = [int(number) for number in state.read_text().split()]
    part.touch()
    count, change = 0, 0
    with open(source, "rb") as old_file, part.open("r+b") as new_file:
        old_file.seek(done[0])
        new_file.truncate(done[1])
        new_file.seek(done[1])
        for chunk in chunks(old_file):
            old = Positions.from_bytes(chunk, "binpack", threads=0)
            assert old.scores is not None  # binpack has scores
            new = scores(old.positions)
            records = old.positions.to_bytes(
                "binpack", moves=old.moves, plies=old.plies, scores=new, results=old.results
            )
            new_file.write(records)
            new_file.flush()
            state.write_text(f"{old_file.tell()} {new_file.tell()}\n")
            count += len(old)
            change += int(np.abs(new - old.scores).sum())
    part.replace(target)
    state.unlink(missing_ok=True)
    print(f"{count} positions, scores changed by {change / max(count, 1):.0f} centipawns on average")


def main() -> None:
    parser = argparse.ArgumentParser(description="Gives the positions of a file of binpack new scores.")
    parser.add_argument("source", metavar="IN")
    parser.add_argument("target", metavar="OUT")
    parser.add_argument("--engine", metavar="CMD", help="a UCI engine, with its arguments")
    parser.add_argument("--go", default="nodes 5000", metavar="LIMIT", help="what follows `go` (nodes 5000)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the engine")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="engines at once (1)")
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="seconds before an engine hangs (60)")
    options = parser.parse_args()
    if options.engine is None:
        rescore(options.source, options.target, material)
        return
    start = lambda: Engine(options.engine, options.option, options.timeout)  # noqa: E731
    pool = Pool(start, options.go, options.workers)
    try:
        rescore(options.source, options.target, pool.scores)
    finally:
        pool.close()


if __name__ == "__main__":
    main()
