"""Chess positions in batches, as numpy arrays.

>>> import quadbit
>>> batch = quadbit.Positions.start(3)
>>> batch.legal_counts()
array([20, 20, 20], dtype=uint8)

`Positions` is a batch, `Position` a single position for interactive use, `Env` many games side by side for
reinforcement learning, `Loader` shuffled batches for training from files. `read_pgn` reads games in batches,
`read_games` as trees with their variations, and `find` gives the positions for which a rule holds.
"""

from enum import IntEnum as _IntEnum
from typing import Any as _Any

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
    compare,
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
    "compare",
    "diagnose",
    "find",
    "read_games",
    "read_pgn",
]


def find(source: _Any, rule: str | list[str], **options: _Any) -> Games:
    """The positions of games for which a rule holds, as batches and as Arrow data.

    >>> games = b"1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0"
    >>> [(int(ply), fen) for batch in find(games, "checkmate") for ply, fen in zip(batch.plies, batch.positions.fens())]
    [(5, 'rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3')]

    `source`, `rule` and the options are those of `read_pgn` with `where=rule`: one path or many, a folder, a pattern such as
    `"*.pgn"`, or `-`. All positions of a game are asked, the first and the last too; the last has no move. With
    `rows="games"`, the rows are the games that have such a position. A table, such as `polars.DataFrame(find(..))` or
    `duckdb.sql("FROM found")`, has the columns `game`, `ply`, `fen`, `san` and `result`, unless `columns` names others.
    """
    if options.get("rows", "moves") == "moves":
        options = {"last": True, "columns": ["game", "ply", "fen", "san", "result"]} | options
    return read_pgn(source, where=rule, **options)


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
