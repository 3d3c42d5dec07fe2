from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import (
    Any,
    Generic,
    Literal,
    NoReturn,
    Protocol,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    TypeVar,
    final,
    overload,
    type_check_only,
)

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Buffer, NotRequired

from . import Outcome

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
    "PgnError",
    "Position",
    "Positions",
    "Progress",
    "RecordError",
    "Records",
    "__version__",
    "compare",
    "diagnose",
    "read_games",
    "read_pgn",
]

__version__: str

class FenError(ValueError):
    """A text is not a FEN of a valid position."""

    index: int

class RecordError(ValueError):
    """A packed record cannot be read or written."""

    index: int

class PgnError(ValueError):
    """A game of a PGN file cannot be played."""

    index: int

class IllegalMoveError(ValueError):
    """A move is not legal in its position."""

    index: int

# A list, tuple or iterable of str or bytes; an array of numpy; an array or series of Arrow, pandas or polars.
_Texts: TypeAlias = Iterable[object]
# bytes, bytearray, memoryview, mmap, or an array.
_Buffer: TypeAlias = Buffer | NDArray[np.generic]
# A file of games: a path, a file that is open for reading bytes, or bytes.
_File: TypeAlias = str | PathLike[str] | _Readable | _Buffer
_Games: TypeAlias = _File | list[_File] | list[str] | tuple[_File, ...]
_Policy: TypeAlias = Literal[
    "4096", "4672", "1858", "from_to", "alphazero", "lc0", "pgx", "open_spiel", 4096, 4672, 1858
]
_ObserveU8: TypeAlias = Literal[
    "uint8",
    "extra-uint8",
    "lc0-uint8",
    "alphazero-uint8",
    "lc0-castling-uint8",
    "lc0-canonical-uint8",
    "lc0-canonical-hectoplies-uint8",
    "lc0-canonical-v2-uint8",
    "lc0-canonical-hectoplies-armageddon-uint8",
    "lc0-canonical-v2-armageddon-uint8",
]
_ObserveF32: TypeAlias = Literal[
    "float32",
    "extra-float32",
    "lc0-float32",
    "alphazero-float32",
    "lc0-castling-float32",
    "lc0-canonical-float32",
    "lc0-canonical-hectoplies-float32",
    "lc0-canonical-v2-float32",
    "lc0-canonical-hectoplies-armageddon-float32",
    "lc0-canonical-v2-armageddon-float32",
]
_ObserveU64: TypeAlias = Literal[
    "lc0-uint64",
    "alphazero-uint64",
    "lc0-castling-uint64",
    "lc0-canonical-uint64",
    "lc0-canonical-hectoplies-uint64",
    "lc0-canonical-v2-uint64",
    "lc0-canonical-hectoplies-armageddon-uint64",
    "lc0-canonical-v2-armageddon-uint64",
]
_Observe: TypeAlias = _ObserveU8 | _ObserveF32 | _ObserveU64
_Format: TypeAlias = Literal[
    "bulletformat", "marlinformat", "viriformat", "binaryfen", "tgct", "binpack", "plain", "bin", "fen", "text"
]
_Ep: TypeAlias = Literal["legal", "pseudo", "always"]
_Bytes: TypeAlias = Literal["uint8"] | type[np.uint8] | np.dtype[np.uint8]
_Words: TypeAlias = Literal["uint64"] | type[np.uint64] | np.dtype[np.uint64]
_Floats: TypeAlias = Literal["float32"] | type[np.float32] | np.dtype[np.float32]
_Layout: TypeAlias = Literal[
    "lc0",
    "alphazero",
    "lc0-castling",
    "lc0-canonical",
    "lc0-canonical-hectoplies",
    "lc0-canonical-v2",
    "lc0-canonical-hectoplies-armageddon",
    "lc0-canonical-v2-armageddon",
]
_OnError: TypeAlias = Literal["raise", "skip"]
_AutoReset: TypeAlias = Literal["same_step", "next_step", "disabled"]
_Side: TypeAlias = Literal["white", "black"]
_U8: TypeAlias = NDArray[np.uint8]
_U16: TypeAlias = NDArray[np.uint16]
_U64: TypeAlias = NDArray[np.uint64]
_I32: TypeAlias = NDArray[np.int32]
_I64: TypeAlias = NDArray[np.int64]
_F32: TypeAlias = NDArray[np.float32]
_Bool: TypeAlias = NDArray[np.bool_]
_Integers: TypeAlias = NDArray[
    np.int8 | np.int16 | np.int32 | np.int64 | np.intp | np.uint8 | np.uint16 | np.uint32 | np.uint64
]
_Observations = TypeVar("_Observations")

