"""Games in batches: against python-chess, in every kind of input, and with every kind of error."""

import contextlib
import gzip
import io
import math
import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from quadbit import IllegalMoveError, PgnError, Positions, read_pgn

OWN = Path(__file__).parents[2] / "crates/pgn/tests/data/random_games.pgn"

NOTES = """[White "A \\"x\\" B"]
[WhiteElo "2104"]
[Result "0-1"]

{[%clk 9:09:09]} 1. f3?! { [%eval -0.65] [%clk 0:05:00] } e5 $1 $14 { [%eval -0.5,18] [%clk 0:05:00.5] } (1... c5
{[%eval 3]} $2) 2. g4?? { [%eval #-1] } Qh4# { mate } 0-1

[White "M\u00fcller"]
[WhiteElo "?"]
[Result "1-0"]

1. e4 e5 { [%eval 0.31] } 2. Qh5 $6 Ke7 { [%eval #+1] [%clk 1:00:01] } 3. Qxe5# 1-0

[Event "no moves"]

*

[White "D"]
[WhiteElo "1999.5"]

1. d4 *
"""

BAD = NOTES + '\n[White "E"]\n[WhiteElo "1"]\n\n1. e4 e5 2. Ke3 *\n\n[White "F"]\n[WhiteElo "3000"]\n\n1. c4 *\n'


def rows(batches):
    """All batches as a list of rows, to be compared."""
    found = []
    for batch in batches:
        nags = [()] * len(batch)
        if hasattr(batch, "nags"):
            glyphs, offsets = batch.nags
            assert len(offsets) == len(batch) + 1 and offsets[-1] == len(glyphs)
            nags = [tuple(glyphs[a:b].tolist()) for a, b in zip(offsets[:-1], offsets[1:])]
        columns = [batch.positions.fens(), batch.moves, batch.results, batch.games, batch.plies, nags]
        for optional in ("clocks", "centipawns", "mates"):
            columns.append(getattr(batch, optional, [None] * len(batch)))
        columns += [batch.tags[name] for name in batch.tags]
        assert {len(column) for column in columns} == {len(batch)}
        found += [tuple(str(item) for item in row) for row in zip(*columns)]
    return found


EVERYTHING = {"tags": {"White": str, "WhiteElo": float}, "clocks": True, "evals": True, "nags": True}


def test_columns():
    (batch,) = read_pgn(NOTES.encode(), **EVERYTHING)
    assert len(batch) == 10
    assert repr(batch) == "GameBatch: 10 positions"
    assert batch.games.tolist() == [0] * 4 + [1] * 5 + [3] and batch.games.dtype == np.int64
    assert batch.plies.tolist() == [0, 1, 2, 3, 0, 1, 2, 3, 4, 0] and batch.plies.dtype == np.int32
    assert batch.positions.uci(batch.moves)[:4] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    nan = math.nan
    np.testing.assert_array_equal(batch.results, np.float32([0] * 4 + [1] * 5 + [nan]))
    np.testing.assert_array_equal(batch.clocks, np.float32([300, 300.5] + [nan] * 5 + [3601, nan, nan]))
    np.testing.assert_array_equal(batch.centipawns, np.float32([-65, -50, nan, nan, nan, 31, nan, nan, nan, nan]))
    np.testing.assert_array_equal(batch.mates, np.float32([nan, nan, -1, nan, nan, nan, nan, 1, nan, nan]))
    assert batch.tags["White"].tolist() == ['A "x" B'] * 4 + ["M\u00fcller"] * 5 + ["D"]
    np.testing.assert_array_equal(batch.tags["WhiteElo"], [2104] * 4 + [nan] * 5 + [1999.5])
    glyphs, offsets = batch.nags
    assert (glyphs.dtype, offsets.dtype) == (np.uint16, np.int64)
    assert glyphs.tolist() == [6, 1, 14, 4, 6]
    assert offsets.tolist() == [0, 1, 3, 4, 4, 4, 4, 5, 5, 5, 5]


