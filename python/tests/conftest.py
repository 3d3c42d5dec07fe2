"""The corpora of the repository, and python-chess's view of them."""

from pathlib import Path

import numpy as np
import pytest

import quadbit

CRATES = Path(__file__).parents[2] / "crates"
PERFT = CRATES / "perft" / "tests" / "data"
MOVEGEN = CRATES / "movegen" / "tests" / "data"
GAMES = CRATES / "pgn" / "tests" / "data" / "random_games.pgn"


def read_fens(*names):
    """The FENs of suites, without their counts."""
    lines = (line for name in names for line in (PERFT / name).read_text().splitlines())
    return [line.split(";")[0].strip() for line in lines if line.strip() and not line.startswith("#")]


@pytest.fixture(scope="session")
def standard_fens():
    return read_fens("random.epd", "targeted.epd", "wiki.epd")


@pytest.fixture(scope="session")
def chess960_fens():
    return read_fens("random_chess960.epd", "targeted_chess960.epd")


@pytest.fixture(scope="session")
def fens(standard_fens, chess960_fens):
    """Thousands of positions of standard chess and Chess960, strange ones among them."""
    return standard_fens + chess960_fens


@pytest.fixture(scope="session")
def batch(fens):
    return quadbit.Positions.from_fens(fens)


@pytest.fixture(scope="session")
def boards(standard_fens, chess960_fens):
    """The same positions as boards of python-chess."""
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
    return [chess.Board(fen) for fen in standard_fens] + [
        chess.Board(fen, chess960=True) for fen in chess960_fens
    ]


@pytest.fixture(scope="session")
def some_moves(batch):
    """A legal move for each position that has one, else 0, and where there is one."""
    moves, offsets = batch.legal_moves()
    has_moves = np.diff(offsets) > 0
    places = np.minimum(offsets[:-1] + np.arange(len(batch)) % 7, offsets[1:] - 1)
    return np.where(has_moves, moves[np.minimum(places, len(moves) - 1)], 0).astype(np.uint16), has_moves