@final
class Positions:
    """An immutable batch of chess positions, 64 bytes each.

    Batches are made by `from_fens`, `from_pgn`, `from_bytes`, `start`, `chess960` and `random`, and by
    indexing: `batch[3]` is a `Position`; `batch[2:9]`, `batch[mask]` and `batch[[4, 0, -1]]` are batches.

    Result `i` belongs to position `i`. `out` is an array for the results, of the right type and shape,
    C-contiguous; no other thread may read, write or resize it meanwhile (numpy calls `resize(refcheck=False)`
    unsafe for the same reason). `threads` is the number of threads: 1 by default, 0 for one on each core. The
    GIL is released while a function works, and Ctrl-C interrupts it.
    """

    def __new__(cls, positions: Iterable[Position]) -> Positions: ...

    # In
    @overload
    @staticmethod
    def from_fens(
        fens: _Texts, *, relaxed: bool = False, standard: bool = False, on_error: Literal["raise"] = "raise", threads: int | None = 1
    ) -> Positions:
        """The positions of FENs: a list of `str` or `bytes`, or an array of texts of numpy,
        Arrow, pandas or polars.

        `relaxed` accepts positions that no game can reach, `standard` no castling rights of Chess960. A bad FEN
        raises `FenError`, which names the item, the field and the error. With `on_error="skip"` it is left out,
        and the result is (positions, skipped), where `skipped` has the indices of the items left out, int64.
        """
    @overload
    @staticmethod
    def from_fens(
        fens: _Texts, *, relaxed: bool = False, standard: bool = False, on_error: Literal["skip"], threads: int | None = 1
    ) -> tuple[Positions, _I64]: ...
    @staticmethod
    def from_bytes(
        buffer: _Buffer,
        format: _Format,
        *,
        on_error: _OnError = "raise",
        relaxed: bool = False,
        standard: bool = False,
        threads: int | None = 1,
    ) -> Records:
        """What packed records hold: `bulletformat`, `marlinformat`, `viriformat` (all positions of all
        games), `binaryfen` (a length byte before each record), `tgct`, Stockfish's `binpack`, `plain` and
        `bin` (packed sfen; the score 32002 means none), and lines of `fen` or `text` (`FEN | score | result`).

        A bad record raises `RecordError`, which names its number. With `on_error="skip"` it is left out, except for the
        positions of a game or chunk that come before the damage, and its number is in `skipped`.
        """
    @overload
    @staticmethod
    def from_pgn(
        source: _Games,
        *,
        plies: Literal["every", "played", "final"] = "every",
        standard: bool = False,
        on_error: _OnError = "raise",
        labels: Literal[False] = False,
        threads: int | None = 1,
    ) -> Positions:
        """The positions of the games of a PGN file, which is given as in `read_pgn`: a path, an open file, bytes or a
        buffer.

        `plies`: `every` position of a game, those in which a move was `played` (all but the last), or the
        `final` one. A game that cannot be played raises `PgnError`, which names its number and the byte; with
        `on_error="skip"` it ends before its first bad move, and a `UserWarning` says how many games do. `standard`
        refuses games that begin with castling rights of Chess960.

        With `labels`, the result is (positions, moves, results, games): the move that was played, uint16, 0
        if none; the result of the game, float32, 1 if white has won, 0.5, 0, or NaN if unknown; and the
        number of the game in the file, int64.
        """
    @overload
    @staticmethod
    def from_pgn(
        source: _Games,
        *,
        plies: Literal["every", "played", "final"] = "every",
        standard: bool = False,
        on_error: _OnError = "raise",
        labels: Literal[True],
        threads: int | None = 1,
    ) -> tuple[Positions, _U16, _F32, _I64]: ...
    @staticmethod
    def start(n: int | None = None) -> Positions:
        """`n` copies of the start position of chess; one if `n` is not given."""
    @staticmethod
    def chess960(numbers: ArrayLike) -> Positions:
        """The start positions of Chess960 with these numbers, 0 to 959."""
    @staticmethod
    def random(n: int, plies: int, seed: int, *, threads: int | None = 1) -> Positions:
        """The positions after up to `plies` random moves from the start position of chess. Every legal
        move is equally likely.

        A game that ends earlier (by mate, stalemate, insufficient material or 75 moves) keeps its
        last position. The result depends only on the seed: position i is the same for every n and
        every number of threads.
        """
    @staticmethod
    def concat(batches: Iterable[Positions]) -> Positions:
        """All positions of some batches, in order."""

    # A container
    def __len__(self) -> int: ...
    # An array also has `__index__`, so arrays come first.
    @overload
    def __getitem__(self, index: slice | NDArray[np.bool_] | _Integers | Sequence[int] | Sequence[bool], /) -> Positions: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Position: ...
    def __iter__(self) -> Iterator[Position]: ...
    def __add__(self, other: Positions, /) -> Positions: ...
    def __radd__(self, other: Positions, /) -> Positions: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    def __array__(self, *_args: object, **_kwargs: object) -> NoReturn: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def _fen_text(self) -> tuple[_I64, _U8]: ...
    __array_ufunc__: None
    __hash__: None  # type: ignore[assignment]

    # Out
    def fens(self, *, shredder: bool = False, ep: _Ep = "legal", threads: int | None = 1) -> list[str]:
        """The FENs, as a list.

        `ep` says when the square of an en passant capture is written: if a capture is `legal`, if an enemy pawn stands
        next to the pawn (`pseudo`), or after every double push (`always`). `shredder` writes the files of castling
        rooks.
        """
    def to_bytes(
        self,
        format: _Format,
        *,
        moves: _Integers | Sequence[int] | None = None,
        plies: _Integers | Sequence[int] | None = None,
        scores: ArrayLike | None = None,
        results: ArrayLike | None = None,
        drop: str | Sequence[str] = (),
        threads: int | None = 1,
    ) -> bytes:
        """The positions as packed records, in the formats of `from_bytes`. In viriformat, each is
        a game without moves; in binpack, positions that follow each other in a game form chains.

        `scores` are integers, `results` 1, 0.5 or 0, both from white's view: one for each position, or one number for
        all. `moves` (0 for none) and `plies` have one number for each position. In `binpack`, `plain` and `bin` the
        score 32002 means none. A position that the format cannot hold raises `RecordError`, unless `drop` names the
        fields that may be lost: `castling`, `ep`, `clocks`, `score`, `result`, `extra`, `move`, `ply` or `all`, one
        name or several.
        """
    def keys(self, *, out: _U64 | None = None, threads: int | None = 1) -> _U64:
        """A key for each position, equal for equal positions: (n,) uint64. Clocks do not count."""
    def polyglot_keys(self, *, out: _U64 | None = None, threads: int | None = 1) -> _U64:
        """The keys of opening books in the Polyglot format: (n,) uint64."""
    def mailbox(self, *, out: _U8 | None = None, threads: int | None = 1) -> _U8:
        """A code for each square, a1, b1 to h8: (n, 64) uint8. 0 is empty, P 2, N 4, B 6, R 8, Q 10, K 12,
        and one more for black.
        """
    def nibbles(self, *, out: _U8 | None = None, threads: int | None = 1) -> _U8:
        """The codes of `mailbox` with two squares in each byte, the first in the low half: (n, 32) uint8."""
    def quads(self) -> _U64:
        """The four bit planes of every board: (n, 4) uint64, a1 the lowest bit; a read-only view without a copy.

        Plane 0 has the black pieces, plane 1 P, B and Q, plane 2 N, B and K, plane 3 R, Q and K.
        """
    @overload
    def planes(
        self,
        kind: Literal["mover"] = "mover",
        *,
        extra: bool = False,
        dtype: _Bytes = "uint8",
        out: _U8 | None = None,
        threads: int | None = 1,
    ) -> _U8:
        """Twelve planes for each position, 1 where a piece stands; nineteen with `extra`.

        `mover`: (n, 12, 8, 8) of `dtype` uint8 or float32, as the side to move sees the board: its P, N, B,
        R, Q, K, then those of the other side; ranks begin with its own. `bits`: (n, 12) uint64, a1 the lowest
        bit, in the order P p N n B b R r Q q K k.

        `extra` adds to `mover`: planes 12 to 15, ones if the side to move may castle to the g-file, to the c-file, and
        if the other side may; 16, a one on the target square of a legal capture en passant; 17, the halfmove clock, as
        uint8 at most 255, as float32 divided by 100; 18, ones if black is to move.
        """
    @overload
    def planes(
        self,
        kind: Literal["mover"] = "mover",
        *,
        extra: bool = False,
        dtype: _Floats,
        out: _F32 | None = None,
        threads: int | None = 1,
    ) -> _F32: ...
    @overload
    def planes(
        self,
        kind: Literal["bits"],
        *,
        extra: Literal[False] = False,
        dtype: _Bytes | _Floats = "uint8",
        out: _U64 | None = None,
        threads: int | None = 1,
    ) -> _U64: ...
    @overload
    def history(
        self,
        starts: ArrayLike = (0,),
        *,
        layout: _Layout = "lc0",
        dtype: _Bytes = "uint8",
        out: _U8 | None = None,
        threads: int | None = 1,
    ) -> _U8:
        """The planes of each position with the seven before it in its game, for games whose positions follow each other.

        `starts` has the indices of the first positions of the games, from 0; by default there is one game. Positions
        before the first one are empty. Repetitions are looked for as far back as the halfmove clock of a position says,
        so clocks have to be those of the game: with 0 in every FEN there are none. `layout` is `lc0`, its classical 112
        planes, or `alphazero`, 119 planes. lc0's other forms are `lc0-castling`, `lc0-canonical`,
        `lc0-canonical-hectoplies`, `lc0-canonical-v2`, and the last two followed by `-armageddon`.

        `dtype` uint8 or float32: (n, planes, 8, 8), as the side to move of each position sees the board, ranks
        beginning with its own; planes of a number hold it, in uint8 at most 255. uint64: (n, planes), a1 the lowest
        bit; planes of a number have all bits if it is not 0.

        The planes from 13 n (lc0) or 14 n (alphazero) show the position n plies ago: 0 to 5, the pieces P, N, B, R,
        Q, K of the side to move; 6 to 11, those of the other side; 12, ones if the position had occurred before; 13
        (alphazero), if twice. lc0 from 104: the side to move may castle long, short; the other side may castle long,
        short; black is to move; half moves since the last capture or pawn move; zeros; ones. alphazero from 112: black
        is to move; the number of the move; the side to move may castle short, long; the other side may castle short,
        long; half moves since the last capture or pawn move.
        """
    @overload
    def history(
        self,
        starts: ArrayLike = (0,),
        *,
        layout: _Layout = "lc0",
        dtype: _Floats,
        out: _F32 | None = None,
        threads: int | None = 1,
    ) -> _F32: ...
    @overload
    def history(
        self,
        starts: ArrayLike = (0,),
        *,
        layout: _Layout = "lc0",
        dtype: _Words,
        out: _U64 | None = None,
        threads: int | None = 1,
    ) -> _U64: ...
    def castling_rights(self, *, out: _Bool | None = None, threads: int | None = 1) -> _Bool:
        """The rights to castle, K, Q, k and q: (n, 4) bool. K and k are castling to the g-file, wherever the
        rook stands.
        """
    def ep_squares(
        self, ep: _Ep = "legal", *, out: NDArray[np.int8] | None = None, threads: int | None = 1
    ) -> NDArray[np.int8]:
        """The target squares of captures en passant, a1 = 0 to h8 = 63, or -1: (n,) int8.

        `ep` decides when there is one: if a capture is `legal`, if an enemy pawn stands next to the pushed pawn
        (`pseudo`), or `always` after a double push.
        """
    def halfmove_clocks(self, *, out: _U16 | None = None, threads: int | None = 1) -> _U16:
        """The half moves since the last capture or pawn move: (n,) uint16."""
    def fullmove_numbers(
        self, *, out: NDArray[np.uint32] | None = None, threads: int | None = 1
    ) -> NDArray[np.uint32]:
        """The numbers of the moves, from 1: (n,) uint32."""
    def checkers(self, *, out: _U64 | None = None, threads: int | None = 1) -> _U64:
        """The pieces that give check to the side to move: (n,) uint64, a1 the lowest bit."""

    # Questions
    def legal_counts(self, *, out: _U8 | None = None, threads: int | None = 1) -> _U8:
        """The number of legal moves of each position: (n,) uint8."""
    def in_check(self, *, out: _Bool | None = None, threads: int | None = 1) -> _Bool:
        """Whether the side to move is in check: (n,) bool."""
    def black_to_move(self, *, out: _Bool | None = None, threads: int | None = 1) -> _Bool:
        """Whether black is to move: (n,) bool."""
    def attack_maps(self, side: _Side, *, out: _U64 | None = None, threads: int | None = 1) -> _U64:
        """The squares that `white` or `black` attacks, occupied or not: (n,) uint64, a1 the lowest bit."""
    def outcome(self, *, out: _U8 | None = None, threads: int | None = 1) -> _U8:
        """How the game has ended, judged only by the position: (n,) uint8, the numbers of `Outcome`."""
    def perft(self, depth: int, *, out: _U64 | None = None, threads: int | None = 1) -> _U64:
        """The number of sequences of `depth` legal moves from each position: (n,) uint64. Threads take whole
        positions; `Position.perft` divides one among them, and can keep counts in a table.
        """
    def is_capture(self, moves: ArrayLike, *, out: _Bool | None = None, threads: int | None = 1) -> _Bool:
        """Whether one move for each position captures, also en passant: (n,) bool. Raises `IllegalMoveError`."""
    def gives_check(self, moves: ArrayLike, *, out: _Bool | None = None, threads: int | None = 1) -> _Bool:
        """Whether one move for each position gives check: (n,) bool. Raises `IllegalMoveError`."""
    def captured(self, moves: ArrayLike, *, out: _U8 | None = None, threads: int | None = 1) -> _U8:
        """The piece that one move for each position captures: (n,) uint8, its code as in `mailbox`, 0 if there is
        none. Raises `IllegalMoveError`.
        """
    def is_legal(self, moves: ArrayLike, *, out: _Bool | None = None, threads: int | None = 1) -> _Bool:
        """Whether a move is legal in each position: (n,) bool. `moves` are n numbers of 16 bits."""
    def legal_moves(
        self, *, out: tuple[_U16, _I64] | None = None, threads: int | None = 1
    ) -> tuple[_U16, _I64]:
        """The legal moves of all positions in a row, uint16, and the offsets at which those of each
        begin, (n + 1,) int64.

        The moves of position i are `moves[offsets[i]:offsets[i + 1]]`. A move is
        `from + 64 * to + 4096 * promotion`, squares from a1 = 0 to h8 = 63, promotion to N 2, B 3, R 4, Q 5;
        castling is king takes rook. `out` is an array for moves, long enough, and one for offsets.
        """
    @overload
    def legal_mask(
        self,
        policy: _Policy = "4096",
        packed: Literal[False] = False,
        *,
        out: _Bool | None = None,
        threads: int | None = 1,
    ) -> _Bool:
        """A mask of the legal moves of every position, by their numbers in a policy head: (n, size) bool, or (n,
        words) uint64 if `packed`.

        All are numbered as the side to move sees the board, squares from a1 = 0 to h8 = 63. `4096`, `4672` and `1858`
        are also called `from_to`, `alphazero` and `lc0`:

          4096   64 * from + to. Promotions on a square share a number; castling is king takes rook.

          4672   73 * from + kind, of AlphaZero

                  0 .. 55   7 * direction + distance - 1,          7 0 1
                            promotions to a queen among them       6 . 2
                                                                   5 4 3
                 56 .. 63   the knight's jumps, clockwise        . 63 . 56 .
                            from two up and one to the right    62  . . . 57
                                                                 .  . N . .
                                                                61  . . . 58
                                                                 . 60 . 59 .
                 64 .. 72   promotions to N, B, R: to the left 64 65 66, ahead 67 68 69, to the right 70 71 72

                 Castling is the king's move by two squares, in Chess960 king takes rook.

          1858   the moves that a queen or a knight can make, by from and to, of lc0

                 0 a1b1   1 a1c1   ..   322 e2e4   ..   1791 h8g8
                 1792 a7a8q   1793 a7a8r   1794 a7a8b   1795 a7b8q   ..   1857 h7h8b

                 A promotion to a knight has the number of its squares; castling is king takes rook.

          pgx    73 * (8 * file + rank) + kind: the 4,672 of pgx, with castling as in 4672

                  0 ..  8   promotions: ahead, to the right, to the left to R 0 1 2, to B 3 4 5, to N 6 7 8
                  9 .. 64   steps -7 .. -1 and 1 .. 7, promotions to a queen among them: up a file from 9, along a
                            rank to the right from 23, up to the right from 37, down to the right from 51
                 65 .. 72   jumps by files and ranks: -2 -1, -2 1, -1 -2, -1 2, 2 -1, 2 1, 1 -2, 1 2

          open_spiel   as pgx, but castling to the c-file is 4672 and to the g-file 4673: the 4,674 of OpenSpiel
        """
    @overload
    def legal_mask(
        self, policy: _Policy = "4096", *, packed: Literal[True], out: _U64 | None = None, threads: int | None = 1
    ) -> _U64: ...
    @overload
    def legal_mask(
        self, policy: _Policy, packed: Literal[True], *, out: _U64 | None = None, threads: int | None = 1
    ) -> _U64: ...
    def move_index(
        self, moves: ArrayLike, policy: _Policy = "4096", *, out: _U16 | None = None, threads: int | None = 1
    ) -> _U16:
        """For each position, the number of one of its legal moves in a policy head: (n,) uint16.
        Raises `IllegalMoveError`.
        """
    def index_move(
        self, indices: ArrayLike, policy: _Policy = "4096", *, out: _U16 | None = None, threads: int | None = 1
    ) -> _U16:
        """The legal move with a number in a policy head, for each position: (n,) uint16. Raises
        `IllegalMoveError` if there is none.

        With the policy `4096`, the promotions of a pawn to one square share a number, which gives the promotion to a
        queen.
        """
    def features(
        self,
        set: str = "768",
        *,
        width: int | None = None,
        out: _I32 | None = None,
        threads: int | None = 1,
    ) -> _I32:
        """The indices of a network's inputs that are 1: (n, 2, width) int32, for the side to move and for the other
        side, with -1 after the last input.

        `chess768` or `768`: 64 * (kind, plus 6 for the other side) + square. `halfkp`: 41,024 inputs. `halfka_hm`:
        22,528 inputs, mirrored. `halfkav2_hm`: 24,576 inputs, a plane for each king. `full_threats`: 59,808 pairs of
        pieces of which one attacks the other; `full_threats_60144`, `full_threats_60720`, `full_threats_66864` and
        `full_threats_79856` are numberings of other networks. `pp_3wide`: 4,560 pairs of pawns. Upper case is read too.
        Sets joined by `+` are numbered one after the other, at most one of threats among them. Your own king buckets
        follow `chess768`: `chess768[0,1,..]` with 64 numbers by ranks, or `chess768[0,1,..]hm` with 32 for a mirrored
        board.

        By default `width` is 32 for pieces, 128 for threats and 120 for pairs of pawns, added up. A position with more
        inputs raises `OverflowError`.
        """
    def changes(
        self, moves: ArrayLike, set: str = "768", *, width: int | None = 64, threads: int | None = 1
    ) -> tuple[_I32, _Bool]:
        """What one move for each position changes in a network's inputs, for networks that are updated move by move.

        The result is a tuple of two arrays. The first, (n, 2, 2, width) int32, has for the side to move, then for the
        other side, the indices that end and those that begin, in no particular order, with -1 after the last one. The
        second, (n, 2) bool, says for both sides whether the view must be computed anew, by `features` of the positions
        after the moves, because the own king has changed its bucket or the order of files; the indices are -1 then.
        `moves` are n numbers of 16 bits, and `set` is that of `features`. A move that ends or begins more than `width`
        inputs of one side raises `OverflowError`, an illegal move `IllegalMoveError`.
        """
    def material(self, *, out: _U8 | None = None, threads: int | None = 1) -> _U8:
        """The number of pieces of each kind of each side: (n, 2, 6) uint8, white before black, in the
        order P, N, B, R, Q, K.
        """
    def where(
        self, pattern: str | Sequence[str], *, out: _Bool | None = None, threads: int | None = 1
    ) -> _Bool:
        """Whether a rule chooses each position: (n,) bool.

        A rule is a text, or a list of texts that must all hold: `Q` a white queen, `Qq=0` no queen, `Pp>=10`, `N@d5e5`
        a knight on one of these squares, `Rr@7=2`, `*<=7` seven pieces or fewer, `Q-q>=1` more white queens,
        `r1bq?rk1/pp3ppp` a part of the board, `KRPvKR`, `near "FEN" <= 4` squares that differ, `material>=3` White's
        pawns ahead, `check`, `no-check`, `checkmate`, `white`, `black`, `castling>=K`, `halfmoves>=20`, `ply<40`;
        joined by `and`, `or`, `not` and parentheses, and by `and` where they only follow each other.
        """

    # Moves
    def push(self, moves: ArrayLike, *, on_illegal: _OnError = "raise", threads: int | None = 1) -> Positions:
        """The positions after one move each. `moves` are n numbers of 16 bits; 0, a null move of a game, passes the turn.

        An illegal move raises `IllegalMoveError`, which names it; with `on_illegal="skip"` it leaves
        its position unchanged.
        """
    def uci(self, moves: ArrayLike, *, chess960: bool = False) -> list[str]:
        """The UCI texts of one move for each position, as a list. `chess960` writes castling as king takes rook. A null
        move is `0000`.
        """
    def san(self, moves: ArrayLike) -> list[str]:
        """The SAN texts of one move for each position, as a list. A null move is `--`."""
    def parse_uci(self, texts: _Texts, *, out: _U16 | None = None, threads: int | None = 1) -> _U16:
        """One move for each position from its UCI text: (n,) uint16. Raises `IllegalMoveError`,
        which names the text.
        """
    def parse_san(
        self, texts: _Texts, *, relaxed: bool = False, out: _U16 | None = None, threads: int | None = 1
    ) -> _U16:
        """One move for each position from its SAN text: (n,) uint16. `relaxed` also reads common variants, such
        as `0-0` for `O-O`, or `Ngf3` for `Nf3`.

        Raises `IllegalMoveError`, which names the text.
        """

