"""Where batches come from, and FENs."""

import numpy as np
import pytest

import quadbit
from conftest import MOVEGEN
from quadbit import Positions

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_fens_are_those_of_python_chess(batch, boards):
    assert batch.fens() == [board.fen(en_passant="legal") for board in boards]
    assert batch.fens(ep="pseudo", threads=2) == [board.fen(en_passant="xfen") for board in boards]
    assert batch.fens(shredder=True) == [board.fen(shredder=True, en_passant="legal") for board in boards]
    assert Positions.from_fens(batch.fens(shredder=True)) == batch


def containers(fens):
    yield "list", fens
    yield "tuple", tuple(fens)
    yield "generator", (fen for fen in fens)
    yield "bytes", [fen.encode() for fen in fens]
    yield "lines of a file", [fen + "\n" for fen in fens]
    yield "bytes of numpy", np.array([fen.encode() for fen in fens])
    yield "str of numpy", np.array(fens)
    yield "big-endian", np.array(fens).astype(">U100")
    yield "not contiguous", np.repeat(np.array(fens), 2)[::2]
    yield "objects", np.array(fens, dtype=object)
    yield "numpy items", list(np.array(fens))


def test_every_container_gives_the_same(fens, batch):
    for name, container in containers(fens):
        assert Positions.from_fens(container) == batch, name
    assert Positions.from_fens(fens, threads=0) == batch


def test_arrays_of_arrow(fens, batch):
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    for form in (arrow.string(), arrow.large_string(), arrow.binary(), arrow.string_view()):
        assert Positions.from_fens(arrow.array(fens, form)) == batch, form
    assert Positions.from_fens(arrow.array(fens)[7:99]) == batch[7:99]
    assert Positions.from_fens(arrow.array(fens).dictionary_encode()) == batch
    assert Positions.from_fens(arrow.chunked_array([fens[:10], fens[10:]])) == batch
    assert len(Positions.from_fens(arrow.array([], arrow.string()))) == 0
    with pytest.raises(ValueError, match="item 1 is null"):
        Positions.from_fens(arrow.array([START, None]))


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_series(fens, batch, name):
    frames = pytest.importorskip(name, reason=f"{name} is not installed: pip install {name}")
    assert Positions.from_fens(frames.Series(fens)) == batch
    with pytest.raises((TypeError, ValueError), match="item 1"):
        Positions.from_fens(frames.Series([START, None, START]))


def test_a_null_is_named_by_its_place_in_the_column():
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    column = arrow.chunked_array([[START] * 5, [START, None]])
    with pytest.raises(ValueError, match="item 6 is null"):
        Positions.from_fens(column)


class Stream:
    """A column of Arrow that has nothing but the stream interface, as a Series of pandas 3."""

    def __init__(self, column):
        self.column = column

    def __arrow_c_stream__(self, requested_schema=None):
        return self.column.__arrow_c_stream__(requested_schema)


def test_columns_by_the_stream_interface(fens, batch):
    arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    assert Positions.from_fens(Stream(arrow.chunked_array([fens[:10], fens[10:]]))) == batch
    with pytest.raises(ValueError, match="item 1 is null"):
        Positions.from_fens(Stream(arrow.chunked_array([[START, None]])))


class FakeArrow:
    """What looks like an array of Arrow, with one text of five bytes."""

    null_count = 0
    type = "large_string"

    def __init__(self, offset=0, length=1, offsets=(0, 5), buffers=3):
        self.offset = offset
        self.length = length
        self.parts = [None, np.array(offsets, np.int64), b"hello"][:buffers]

    def __len__(self):
        return self.length

    def buffers(self):
        return self.parts


@pytest.mark.parametrize(
    "array",
    [
        FakeArrow(offset=2**64 - 1),
        FakeArrow(offset=2**63),
        FakeArrow(offset=1),
        FakeArrow(length=2),
        FakeArrow(length=2**62),
        FakeArrow(offsets=(0, 6)),
        FakeArrow(offsets=(3, 2)),
        FakeArrow(offsets=(-1, 2)),
        FakeArrow(buffers=2),
        FakeArrow(buffers=0),
    ],
)
def test_damaged_arrays_of_arrow(array):
    with pytest.raises(ValueError, match="fens: not a valid Arrow array"):
        Positions.from_fens(array)


class Mirror(np.ndarray):
    """What is asked to become something else, and stays what it is."""

    def to_arrow(self):
        return self

    def tolist(self):
        return self


@pytest.mark.parametrize("array", [np.zeros(1, object).view(Mirror), type("Series", (), {"to_arrow": Mirror.to_arrow})()])
def test_conversions_end(array):
    with pytest.raises(TypeError, match=r"fens: (Mirror\.tolist|Series\.to_arrow)\(\) never returns"):
        Positions.from_fens(array)


