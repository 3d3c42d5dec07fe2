"""Packed records and games, in and out."""

import array
import gzip
import io
import struct

import numpy as np
import pytest

import quadbit
from conftest import GAMES
from quadbit import Position, Positions

LABELLED = ["bulletformat", "marlinformat", "viriformat", "text"]
PLAIN = ["binaryfen", "tgct", "fen"]
SIZES = {"bulletformat": 32, "marlinformat": 32, "viriformat": 36, "tgct": 26}


def labels(n):
    dice = np.random.default_rng(1)
    return dice.integers(-2000, 2000, n), dice.choice([0.0, 0.5, 1.0], n)


@pytest.fixture(scope="module")
def plain():
    """Positions that every format can hold, except for castling, en passant and clocks in bulletformat."""
    return Positions.random(3000, 40, 11)


@pytest.mark.parametrize("format", LABELLED + PLAIN)
@pytest.mark.parametrize("threads", [1, 3])
def test_records_come_back(plain, format, threads):
    with_labels = format in LABELLED
    scores, results = labels(len(plain)) if with_labels else (None, None)
    drop = {"bulletformat": ["castling", "ep", "clocks"], "tgct": ["clocks"]}.get(format, [])
    data = plain.to_bytes(format, scores=scores, results=results, drop=drop, threads=threads)
    if format in SIZES:
        assert len(data) == SIZES[format] * len(plain)
    records = Positions.from_bytes(data, format, threads=threads)
    again, found_scores, found_results = records.positions, records.scores, records.results
    assert len(records) == len(plain) and len(records.skipped) == 0
    assert (found_scores is not None) == (found_results is not None) == with_labels
    if with_labels:
        sign = np.where(plain.black_to_move(), -1, 1) if format == "bulletformat" else 1
        assert found_scores.dtype == np.int16 and (found_scores == scores * sign).all()
        white = np.where(plain.black_to_move(), 1 - results, results) if format == "bulletformat" else results
        assert found_results.dtype == np.float32 and (found_results == white).all()
    if format == "bulletformat":
        assert not again.black_to_move().any() and again.legal_counts().shape == (len(plain),)
        white = ~plain.black_to_move()
        assert (again.mailbox()[white] == plain.mailbox()[white]).all()
    else:
        assert again == plain
    for buffer in (bytearray(data), memoryview(data), np.frombuffer(data, np.uint8)):
        assert len(Positions.from_bytes(buffer, format)) == len(plain)


def test_a_record_is_the_one_that_its_source_describes():
    """A board of marlinformat, packed by hand: occupancy, nibbles, and what follows."""
    position = Position("4k3/8/8/8/8/8/4p3/4K3 b - - 3 40").batch()
    occupied = 1 << 4 | 1 << 12 | 1 << 60
    record = struct.pack("<Q16sBBHhBB", occupied, bytes([5 | 8 << 4, 13]), 0x80 | 64, 3, 40, -250, 0, 0)
    assert position.to_bytes("marlinformat", scores=[-250], results=[0]) == record
    again = Positions.from_bytes(record, "marlinformat")
    assert again.positions.fens() == position.fens() and again.plies.tolist() == [79] and again.moves is None
    assert again.scores.tolist() == [-250] and again.results.tolist() == [0]


def test_what_a_format_cannot_hold_is_an_error(plain):
    with pytest.raises(quadbit.RecordError, match="position 0: the format cannot hold"):
        plain.to_bytes("bulletformat", scores=[0] * 3000, results=[0.5] * 3000)
    with pytest.raises(quadbit.RecordError, match="needs a score, but there is none: pass scores="):
        plain.to_bytes("marlinformat")
    with pytest.raises(quadbit.RecordError, match="needs a result, but there is none: pass results="):
        plain.to_bytes("marlinformat", scores=0)
    with pytest.raises(quadbit.RecordError, match='pass drop="clocks"'):
        plain.to_bytes("tgct")
    with pytest.raises(ValueError, match="drop: expected castling"):
        plain.to_bytes("fen", drop=["everything"])
    empty = Positions.from_bytes(b"", "tgct")
    assert empty.scores is None and empty.results is None and empty.moves is None and empty.plies is None