@final
class Records:
    """Packed records that have been read: their positions, and an array for each label that the format has; `None` for the
    others.
    """

    @property
    def positions(self) -> Positions:
        """The positions."""
    @property
    def scores(self) -> NDArray[np.int16] | None:
        """The scores from white's view, in the engine's unit: int16; 32002 means none."""
    @property
    def results(self) -> _F32 | None:
        """White's points: float32, 1, 0.5, 0, or NaN if unknown."""
    @property
    def moves(self) -> _U16 | None:
        """The moves that were played or found best, 0 for none: uint16."""
    @property
    def plies(self) -> _U16 | None:
        """The plies since the beginning of the game, by the records or else by their move numbers: uint16."""
    @property
    def skipped(self) -> _I64:
        """The numbers of bad records, which are left out: int64."""
    def __len__(self) -> int: ...

@final
class Position:
    """An immutable chess position: `push` and the like return a new one.

    Two positions are equal if board, side to move, castling rights and a legal capture en passant are the
    same. Clocks do not count.
    """

    def __new__(cls, fen: str | None = None, *, relaxed: bool = False, standard: bool = False) -> Position: ...
    @staticmethod
    def chess960(number: int) -> Position:
        """The start position of Chess960 with a number from 0 to 959."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    def fen(self, *, shredder: bool = False, ep: _Ep = "legal") -> str:
        """The FEN. `ep` says when an en passant square is written: `legal`, `pseudo` or `always`."""
    @property
    def turn(self) -> _Side:
        """The side to move: `white` or `black`."""
    @property
    def halfmove_clock(self) -> int:
        """Half moves since the last capture or pawn move."""
    @property
    def fullmove_number(self) -> int:
        """The number of the move, from 1."""
    @property
    def key(self) -> int:
        """The key of the position: equal for equal positions."""
    @property
    def polyglot_key(self) -> int:
        """The key of opening books in the Polyglot format."""
    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as UCI texts."""
    def piece_at(self, square: str) -> str | None:
        """The letter of the piece on a square such as `e4`, as in a FEN; `None` if the square is empty."""
    def moves(self) -> _U16:
        """The legal moves as numbers of 16 bits, in the same order as `legal_moves`."""
    def is_legal(self, mv: str | int) -> bool:
        """Whether a move, a UCI text or a number, is legal."""
    def push(self, mv: str | int) -> Position:
        """The position after a legal move, which is a UCI text or a number."""
    def push_uci(self, uci: str) -> Position:
        """The position after a legal move by its UCI text."""
    def push_san(self, san: str) -> Position:
        """The position after a legal move by its SAN text."""
    def san(self, mv: str | int) -> str:
        """The SAN text of a legal move, which is a UCI text or a number."""
    def uci(self, mv: str | int, *, chess960: bool = False) -> str:
        """The UCI text of a legal move, which is a UCI text or a number. `chess960` writes
        castling as king takes rook.
        """
    def parse_san(self, san: str) -> int:
        """The number of a legal move by its SAN text."""
    def parse_uci(self, uci: str) -> int:
        """The number of a legal move by its UCI text."""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""
    def is_insufficient_material(self) -> bool:
        """Whether neither side has the material to mate."""
    def outcome(self) -> Outcome:
        """How the game has ended, judged only by the position: a member of `Outcome`."""
    def batch(self, n: int | None = None) -> Positions:
        """A batch of `n` copies of the position; of one if `n` is not given."""
    def perft(self, depth: int, *, hash_mb: int | None = None, threads: int | None = 1) -> int:
        """The number of sequences of `depth` legal moves."""
    def divide(self, depth: int, *, hash_mb: int | None = None, threads: int | None = 1) -> dict[str, int]:
        """The number of sequences of `depth` legal moves for each first move: a dict from UCI texts to counts."""
    def svg(
        self, view: Literal["board", "planes", "nibbles"] = "board", *, width: int | None = None, side: _Side = "white"
    ) -> str:
        """A drawing as SVG: `board`, `planes` or `nibbles`, seen from `white` or `black`."""
    def _repr_svg_(self) -> str: ...

