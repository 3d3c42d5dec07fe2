"""Planes with history: against planes from python-chess's boards, and for wrong arguments."""

import chess.pgn
import numpy as np
import pytest

from quadbit import Positions, read_pgn
from twins import bits, history_planes

# Castling, a promotion, both sides en passant, threefold repetition, and a game from another position.
PGN = """[Event "repetition"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. e4 e5 7. Bc4 Bc5 8. O-O O-O *

[Event "pawns"]

1. e4 a6 2. e5 d5 3. exd6 b5 4. dxc7 b4 5. a4 bxa3 6. cxb8=N Rxb8 7. Ke2 Bg4+ *

[Event "no moves"]

*

[FEN "r3k2r/8/8/8/8/8/8/4K3 b kq - 17 60"]
[SetUp "1"]

60... Ke7 61. Kd1 Ke8 62. Ke1 Rd8 *
"""


def slow_planes(game, layout):
    """The planes of every position before a move, as the definition says them."""
    board, boards, planes = game.board(), [], []
    for move in game.mainline_moves():
        boards.append(board.copy(stack=False))
        planes.append(history_planes(boards, layout))
        board.push(move)
    return planes


def games():
    import io

    source, found = io.StringIO(PGN), []
    while game := chess.pgn.read_game(source):
        found.append(game)
    return found


@pytest.mark.parametrize("layout, planes", [("lc0", 112), ("alphazero", 119)])
def test_history_is_that_of_the_games(layout, planes):
    expected = np.array([row for game in games() for row in slow_planes(game, layout)])
    for threads in (1, 3):
        (batch,) = read_pgn(PGN.encode())
        for dtype in (np.uint8, np.float32):
            found = batch.history(layout=layout, dtype=dtype, threads=threads)
            assert found.dtype == dtype and found.shape == (len(batch), planes, 8, 8) == expected.shape
            wrong = np.argwhere((found != expected).any(axis=(2, 3)))
            assert len(wrong) == 0, wrong[:5]
        words = batch.history(layout=layout, dtype="uint64", threads=threads)
        assert words.dtype == np.uint64 and words.shape == (len(batch), planes)
        assert np.array_equal(words, bits(expected))
    # Some of each: repeated positions, twice too, all rights, both sides, clocks.
    used = expected.any(axis=(0, 2, 3))
    assert used.sum() == planes - (layout == "lc0")


def test_batches_do_not_change_the_history():
    whole = np.concatenate([batch.history() for batch in read_pgn(PGN.encode())])
    parts = np.concatenate([batch.history() for batch in read_pgn(PGN.encode(), batch=1)])
    assert np.array_equal(whole, parts)


def test_history_of_positions():
    (batch,) = read_pgn(PGN.encode())
    starts = np.flatnonzero(batch.plies == 0)
    expected = batch.history()
    assert np.array_equal(batch.positions.history(starts), expected)
    assert np.array_equal(batch.positions.history(starts.tolist(), dtype=np.uint8, threads=0), expected)
    out = np.empty(expected.shape, np.uint8)
    assert batch.positions.history(starts, out=out) is out and np.array_equal(out, expected)
    # One game by default.
    first = batch.positions[: starts[1]]
    assert np.array_equal(first.history(), expected[: starts[1]])
    one = first[5:6].history()
    assert one[:, :12].any() and not one[:, 13:104].any()
    assert Positions([]).history().shape == (0, 112, 8, 8)
    assert Positions([]).history([]).shape == (0, 112, 8, 8)


def test_wrong_arguments():
    batch = Positions.start(3)
    for starts, message in [
        ([], "starts: expected at least one game"),
        ([1], "starts: item 0 is 1, expected 0"),
        ([0, 0], "starts: item 1 is 0, expected 1 to 2"),
        ([0, 2, 1], "starts: item 2 is 1, expected 3 to 2"),
        ([0, 3], "starts: item 1 is 3, expected 1 to 2"),
        ([0, -1], "starts: item 1 is -1, expected 1 to 2"),
        ([[0]], "starts: expected one dimension, got 2"),
    ]:
        with pytest.raises(ValueError) as error:
            batch.history(starts)
        assert message in str(error.value)
    with pytest.raises(TypeError, match="starts: expected 64-bit integers"):
        batch.history([0.0])
    with pytest.raises(ValueError, match="layout: expected 'lc0' or 'alphazero' or 'lc0-castling' or .*, got 'maia'"):
        batch.history(layout="maia")
    with pytest.raises(ValueError, match="dtype: expected 'uint8' or 'float32' or 'uint64', got 'int8'"):
        batch.history(dtype="int8")
    with pytest.raises(ValueError, match="out: expected shape"):
        batch.history(out=np.empty((3, 119, 8, 8), np.uint8))