def test_one_label_for_all_and_one_name_to_drop(plain):
    lists = plain.to_bytes("marlinformat", scores=[7] * 3000, results=[0.5] * 3000)
    for score, result in ((7, 0.5), (np.int16(7), np.float32(0.5)), (np.array(7), np.array(0.5))):
        assert plain.to_bytes("marlinformat", scores=score, results=result) == lists
    with pytest.raises(ValueError, match="scores: item 0 is 40000"):
        plain.to_bytes("marlinformat", scores=40_000, results=0)
    with pytest.raises(TypeError):
        plain.to_bytes("marlinformat", scores="7", results=0)
    assert plain.to_bytes("tgct", drop="clocks") == plain.to_bytes("tgct", drop=["clocks"])
    with pytest.raises(ValueError, match="drop: expected castling"):
        plain.to_bytes("tgct", drop="clock")


@pytest.mark.parametrize("threads", [1, 2])
def test_bad_records_are_named_or_skipped(threads):
    data = bytearray(Positions.start(3000).to_bytes("tgct"))
    data[26 * 2000 + 25] = 7
    data[26 * 2500 + 25] = 8
    with pytest.raises(quadbit.RecordError, match="record 2000: 7 is not a side to move") as error:
        Positions.from_bytes(data, "tgct", threads=threads)
    assert error.value.index == 2000
    kept = Positions.from_bytes(data, "tgct", on_error="skip", threads=threads)
    assert len(kept) == len(kept.positions) == 2998 and kept.skipped.tolist() == [2000, 2500]
    with pytest.raises(quadbit.RecordError, match="record 3: the record is cut off"):
        Positions.from_bytes(data[:100], "tgct")
    kept = Positions.from_bytes(data[:100], "tgct", on_error="skip")
    assert len(kept) == 3 and kept.skipped.tolist() == [3] and kept.skipped.dtype == np.int64
    lines = b"no fen\n" + Positions.start(2).to_bytes("fen")
    with pytest.raises(quadbit.RecordError, match="record 0: "):
        Positions.from_bytes(lines, "fen", threads=threads)
    kept = Positions.from_bytes(lines, "fen", on_error="skip", threads=threads)
    assert len(kept) == 2 and kept.skipped.tolist() == [0]


MOVED = ["binpack", "plain", "bin"]


@pytest.fixture(scope="module")
def played():
    """Games from the start with moves, plies, scores and results."""
    batch = next(iter(quadbit.read_pgn(GAMES)))
    rows = batch.games < 3
    dice = np.random.default_rng(3)
    return batch.positions[rows], {
        "moves": batch.moves[rows],
        "plies": batch.plies[rows],
        "scores": dice.integers(-2000, 2000, rows.sum()),
        "results": dice.choice([0.0, 0.5, 1.0]),
    }


@pytest.mark.parametrize("format", MOVED)
def test_moves_and_plies_come_back(played, format):
    positions, columns = played
    data = positions.to_bytes(format, threads=2, **columns)
    records = Positions.from_bytes(data, format)
    again, scores, results = records.positions, records.scores, records.results
    moves, plies = records.moves, records.plies
    assert again == positions and (scores == columns["scores"]).all() and (results == columns["results"]).all()
    assert moves.dtype == plies.dtype == np.uint16
    assert (moves == columns["moves"]).all() and (plies == columns["plies"]).all()
    assert again.to_bytes(format, moves=moves, plies=plies, scores=scores, results=results) == data
    if format == "binpack":
        assert len(data) < 6 * len(positions)
    kept = Positions.from_bytes(data[:-3], format, on_error="skip")
    assert len(kept) == len(kept.moves) == len(kept.plies) < len(positions) and len(kept.skipped) == 1


def test_a_chain_is_the_one_that_its_source_describes():
    """1. e4 e5 with the scores 20 and 15 of the movers, drawn: the bytes of the reference writer."""
    ranks = "rnbqkbnr/pppppppp/8/8", "4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    batch = Positions.start(1) + Positions.from_fens(["/".join(ranks)])
    moves = batch.parse_uci(["e2e4", "e7e5"])
    data = batch.to_bytes("binpack", moves=moves, plies=[0, 1], scores=[20, -15], results=0.5)
    assert data.hex() == (
        "42494e5024000000ffff00000000ffff2d844ad200000000111111113e955be3"  # the chunk, occupied squares and pieces
        "0c700028000000000001"  # move, score, ply and result, half moves, number of plies
        "4588"
    )


