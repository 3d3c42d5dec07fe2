"""Moves and their texts, against python-chess."""

import numpy as np
import pytest

import quadbit
from quadbit import Positions

chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")

import twins  # noqa: E402


@pytest.fixture(scope="module")
def every_move(batch):
    """Each position as often as it has moves, its moves, and its place."""
    moves, offsets = batch.legal_moves()
    places = np.repeat(np.arange(len(batch)), np.diff(offsets))
    return batch[places], moves, places


def test_pushes(batch, boards, every_move):
    parents, moves, places = every_move
    some = np.arange(0, len(moves), 11)
    children = parents[some].push(moves[some])
    for place, bits, child in zip(places[some].tolist(), moves[some].tolist(), children.fens()):
        board = boards[place].copy(stack=False)
        move = next(move for move in board.legal_moves if twins.number(board, move) == bits)
        board.push(move)
        assert child == board.fen(en_passant="legal")
    assert parents.push(moves, threads=2)[some] == children


def test_texts_both_ways(boards, every_move):
    parents, moves, places = every_move
    san, uci = parents.san(moves), parents.uci(moves)
    for place, bits, text, plain in list(zip(places.tolist(), moves.tolist(), san, uci))[::7]:
        board = boards[place]
        move = next(move for move in board.legal_moves if twins.number(board, move) == bits)
        assert text == board.san(move)
        if not board.chess960 or not board.is_castling(move):
            assert plain == move.uci()
    for texts in (san, np.array(san), np.array([text.encode() for text in san])):
        assert (parents.parse_san(texts) == moves).all()
    assert (parents.parse_uci(uci) == moves).all()
    assert (parents.parse_uci(parents.uci(moves, chess960=True), threads=2) == moves).all()
    assert (parents.parse_san(san, relaxed=True) == moves).all()


def test_castling_is_written_in_two_ways():
    castling = Positions.from_fens(["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"] * 2)
    moves = castling.parse_uci(["e1g1", "e1a1"])
    assert castling.uci(moves) == ["e1g1", "e1c1"]
    assert castling.uci(moves, chess960=True) == ["e1h1", "e1a1"]
    assert castling.san(moves) == ["O-O", "O-O-O"]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_move_is_named(threads):
    batch = Positions.start(3000)
    moves = batch.parse_uci(["e2e4"] * 3000)
    moves[[2000, 2500]] = 65
    with pytest.raises(quadbit.IllegalMoveError, match="move 2000: b1b1") as error:
        batch.push(moves, threads=threads)
    assert error.value.index == 2000
    after = batch.push(moves, on_illegal="skip", threads=threads)
    assert after[2000] == batch[0] and after[1999] == batch[0].push_uci("e2e4")


@pytest.mark.parametrize("name", ["uci", "san", "move_index"])
def test_illegal_moves_have_no_texts(name):
    with pytest.raises(quadbit.IllegalMoveError, match="move 1:"):
        getattr(Positions.start(2), name)([1804, 5])


@pytest.mark.parametrize(("name", "text"), [("parse_uci", "e2e5"), ("parse_san", "e5"), ("parse_san", "0-0-0-0")])
def test_bad_texts_are_named(name, text):
    good = {"parse_uci": "e2e4", "parse_san": "e4"}[name]
    with pytest.raises(quadbit.IllegalMoveError, match=f"move 1: '{text}'") as error:
        getattr(Positions.start(2), name)([good, text])
    assert error.value.index == 1


def test_moves_may_be_any_integers():
    batch = Positions.start(2)
    moves = batch.parse_uci(["e2e4", "g1f3"])
    expected = batch.push(moves)
    for same in (moves.tolist(), moves.astype(np.int64), moves.astype(">u2"), np.repeat(moves, 2)[::2]):
        assert batch.push(same) == expected
    unaligned = np.frombuffer(b"\0" + moves.tobytes(), np.uint8)[1:].view(np.uint16)
    assert batch.push(unaligned) == expected
    frozen = moves.copy()
    frozen.setflags(write=False)
    assert batch.push(frozen) == expected


def test_arrays_for_moves_and_offsets_may_not_overlap():
    batch = Positions.start(4)
    memory = np.zeros(400, np.uint16)
    with pytest.raises(ValueError, match="out: the two arrays share memory"):
        batch.legal_moves(out=(memory, memory[:20].view(np.int64)))
    moves, offsets = batch.legal_moves(out=(memory[:200], memory[200:220].view(np.int64)))
    assert offsets.tolist() == [0, 20, 40, 60, 80] and len(moves) == 80
