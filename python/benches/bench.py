"""Positions a second of every function, compared with python-chess, rust-chess and the crates themselves.

    pip install chess rust-chess
    python python/benches/bench.py [--quick] [--markdown]

Each number is the shortest of several times in this run; python-chess answers for fewer positions, because it would take minutes. Answers are compared before anything is timed. With cargo, the crates are timed without Python too.
"""

import argparse
import io
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import quadbit
from quadbit import Env, Positions

try:
    import chess
    import chess.pgn
    import chess.polyglot
except ImportError:
    chess = None
try:
    import rust_chess
except ImportError:
    rust_chess = None

N = 16_384
FEW = 400


def shortest(call, seconds):
    """The shortest time of a call, tried for some seconds and three times at least."""
    best, end, tries = float("inf"), time.perf_counter() + seconds, 0
    while tries < 3 or time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begin)
        tries += 1
    return best


def board_planes(board):
    planes = np.zeros((12, 8, 8), np.uint8)
    flat = planes.reshape(12, 64)
    for square, piece in board.piece_map().items():
        kind = piece.piece_type - 1 + (0 if piece.color == board.turn else 6)
        flat[kind, square if board.turn else square ^ 56] = 1
    return planes


def board_mask(board):
    mask = np.zeros(4096, bool)
    for move in board.legal_moves:
        flip = 0 if board.turn else 56
        mask[64 * (move.from_square ^ flip) + (move.to_square ^ flip)] = True
    return mask