def test_moves_that_are_not_there(played):
    positions, columns = played
    with pytest.raises(quadbit.RecordError, match="needs a move, but there is none: pass moves="):
        positions.to_bytes("binpack", scores=0, results=0.5)
    moves = columns["moves"].copy()
    moves[7] = 1
    with pytest.raises(quadbit.IllegalMoveError, match="move 7: .* is not legal"):
        positions.to_bytes("plain", moves=moves, scores=0, results=0.5)
    with pytest.raises(ValueError, match="plies: expected shape"):
        positions.to_bytes("bin", plies=[1], scores=0, results=0.5)


def test_what_comes_before_the_damage_is_kept():
    """A game of viriformat with a bad ply after two good ones, between two whole games."""
    start = Positions.start().to_bytes("viriformat", scores=0, results=0.5)
    e2e4, e7e5, end = struct.pack("<Hh", 12 | 28 << 6, 7), struct.pack("<Hh", 52 | 36 << 6, -7), bytes(4)
    assert start.endswith(end)
    game = start[: -len(end)] + e2e4 + e7e5
    data = start + game + e2e4 + end + start
    with pytest.raises(quadbit.RecordError, match="record 1"):
        Positions.from_bytes(data, "viriformat")
    kept = Positions.from_bytes(data, "viriformat", on_error="skip")
    whole = Positions.from_bytes(start + game + end + start, "viriformat")
    assert kept.skipped.tolist() == [1] and len(kept) == len(kept.scores) == len(kept.results) >= 3
    assert kept.positions[1:3] == whole.positions[1:3]


@pytest.mark.parametrize("format", LABELLED + PLAIN)
def test_noise_is_an_error_or_skipped(format):
    noise = np.random.default_rng(5).integers(0, 256, 26 * 32 * 36, np.uint8).tobytes()
    with pytest.raises(quadbit.RecordError):
        Positions.from_bytes(noise, format)
    Positions.from_bytes(noise, format, on_error="skip")
    assert len(Positions.from_bytes(b"", format)) == 0


@pytest.mark.parametrize(
    "buffer",
    ["text", None, 3, [1, 2], {}, np.zeros(26), np.zeros(13, np.uint16), memoryview(np.zeros(26)), array.array("I", [0])],
)
def test_other_things_are_no_bytes(buffer):
    with pytest.raises(TypeError):
        Positions.from_bytes(buffer, "tgct")


@pytest.mark.parametrize(
    ("scores", "results", "error"),
    [
        ([40_000, 0], [0, 0], ValueError),
        ([0], [0, 0], ValueError),
        ([0.5, 0], [0, 0], TypeError),
        ([0, 0], [0.3, 0], ValueError),
        ([0, 0], ["a", "b"], TypeError),
        ([0, 0], "ab", TypeError),
        ([0, 0], [[0, 0]], TypeError),
        ([0, 0], [np.nan, 0], quadbit.RecordError),
        ([0, 0], [np.inf, 0], ValueError),
    ],
)
def test_bad_labels(scores, results, error):
    with pytest.raises(error):
        Positions.start(2).to_bytes("marlinformat", scores=scores, results=results)


@pytest.fixture(scope="module")
def games():
    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed: pip install chess")
    with GAMES.open() as file:
        return list(iter(lambda: pgn.read_game(file), None))