def test_what_is_not_asked_for():
    (batch,) = read_pgn(NOTES.encode())
    for name, option in (("clocks", "clocks"), ("centipawns", "evals"), ("mates", "evals"), ("nags", "nags")):
        with pytest.raises(AttributeError, match=f"{name} were not read: call read_pgn with {option}=True"):
            getattr(batch, name)
    assert batch.tags == {}
    (batch,) = read_pgn(NOTES.encode(), tags=["Event", "White"], evals=True)
    assert list(batch.tags) == ["Event", "White"]
    assert batch.tags["Event"].tolist() == [None] * 10
    assert not hasattr(batch, "clocks") and len(batch.centipawns) == 10


def test_the_same_positions_as_from_pgn():
    positions, moves, results, games = Positions.from_pgn(OWN, plies="played", labels=True)
    for batch_size in (1, 100, 1_000_000):
        batches = list(read_pgn(OWN, batch=batch_size))
        assert Positions.concat([batch.positions for batch in batches]) == positions
        for name, expected in (("moves", moves), ("results", results), ("games", games)):
            found = np.concatenate([getattr(batch, name) for batch in batches])
            np.testing.assert_array_equal(found, expected)


def test_a_batch_has_whole_games():
    lengths = np.bincount(np.concatenate([batch.games for batch in read_pgn(OWN)]))
    batches = [len(batch) for batch in read_pgn(OWN, batch=200)]
    assert sum(batches) == lengths.sum() and len(batches) > 5
    expected, missing = [], 0
    for length in lengths.tolist():
        if missing <= 0:
            expected.append(0)
            missing = 200
        expected[-1] += length
        missing -= length
    assert batches == expected


def columns(batches):
    """All batches as arrays, to be compared."""
    names = ("moves", "results", "games", "plies", "clocks", "centipawns", "mates")
    found = {name: np.concatenate([getattr(batch, name) for batch in batches]) for name in names}
    for name in batches[0].tags:
        found[name] = np.concatenate([batch.tags[name] for batch in batches])
    found["glyphs"] = np.concatenate([batch.nags[0] for batch in batches])
    found["glyph counts"] = np.concatenate([np.diff(batch.nags[1]) for batch in batches])
    positions = Positions.concat([batch.positions for batch in batches])
    return found | {"keys": positions.keys(), "clocks of moves": positions.halfmove_clocks()}


def test_threads_and_batches_change_nothing():
    # Many blocks of a quarter of a megabyte.
    text = (NOTES + OWN.read_text()).encode() * 40
    expected = columns(list(read_pgn(text, **EVERYTHING)))
    assert len(expected["moves"]) == 40 * (10 + 5475)
    for batch in (700, 5000, 50_000):
        lengths = [len(batch) for batch in read_pgn(text, batch=batch)]
        for threads in (1, 2, 3):
            # Kept until the end: the memory of no batch is used again.
            batches = list(read_pgn(text, batch=batch, threads=threads, **EVERYTHING))
            for name, column in columns(batches).items():
                np.testing.assert_array_equal(column, expected[name], name)
            assert [len(batch) for batch in batches] == lengths


def test_numbers_of_games_and_faults_on_threads():
    # Many blocks and parts, which number their games apart.
    text = (BAD + OWN.read_text()).encode() * 60

    def read(**options):
        games = read_pgn(text, tags=["Result"], on_error="skip", **options)
        read = [(batch.games, batch.tags["Result"]) for batch in games]
        numbers, results = (np.concatenate(column) for column in zip(*read, strict=True))
        return numbers, results, games.faults

    numbers, results, faults = read()
    assert numbers[-1] > 3600 and len(faults) >= 60
    for threads in (1, 2, 3):
        found = read(threads=threads)
        np.testing.assert_array_equal(found[0], numbers)
        assert found[2] == faults
        chosen = read(threads=threads, where="Result=1-0")
        np.testing.assert_array_equal(chosen[0], numbers[results == "1-0"])
        assert set(chosen[2]) <= set(faults)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_batch_may_be_larger_than_what_is_read_ahead(threads):
    (batch,) = read_pgn(OWN.read_bytes() * 100, batch=1_000_000, threads=threads)
    assert len(batch) == 100 * 5475


def threads_of_games():
    names = []
    for path in Path("/proc/self/task").glob("*/comm"):
        # A thread may end between the list and this look at it.
        with contextlib.suppress(OSError):
            names.append(path.read_text())
    return names.count("quadbit games\n")