# What `Env.reset` returns last. With `masks="none"` there is no `action_mask`.
@type_check_only
class EnvInfo(TypedDict):
    action_mask: _Bool | _U64
    plies: _I32

# What `Env.step` returns last. `final_` are there if games have ended and begun again.
@type_check_only
class StepInfo(EnvInfo):
    outcome: _U8
    final_obs: NotRequired[_U8 | _F32 | _U64 | None]
    _final_obs: NotRequired[_Bool]
    final_positions: NotRequired[Positions]

@final
class Env(Generic[_Observations]):
    """Many games of chess side by side, each of which takes one action in every step.

    Actions are numbers of `policy`, as in `Positions.legal_mask`: `4096`, `4672`, `1858`, `pgx` or `open_spiel`.
    Rewards are for the side that plays the action: 1 for mate, -1 for an illegal action with `on_illegal="lose"`, else
    0; by default an illegal action raises `IllegalMoveError`.

    `observations` are the pieces as the side to move sees them, (n, 12, 8, 8) `uint8` or `float32`; with castling
    rights, en passant and clock, (n, 19, 8, 8), `extra-uint8` or `extra-float32` (`Positions.planes`); the last eight
    positions of each game with repetitions, `lc0-` or `alphazero-` and `uint8`, `float32` or `uint64`
    (`Positions.history`); or `none`. The history of a game begins after its opening plies.

    Games begin with a random one of `starts`, or with the start position, followed by `opening_plies` random
    moves. They end by mate, stalemate, insufficient material, fivefold repetition and the 75-move rule, with
    `claim_draws` also by threefold repetition and the 50-move rule; they are truncated after `max_plies`.

    `auto_reset` is `same_step` (or True): the next game begins in the step that ends one; `next_step`: in the
    step after it, whose action is ignored; `disabled` (or False): at the next `reset`.

    `masks` are the kind of `action_mask` in infos: `bool`, `bits` (packed into uint64), or `none`, the fastest
    for `sample` and `legal_actions`. `copy=False` reuses the arrays of observations and masks in every step.
    """

    @overload
    def __new__(
        cls,
        n: int,
        *,
        policy: _Policy = "4096",
        observations: _ObserveU8 = "uint8",
        starts: Positions | None = None,
        opening_plies: int = 0,
        claim_draws: bool = True,
        max_plies: int | None = None,
        on_illegal: Literal["raise", "lose"] = "raise",
        auto_reset: bool | _AutoReset = True,
        masks: Literal["bool", "bits", "none"] = "bool",
        copy: bool = True,
        threads: int | None = 1,
    ) -> Env[_U8]: ...
    @overload
    def __new__(
        cls,
        n: int,
        *,
        policy: _Policy = "4096",
        observations: _ObserveF32,
        starts: Positions | None = None,
        opening_plies: int = 0,
        claim_draws: bool = True,
        max_plies: int | None = None,
        on_illegal: Literal["raise", "lose"] = "raise",
        auto_reset: bool | _AutoReset = True,
        masks: Literal["bool", "bits", "none"] = "bool",
        copy: bool = True,
        threads: int | None = 1,
    ) -> Env[_F32]: ...
    @overload
    def __new__(
        cls,
        n: int,
        *,
        policy: _Policy = "4096",
        observations: _ObserveU64,
        starts: Positions | None = None,
        opening_plies: int = 0,
        claim_draws: bool = True,
        max_plies: int | None = None,
        on_illegal: Literal["raise", "lose"] = "raise",
        auto_reset: bool | _AutoReset = True,
        masks: Literal["bool", "bits", "none"] = "bool",
        copy: bool = True,
        threads: int | None = 1,
    ) -> Env[_U64]: ...
    @overload
    def __new__(
        cls,
        n: int,
        *,
        policy: _Policy = "4096",
        observations: Literal["none"],
        starts: Positions | None = None,
        opening_plies: int = 0,
        claim_draws: bool = True,
        max_plies: int | None = None,
        on_illegal: Literal["raise", "lose"] = "raise",
        auto_reset: bool | _AutoReset = True,
        masks: Literal["bool", "bits", "none"] = "bool",
        copy: bool = True,
        threads: int | None = 1,
    ) -> Env[None]: ...
    @overload
    def __new__(
        cls,
        n: int,
        *,
        policy: _Policy = "4096",
        observations: _Observe,
        starts: Positions | None = None,
        opening_plies: int = 0,
        claim_draws: bool = True,
        max_plies: int | None = None,
        on_illegal: Literal["raise", "lose"] = "raise",
        auto_reset: bool | _AutoReset = True,
        masks: Literal["bool", "bits", "none"] = "bool",
        copy: bool = True,
        threads: int | None = 1,
    ) -> Env[_U8 | _F32 | _U64]: ...
    @property
    def num_envs(self) -> int:
        """The number of games."""
    @property
    def num_actions(self) -> int:
        """The number of actions."""
    def reset(self, seed: int | None = None, *, mask: ArrayLike | None = None) -> tuple[_Observations, EnvInfo]:
        """Begins new games, all or those of `mask`, and returns observations and infos.

        A seed begins a new sequence of starts; without one, the sequence goes on.
        """
    def step(self, actions: ArrayLike) -> tuple[_Observations, _F32, _Bool, _Bool, StepInfo]:
        """Plays an action in each game: (observations, rewards, terminated, truncated, infos).

        Infos have `action_mask` (n, actions), `outcome` (the numbers of `Outcome`) and `plies`, both of the
        game in which the action was played. If games have ended and begun again, there are also `final_obs`,
        `_final_obs` (a mask of these games, the only ones whose `final_obs` has a meaning) and `final_positions`.
        """
    def sample(self, rng: np.random.Generator | int) -> _U16:
        """A random legal action for each game, all equally likely: (n,) uint16. It needs no masks. A game that
        is over has action 0.

        `rng` is a `numpy.random.Generator`, from which one number is taken, or an integer as a seed.
        """
    def action_masks(self) -> _Bool:
        """The legal actions of all games as a mask, (n, actions) bool, whatever `masks` says."""
    def legal_actions(self) -> tuple[_U16, _I64]:
        """The legal actions of all games in a row, uint16, and the offsets at which those of each begin, (n + 1,)
        int64. A game that is over has none.
        """
    def positions(self) -> Positions:
        """The current positions of all games."""
    def fens(self) -> list[str]:
        """The FENs of all games."""
    def fen(self, lane: int) -> str:
        """The FEN of one game."""
    def render(self, lane: int = 0, kind: Literal["text", "svg"] = "text") -> str:
        """The board of one game: `text` is eight lines of letters, `svg` a drawing."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Loader:
    """Shuffled batches of training positions from files, for networks.

    `files` is a path or a list of paths; a folder stands for its files of known formats, a pattern such as
    `data/*.binpack` for the files that it matches. The format is known by the name, as in `games.binpack` or
    `games.plain.zst`, or given by `format`: `binpack`, `plain`, `bin`, `marlinformat`, `viriformat`,
    `bulletformat`, `text`, `fen`, `binaryfen` or `tgct`. Files that end in `.zst` or `.gz` are decompressed.

    `inputs` names sets of inputs, joined by `+` into one numbering: `chess768`, `halfkp`, `halfka_hm`,
    `halfkav2_hm`, `full_threats`, `full_threats_60144`, `full_threats_60720`, `full_threats_66864`,
    `full_threats_79856`, `pp_3wide`, or `chess768[..]` with king buckets of your own, as in `Positions.features`;
    without it, batches have positions and labels only.

    `layout` is `csr`, rows one after the other with offsets, or `padded`, rows of `width` numbers filled with -1. By
    default the width is 32 for pieces, 128 for threats and 120 for pairs of pawns, added up; only a batch with a
    position that has more inputs, which no game is known to have, is wider. A position that does not fit a given width
    is an error. The order of a row is the one in which inputs are `found`, or `ascending`.

    `where` is a rule, or a list of rules that must all hold. Positions that it leaves out cost no inputs. Conditions
    are those of `Positions.where`; `best-capture`, `best-direct-capture` (not en passant), `best-promotion`,
    `best-check`, and `no-best-capture` and so on; `score<=1000` (white's), `|score|<=1000` (either side's), `score` and
    `no-score` (whether there is one), `ply>=16`, `result=draw`; and the rules of nnue-pytorch: `random<1/4`,
    `likely-result`, `no-placeholder`, `|simple-eval|>=400`, `soft-ply=0:0.1,20:1` and `piece-targets=0,0.4,1,1,0.75`,
    which the book explains. `random-game<1/4` keeps whole games of binpack; the others are not even decoded if `quadbit
    pack --index` has written an index next to the file. Chance depends on `seed`, the epoch and the place of a position
    in its file, not on `threads` or `rank`.

    `select` is a function for what no condition says. It gets a `Batch` without inputs, of thousands of positions that
    fulfil the conditions, and returns an array of bool: which of them are kept.

    Positions are drawn at random from a window of `window` positions, 64 bytes each; 1 keeps the order of the files.
    Besides the window, sixteen blocks of the files are in memory: 64 KiB each, or a whole chunk of binpack, which may
    have 100 MB. The order of batches depends only on `seed`, not on `threads`. A loop without any batch warns. Of
    `world_size` machines or processes, each has a share by its `rank`. With `share="blocks"` it reads every
    `world_size`-th block, 64 KiB of a file or a chunk of binpack, so numbers of batches differ. With `share="games"` it
    reads every `world_size`-th game of binpack, and a file of one chunk is shared too; numbers of batches differ, and
    an index spares each machine the games of the others. With `share="positions"` it reads everything and finds inputs
    for every `world_size`-th position that is kept: all have equal numbers of batches.

    The last batch may be short; `drop_last` leaves it out. With `endless`, the files are read again and again and
    every batch is full: each machine takes as many as an epoch should have. `view="mover"` gives scores and results of
    the side to move. `level` names the vector instructions, as for the command: `auto`, `fallback`, `sse2`, `sse4.2`,
    `avx2`, `avx512`, `neon` or `wasm`. For planes with history, read the games in order, with `window=1`, and call
    `Positions.history`, as the book shows.

    `iter(loader)` and `loader.epoch(n)` read the files from the beginning on threads of their own, up to `prefetch`
    batches ahead, and one for each further thread. `iter(loader)` is always epoch 0: in a loop over epochs, call
    `loader.epoch(n)`. Its `state_dict()` has the arguments with which `loader.epoch(**state)` goes on. A file that
    cannot be read raises `OSError`; the next batches are those of the files after it. `progress` is called with a
    `Progress` before each batch is returned. A bad record raises `RecordError` after the batches of what was read
    before it, or with `on_error="skip"` is counted in `Progress.bad_records`, and a warning at the end says how many
    there were. Damage in a chunk of binpack counts once and costs the rest of the chunk, which cannot be decoded; its
    bytes are counted in `Progress.lost_bytes`, and other chunks lose nothing.
    """

    def __new__(
        cls,
        files: str | PathLike[str] | Iterable[str | PathLike[str]],
        inputs: str | None = None,
        *,
        format: _Format | None = None,
        batch_size: int = 16384,
        layout: Literal["csr", "padded"] = "csr",
        width: int | None = None,
        order: Literal["found", "ascending"] = "found",
        where: str | Sequence[str] | None = None,
        select: Callable[[Batch], NDArray[np.bool_]] | None = None,
        view: Literal["white", "mover"] = "white",
        drop_last: bool = False,
        endless: bool = False,
        window: int = 1048576,
        seed: int = 0,
        prefetch: int = 2,
        on_error: _OnError = "raise",
        relaxed: bool = False,
        standard: bool = False,
        rank: int = 0,
        world_size: int = 1,
        share: Literal["blocks", "games", "positions"] = "blocks",
        progress: Callable[[Progress], object] | None = None,
        level: Literal["auto", "fallback", "sse2", "sse4.2", "avx2", "avx512", "neon", "wasm"] = "auto",
        threads: int | None = 1,
    ) -> Loader: ...
    @property
    def num_inputs(self) -> int:
        """The number of inputs: every index is below it. 0 without `inputs`."""
    @property
    def num_batches(self) -> int | None:
        """The number of batches of an epoch; `None` if the files do not tell it: where they are compressed or their
        records have no fixed size, with `where`, `select` or `endless`, and for a share of blocks or games. Bad records
        count as good ones.
        """
    @property
    def width(self) -> int | None:
        """The width of padded rows, unless a position has more inputs; `None` with the layout `csr`."""
    def __iter__(self) -> Batches: ...
    def epoch(self, n: int, *, skip: int = 0, mark: Sequence[int] | None = None) -> Batches:
        """The batches of an epoch: the positions of the files once, or with `endless` again and again, in an order that
        depends on the seed and the number of the epoch. The first `skip` batches are left out: positions are read, but
        no inputs are found. With the `mark` of a `state_dict` it reads only what the window held, and a little more,
        however much was read before. The files, `batch_size`, `window`, `seed`, `where`, `standard`, `relaxed`, `rank`,
        `world_size` and `share` must be those of the loader that set the mark, or it is a `ValueError`; the paths of
        the files may change. `select` sees only the positions after the mark.
        """

@final
class Batches:
    """An iterator over the batches of a `Loader`."""

    def __iter__(self) -> Batches: ...
    def __next__(self) -> Batch: ...
    def state_dict(self) -> dict[str, Any]:
        """The arguments with which `loader.epoch(**state)` goes on after the last batch: `n`, `skip` and `mark`. It takes
        about 0.1 s for the usual window.
        """

@final
class Batch:
    """Positions with their inputs and labels, as arrays. Scores and results are white's, or with `view="mover"` those of
    the side to move.
    """

    @property
    def positions(self) -> Positions:
        """The positions: `Positions`, n of them, made when they are read first."""
    @property
    def indices(self) -> tuple[_I32, _I32] | None:
        """The inputs as white and as black see the positions: two int32 arrays, (n, width), or with the layout `csr`
        one-dimensional; `None` without inputs.
        """
    @property
    def offsets(self) -> tuple[_I64, _I64] | None:
        """Where the inputs of each position begin, and the end of the last ones: two int64 arrays, (n + 1,);
        `None` if rows are padded.
        """
    @property
    def moves(self) -> _U16:
        """The moves that were played or found best: (n,) uint16, 0 if there is none."""
    @property
    def scores(self) -> _F32:
        """The scores for white, or with `view="mover"` for the side to move, in centipawns or in the engine's
        unit: (n,) float32, NaN if there is none.
        """
    @property
    def results(self) -> _F32:
        """The results of the games as points of white, or with `view="mover"` of the side to move: (n,) float32,
        1 if that side won, 0.5 for a draw, 0 if it lost; NaN if unknown.
        """
    @property
    def plies(self) -> _I32:
        """Plies since the beginning of the game: (n,) int32."""
    @property
    def black_to_move(self) -> _Bool:
        """Whether black is to move: (n,) bool."""
    @property
    def piece_counts(self) -> _U8:
        """The numbers of pieces, kings included: (n,) uint8. Stockfish's bucket is `(piece_counts - 1) // 4`."""
    def padded(self, width: int | None = None, *, out: tuple[_I32, _I32] | None = None) -> tuple[_I32, _I32]:
        """The inputs of a batch with the layout `csr` as rows filled with -1: two int32 arrays, (n, width), white's first.

        The `width` is by default that of the widest row, or of the arrays of `out`. `out` takes the rows: two arrays
        that do not overlap, such as those of tensors in pinned memory.
        """
    def __len__(self) -> int: ...