def rows(batch, fens):
    """A name, ours by number of threads, python-chess's and rust-chess's for a few positions."""
    n = len(batch)
    moves, offsets = batch.legal_moves()
    first = moves[np.minimum(offsets[:-1], len(moves) - 1)]
    san, uci = batch.san(first), batch.uci(first)
    few, texts = fens[:FEW], san[:FEW]
    boards = [chess.Board(fen) for fen in few] if chess else []
    played = [board.parse_uci(text) for board, text in zip(boards, uci)]
    rust = rust_chess.BoardBatch.from_fens(fens) if rust_chess else None
    singles = [rust_chess.Board(fen) for fen in fens] if rust_chess else []
    array = np.array(fens)
    out = {
        "counts": np.empty(n, np.uint8),
        "flags": np.empty(n, bool),
        "words": np.empty(n, np.uint64),
        "planes": np.empty((n, 12, 8, 8), np.uint8),
        "floats": np.empty((n, 12, 8, 8), np.float32),
        "4096": np.empty((n, 4096), bool),
        "1858": np.empty((n, 1858), bool),
        "bits": np.empty((n, 64), np.uint64),
        "indices": np.empty((n, 2, 32), np.int32),
    }

    def rust_moves():
        for board in singles:
            board.reset_move_generator()
            list(board.generate_legal_moves())

    if chess:
        assert batch.legal_counts()[:FEW].tolist() == [board.legal_moves.count() for board in boards]
        assert all((batch[i].batch().planes()[0] == board_planes(board)).all() for i, board in enumerate(boards))
        assert batch[:FEW].polyglot_keys().tolist() == [chess.polyglot.zobrist_hash(board) for board in boards]
    if rust_chess:
        assert [text.split()[0] for text in rust.get_fens().splitlines()] == [fen.split()[0] for fen in fens]
        assert [len(list(board.generate_legal_moves())) for board in singles] == batch.legal_counts().tolist()

    yield "from_fens", lambda t: Positions.from_fens(fens, threads=t), lambda: [chess.Board(fen) for fen in few], lambda: (
        rust_chess.BoardBatch.from_fens(fens)
    )
    yield "from_fens, array", lambda t: Positions.from_fens(array, threads=t), None, None
    yield "fens", lambda t: batch.fens(threads=t), lambda: [board.fen() for board in boards], lambda: rust.get_fens()
    yield (
        "legal_counts",
        lambda t: batch.legal_counts(out=out["counts"], threads=t),
        lambda: [board.legal_moves.count() for board in boards],
        rust_moves,
    )
    yield (
        "in_check",
        lambda t: batch.in_check(out=out["flags"], threads=t),
        lambda: [board.is_check() for board in boards],
        lambda: rust.is_check(),
    )
    yield "legal_moves", lambda t: batch.legal_moves(threads=t), lambda: [list(b.legal_moves) for b in boards], rust_moves
    # rust-chess 0.4.3 aborts the process when asked for the status of a batch.
    yield "outcome", lambda t: batch.outcome(out=out["counts"], threads=t), lambda: [b.outcome() for b in boards], None

    def push():
        for board, move in zip(boards, played):
            board.push(move)
            board.pop()

    yield "push", lambda t: batch.push(first, threads=t), push, None
    yield "san", lambda t: batch.san(first), lambda: [b.san(move) for b, move in zip(boards, played)], None
    yield (
        "parse_san",
        lambda t: batch.parse_san(san, threads=t),
        lambda: [b.parse_san(text) for b, text in zip(boards, texts)],
        lambda: [b.get_move_from_san(text) for b, text in zip(singles, san)],
    )
    yield "parse_uci", lambda t: batch.parse_uci(uci, threads=t), lambda: [b.parse_uci(s) for b, s in zip(boards, uci)], None
    yield (
        "polyglot_keys",
        lambda t: batch.polyglot_keys(out=out["words"], threads=t),
        lambda: [chess.polyglot.zobrist_hash(board) for board in boards],
        None,
    )
    yield "planes", lambda t: batch.planes(out=out["planes"], threads=t), lambda: [board_planes(b) for b in boards], None
    yield "planes float32", lambda t: batch.planes(dtype="float32", out=out["floats"], threads=t), None, None
    yield "legal_mask 4096", lambda t: batch.legal_mask(out=out["4096"], threads=t), (
        lambda: [board_mask(board) for board in boards]
    ), None
    yield "legal_mask 4096 packed", lambda t: batch.legal_mask(packed=True, out=out["bits"], threads=t), None, None
    yield "legal_mask 1858", lambda t: batch.legal_mask("1858", out=out["1858"], threads=t), None, None
    yield "features halfka_hm", lambda t: batch.features("halfka_hm", out=out["indices"], threads=t), None, None
    yield "where Qq=0", lambda t: batch.where("Qq=0", out=out["flags"], threads=t), (
        lambda: [not board.queens for board in boards]
    ), None
    yield "random, 40 plies", lambda t: Positions.random(n // 8, 40, 1, threads=t), None, None


def annotated(games):
    """Random games with a comment, an evaluation and a glyph at every fourth move, and a variation there, as one text."""
    random = np.random.default_rng(1)
    texts = []
    for _ in range(games):
        game = quadbit.Game()
        node = game.root
        for ply in range(80):
            legal = node.board().legal_moves
            if not legal:
                break
            if ply % 4 == 3:
                node.comment = f"a remark on move {ply}, not too short"
                node.set_eval(("cp", ply), depth=20)
                node.nags = {1 + ply % 6}
            last, node = node, node.add_variation(legal[random.integers(len(legal))])
            if ply % 4 == 3 and len(legal) > 1:
                last.add_variation(legal[0] if node.move != legal[0] else legal[1])
        texts.append(str(game))
    return "\n".join(texts)


def read_by_chess(text):
    file = io.StringIO(text)
    return list(iter(lambda: chess.pgn.read_game(file), None))


def trees(seconds):
    """Rows for reading annotated games as trees, and for writing them, in moves of variations and main lines a second."""
    text = annotated(100)
    data = text.encode()
    games = list(quadbit.read_games(data))
    nodes = sum(len(game.walk()) for game in games)
    theirs = read_by_chess(text) if chess else []
    if chess:
        walked = [[node.board().fen() for node in game.walk()] for game in games]
        boards = [[node.board().fen() for node in by_variations(game)] for game in theirs]
        assert [sorted(fens) for fens in walked] == [sorted(fens) for fens in boards]
    read = nodes / shortest(lambda: list(quadbit.read_games(data)), seconds)
    write = nodes / shortest(lambda: [str(game) for game in games], seconds)
    read_theirs = nodes / shortest(lambda: read_by_chess(text), seconds) if chess else None
    write_theirs = nodes / shortest(lambda: [str(game) for game in theirs], seconds) if chess else None
    for name, ours, python in (("read_games", read, read_theirs), ("str of a Game", write, write_theirs)):
        yield [name, rate(ours), "", rate(python), "", f"{ours / python:.0f}" if python else "", "", ""]


def by_variations(game):
    """All nodes of a game of python-chess but the root."""
    waiting = [game]
    while waiting:
        node = waiting.pop()
        waiting += node.variations
        yield from node.variations


def env_rate(threads, seconds):
    env = Env(1024, threads=threads, copy=False)
    _, info = env.reset(1)
    state = {"mask": info["action_mask"]}

    def step():
        state["mask"] = env.step(state["mask"].argmax(axis=1))[4]["action_mask"]

    return 1024 / shortest(step, seconds)


def crates(fens):
    """Seconds a position of the crates without Python, by name."""
    if shutil.which("cargo") is None:
        return {}
    manifest = Path(__file__).parents[1] / "Cargo.toml"
    command = ["cargo", "run", "--quiet", "--release", "--manifest-path", str(manifest), "--example", "batch"]
    try:
        answer = subprocess.run(command, input="\n".join(fens), capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"without the crates: {error}", file=sys.stderr)
        return {}
    return {name: float(value) for name, value in (line.split("\t") for line in answer.splitlines())}


def rate(value):
    if value is None:
        return ""
    return f"{value / 1e6:.1f} M" if value >= 1e6 else f"{value / 1e3:.1f} k"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of a second for each number")
    parser.add_argument("--markdown", action="store_true", help="print a table for a README")
    arguments = parser.parse_args()
    seconds = 0.1 if arguments.quick else 0.5

    batch = Positions.random(N, 30, 1)
    batch = batch[batch.legal_counts() > 0]
    fens = batch.fens()
    alone = crates(fens)
    table = [["", "one thread", f"{os.cpu_count()} threads", "python-chess", "rust-chess", "times python-chess", "times rust-chess", "of the crate's time"]]
    for name, ours, python, rust in rows(batch, fens):
        n = N // 8 if name.startswith("random") else len(batch)
        one = n / shortest(lambda: ours(1), seconds)
        # Functions that make Python's objects work on one thread.
        every = None if name == "san" else n / shortest(lambda: ours(0), seconds)
        python = FEW / shortest(python, seconds) if python and chess else None
        rust = len(batch) / shortest(rust, seconds) if rust and rust_chess else None
        table.append(
            [
                name,
                rate(one),
                rate(every),
                rate(python),
                rate(rust),
                f"{one / python:.0f}" if python else "",
                f"{one / rust:.0f}" if rust else "",
                f"{1 / one / alone[name]:.2f}" if name in alone else "",
            ]
        )
    table += trees(seconds)
    table.append(["Env.step", rate(env_rate(1, seconds)), rate(env_rate(0, seconds)), "", "", "", "", ""])
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line), "") if os.path.exists("/proc/cpuinfo") else ""
    print(
        f"quadbit {quadbit.__version__}, Python {platform.python_version()}, numpy {np.__version__}, {platform.system()} "
        f"{platform.machine()}, {cpu}, load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else cpu
    )
    if arguments.markdown:
        table.insert(1, ["---"] + ["--:"] * 7)
        print("\n".join("| " + " | ".join(row) + " |" for row in table))
    else:
        widths = [max(len(row[column]) for row in table) for column in range(8)]
        for row in table:
            print("  ".join(cell.ljust(width) if column == 0 else cell.rjust(width) for column, (cell, width) in enumerate(zip(row, widths))))


if __name__ == "__main__":
    main()