def wait_for_threads(number):
    end = time.monotonic() + 60
    while threads_of_games() != number:
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are counted in /proc")
def test_threads_end_with_the_iterator():
    text = OWN.read_bytes() * 40
    # The caller is one of the threads, unless it might have to wait for bytes.
    for source, number in ((text, 2), (io.BytesIO(text), 3)):
        games = read_pgn(source, threads=3)
        assert threads_of_games() == 0
        next(games)
        # A thread takes its name after it has begun.
        wait_for_threads(number)
        del games
        wait_for_threads(0)


@pytest.mark.skipif(sys.platform != "linux", reason="threads have stacks of this size on Linux")
def test_the_caller_plays_what_threads_do_not():
    """Nothing has room for a stack of 2^46 bytes, so the caller works without them."""
    script = """
import sys, quadbit
print(sum(map(len, quadbit.read_pgn(open(sys.argv[1], "rb").read() * 100, threads=3))))
"""
    run = [sys.executable, "-c", script, OWN]
    environment = os.environ | {"RUST_MIN_STACK": str(1 << 46)}
    assert subprocess.run(run, capture_output=True, text=True, env=environment).stdout == f"{100 * 5475}\n"


def test_a_batch_comes_before_the_bytes_behind_it():
    """The caller does not read from a pipe, where it would wait although a batch is ready."""
    text = OWN.read_bytes() * 20
    for _ in range(5):
        (reader, writer), go_on, in_time = os.pipe(), threading.Event(), []

        def write(writer=writer, go_on=go_on, in_time=in_time):
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(text[: 1 << 20])
                pipe.flush()
                in_time.append(go_on.wait(20))
                pipe.write(text[1 << 20 :])

        thread = threading.Thread(target=write)
        thread.start()
        # Four blocks have been written.
        games = read_pgn(os.fdopen(reader, "rb"), threads=2, batch=52_000)
        length = len(next(games))
        go_on.set()
        assert length + sum(map(len, games)) == 20 * 5475
        thread.join()
        assert in_time == [True]


def test_python_may_exit_in_the_middle():
    script = """
import io, sys, quadbit
text = open(sys.argv[1], "rb").read() * 100
games = quadbit.read_pgn(io.BytesIO(text), threads=3, batch=1)
next(games)
"""
    for _ in range(3):
        run = subprocess.run([sys.executable, "-c", script, OWN], capture_output=True, text=True, timeout=300)
        assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where processes fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_threads_do_not_survive_a_fork():
    games = read_pgn(OWN.read_bytes() * 40, threads=2, batch=1000)
    next(games)
    if (child := os.fork()) == 0:
        try:
            next(games)
        except RuntimeError as error:
            os._exit(7 if "does not survive a fork" in str(error) else 1)
        os._exit(2)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 7
    assert sum(len(batch) for batch in games) > 1000


def test_python_chess():
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
    pgn = pytest.importorskip("chess.pgn")
    for text in (NOTES, OWN.read_text()):
        expected = []
        stream, number = io.StringIO(text), 0
        while (game := pgn.read_game(stream)) is not None:
            points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(game.headers["Result"], math.nan)
            board = game.board()
            for ply, node in enumerate(game.mainline()):
                clock, score = node.clock(), node.eval()
                score = score.white() if score is not None else None
                mate = None if score is None else score.mate()
                centipawns = None if score is None else score.score()
                expected.append(
                    (board.fen(en_passant="legal"), node.move.uci(), points, number, ply, sorted(node.nags))
                    + tuple(math.nan if value is None else value for value in (clock, centipawns, mate))
                )
                board.push(node.move)
            number += 1
        found = []
        for batch in read_pgn(text.encode(), batch=300, clocks=True, evals=True, nags=True):
            glyphs, offsets = batch.nags
            for i, (fen, move) in enumerate(zip(batch.positions.fens(), batch.positions.uci(batch.moves))):
                nags = sorted(set(glyphs[offsets[i] : offsets[i + 1]].tolist()))
                values = (batch.results[i], batch.games[i], batch.plies[i])
                labels = (batch.clocks[i], batch.centipawns[i], batch.mates[i])
                found.append((fen, move, *values, nags, *labels))
        assert len(found) == len(expected)
        for mine, other in zip(found, expected):
            assert mine[:2] == other[:2] and mine[5] == other[5]
            np.testing.assert_array_equal(np.float32(mine[2:5] + mine[6:]), np.float32(other[2:5] + other[6:]))
    assert chess.__version__