@final
class Progress:
    """How far a loader has got."""

    @property
    def bytes(self) -> int:
        """How many bytes of the files the batches so far stand for; of compressed files, the compressed bytes."""
    @property
    def total_bytes(self) -> int | None:
        """The number of bytes of all files; `None` if the length of one is not known, as of a pipe."""
    @property
    def positions(self) -> int:
        """The positions in the batches so far."""
    @property
    def bad_records(self) -> int:
        """The bad records so far. The positions before the damage in a chunk of binpack or a game of viriformat are kept."""
    @property
    def lost_bytes(self) -> int:
        """The bytes of such chunks and games after the damage, which cannot be decoded: how many positions they held is
        not known.
        """

@type_check_only
class _Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...

def compare(moves: Callable[[str], Iterable[str]], *, max_nodes: int = 1_000) -> list[dict[str, Any]]:
    """Compares a function with the rules of chess, on the suite that ships with quadbit. `moves` takes a FEN and returns
    the legal moves as UCI text; cases of at most `max_nodes` leaves are counted with it.

    The result has a dict for each position that differs: `fen`, where the comparison began; `path`, the moves from
    there; `at`, the FEN that differs; `differs`, a line for each difference there; `report`, all of it in lines.
    """

def diagnose(fen: str, counts: Mapping[int, int], *, threads: int | None = 1) -> dict[str, Any]:
    """Names the broken rule from wrong perft numbers: `counts` are the numbers of a generator by depth, 1 to 9.

    The dict has the right number at the greatest depth, `right`; the names of the faults that give exactly these
    numbers, `rules`; pairs that do if none does, `guesses`; if several fit, `next`: the count that tells them apart.
    """

