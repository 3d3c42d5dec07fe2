"""Nonsense in every argument of every function: ordinary exceptions with a text, never a panic, and never a crash."""

import inspect
import itertools
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quadbit
from quadbit import Env, Loader, Position, Positions

ORDINARY = (TypeError, ValueError, IndexError, OverflowError, MemoryError, RuntimeError, OSError, AttributeError)

RUBBISH = [
    None,
    True,
    -1,
    0,
    3,
    2**70,
    -(2**70),
    1.5,
    float("nan"),
    float("inf"),
    1j,
    "",
    "nonsense",
    "\x00\ud800",
    b"\xff",
    [],
    [None],
    [1, "a"],
    [2**70, 1],
    [-1, 70_000],
    (),
    {},
    {1},
    object(),
    slice(None),
    lambda: None,
    int,
    np.float32("nan"),
    np.zeros(2),
    np.full(2, np.nan),
    np.zeros(2, np.uint16),
    np.zeros(2, np.int64) - 1,
    np.zeros(2, bool),
    np.zeros((2, 3), np.uint8),
    np.zeros((2, 12, 8, 8), np.uint8)[:, ::2],
    np.zeros(2, "M8[s]"),
    np.zeros(2, object),
    np.zeros(2, "S0"),
    np.zeros(2, "U3"),
    np.zeros(2, [("a", "u1")]),
    np.array(7),
    np.zeros(0),
    memoryview(b"abc")[::2],
    Positions.start(2),
    Position(),
]

def functions():
    batch, position, env = Positions.start(2), Position(), Env(2)
    env.reset(1)
    for thing in (Positions, Position, Env, batch, position, env):
        for name in dir(thing):
            function = getattr(thing, name)
            own = name in vars(thing if inspect.isclass(thing) else type(thing))
            if not callable(function) or not own or name in ("__class__", "__subclasshook__", "__init_subclass__"):
                continue
            if inspect.isclass(thing) and not isinstance(vars(thing).get(name), staticmethod):
                continue
            yield f"{thing!r:.9}.{name}", function
    for kind in (Positions, Position, Env, Loader):
        yield kind.__name__, kind


FUNCTIONS = dict(functions())


def parameters(function):
    try:
        return [name for name in inspect.signature(function).parameters if name not in ("args", "kwargs")]
    except ValueError:
        return []


def call(function, *arguments, **keywords):
    """Calls, and accepts any answer and any ordinary exception that says something."""
    try:
        answer = function(*arguments, **keywords)
        repr(answer)
    except ORDINARY as error:
        assert str(error), (function, arguments, keywords)
        assert "inside quadbit" not in str(error), (function, arguments, keywords)
    # Anything else, such as a PanicException, fails the test.


def test_every_function_is_found():
    assert len(FUNCTIONS) > 70
    names = {name.split(".")[-1] for name in FUNCTIONS}
    assert {"from_fens", "from_pgn", "legal_mask", "step", "perft", "__getitem__", "to_bytes"} <= names


@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_rubbish_argument(name):
    function = FUNCTIONS[name]
    call(function)
    for rubbish in RUBBISH:
        call(function, rubbish)
        for keyword in parameters(function):
            call(function, **{keyword: rubbish})


FENS = Path(tempfile.mkdtemp()) / "a.fen"
FENS.write_text(Position().fen() + "\n")

GOOD = {
    "fens": [Position().fen()],
    "n": 2,
    "plies": 3,
    "seed": 1,
    "numbers": [1],
    "buffer": b"",
    "source": b"1. e4 *",
    "batches": [],
    "moves": [1804, 1804],
    "indices": [796, 796],
    "texts": ["e2e4"] * 2,
    "side": "white",
    "pattern": "Q",
    "policy": "4096",
    "actions": [796, 796],
    "mv": 1804,
    "uci": "e2e4",
    "san": "e4",
    "square": "e4",
    "depth": 2,
    "number": 3,
    "lane": 0,
    "positions": [],
    "rng": 1,
    "files": FENS,
    "format": "fen",
}


def needed_by(function):
    """Good values of the arguments without defaults."""
    return {
        name: GOOD[name]
        for name in parameters(function)
        if inspect.signature(function).parameters[name].default is inspect.Parameter.empty and name in GOOD
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rubbish_beside_good_arguments(name):
    """One argument is rubbish while all that are needed are there."""
    function = FUNCTIONS[name]
    for keyword, rubbish in itertools.product(parameters(function), RUBBISH):
        call(function, **(needed_by(function) | {keyword: rubbish}))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions have no notes")
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if not name.split(".")[-1].startswith("_")])
def test_errors_name_the_argument(name):
    """In the text, or in the note that follows it."""
    function = FUNCTIONS[name]
    for keyword in parameters(function):
        with pytest.raises((TypeError, ValueError, IndexError)) as error:
            function(**(needed_by(function) | {keyword: object()}))
        text = " ".join([str(error.value), *getattr(error.value, "__notes__", ())])
        assert keyword in text, (keyword, text)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(FUNCTIONS)),
    st.lists(st.none() | st.integers() | st.floats() | st.text(max_size=90) | st.binary(max_size=99) | st.lists(st.integers(), max_size=3), max_size=4),
)
def test_any_arguments(name, arguments):
    if not ("random" in name or "perft" in name or "divide" in name or name.endswith((".start", ".batch"))):
        call(FUNCTIONS[name], *arguments)