@pytest.mark.parametrize("threads", [1, 2])
def test_games_are_those_of_python_chess(games, threads):
    fens, results, numbers, moves = [], [], [], []
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    for number, game in enumerate(games):
        board = game.board()
        mainline = list(game.mainline_moves())
        for move in [*mainline, None]:
            fens.append(board.fen(en_passant="legal"))
            moves.append("" if move is None else board.uci(move))
            results.append(points.get(game.headers["Result"], np.nan))
            numbers.append(number)
            if move is not None:
                board.push(move)
    packed = gzip.compress(GAMES.read_bytes())
    for source in (GAMES, str(GAMES), GAMES.read_bytes(), bytearray(GAMES.read_bytes()), packed, io.BytesIO(packed)):
        every = Positions.from_pgn(source, threads=threads)
        assert every.fens() == fens
    every, found, points, places = Positions.from_pgn(GAMES, labels=True, threads=threads)
    assert np.array_equal(points, results, equal_nan=True) and places.tolist() == numbers
    played = found != 0
    assert every[played].uci(found[played]) == [move for move in moves if move]
    assert Positions.from_pgn(GAMES, plies="played", threads=threads) == every[played]
    final = Positions.from_pgn(GAMES, plies="final", threads=threads)
    assert final == every[~played] and len(final) == len(games)


@pytest.mark.parametrize("threads", [1, 2])
def test_bad_games_are_named_or_skipped(threads):
    good, bad = b"1. e4 e5 *\n\n", b"1. e4 e4 *\n\n"
    text = good * 3000 + bad + good + bad + good
    with pytest.raises(quadbit.PgnError, match="game 3000: byte") as error:
        Positions.from_pgn(text, threads=threads)
    assert error.value.index == 3000
    with pytest.warns(UserWarning, match="^2 games end at a bad move; game 3000: byte .*: after 1 half move"):
        kept, _, _, games = Positions.from_pgn(text, on_error="skip", labels=True, threads=threads)
    assert len(kept) == 3 * 3002 + 2 * 2
    assert games[-10:].tolist() == [3000] * 2 + [3001] * 3 + [3002] * 2 + [3003] * 3


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("before", [0, 1, 255, 256, 257, 512])
def test_a_bad_game_is_an_error_wherever_it_stands(before, threads):
    """256 games are read at a time; the first game of such a part is no special case."""
    good, bad = b"1. e4 e5 *\n\n", b"1. e4 e4 *\n\n"
    text = good * before + bad + good * 1000
    with pytest.raises(quadbit.PgnError, match=f"game {before}: byte {len(good) * before + 6}: after 1 half move") as error:
        Positions.from_pgn(text, threads=threads)
    assert error.value.index == before
    with pytest.warns(UserWarning, match="^1 games"):
        assert len(Positions.from_pgn(text, on_error="skip", threads=threads)) == 3 * (before + 1000) + 2


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"e9 world", "game 0: byte 0: after 0 half moves"),
        (b"\xfd7zXZ" + bytes(100), "game 0: byte 0: the input is compressed with xz"),
        (b"1. e4 *\n\n1. d4 {a comm", "game 1: byte 15"),
    ],
)
def test_what_is_no_pgn_is_an_error(tmp_path, data, fault, threads):
    file = tmp_path / "games.pgn"
    file.write_bytes(data)
    for source in (data, file):
        with pytest.raises(quadbit.PgnError, match=fault):
            Positions.from_pgn(source, threads=threads)


def test_prose_and_rubbish_are_no_games():
    for data in (b"hello world", bytes(range(256)) * 9):
        with pytest.raises((quadbit.PgnError, OSError), match="no tag, move or result"):
            Positions.from_pgn(data)


def test_null_moves_latin_letters_and_empty_files():
    assert len(Positions.from_pgn(b"")) == len(Positions.from_pgn(b"\n\n")) == 0
    assert Positions.from_pgn(b'[White "M\xfcller"]\n\n1. e4 *', plies="final")[0] == Position().push_uci("e2e4")
    passed = Positions.from_pgn(b"1. -- e5 *", plies="final").fens()
    assert passed == ["rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2"]


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing.pgn") as error:
        Positions.from_pgn(tmp_path / "nothing.pgn")
    assert error.value.filename.endswith("nothing.pgn")
    with pytest.raises(OSError):
        Positions.from_pgn(tmp_path)
    with pytest.raises(FileNotFoundError, match="nothing"):
        Positions.from_pgn([tmp_path / "nothing.pgn"])
    for source in (None, 3, [3], 1.5):
        with pytest.raises(TypeError):
            Positions.from_pgn(source)