def read_pgn(
    source: _Games,
    *,
    rows: Literal["moves", "games", "headers"] = "moves",
    batch: int = 16384,
    tags: Iterable[str] | Mapping[str, type[str] | type[float]] | Literal["all"] = (),
    clocks: bool = False,
    evals: bool = False,
    nags: bool = False,
    spent: bool = False,
    comments: bool = False,
    columns: Sequence[str] | None = None,
    where: str | Sequence[str] | None = None,
    last: bool = False,
    depths: bool = False,
    standard: bool = False,
    on_error: _OnError = "raise",
    threads: int | None = 1,
    start: int | None = None,
    end: int | None = None,
) -> Games:
    """Reads the games of a PGN file in batches: an iterator of `GameBatch`.

    `source` is a path, a file that is open for reading bytes, a pipe, bytes or a buffer, or a list of them: their games
    are numbered, and their bytes counted, as if they were one file with a blank line between. A folder stands for its
    files that end in `.pgn`, also compressed, a pattern such as `2024/*.pgn.zst` for the files that it matches, `-` for
    standard input. Input that begins as zstd or gzip is decompressed, on a thread of its own.

    `rows` says what a row is: one of the `moves` of a game, with the position before it, and if `last` is true also one
    for its last position, without a move; or the game, also one without moves. `games` have their number of plies,
    their final position and their bytes in the file. `headers` are read without a look at the moves, so that those of
    games that cannot be played are there too: result, tags and bytes. The numbers of games are the same in all.

    A batch has whole games with at least `batch` rows together; the last may have fewer. `tags` names tags that become
    columns of texts, as in `["White", "Opening"]`, or of numbers, as in `{"WhiteElo": float}`; if a row is a game, also
    `"all"`. With `clocks`, `spent`, `evals`, `nags` and `comments`, there are columns for `[%clk ..]`, `[%emt ..]`,
    `[%eval ..]`, annotation glyphs, and comments with what they draw on the board. `depths` adds the depths of
    evaluations, and also reads evaluations as programs for matches of engines write them, `{+0.22/8 1.2s}`. Clocks and
    evaluations that cannot be read are counted in `unread`. Variations are skipped. `standard` refuses games that begin
    with castling rights of Chess960.

    `where` is a rule of the book's language: about tags, such as `WhiteElo>=2000`, `Result=1-0`, `Date<2020.05` or
    `Opening contains Najdorf`; about positions and moves, such as `Q-q>=1`, `r1bq?rk1/pp3ppp`, `KRPvKR`,
    `near "FEN" <= 4` or `sacrifice>=2`; joined by `and`, `or`, `not`, parentheses, and in time by `then`, `within` and
    `for`. Rows are the positions for which it holds, or the games with such a position. All rules of a list have to
    hold. The moves of games whose tags rule them out are not looked at.

    A game that cannot be played raises `PgnError`, which names its number and the byte and ply, after the batches of
    the games before it; with `on_error="skip"` it ends before its first bad move, with the result that it has, and is
    counted in `skipped` and named in `faults`. Of a game without a start position nothing is left.

    Several `threads` share the work: the one that asks for a batch, and others, which read ahead while Python works, up
    to about 100,000 positions each, from the first batch on. If the source is a pipe or an open file, where bytes may
    come late, all `threads` are others. The batches do not depend on their number.

    With `start` or `end`, only games are read that begin in this range of bytes of the file at a path, which must not
    be compressed. A game begins where the previous one ends, so ranges that cover the file have each game once. Games
    are numbered from the first of the range.

    The iterator and its batches are Arrow data too, if pyarrow is installed: `pyarrow.table(batch)`,
    `polars.DataFrame(batch)`, `duckdb.sql("FROM batch")`. The arrays of a batch share their memory with such data, so
    they can no longer be written to. `columns` names their first columns, as in `["key", "san", "result"]`: `fen`,
    `epd` (a FEN without clocks), `key`, `polyglot_key`, `material` (such as `KRPvKR`), `result`, `game`; of moves also
    `ply`, `move`, `uci` and `san`, of games `plies`, `begin_byte` and `end_byte`. Columns that were asked for in other
    ways and the tags follow. The iterator is read once; a second stream raises `RuntimeError`.
    """