@pytest.mark.parametrize("threads", [1, 2])
def test_bad_fens_are_left_out_with_their_numbers(fens, batch, threads):
    bad = [0, 7, 8, 1500, 2999, len(fens) - 1]
    texts = ["no fen" if place in bad else fen for place, fen in enumerate(fens)]
    positions, skipped = Positions.from_fens(texts, on_error="skip", threads=threads)
    assert skipped.dtype == np.int64 and skipped.tolist() == bad
    assert positions == batch[np.isin(np.arange(len(fens)), bad, invert=True)]
    positions, skipped = Positions.from_fens(fens, on_error="skip", threads=threads)
    assert positions == batch and len(skipped) == 0
    positions, skipped = Positions.from_fens(["", "x"], on_error="skip")
    assert len(positions) == 0 and skipped.tolist() == [0, 1]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_names_the_item_the_field_and_the_fault(threads):
    fens = [START] * 5000
    fens[4321] = START.replace(" w ", " x ")
    fens[4500] = "nonsense"
    with pytest.raises(quadbit.FenError, match="FEN 4321: side to move: expected w or b") as error:
        Positions.from_fens(fens, threads=threads)
    assert error.value.index == 4321
    assert isinstance(error.value, ValueError)


def test_refusals_are_those_of_the_reader():
    """Every line of the crate's own table: a FEN, what strict reading says, and what relaxed reading says."""
    lines = [line.split("\t") for line in (MOVEGEN / "refusals.tsv").read_text().splitlines()]
    lines = [line for line in lines if len(line) == 3]
    assert len(lines) > 100
    for fen, *answers in lines:
        if "\\" in fen or fen.startswith("\ufeff"):  # a line of a text may begin with a byte order mark
            continue
        if answers[1] == "same":
            answers[1] = answers[0]
        for relaxed, answer in zip((False, True), answers):
            if answer.startswith("="):
                Positions.from_fens([fen], relaxed=relaxed)
            else:
                with pytest.raises(quadbit.FenError) as error:
                    Positions.from_fens([fen], relaxed=relaxed)
                assert str(error.value) == f"FEN 0: {answer}"


@pytest.mark.parametrize(
    ("fens", "fault"),
    [
        ("8/8", "one str"),
        (b"8/8", "one bytes"),
        (7, "int"),
        (None, "NoneType"),
        ([START, 3], "item 1: expected str or bytes, got int"),
        ([START, None], "item 1"),
        (np.zeros(3), "float64"),
        (np.zeros(3, "M8[s]"), "datetime"),
    ],
)
def test_other_things_are_no_fens(fens, fault):
    with pytest.raises(TypeError, match=fault):
        Positions.from_fens(fens)


def test_texts_of_other_forms_are_refused():
    with pytest.raises(ValueError, match="item 1 contains a line break"):
        Positions.from_fens([START, START + "\n" + START])
    # An empty item at the end hides no line break.
    with pytest.raises(ValueError, match="item 0 contains a line break"):
        Positions.from_fens([f"{START}\n{START}", ""])
    with pytest.raises(ValueError, match="one dimension"):
        Positions.from_fens(np.array([[START]]))
    for text in ("", "ä" * 30, "\x00", "\ud800", START + "\r\r"):
        with pytest.raises(ValueError):
            Positions.from_fens([START, text])
    with pytest.raises(quadbit.FenError, match="FEN 1"):
        Positions.from_fens(np.array([START.encode(), b""]))


def test_starts():
    assert Positions.start(3).fens() == [START] * 3
    assert len(Positions.start()) == 1 and len(Positions.start(0)) == 0
    assert Positions.chess960([518, 518]) == Positions.start(2)
    chess = pytest.importorskip("chess", reason="python-chess is not installed")
    numbers = np.arange(960)
    expected = [chess.Board.from_chess960_pos(number).fen() for number in range(960)]
    assert Positions.chess960(numbers).fens() == expected
    assert Positions.chess960(numbers.astype(np.uint16)).fens() == expected


def test_random_positions_depend_on_the_seed_alone():
    a = Positions.random(1000, 60, 7)
    assert a == Positions.random(1000, 60, 7, threads=2)
    assert a[:10] == Positions.random(10, 60, 7)
    assert a != Positions.random(1000, 60, 8)
    assert len(set(a)) == 1000
    assert Positions.random(5, 0, 1) == Positions.start(5)


def test_random_games_end():
    over = Positions.random(300, 100_000, 3, threads=0)
    outcomes = over.outcome()
    assert (outcomes != quadbit.Outcome.ONGOING).all()
    assert len(set(outcomes.tolist())) >= 3


def test_random_moves_are_even():
    """Twenty first moves, each about equally often: chi squared with 19 degrees of freedom stays below 50."""
    keys, counts = np.unique(Positions.random(20_000, 1, 5).keys(), return_counts=True)
    assert len(keys) == 20
    assert ((counts - 1000.0) ** 2 / 1000).sum() < 50