RULES = [
    ("WhiteElo>=2000", [0]),
    ("WhiteElo<2000", [3]),
    ("WhiteElo!=2104", [3]),
    ("WhiteElo=?", [1]),
    ('White="A|B"', []),
    ("WhiteElo=1999.5", [3]),
    (["WhiteElo>1", "Result=0-1"], [0]),
    ("White=M\u00fcller", [1]),
    ('White="A \\"x\\" B"', [0]),
    ("Nothing!=1", []),
    ("WhiteElo>=2000 or White=D", [0, 3]),
    ("Result=0-1 and WhiteElo>=2000 or White=M\u00fcller", [0, 1]),
    ("White=D and (Result=0-1 or WhiteElo<2000)", [3]),
    ("White contains x", [0]),
    (["White=D or Result=1-0", "Result=1-0"], [1]),
    ([], [0, 1, 3]),
]


@pytest.mark.parametrize(("where", "games"), RULES)
def test_where(where, games):
    everything = list(read_pgn(NOTES.encode(), **EVERYTHING))
    chosen = [row for row in rows(everything) if int(row[3]) in games]
    assert rows(read_pgn(NOTES.encode(), where=where, **EVERYTHING)) == chosen


POSITIONS = [
    ("check", lambda board, game, ply: board.is_check()),
    ("white", lambda board, game, ply: board.turn),
    ("p@e5", lambda board, game, ply: str(board.piece_at(36)) == "p"),
    ("p@e5 for 2", lambda board, game, ply: (game, ply) in ((0, 3), (1, 3), (1, 4))),
    ("moved=Q and WhiteElo=?", lambda board, game, ply: (game, ply) in ((1, 2), (1, 4))),
    ("not p@e5 and (ply>0 or Result=1-0)", lambda board, game, ply: (game, ply) in ((0, 1), (1, 0), (1, 1))),
    ("moved=P then moved=q within 2", lambda board, game, ply: (game, ply) == (0, 3)),
    ("clock>=300 score<0", lambda board, game, ply: (game, ply) == (0, 1)),
    ("score<-60", lambda board, game, ply: (game, ply) in ((0, 1), (0, 3))),
    ("KvK", lambda board, game, ply: False),
]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("where", "holds"), POSITIONS)
def test_where_chooses_positions(where, holds, threads):
    chess = pytest.importorskip("chess")
    everything = rows(read_pgn(NOTES.encode(), **EVERYTHING))
    chosen = [row for row in everything if holds(chess.Board(row[0]), int(row[3]), int(row[4]))]
    assert rows(read_pgn(NOTES.encode(), where=where, threads=threads, **EVERYTHING)) == chosen


def test_several_sources_are_one():
    both = [NOTES.encode(), io.BytesIO(NOTES.encode())]
    for threads in (1, 2):
        games = np.concatenate([batch.games for batch in read_pgn([NOTES.encode(), *both], rows="games", threads=threads)])
        assert games.tolist() == list(range(12))
        both[1].seek(0)
    assert list(read_pgn([])) == []


def test_where_chooses_games_by_positions():
    def numbers(where, **options):
        return [int(n) for batch in read_pgn(NOTES.encode(), rows="games", where=where, **options) for n in batch.games]

    assert numbers("checkmate") == [0, 1] and numbers("Q@e5") == [1]
    assert numbers("p@e5 for 3") == [0, 1] and numbers("not p@e5 for 3") == [0, 1, 2, 3] and numbers("ply=0") == [0, 1, 2, 3]
    assert numbers("result=white or WhiteElo=1999.5") == [1, 3]
    with pytest.raises(ValueError, match="games have no stream"):
        numbers("random<0.5")
    with pytest.raises(ValueError, match="games have no order of plies"):
        list(read_pgn(NOTES.encode(), rows="headers", where="check for 3"))


