"""lc0's training data: records of versions 6 and 7 as structured arrays of numpy.

>>> from quadbit import lc0
>>> lc0.V6.itemsize, lc0.V7.itemsize
(8356, 8396)

`read` and `write` do files, `records` makes records of games, `positions` and `moves` give back what was played, `planes`
the inputs of the network. Fields have lc0's names. A record holds one position; those of a game follow each other.
"""

import gzip
import os
from collections.abc import Iterable
from io import BytesIO
from os import PathLike
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._quadbit import Positions

if TYPE_CHECKING:
    from ._quadbit import _Layout

_Records: TypeAlias = NDArray[np.void]
_Words: TypeAlias = NDArray[Any]

_RIGHTS = ("castling_us_ooo", "castling_us_oo", "castling_them_ooo", "castling_them_oo")
_STATE = ("side_to_move_or_enpassant", "rule50_count", "invariance_info", "dummy")
_FLOATS = (
    *("root_q", "best_q", "root_d", "best_d", "root_m", "best_m", "plies_left", "result_q", "result_d"),
    *("played_q", "played_d", "played_m", "orig_q", "orig_d", "orig_m"),
)

#: A record of version 6, as lc0 writes it: `src/trainingdata/trainingdata_v6.h`.
V6 = np.dtype(
    [
        ("version", "<u4"),
        ("input_format", "<u4"),
        ("probabilities", "<f4", (1858,)),
        ("planes", "<u8", (104,)),
        *((name, "u1") for name in _RIGHTS + _STATE),
        *((name, "<f4") for name in _FLOATS),
        ("visits", "<u4"),
        ("played_idx", "<u2"),
        ("best_idx", "<u2"),
        ("policy_kld", "<f4"),
        ("q_st", "<f4"),
    ]
)
#: A record of version 7: one of version 6 and four more fields, `src/trainingdata/trainingdata_v7.h`.
V7 = np.dtype(
    [*V6.descr, ("d_st", "<f4"), ("opp_played_idx", "<u2"), ("next_played_idx", "<u2"), ("reserved", "<f4", (8,))]
)
_VERSIONS = {6: V6, 7: V7}

#: The numbers of the layouts in `input_format`.
FORMATS: "dict[_Layout, int]" = {
    "lc0": 1,
    "lc0-castling": 2,
    "lc0-canonical": 3,
    "lc0-canonical-hectoplies": 4,
    "lc0-canonical-v2": 5,
    "lc0-canonical-hectoplies-armageddon": 132,
    "lc0-canonical-v2-armageddon": 133,
}
# The turns of the board in `invariance_info`: files reversed, ranks reversed, mirrored about the diagonal h1 to a8.
_FILES, _RANKS, _DIAGONAL = 1, 2, 4
_BLACK = 128
# The number of records that are read before they are looked at.
_AT_ONCE = 256


def read(source: str | PathLike[str] | bytes) -> _Records:
    """The records of a file, or of its bytes, plain or compressed by gzip: an array of `V6` or `V7`.

    Raises `ValueError` for other versions and forms, and `EOFError` for a file that ends within a record or within its
    compressed data. Nothing is read or decompressed beyond a wrong record and 255 others.
    """
    with BytesIO(source) if isinstance(source, bytes) else open(source, "rb") as file:
        is_compressed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        stream = gzip.open(file) if is_compressed else file
        data = bytearray(_taken(stream, 4, 0))
        if not data:
            return np.empty(0, V6)
        version = int.from_bytes(data, "little")
        if version not in _VERSIONS:
            raise ValueError(f"record 0: expected version 6 or 7, got {version}")
        dtype, number = _VERSIONS[version], 0
        while more := _taken(stream, _AT_ONCE * dtype.itemsize, number):
            data += more
            whole = len(data) // dtype.itemsize
            _checked(np.frombuffer(data[number * dtype.itemsize : whole * dtype.itemsize], dtype), number)
            number = whole
    if len(data) != number * dtype.itemsize:
        raise EOFError(f"record {number}: the file ends within it")
    return np.frombuffer(bytes(data), dtype).copy()


def write(path: str | PathLike[str], records: _Records) -> None:
    """Writes records to a file, compressed if its name ends in `.gz`, which lc0's tools expect. The file is whole, or as it
    was before.
    """
    data = _checked(records).tobytes()
    with NamedTemporaryFile(dir=Path(path).parent, prefix=f".{Path(path).name}.", delete=False) as file:
        try:
            file.write(gzip.compress(data) if str(path).endswith(".gz") else data)
            file.close()
            Path(file.name).chmod(_mode(path))
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink()
            raise


