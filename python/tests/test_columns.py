"""Comments and what they draw, and the columns of Arrow that are texts: against python-chess and slow twins."""

import io
import math
import re

import numpy as np
import pytest

from conftest import GAMES
from quadbit import Positions, read_pgn

TEXT = """[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 3 9"]

{before the first move} 1. e4 {One  comment}
{ [%csl Ge4,Rd5] and [%cal Ye4e5] another [%mdl 64]} (1. e3 {of a variation}) Kd7 $1 {[%emt 0:00:07.5][%clk 0:01:00]}
2. O-O+ {[%cal Bd7d8,Gd7e8][%csl Ya1]M\u00fcller [%emt 1:00:00] [%csl]} ({no move} 2. e5) -- {null} 3. e5 ; a line
*

1. e4 {in the next game} *

1. d4 *
""".encode()


def games_of(data):
    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed: pip install chess")
    stream = io.StringIO(data.decode())
    while (game := pgn.read_game(stream)) is not None:
        yield game


def without_commands(comment):
    for name in ("clk", "emt", "eval", "csl", "cal"):
        while (begin := comment.find(f"[%{name} ")) >= 0:
            comment = comment[:begin] + " " + comment[comment.index("]", begin) + 1 :]
    return " ".join(comment.split()) or None


@pytest.mark.parametrize("data", [TEXT, GAMES.read_bytes(), (TEXT + b"\n") * 3 + GAMES.read_bytes()])
@pytest.mark.parametrize("batch", [1, 50, 100_000])
def test_comments_equal_python_chess(data, batch):
    # python-chess does not keep comments to the end of the line.
    data, is_text, expected, drawn = re.sub(rb"; ([^\n]*)", rb"{\1}", data), data is TEXT, [], 0
    for node in (node for game in games_of(data) for node in game.mainline()):
        names = [arrow.pgn() for arrow in node.arrows()]
        drawn += len(names)
        spent = node.emt()
        expected.append((without_commands(node.comment), sorted(names) or None, math.nan if spent is None else spent))
    found = []
    for games in read_pgn(data, batch=batch, comments=True, spent=True):
        shapes = [None if shapes is None else sorted(shapes.split()) for shapes in games.shapes]
        found += zip(games.comments, shapes, games.spent.tolist(), strict=True)
    assert [row[:2] for row in found] == [row[:2] for row in expected]
    np.testing.assert_array_equal([row[2] for row in found], np.float32([row[2] for row in expected]))
    assert drawn > 0 or not is_text


def test_comments_alone():
    (batch,) = read_pgn(TEXT, comments=True, spent=True)
    assert batch.comments.tolist() == [
        "One comment and another [%mdl 64]",
        None,
        "M\u00fcller [%csl]",
        "null",
        "a line",
        "in the next game",
        None,
    ]
    assert batch.shapes.tolist() == ["Ge4 Rd5 Ye4e5", None, "Bd7d8 Gd7e8 Ya1"] + [None] * 4
    np.testing.assert_array_equal(batch.spent, np.float32([math.nan, 7.5, 3600] + [math.nan] * 4))
    (batch,) = read_pgn(TEXT)
    for name, option in (("comments", "comments"), ("shapes", "comments"), ("spent", "spent")):
        with pytest.raises(AttributeError, match=f"{name} were not read: call read_pgn with {option}=True"):
            getattr(batch, name)
    with pytest.raises(ValueError, match="comments: only with rows='moves'"):
        read_pgn(TEXT, rows="games", comments=True)


def material(fen):
    pieces = fen.split()[0]
    sides = [pieces, pieces.swapcase()]
    return "v".join("".join(role * side.count(role) for role in "KQRBNP") for side in sides)


def test_materials_are_not_mixed_up(batch):
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    from quadbit._arrow import materials

    # Eight of a kind, and as many of the next as a number with fewer bits would carry.
    fens = [f"4k3/{'p' * pawns or 8}{8 - pawns or ''}/8/8/8/8/8/4K3 w - - 0 1".replace("88", "8") for pawns in range(9)]
    fens += [f"4k3/8/8/8/8/8/{'N' * n}{8 - n}/4K3 w - - 0 1" for n in (1, 2, 4)] + ["4k3/8/8/8/8/8/P7/4K3 w - - 0 1"]
    for positions in (batch, Positions.from_fens(fens)):
        assert materials(positions).to_pylist() == [material(fen) for fen in positions.fens()]