NASTY = """[A "1"]

1. e4 {\n[A "2"]\n\n1. d4 * } e5 (1... c5 {)} (1... c6 1-0)) 2. Nf3 {open [A "1"] ; } ; 1-0 { hidden
% 1-0 [A "1"]
2... Nc6 1-0
[A "2"] 1. d4 {a comment of more than sixty-four bytes, so that it goes on into a second block} d5
[A "1"]\r\n\r\n1. c4 \xe9e9 1/2-1/2\r\n\r\n[A "2"]\r\n\r\n1. e4 O-O 0-1 1. e4 Nf6

1. d4 f5 [A "1"] [A "2"] 1. c4 e5 (2. Nc3 *
[A "1"] 1. c4 *
""".encode("latin-1")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("where", ["A=1", "A=2", "A!=1"])
def test_games_left_out_are_games_dropped(where, threads):
    """In a file with everything that can hide the end of a game, and larger than what is read at a time."""
    data = NASTY * 1000
    tags, wanted = {"A": float}, {"A=1": 1.0, "A=2": 2.0, "A!=1": 2.0}[where]
    dropped = read_pgn(data, tags=tags, on_error="skip")
    expected = [row for row in rows(dropped) if row[-1] == str(wanted)]
    games = read_pgn(data, tags=tags, where=where, on_error="skip", threads=threads)
    assert rows(games) == expected and len(expected) > 1000
    # Games are numbered alike, so their errors are too; those of the others are not looked for.
    assert 0 < games.skipped < dropped.skipped
    assert set(games.faults) <= set(dropped.faults) or dropped.skipped > 1000


@pytest.mark.parametrize("threads", [1, 2])
def test_ranges_have_each_game_once(tmp_path, threads):
    path = tmp_path / "nasty.pgn"
    path.write_bytes(NASTY * 40)
    size = path.stat().st_size
    options = {"on_error": "skip", "threads": threads, "tags": ["A"]}

    def unnumbered(**range):
        return [row[:3] + row[4:] for row in rows(read_pgn(path, **options, **range))]

    whole = unnumbered()
    for cut in range(0, size + 1, 7 if threads == 1 else 501):
        assert unnumbered(end=cut) + unnumbered(start=cut) == whole, cut
    parts = [row for start in range(0, size, 1000) for row in unnumbered(start=start, end=start + 1000)]
    assert parts == whole
    games = read_pgn(path, start=5026, end=5626, where="A=1", on_error="skip")
    assert {0} < {int(row[3]) for row in rows(games)} < set(range(20))


def test_ranges_of_what_has_none(tmp_path):
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(NASTY))
    with pytest.raises(PgnError, match="the input is compressed with gzip"):
        read_pgn(path, start=10)
    with pytest.raises(TypeError, match="expected a path with start and end, got bytes"):
        read_pgn(NASTY, end=10)
    with pytest.raises(ValueError, match="start: expected 0 to"):
        read_pgn(path, start=-1)
    with pytest.raises(TypeError, match="end: expected an integer"):
        read_pgn(path, end="x")


def zstd(data):
    zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed: pip install zstandard")
    return zstandard.ZstdCompressor().compress(data)


def plain(data):
    return data


@pytest.mark.parametrize("compress", [plain, gzip.compress, zstd])
def test_sources(compress, tmp_path):
    data = OWN.read_bytes() * 5
    expected = rows(read_pgn(data, nags=True))
    packed = compress(data)
    # Several members or frames are one file.
    packed += compress(b"\n\n1. e4 *\n")
    expected += rows(read_pgn(b"1. e4 *", nags=True))
    expected[-1] = expected[-1][:3] + ("300",) + expected[-1][4:]
    path = tmp_path / "games"
    path.write_bytes(packed)
    assert rows(read_pgn(path, nags=True)) == expected
    assert rows(read_pgn(str(path), nags=True, threads=2)) == expected
    assert rows(read_pgn(packed, nags=True)) == expected
    assert rows(read_pgn(memoryview(packed), nags=True)) == expected
    assert rows(read_pgn(np.frombuffer(packed, np.uint8), nags=True)) == expected
    assert rows(read_pgn(io.BytesIO(packed), nags=True, threads=2)) == expected
    with path.open("rb") as file:
        assert rows(read_pgn(file, nags=True)) == expected
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert rows(read_pgn(mapped, nags=True)) == expected
    script = "import pathlib, sys; sys.stdout.buffer.write(pathlib.Path(sys.argv[1]).read_bytes())"
    with subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE) as process:
        assert rows(read_pgn(process.stdout, nags=True)) == expected


@pytest.mark.parametrize("compress", [gzip.compress, zstd])
def test_a_compressed_file_that_is_cut(compress):
    data = OWN.read_bytes() * 100
    packed = compress(data)
    games = read_pgn(packed[:-100], batch=1000)
    positions = 0
    with pytest.raises(OSError):
        for batch in games:
            positions += len(batch)
    assert positions > 1000
    assert list(games) == []