def planes(records: _Records) -> NDArray[np.uint64]:
    """The planes that the network sees, (n, 112) uint64 with a1 as the lowest bit, as `Positions.history` gives them."""
    forms = _checked(records)["input_format"]
    rights = np.stack([records[name] for name in _RIGHTS], axis=1).astype(np.uint64)
    state = np.zeros((len(records), 8), np.uint64)
    full = np.uint64(2**64 - 1)
    state[:, :4] = np.where(rights != 0, full, 0)
    later = forms > 1
    state[later, 0] = rights[later, 0] | rights[later, 2] << 56
    state[later, 1] = rights[later, 1] | rights[later, 3] << 56
    state[later, 2:4] = 0
    side = records["side_to_move_or_enpassant"].astype(np.uint64)
    state[:, 4] = np.where(forms > 2, side << 56, np.where(side != 0, full, 0))
    state[:, 5] = np.where(records["rule50_count"] != 0, full, 0)
    state[:, 6] = np.where((forms > 128) & _black(records), full, 0)
    state[:, 7] = full
    return np.concatenate([_turned(records["planes"].astype(np.uint64), _FILES), state], axis=1)


def positions(records: _Records) -> Positions:
    """The positions. Their moves are not counted: each is move 1. Without canonical forms, a double push is known by the
    position before.

    Raises `ValueError` for a record with two pieces on a square, or with a right to castle without its king and rook. The
    form `lc0` has only the rights of standard chess.
    """
    seen, forms, turns = planes(records), records["input_format"], records["invariance_info"] & 7
    seen[:, :12] = _turned_back(seen[:, :12], np.where(forms > 2, turns, 0))
    black = _black(records)
    # The square behind a pawn that has just gone two squares.
    now, before = seen[:, 6], seen[:, 19]
    to = now & ~before
    is_push = (before & ~now == to << 16) & (before != 0) & (to & (to - (to != 0)) == 0) & (to >> 32 << 32 == to)
    pushed = np.where(is_push, to << 8, 0)
    file = np.where(turns & _FILES, _turned(seen[:, 108], _FILES), seen[:, 108]) >> 56
    passed = np.where(forms > 2, file << 40, pushed)

    # Records of marlinformat: occupied squares, a nibble for each piece, state.
    kinds = np.zeros((len(records), 64), np.uint8)
    white = np.where(black[:, None], np.roll(_turned(seen[:, :12], _RANKS), 6, axis=1), seen[:, :12])
    taken = np.zeros(len(records), np.uint64)
    for kind in range(12):
        _refuse(white[:, kind] & taken != 0, "two pieces on a square")
        taken |= white[:, kind]
        kinds |= _bits(white[:, kind]) * np.uint8(kind % 6 + 8 * (kind // 6) + 16)
    for name, home, corner in zip(_RIGHTS, (0, 0, 56, 56), (0, 7, 0, 7), strict=True):
        rights = records[name].astype(np.uint64)
        rooks = np.where(forms > 1, rights, (rights != 0).astype(np.uint64) << corner) << home
        is_right = _bits(np.where(black, _turned(rooks, _RANKS), rooks)) != 0
        side = seen[:, :6] if home == 0 else seen[:, 6:]
        has_king = side[:, 5] >> home & np.where(forms > 1, 0xFF, 0x10).astype(np.uint64) != 0
        _refuse((side[:, 3] & rooks != rooks) | (rooks != 0) & ~has_king, f"{name} is set, but there is no such king and rook")
        kinds[is_right] = kinds[is_right] & 8 | 22
    occupied = kinds != 0
    order = np.argsort(~occupied, axis=1, kind="stable")[:, :32]
    nibbles = np.take_along_axis(kinds, order, axis=1) & 15
    bytes_ = np.zeros((len(records), 32), np.uint8)
    bytes_[:, :8] = np.packbits(occupied, axis=1, bitorder="little")
    bytes_[:, 8:24] = nibbles[:, ::2] | nibbles[:, 1::2] << 4
    square = np.where(passed != 0, np.where(black, 16, 40) + _lowest(passed) % 8, 64)
    bytes_[:, 24] = square + 128 * black
    bytes_[:, 25] = records["rule50_count"]
    bytes_[:, 26] = 1
    bytes_[:, 30] = 1
    return Positions.from_bytes(bytes_.tobytes(), "marlinformat").positions


def moves(records: _Records, field: str = "played_idx") -> NDArray[np.uint16]:
    """The moves of a field, `played_idx` or `best_idx`: (n,) uint16, as `Positions.push` takes them.

    Raises `IndexError` for a number above 1857, `ValueError` for one that is no legal move, and the errors of `positions`.
    """
    numbers = _checked(records)[field]
    for record in np.flatnonzero(numbers > 1857)[:1]:
        raise IndexError(f"record {record}: {field} is {numbers[record]}, expected 0 to 1857")
    indices = _INVERSE[_turns(records), numbers]
    return positions(records).index_move(indices, "lc0")


def records(
    batch: Positions,
    moves: ArrayLike,
    starts: Iterable[int] = (0,),
    *,
    results: ArrayLike | None = None,
    probabilities: ArrayLike | None = None,
    layout: "_Layout" = "lc0",
) -> _Records:
    """Records of version 6 for games whose positions follow each other, as in `Positions.history`.

    `moves` are those played, one for each position. `results` are white's points, 1, 0.5 or 0. `probabilities` are (n, 1858)
    float32, numbered as in `legal_mask("lc0")`, by default 1 for the move played; those of illegal moves become -1. `best_idx`
    is the move with the largest one. `plies_left` counts to the end of the game. `orig_q`, `orig_d` and `orig_m` are NaN, for
    unknown; every other field is 0 until you set it.

    Raises `ValueError` for a position with rights of Chess960 if `layout` is `lc0`, which cannot tell their rooks.
    """
    if layout not in FORMATS:
        raise ValueError(f"layout: expected {', '.join(FORMATS)}, got {layout!r}")
    n, firsts = len(batch), np.array(list(starts), np.int64)
    found = np.zeros(n, V6)
    found["version"], found["input_format"] = 6, FORMATS[layout]
    canonical = FORMATS[layout] > 2
    words = batch.history(firsts, layout=layout, dtype="uint64")
    if layout == "lc0":
        _refuse(_is_chess960(batch), "lc0's classical form cannot hold the castling rights of Chess960", "position")
    found["planes"] = _turned(words[:, :104], _FILES)
    for place, name in enumerate(_RIGHTS):
        # Plane 104 or 105 has our rook on the first rank and theirs on the eighth.
        rooks = words[:, 104 + place % 2] >> (56 * (place // 2)) & 255
        found[name] = rooks if FORMATS[layout] > 1 else words[:, 104 + place] != 0
    found["rule50_count"] = np.minimum(batch.halfmove_clocks(), 255)
    black = batch.black_to_move()
    found["side_to_move_or_enpassant"] = words[:, 108] >> 56 if canonical else black
    if canonical:
        found["invariance_info"] = _turn_of(batch, words) + _BLACK * black
    turns = _turns(found)
    played = batch.move_index(moves, "lc0")
    if probabilities is None:
        chances = np.zeros((n, 1858), np.float32)
        chances[np.arange(n), played] = 1
    else:
        chances = np.array(probabilities, np.float32)
        if chances.shape != (n, 1858):
            raise ValueError(f"probabilities: expected shape ({n}, 1858), got {chances.shape}")
    chances[~batch.legal_mask("lc0")] = -1
    # The last column is for promotions that leave their rank.
    chances = np.pad(chances, ((0, 0), (0, 1)), constant_values=-1)
    found["probabilities"] = np.take_along_axis(chances, _INVERSE[turns].astype(np.int64), axis=1)
    found["best_idx"] = found["probabilities"].argmax(axis=1)
    found["played_idx"] = _NUMBERS[turns, played]
    ends = np.append(firsts[1:], n)
    found["plies_left"] = np.repeat(ends, ends - firsts) - np.arange(n) if n else 0
    for name in ("orig_q", "orig_d", "orig_m"):
        found[name] = np.nan
    if results is not None:
        points = 2 * np.asarray(results, np.float32) - 1
        found["result_q"] = np.where(black, -points, points) + 0.0
        found["result_d"] = points == 0
    return found


def _taken(stream: gzip.GzipFile | IO[bytes], length: int, number: int) -> bytes:
    """At most `length` bytes, none at the end. `number` is that of the record in which an error is."""
    try:
        return stream.read(length)
    except EOFError:
        raise EOFError(f"record {number}: the file ends within it") from None


def _mode(path: str | PathLike[str]) -> int:
    """The permissions of a file that is replaced, or those of a new one."""
    if Path(path).exists():
        return Path(path).stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _refuse(wrong: NDArray[np.bool_], message: str, name: str = "record") -> None:
    """Raises an error for the first record that is wrong, if there is one."""
    for number in np.flatnonzero(wrong)[:1]:
        raise ValueError(f"{name} {number}: {message}")


def _is_chess960(batch: Positions) -> NDArray[np.bool_]:
    """Whether a king with a right is not on the e-file, or a rook with a right not on the a- or h-file."""
    words = batch.history(range(len(batch)), layout="lc0-castling", dtype="uint64")
    long, short = words[:, 104], words[:, 105]
    corners = (long & ~np.uint64(1 | 1 << 56) == 0) & (short & ~np.uint64(1 << 7 | 1 << 63) == 0)
    ranks = long | short
    us, them = ranks & 0xFF != 0, ranks >> 56 != 0
    kings = (~us | (words[:, 5] == 1 << 4)) & (~them | (words[:, 11] == 1 << 60))
    unusual: NDArray[np.bool_] = ~(corners & kings)
    return unusual


def _checked(records: _Records, first: int = 0) -> _Records:
    """Records, if all of them have the version of their type and a known form. `first` is the number of the first one."""
    expected = {dtype: version for version, dtype in _VERSIONS.items()}.get(records.dtype)
    if expected is None:
        raise TypeError(f"records: expected an array of lc0.V6 or lc0.V7, got dtype {records.dtype}")
    for name, known in (("version", [expected]), ("input_format", list(FORMATS.values()))):
        wrong = np.flatnonzero(~np.isin(records[name], known))
        if len(wrong):
            raise ValueError(f"record {first + wrong[0]}: {name} is {records[name][wrong[0]]}, expected {known}")
    return records


def _black(records: _Records) -> NDArray[np.bool_]:
    canonical = records["input_format"] > 2
    return np.where(canonical, records["invariance_info"] >= _BLACK, records["side_to_move_or_enpassant"] != 0)


def _turns(records: _Records) -> NDArray[np.uint8]:
    return np.where(records["input_format"] > 2, records["invariance_info"] & 7, 0)


def _turn_of(batch: Positions, words: _Words) -> NDArray[np.uint8]:
    """The turn of each board in canonical planes: the first one that makes them of the plain planes. Boards for which there
    are several are symmetrical, and lc0 turns them no further.
    """
    plain = batch.history(range(len(batch)), dtype="uint64")[:, :12]
    fits = [(_turned(plain, turn) == words[:, :12]).all(axis=1) for turn in range(8)]
    turns: NDArray[np.uint8] = np.argmax(fits, axis=0).astype(np.uint8)
    return turns


def _bits(words: _Words) -> NDArray[np.uint8]:
    """A number for each square of each word."""
    rows: NDArray[np.uint8] = np.ascontiguousarray(words, "<u8").view(np.uint8).reshape(-1, 8)
    bits: NDArray[np.uint8] = np.unpackbits(rows, axis=1, bitorder="little")
    return bits


def _lowest(words: _Words) -> NDArray[np.intp]:
    """The lowest square of each word."""
    lowest: NDArray[np.intp] = _bits(words).argmax(axis=1)
    return lowest


def _turned(words: _Words, turn: int) -> _Words:
    """Sets of squares, turned."""
    if turn & _FILES:
        for shift, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
            words = words >> shift & mask | (words & mask) << shift
    if turn & _RANKS:
        words = words.byteswap()
    if turn & _DIAGONAL:
        for shift, mask in ((9, 0x0055005500550055), (18, 0x0000333300003333), (36, 0x000000000F0F0F0F)):
            moved = (words >> shift ^ words) & mask
            words = words ^ moved ^ moved << shift
    return words


def _turned_back(words: _Words, turns: NDArray[np.uint8]) -> _Words:
    """Sets of squares as they were before they were turned, the last turn first."""
    for turn in (_DIAGONAL, _RANKS, _FILES):
        words = np.where((turns & turn != 0)[:, None], _turned(words, turn), words)
    return words


def _moves() -> list[tuple[int, int, str]]:
    """lc0's moves in their order: from, to, and the promotion."""
    lines = [
        (start, end, "")
        for start in range(64)
        for end in range(64)
        for files, ranks in [(abs(start % 8 - end % 8), abs(start // 8 - end // 8))]
        if start != end and (files == ranks or 0 in (files, ranks) or {files, ranks} == {1, 2})
    ]
    ends = [(start, end) for start in range(48, 56) for end in range(56, 64) if abs(start % 8 - end % 8) <= 1]
    return lines + [(start, end, role) for start, end in ends for role in "qrb"]


def _tables() -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """The number of each move after each turn of the board, and the reverse, 1858 for a promotion that leaves its rank."""
    known = _moves()
    places = {move: place for place, move in enumerate(known)}
    numbers, inverse = np.zeros((8, 1858), np.uint16), np.full((8, 1858), 1858, np.uint16)
    squares = np.uint64(1) << np.arange(64, dtype=np.uint64)
    for turn in range(8):
        to: Any = _lowest(_turned(squares, turn))
        for place, (start, end, role) in enumerate(known):
            number = places.get((int(to[start]), int(to[end]), role))
            if number is not None:
                numbers[turn, place] = number
                inverse[turn, number] = place
    return numbers, inverse


_NUMBERS, _INVERSE = _tables()