@pytest.mark.parametrize("data", [TEXT, GAMES.read_bytes()])
def test_columns_of_texts(data):
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    names = ["san", "uci", "epd", "fen", "key", "polyglot_key", "material", "move", "ply", "game", "result"]
    table = pyarrow.table(read_pgn(data, columns=names, batch=1000))
    table.validate(full=True)
    assert table.column_names == names
    rows = table.to_pydict()
    sans, ucis, fens, keys, polyglot = [], [], [], [], []
    chess_polyglot = pytest.importorskip("chess.polyglot")
    for game in games_of(data):
        board = game.board()
        for node in game.mainline():
            sans.append(board.san(node.move) if node.move else None)
            ucis.append(node.move.uci() if node.move else None)
            fens.append(board.fen(en_passant="legal"))
            polyglot.append(chess_polyglot.zobrist_hash(board))
            board.push(node.move)
    assert rows["san"] == sans and rows["uci"] == ucis and rows["fen"] == fens
    assert rows["epd"] == [" ".join(fen.split()[:4]) for fen in fens]
    assert rows["polyglot_key"] == polyglot and rows["key"] == Positions.from_fens(fens, relaxed=True).keys().tolist()
    assert rows["material"] == [material(fen) for fen in fens]
    whole = next(read_pgn(data, batch=100_000))
    assert rows["move"] == whole.moves.tolist() and rows["ply"] == whole.plies.tolist()


def test_other_columns_follow():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    options = {"clocks": True, "comments": True, "spent": True, "tags": ["FEN"]}
    (batch,) = read_pgn(TEXT, columns=["key", "game"], **options)
    assert pyarrow.table(batch).column_names == ["key", "game", "clock", "spent", "comment", "shapes", "FEN"]
    assert pyarrow.table(batch)["comment"].to_pylist() == batch.comments.tolist()
    assert pyarrow.table(batch)["shapes"].to_pylist() == batch.shapes.tolist()
    empty = pyarrow.table(read_pgn(b"", columns=["san", "epd", "material", "uci"], **options))
    (batch,) = read_pgn(TEXT, columns=["san", "epd", "material", "uci"], **options)
    assert empty.schema == pyarrow.schema(batch) and len(empty) == 0
    games = pyarrow.table(read_pgn(TEXT, rows="games", columns=["material", "plies", "polyglot_key", "epd"]))
    assert games["material"].to_pylist() == ["KRPvK", *[material(Positions.start(1).fens()[0])] * 2]
    assert games["plies"].to_pylist() == [5, 1, 1]


def test_openings_in_sql():
    """The most frequent positions by key and by text."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install duckdb")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    for name in ("key", "epd"):
        games = read_pgn(GAMES, columns=[name, "result"])
        with duckdb.connect() as connection:
            query = f"SELECT count(*) AS n FROM games GROUP BY {name} ORDER BY n DESC LIMIT 5"
            found = [row[0] for row in connection.execute(query).fetchall()]
        keys = np.concatenate([batch.positions.keys() for batch in read_pgn(GAMES)])
        assert found == sorted(np.unique(keys, return_counts=True)[1], reverse=True)[:5]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"columns": ["x"]}, "columns: expected fen, epd, .* for rows='moves', got 'x'"),
        ({"columns": ["fen"], "rows": "headers"}, "columns: expected result, game, begin_byte, end_byte for rows='headers'"),
        ({"columns": ["san"], "rows": "games"}, "got 'san'"),
        ({"columns": "fen"}, "columns: expected a list of names, got str"),
        ({"columns": 3}, "not iterable"),
        ({"columns": ["fen", "fen"]}, "a name is there twice"),
    ],
)
def test_wrong_columns(options, error):
    with pytest.raises((TypeError, ValueError), match=error):
        read_pgn(TEXT, **options)