def test_a_bad_game_is_named():
    for threads in (1, 2):
        games = read_pgn(BAD.encode(), batch=1, threads=threads)
        found = []
        with pytest.raises(PgnError) as error:
            for batch in games:
                found.append(batch)
        assert [batch.games[0] for batch in found] == [0, 1, 3]
        byte = BAD.encode().index(b"Ke3")
        assert str(error.value) == f"game 4: byte {byte}: after 2 half moves: no such move is legal in this position"
        assert error.value.index == 4
        assert list(games) == []
        games = read_pgn(BAD.encode(), on_error="skip", threads=threads)
        (batch,) = games
        # The moves before the bad one are kept, with the result of the game.
        assert sorted(set(batch.games.tolist())) == [0, 1, 3, 4, 5]
        assert np.count_nonzero(batch.games == 4) == 2
        assert (games.skipped, games.faults) == (1, [str(error.value)])
    # A game that is left out is not checked.
    assert len(rows(read_pgn(BAD.encode(), where="WhiteElo>=3000"))) == 1
    with pytest.raises(PgnError, match="game 0: byte 0: the input is compressed with xz"):
        list(read_pgn(b"\xfd7zXZ" + bytes(100)))


class Broken(io.RawIOBase):
    """Gives some bytes and then fails."""

    def __init__(self):
        self.left = NOTES.encode() * 10

    def read(self, size=-1):
        if not self.left:
            raise ConnectionError("the line is cut")
        part, self.left = self.left[:size], self.left[size:]
        return part


def test_errors_of_a_file():
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_pgn("nowhere.pgn")
    with pytest.raises(IsADirectoryError):
        read_pgn(Path(__file__).parent)
    with pytest.raises(TypeError, match="open it with mode 'rb'"):
        list(read_pgn(io.StringIO(NOTES)))
    for threads in (1, 2):
        games = read_pgn(Broken(), threads=threads)
        assert len(next(games)) > 90
        with pytest.raises(ConnectionError, match="the line is cut"):
            next(games)
        assert list(games) == []


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"source": 3}, "source: expected a path"),
        ({"source": None}, "source: expected a path"),
        ({"batch": 0}, "batch: expected 1 to"),
        ({"batch": "x"}, "batch: expected an integer"),
        ({"tags": "WhiteElo"}, "tags: expected a list of names"),
        ({"tags": [3]}, "tags: expected names, got int"),
        ({"tags": {"A": int}}, "tags: A: expected str or float"),
        ({"tags": ["A", "A"]}, "tags: 'A' is named twice"),
        ({"where": "WhiteElo"}, "where: 'WhiteElo': at byte 8: expected =, !="),
        ({"where": 3}, "where: expected rules"),
        ({"where": "(A=1 or B=2"}, "at byte 0: the parenthesis"),
        ({"where": "WhiteElo>=2700|BlackElo>=2700"}, "at byte 14: a value with"),
        ({"on_error": "x"}, "on_error: expected 'raise' or 'skip'"),
        ({"threads": -1}, "threads: expected"),
    ],
)
def test_wrong_arguments(options, error):
    options = {"source": b"1. e4 *"} | options
    with pytest.raises((TypeError, ValueError), match=error):
        read_pgn(options.pop("source"), **options)


@pytest.mark.parametrize("threads", [1, 2])
def test_standard_chess_only(threads):
    """A right of Chess960 refuses its game, here and in `from_pgn`."""
    data = b'[FEN "4k3/8/8/8/8/8/8/4KR2 w K - 0 1"]\n\n1. O-O *\n\n[Event "b"]\n\n1. e4 *\n'
    assert len(rows(read_pgn(data, threads=threads))) == 2
    games = read_pgn(data, standard=True, on_error="skip", threads=threads)
    assert len(rows(games)) == 1 and games.skipped == 1
    assert games.faults == ["game 0: byte 0: the tag FEN: castling: a right of Chess960, not of standard chess"]
    with pytest.raises(PgnError, match="game 0: .*Chess960"):
        Positions.from_pgn(data, standard=True, threads=threads)
    with pytest.warns(UserWarning, match="1 games end"):
        assert len(Positions.from_pgn(data, standard=True, on_error="skip", threads=threads)) == 2