@given(st.text(max_size=100))
def test_any_text_is_a_fen_or_an_error(text):
    call(Position, text)
    call(Position, text, relaxed=True)
    call(Positions.from_fens, [text], relaxed=True)


@given(st.binary(max_size=300))
def test_any_bytes_are_games_or_an_error(data):
    call(Positions.from_pgn, data)
    # A file that is no PGN at all is refused, also if games are skipped.
    call(Positions.from_pgn, data, on_error="skip")


@settings(deadline=None)
@given(st.lists(st.integers(0, 65535), min_size=50, max_size=50), st.integers(0, 2**64 - 1))
def test_any_moves_are_legal_or_not(moves, seed):
    batch = Positions.random(50, 40, seed)
    legal = batch.is_legal(moves)
    after = batch.push(moves, on_illegal="skip")
    for before, move, is_legal, position in zip(batch, moves, legal, after):
        assert is_legal == (move in before.moves().tolist())
        if move == 0:  # a null move, which a side in check cannot make
            assert (position == before) == before.is_check()
        else:
            assert position == (before.push(move) if is_legal else before)


def outs(good):
    """Arrays that are nearly right, and the error for each."""
    yield None, None
    yield np.empty_like(good), None
    yield good.tolist(), TypeError
    yield "out", TypeError
    yield np.empty(good.shape, np.complex64), TypeError
    yield np.empty(good.shape, good.dtype.newbyteorder()), TypeError if good.dtype.itemsize > 1 else None
    yield np.empty((len(good) + 1, *good.shape[1:]), good.dtype), ValueError
    yield np.empty((*good.shape, 1), good.dtype), ValueError
    yield np.empty((len(good) * 2, *good.shape[1:]), good.dtype)[::2], ValueError
    read_only = np.empty_like(good)
    read_only.setflags(write=False)
    yield read_only, ValueError
    if good.ndim > 1:
        yield np.empty(good.shape, good.dtype, order="F"), ValueError
    if good.dtype.itemsize > 1:
        memory = np.empty(good.nbytes + 1, np.uint8)[1:]
        yield memory.view(good.dtype).reshape(good.shape), ValueError


ANSWERS = {
    "legal_counts": (),
    "in_check": (),
    "black_to_move": (),
    "attack_maps": ("white",),
    "outcome": (),
    "keys": (),
    "polyglot_keys": (),
    "mailbox": (),
    "nibbles": (),
    "material": (),
    "planes": (),
    "history": (),
    "features": (),
    "legal_mask": (),
    "where": ("Q",),
    "is_legal": ([1804] * 3,),
    "is_capture": ([1804] * 3,),
    "gives_check": ([1804] * 3,),
    "captured": ([1804] * 3,),
    "castling_rights": (),
    "ep_squares": (),
    "halfmove_clocks": (),
    "fullmove_numbers": (),
    "checkers": (),
    "perft": (2,),
    "move_index": ([1804] * 3,),
    "index_move": ([796] * 3,),
    "parse_uci": (["e2e4"] * 3,),
    "parse_san": (["e4"] * 3,),
}


def test_every_function_with_out_is_here():
    with_out = {name for name, value in vars(Positions).items() if callable(value) and "out" in parameters(value)}
    assert with_out == set(ANSWERS) | {"legal_moves"}


@pytest.mark.parametrize("name", ANSWERS)
def test_out(name):
    batch = Positions.start(3)
    function = getattr(batch, name)
    good = function(*ANSWERS[name])
    for out, error in outs(good):
        if error is None:
            answer = function(*ANSWERS[name], out=out)
            assert (answer == good).all() and (out is None or answer is out)
        else:
            with pytest.raises(error, match="out: "):
                function(*ANSWERS[name], out=out)


def test_out_of_legal_moves():
    batch = Positions.start(3)
    moves, offsets = np.empty(60, np.uint16), np.empty(4, np.int64)
    batch.legal_moves(out=(moves, offsets))
    for bad in (
        (moves[:59], offsets),
        (moves, offsets[:3]),
        (moves.reshape(2, 30), offsets),
        (np.empty(120, np.uint16)[::2], offsets),
    ):
        with pytest.raises(ValueError, match="out: "):
            batch.legal_moves(out=bad)
    for bad in ((moves.astype(int), offsets), (moves, None), moves, 3):
        with pytest.raises(TypeError):
            batch.legal_moves(out=bad)


def test_one_array_is_not_read_and_written_at_once():
    batch = Positions.start(3)
    moves = np.full(3, 1804, np.uint16)
    with pytest.raises(ValueError, match="out: "):
        batch.move_index(moves, out=moves)


def test_too_much_memory_is_a_memory_error():
    for call_ in (lambda: Positions.start(1 << 40), lambda: Position().batch(1 << 40), lambda: Positions.random(1 << 40, 1, 1)):
        with pytest.raises(MemoryError):
            call_()
    with pytest.raises(ValueError):
        Positions.start(1 << 50)


def test_panics_are_not_a_part_of_the_package():
    assert not [name for name in dir(quadbit) if "anic" in name]
