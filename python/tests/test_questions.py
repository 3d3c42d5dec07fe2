"""Questions to whole batches, against python-chess."""

import numpy as np
import pytest

from conftest import MOVEGEN
from quadbit import Outcome, Positions

chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
import chess.polyglot  # noqa: E402

import twins  # noqa: E402


def test_counts_checks_and_sides(batch, boards):
    assert batch.legal_counts().tolist() == [board.legal_moves.count() for board in boards]
    assert batch.in_check().tolist() == [board.is_check() for board in boards]
    assert batch.black_to_move().tolist() == [board.turn == chess.BLACK for board in boards]


@pytest.mark.parametrize("side", ["white", "black"])
def test_attack_maps(batch, boards, side):
    def attacked(board):
        squares = chess.SquareSet(board.occupied_co[side == "white"])
        return sum(1 << to for to in chess.SQUARES if any(to in board.attacks(of) for of in squares))

    every = slice(None, None, 7)
    assert batch[every].attack_maps(side).tolist() == [attacked(board) for board in boards[every]]


def test_outcomes(batch, boards):
    def outcome(board):
        if board.is_checkmate():
            return Outcome.BLACK_MATES if board.turn else Outcome.WHITE_MATES
        if board.is_stalemate():
            return Outcome.STALEMATE
        if board.is_insufficient_material():
            return Outcome.INSUFFICIENT_MATERIAL
        return Outcome.SEVENTY_FIVE_MOVES if board.is_seventyfive_moves() else Outcome.ONGOING

    assert batch.outcome().tolist() == [outcome(board) for board in boards]
    over = Positions.random(500, 100_000, 9)
    assert over.outcome().tolist() == [outcome(chess.Board(fen)) for fen in over.fens()]


def test_legal_moves(batch, boards):
    moves, offsets = batch.legal_moves()
    assert moves.dtype == np.uint16 and offsets.dtype == np.int64 and len(offsets) == len(batch) + 1
    assert np.diff(offsets).tolist() == batch.legal_counts().tolist()
    for board, begin, end in zip(boards, offsets, offsets[1:]):
        assert sorted(moves[begin:end].tolist()) == twins.numbers(board), board


def test_is_legal_of_every_number(batch, boards):
    """All 65,536 moves of a few positions."""
    every = np.arange(1 << 16)
    for place in range(0, len(batch), 300):
        legal = batch[np.full(1 << 16, place)].is_legal(every)
        assert np.flatnonzero(legal).tolist() == twins.numbers(boards[place])


def test_polyglot_keys():
    for name in ("gen_polyglot_std.tsv", "gen_polyglot_frc.tsv", "polyglot_published9.tsv"):
        lines = [line.split("\t") for line in (MOVEGEN / name).read_text().splitlines()]
        keys = Positions.from_fens([fen for fen, _ in lines]).polyglot_keys()
        assert keys.tolist() == [int(key, 16) for _, key in lines]


def test_keys_are_equal_for_equal_positions(batch):
    keys = {}
    for position, key in zip(batch, batch.keys().tolist()):
        assert keys.setdefault(key, position) == position
        assert position.key == key


def test_mailboxes_nibbles_and_material(batch, boards):
    codes = [[twins.CODES[board.piece_at(square)] for square in chess.SQUARES] for board in boards]
    mailbox = batch.mailbox()
    assert mailbox.tolist() == codes
    nibbles = batch.nibbles()
    assert (nibbles & 15 == mailbox[:, ::2]).all() and (nibbles >> 4 == mailbox[:, 1::2]).all()
    counts = [[[len(board.pieces(role, side)) for role in twins.ROLES] for side in (True, False)] for board in boards]
    assert batch.material().tolist() == counts


def test_patterns(batch, boards):
    queenless = [not board.queens and board.is_check() for board in boards]
    assert batch.where("Qq=0 check").tolist() == queenless == batch.where(["Qq=0", "check"]).tolist()
    assert any(queenless)
    assert batch.where("").all()
    few = batch[batch.where("*<=5 white")]
    assert len(few) > 0 and (few.material().sum(axis=(1, 2)) <= 5).all() and not few.black_to_move().any()
    with pytest.raises(ValueError, match="'Z=1'"):
        batch.where("Z=1")


def test_threads_and_out_change_nothing(batch, some_moves):
    moves, _ = some_moves
    large = Positions.concat([batch, batch])
    twice = np.concatenate([moves, moves])
    calls = {
        "legal_counts": (),
        "in_check": (),
        "black_to_move": (),
        "attack_maps": ("black",),
        "outcome": (),
        "keys": (),
        "polyglot_keys": (),
        "mailbox": (),
        "nibbles": (),
        "material": (),
        "planes": (),
        "features": ("halfkp",),
        "legal_mask": ("4672",),
        "is_legal": (twice,),
        "where": ("Q",),
    }
    for name, arguments in calls.items():
        one = getattr(large, name)(*arguments)
        out = np.empty_like(one)
        found = getattr(large, name)(*arguments, out=out, threads=3)
        assert found is out, name
        assert (one == out).all() and one.any(), name
    moves, offsets = large.legal_moves()
    out = np.empty(len(moves) + 10, np.uint16), np.empty(len(large) + 1, np.int64)
    found, places = large.legal_moves(out=out, threads=2)
    assert (found == moves).all() and (places == offsets).all()
    assert found.base is out[0] and places is out[1]
