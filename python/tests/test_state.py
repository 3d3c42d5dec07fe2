"""Rights, en passant, clocks, checkers, kinds of moves, and counts: against python-chess."""

import numpy as np
import pytest

import quadbit
from quadbit import Position, Positions

chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SPECIAL = [
    KIWIPETE,
    "8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1",
    "8/8/8/K1pP4/8/8/8/4k3 w - c6 12 90",
    "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b Kq f3 0 3",
    "4k3/8/8/8/8/5n2/8/r3K2R w K - 149 5949",
    "nrk1brqb/pppppppp/8/8/8/8/PPPPPPPP/NRK1BRQB w KQkq - 0 1",
]


@pytest.fixture(scope="module")
def batch():
    games = [Positions.random(300, plies, plies) for plies in (8, 20, 60)]
    games.append(Positions.chess960(range(0, 960, 10)))
    return Positions.from_fens(SPECIAL) + Positions.concat(games)


@pytest.fixture(scope="module")
def boards(batch):
    return [chess.Board(fen, chess960=True) for fen in batch.fens(shredder=True, ep="always")]


def each(boards, value):
    return [value(board) for board in boards]


@pytest.mark.parametrize("threads", [1, 2])
def test_the_state_is_that_of_python_chess(batch, boards, threads):
    rights = batch.castling_rights(threads=threads)
    assert rights.dtype == bool and rights.shape == (len(batch), 4) and 0 < rights.mean() < 1
    for column, (color, right) in enumerate(
        (color, right) for color in chess.COLORS for right in ("has_kingside_castling_rights", "has_queenside_castling_rights")
    ):
        assert rights[:, column].tolist() == each(boards, lambda board: getattr(board, right)(color))
    assert batch.halfmove_clocks(threads=threads).tolist() == each(boards, lambda board: board.halfmove_clock)
    assert batch.fullmove_numbers(threads=threads).tolist() == each(boards, lambda board: board.fullmove_number)
    assert batch.checkers(threads=threads).tolist() == each(boards, lambda board: int(board.checkers()))
    legal = batch.ep_squares(threads=threads)
    assert legal.dtype == np.int8 and (legal >= 0).sum() > 2
    assert legal.tolist() == each(boards, lambda board: board.ep_square if board.has_legal_en_passant() else -1)
    assert batch.ep_squares("pseudo").tolist() == each(
        boards, lambda board: board.ep_square if board.has_pseudo_legal_en_passant() else -1
    )
    assert batch.ep_squares("always").tolist() == each(boards, lambda board: -1 if board.ep_square is None else board.ep_square)
    with pytest.raises(ValueError, match="ep: expected 'legal' or 'pseudo' or 'always'"):
        batch.ep_squares("never")


@pytest.mark.parametrize("threads", [1, 2])
def test_kinds_of_moves_are_those_of_python_chess(batch, boards, threads):
    moves, offsets = batch.legal_moves()
    parents = np.repeat(np.arange(len(batch)), np.diff(offsets))
    batch = batch[parents]
    captures = batch.is_capture(moves, threads=threads)
    checks = batch.gives_check(moves, threads=threads)
    captured = batch.captured(moves, threads=threads)
    for n, text in enumerate(batch.uci(moves, chess960=True)):
        board, move = boards[parents[n]], chess.Move.from_uci(text)
        assert captures[n] == board.is_capture(move), (board, move)
        assert checks[n] == board.gives_check(move), (board, move)
        square = move.to_square
        if board.is_en_passant(move):
            square += -8 if board.turn else 8
        piece = board.piece_at(square) if captures[n] else None
        assert captured[n] == (0 if piece is None else 2 * piece.piece_type + (not piece.color)), (board, move)
    assert captures.any() and checks.any() and (captured[captures] > 0).all()


def test_illegal_moves_have_no_kind():
    batch = Positions.start(3)
    for name in ("is_capture", "gives_check", "captured"):
        with pytest.raises(quadbit.IllegalMoveError, match="move 2: .* is not legal") as error:
            getattr(batch, name)([1804, 1804, 65])
        assert error.value.index == 2


def test_perft():
    batch = Positions.from_fens([Position().fen(), KIWIPETE, "7k/8/8/8/8/8/8/K7 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
    for depth in range(5):
        expected = [position.perft(depth) for position in batch]
        assert batch.perft(depth).tolist() == expected == batch.perft(depth, threads=3).tolist()
    assert batch.perft(4)[:2].tolist() == [197_281, 4_085_603] and batch.perft(2).dtype == np.uint64
    assert Positions([]).perft(3).shape == (0,)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_extra_planes(batch, dtype):
    planes = batch.planes(extra=True, dtype=dtype)
    n = len(batch)
    assert planes.shape == (n, 19, 8, 8) and planes.dtype == dtype
    assert (planes[:, :12] == batch.planes(dtype=dtype)).all()
    black, rights = batch.black_to_move(), batch.castling_rights()
    as_seen = np.where(black[:, None], rights[:, [2, 3, 0, 1]], rights)
    assert (planes[:, 12:16] == as_seen[:, :, None, None]).all()
    squares = batch.ep_squares()
    expected = np.zeros((n, 64))
    there = np.flatnonzero(squares >= 0)
    expected[there, squares[there] ^ np.where(black[there], 56, 0)] = 1
    assert (planes[:, 16].reshape(n, 64) == expected).all()
    clocks = batch.halfmove_clocks().astype(np.float32) / (100 if dtype == "float32" else 1)
    assert (planes[:, 17] == clocks[:, None, None]).all()
    assert (planes[:, 18] == black[:, None, None]).all()
    with pytest.raises(ValueError, match="extra: expected kind='mover'"):
        batch.planes("bits", extra=True)
