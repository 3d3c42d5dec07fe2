"""Chess positions in batches, as numpy arrays.

>>> import quadbit
>>> batch = quadbit.Positions.start(3)
>>> batch.legal_counts()
array([20, 20, 20], dtype=uint8)

`Positions` is a batch, `Position` a single position for interactive use, `Env` many games side by side for
reinforcement learning, `Loader` shuffled batches for training from files. `read_pgn` reads games in batches,
`read_games` as trees with their variations.
"""

from enum import IntEnum as _IntEnum

from ._quadbit import (
    Batch,
    Batches,
    Env,
    FenError,
    Game,
    GameBatch,
    GameNode,
    GameReader,
    Games,
    IllegalMoveError,
    Loader,
    PgnError,
    Position,
    Positions,
    Progress,
    RecordError,
    Records,
    __version__,
    diagnose,
    read_games,
    read_pgn,
)

__all__ = [
    "Batch",
    "Batches",
    "Env",
    "FenError",
    "Game",
    "GameBatch",
    "GameNode",
    "GameReader",
    "Games",
    "IllegalMoveError",
    "Loader",
    "Outcome",
    "PgnError",
    "Position",
    "Positions",
    "Progress",
    "RecordError",
    "Records",
    "diagnose",
    "read_games",
    "read_pgn",
]


class Outcome(_IntEnum):
    """How a game has ended. The arrays of `Positions.outcome` and `Env` hold these numbers."""

    ONGOING = 0
    WHITE_MATES = 1
    BLACK_MATES = 2
    STALEMATE = 3
    INSUFFICIENT_MATERIAL = 4
    SEVENTY_FIVE_MOVES = 5
    FIVEFOLD_REPETITION = 6
    THREEFOLD_REPETITION = 7
    FIFTY_MOVES = 8
    ILLEGAL_MOVE = 9