@final
class Games:
    """An iterator over the batches of `read_pgn`, in the order of the file.

    No more of the file is in memory than the present batch and some parts read ahead.
    """

    def __iter__(self) -> Games: ...
    def __next__(self) -> GameBatch: ...
    def _empty_batch(self) -> GameBatch: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    @property
    def unread(self) -> int:
        """The number of clocks and evaluations in comments that could not be read so far, as in `[%clk 1:30]`."""
    @property
    def skipped(self) -> int:
        """The number of games so far that could not be played to their end, with `on_error="skip"`."""
    @property
    def faults(self) -> list[str]:
        """Why games could not be played to their end so far, with their numbers, as in `PgnError`: the first 1000."""

@final
class Game:
    """A game with its variations, comments and glyphs, which can be edited and written.

    `root` is the node before the first move. `str(game)` is its PGN in the standard's export format.
    """

    def __new__(cls, start: Position | str | None = None) -> Game: ...
    @staticmethod
    def parse(text: str) -> Game:
        """The first game of a text. A word that is no legal move is a `PgnError`, also in a variation."""
    def with_line_breaks(self) -> str:
        """Writes the game as PGN and keeps the line breaks inside comments."""
    @property
    def errors(self) -> list[str]:
        """What could not be read of the game: one text for each line of moves that ends early."""
    @property
    def headers(self) -> Mapping[str, str]:
        """The tags by their names, as a mapping that cannot be written to; see `set_header`."""
    def set_header(self, name: str, value: str | None) -> None:
        """Sets a tag; `None` removes it. `Result` is one of `1-0`, `0-1`, `1/2-1/2` and `*`."""
    @property
    def root(self) -> GameNode:
        """The node before the first move."""
    def mainline(self) -> list[GameNode]:
        """The nodes of the main line."""
    def walk(self) -> list[GameNode]:
        """All nodes, in the order in which they are written: a move, the variations that replace it, the next move."""
    def merge(self, other: Game) -> None:
        """Adds the moves, comments and glyphs of another game that begins at the same position."""
    def _repr_svg_(self) -> str: ...