@pytest.mark.parametrize("rows", ["moves", "games", "headers"])
def test_a_file_without_games_is_an_error(rows):
    with pytest.raises((OSError, PgnError), match="the text has no tag, move or result of a game"):
        list(read_pgn(b"no game at all", rows=rows))
    assert list(read_pgn(b" \n; nothing\n", rows=rows)) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_memory_is_bounded(tmp_path, threads):
    """A file of many times what may be held. The threads have time to read all of it after the first batch."""
    resource = pytest.importorskip("resource", reason="only on Unix")
    path = tmp_path / "large.pgn.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(1500):
            file.write(OWN.read_bytes())
    script = f"""
import resource, sys, time
import quadbit
positions = 0
for batch in quadbit.read_pgn({str(path)!r}, batch=50_000, nags=True, threads={threads}):
    positions += len(batch)
    first = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss if positions == len(batch) else first
    if positions == len(batch) and {threads} > 1:
        time.sleep(3)
print(positions, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - first)
"""
    output = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    positions, grown = map(int, output.split())
    # All positions would take more than 500 MB.
    assert positions > 5_000_000 and grown < 100_000, (positions, grown)
    assert resource


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("writes", [False, True])
def test_ctrl_c_stops_the_reading_of_a_pipe(tmp_path, threads, writes):
    """While it waits for somebody to open the pipe, and while it waits for bytes."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    script = f"""
import signal, sys, quadbit
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    list(quadbit.read_pgn(sys.argv[1], threads={threads}))
except KeyboardInterrupt:
    print("stopped", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", script, path], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "ready\n"
        pipe = path.open("wb", buffering=0) if writes else None
        if pipe is not None:
            pipe.write(b"1. e4")
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=10)[0] == "stopped\n"
        if pipe is not None:
            pipe.close()
    finally:
        child.kill()


def test_games_of_a_pipe(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes with names")
    path = tmp_path / "pipe"
    os.mkfifo(path)
    script = "import shutil, sys; shutil.copyfileobj(open(sys.argv[1], 'rb'), open(sys.argv[2], 'wb'))"
    with subprocess.Popen([sys.executable, "-c", script, OWN, path]):
        assert sum(map(len, read_pgn(path))) == 5475


def test_notes_of_matches_and_notes_that_cannot_be_read():
    text = b"1. e4 {+0.22/8 1.2s} e5 {-M3/20 0.5s} 2. d4 {[%clk 1:30]} -- {[%eval -0.5,12] [%emt 0.01]} *"
    games = read_pgn(text, evals=True, depths=True, spent=True)
    (batch,) = games
    np.testing.assert_array_equal(batch.depths, np.float32([8, 20, np.nan, 12]))
    np.testing.assert_array_equal(batch.centipawns, np.float32([22, np.nan, np.nan, -50]))
    np.testing.assert_array_equal(batch.mates, np.float32([np.nan, 3, np.nan, np.nan]))
    np.testing.assert_allclose(batch.spent, np.float32([1.2, 0.5, np.nan, 0.01]))
    assert games.unread == 1
    (plain,) = read_pgn(text, evals=True)
    np.testing.assert_array_equal(plain.centipawns, np.float32([np.nan, np.nan, np.nan, -50]))
    with pytest.raises(AttributeError, match="depths=True"):
        plain.depths


def test_null_moves_are_made_written_or_named():
    """Every function of moves handles a null move of a game, or says what it is."""
    (batch,) = read_pgn(b"1. e4 -- 2. d4 Z0 *")
    moves, positions = batch.moves, batch.positions
    assert moves.tolist().count(0) == 2
    after = positions.push(moves)
    assert after[1].fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    assert positions.uci(moves) == ["e2e4", "0000", "d2d4", "0000"]
    assert positions.san(moves) == ["e4", "--", "d4", "--"]
    for ask in (
        lambda: positions.is_capture(moves),
        lambda: positions.gives_check(moves),
        lambda: positions.move_index(moves, "1858"),
    ):
        with pytest.raises(IllegalMoveError, match="move 1: a null move"):
            ask()
    played = moves != 0
    assert positions[played].is_capture(moves[played]).tolist() == [False, False]
    with pytest.raises(IllegalMoveError):
        Positions.from_fens(["4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"]).push([0])