@final
class GameNode:
    """A move of a `Game` and the position after it, or the beginning of the game. Two nodes are equal if they are the same
    node of the same game.
    """

    @property
    def game(self) -> Game:
        """The game to which the node belongs."""
    @property
    def move(self) -> str | None:
        """The move as UCI text; `0000` for one that passes the turn, `None` for the root."""
    def san(self) -> str | None:
        """The move as SAN text; `--` for one that passes the turn, `None` for the root."""
    def board(self) -> Position:
        """The position after the move."""
    def ply(self) -> int:
        """The number of half moves from the beginning of the game to this node."""
    @property
    def parent(self) -> GameNode | None:
        """The node before this one; `None` for the root and for deleted nodes."""
    @property
    def variations(self) -> list[GameNode]:
        """The nodes after this one: the first goes on with the line, the others are variations."""
    def next(self) -> GameNode | None:
        """The next node of the line; `None` at its end."""
    def add_variation(self, mv: str | int) -> GameNode:
        """Adds a move after this node, as the last variation, and returns its node. If a variation has this move already,
        returns the node that is there.
        """
    def add_line(self, moves: Sequence[str | int]) -> GameNode:
        """Adds moves after this node, one after the other, and returns the last node."""
    def promote(self) -> None:
        """Moves the line one place towards the main line."""
    def demote(self) -> None:
        """Moves the line one place away from the main line."""
    def promote_to_main(self) -> None:
        """Makes the line the first one among those that replace the same move."""
    def remove(self) -> None:
        """Deletes the move and all moves after it."""
    @property
    def comment(self) -> str:
        """The comments after the move, joined by blanks; the root's stand before the first move. Setting it replaces them."""
    @comment.setter
    def comment(self, text: str) -> None: ...
    @property
    def starting_comment(self) -> str:
        """The comments before the move, the first of a variation."""
    @starting_comment.setter
    def starting_comment(self, text: str) -> None: ...
    @property
    def nags(self) -> set[int]:
        """The annotation glyphs (NAGs) of the move, as a set that is a copy. Setting it replaces them."""
    @nags.setter
    def nags(self, nags: set[int]) -> None: ...
    def clock(self) -> float | None:
        """The clock in seconds (`%clk`); `None` if there is none."""
    def set_clock(self, seconds: float | None) -> None:
        """Writes the clock, in seconds; `None` removes it."""
    def emt(self) -> float | None:
        """The seconds that the move took (`%emt`); `None` if it is not said."""
    def set_emt(self, seconds: float | None) -> None:
        """Writes the seconds that the move took; `None` removes them."""
    def eval(self) -> tuple[Literal["cp", "mate"], int] | None:
        """The evaluation from white's view (`%eval`): `("cp", 17)` in hundredths of a pawn, or `("mate", -3)`; `None` if
        there is none.
        """
    def eval_depth(self) -> int | None:
        """The depth of the evaluation in plies; `None` if it is not said."""
    def set_eval(self, eval: tuple[str, int] | None, depth: int | None = None) -> None:
        """Writes an evaluation of the kind that `eval` returns; `None` removes it."""
    def arrows(self) -> list[tuple[str, str, str]]:
        """The arrows and coloured squares: tuples such as `("green", "c8", "f5")`; a square is named twice."""
    def set_arrows(self, arrows: Sequence[tuple[str, str, str]]) -> None:
        """Writes arrows and coloured squares, in place of those that are there."""

@final
class GameReader:
    """An iterator over the games of a file; returned by `read_games`."""

    def __iter__(self) -> GameReader: ...
    def __next__(self) -> Game: ...
    @property
    def faults(self) -> list[str]:
        """The errors of games that were left out so far, because their start position cannot be read."""

def read_games(
    source: _Games,
    *,
    where: str | Sequence[str] | None = None,
    on_error: Literal["keep", "raise"] = "keep",
    standard: bool = False,
) -> GameReader:
    """The games of a PGN file as trees: an iterator of `Game`.

    `source` is a file as for `read_pgn`, `where` a rule about tags. A line ends at a word that is no legal move;
    `errors` of the game says so, and nothing else is lost. With `on_error="raise"`, such a game raises a `PgnError`,
    and the iterator goes on with the next one. A game whose start position cannot be read is left out, and named in
    `faults` of the iterator; so is one with castling rights of Chess960 if `standard` is true.
    """
@final
class GameBatch:
    """Whole games with what belongs to them: n rows in every column.

    By default a row is a move. The clock and the evaluation of a row are those written after its move: they describe
    the position after it. With `rows="games"` and `rows="headers"` a row is a game. A column that was not read is an
    `AttributeError`.
    """

    @property
    def positions(self) -> Positions:
        """The positions before each move: `Positions`, n of them; with `rows="games"` the final ones."""
    @property
    def moves(self) -> _U16:
        """The moves that were played: (n,) uint16, 0 for a null move."""
    @property
    def results(self) -> _F32:
        """White's points: (n,) float32, 1, 0.5 or 0; NaN if unknown."""
    @property
    def games(self) -> _I64:
        """The numbers of the games in the file, from 0: (n,) int64. Games that are left out are counted too."""
    @property
    def plies(self) -> _I32:
        """For each move, the number of moves of its game before it, from 0: (n,) int32; with `rows="games"`, the number
        of moves of each game.
        """
    @property
    def bytes(self) -> _I64:
        """For each game, the byte of the (decompressed) file at which it begins, and the first byte after it and its
        blank lines: (n, 2) int64. Such slices of a file, joined in any order, are a file of games.
        """
    @property
    def spent(self) -> _F32:
        """The time that the move took (`[%emt ..]`), in seconds: (n,) float32, NaN if there is none."""
    @property
    def comments(self) -> NDArray[np.object_]:
        """The comments of the move without the commands that have columns of their own, joined by blanks: (n,) objects,
        `str`, or `None` if there is nothing. Comments in variations and before the first move are left out.
        """
    @property
    def shapes(self) -> NDArray[np.object_]:
        """The circles and arrows that are drawn at the move (`[%csl Ge4]`, `[%cal Rd1d8,Yg1f3]`), as in
        `"Ge4 Rd1d8 Yg1f3"`: (n,) objects, `str`, or `None` if there are none.
        """
    @property
    def _columns(self) -> list[str]: ...
    @property
    def _lengths(self) -> list[int]: ...
    @property
    def _tags(self) -> dict[str | None, Any]: ...
    @property
    def clocks(self) -> _F32:
        """The time left after the move, in seconds: (n,) float32, NaN if there is none."""
    @property
    def centipawns(self) -> _F32:
        """The evaluation after the move in centipawns, from white's view: (n,) float32, NaN if there is none or it
        is a mate.
        """
    @property
    def mates(self) -> _F32:
        """The moves to mate after the move, negative if black mates: (n,) float32, NaN if there is none."""
    @property
    def depths(self) -> _F32:
        """The depth of the evaluation in plies: (n,) float32, NaN if there is none."""
    @property
    def nags(self) -> tuple[_U16, _I64]:
        """Annotation glyphs (NAGs): all of them, uint16, and where those of each move begin, (n + 1,) int64. The
        marks `!`, `?`, `!!`, `??`, `!?` and `?!` are 1 to 6.
        """
    @property
    def tags(self) -> dict[str, NDArray[np.float64 | np.object_]]:
        """The tags by name: (n,) float64, NaN if one is missing or not a number; or (n,) objects, `str` or
        `None`.
        """
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    @overload
    def history(
        self,
        *,
        layout: _Layout = "lc0",
        dtype: _Bytes = "uint8",
        out: _U8 | None = None,
        threads: int | None = 1,
    ) -> _U8:
        """Like `positions.history`, for the games of this batch: the `starts` are known here."""
    @overload
    def history(
        self,
        *,
        layout: _Layout = "lc0",
        dtype: _Floats,
        out: _F32 | None = None,
        threads: int | None = 1,
    ) -> _F32: ...
    @overload
    def history(
        self,
        *,
        layout: _Layout = "lc0",
        dtype: _Words,
        out: _U64 | None = None,
        threads: int | None = 1,
    ) -> _U64: ...
    def __len__(self) -> int: ...
