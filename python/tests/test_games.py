"""One row for each game, with and without a look at the moves: against python-chess and the rows of moves."""

import io
import math
from pathlib import Path
from random import Random

import numpy as np
import pytest

from conftest import GAMES
from quadbit import PgnError, Positions, read_pgn

TEXT = """[Event "a"]
[White "A \\"x\\" \\\\ B"]
[WhiteElo "2104"]
[Result "0-1"]

1. f3 e5 {[Event "no"]} (1... c5) 2. g4 Qh4# 0-1

[Event "no moves"]
[Result "1/2-1/2"]
[Event2 ""]

1/2-1/2

[Event "c"]
[White "M\u00fcller"]
[White "twice"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 3 9"]

1. O-O Kd7 {[White "no"]} 1/2-1/2

[Event "b"]

1-0

1. e4 e5

1. d4 *
"""
BAD = TEXT + '\n[White "E"]\n\n1. e4 e5 2. Ke3 1-0\n\n[White "F"]\n\n1. c4 *\n'


def table(text, **options):
    """All rows as tuples: number, result, tags, and after them what only games have."""
    found = []
    for batch in read_pgn(text, tags="all", **options):
        tags = [{} for _ in range(len(batch))]
        for name, values in batch.tags.items():
            for row, value in zip(tags, values, strict=True):
                if value is not None:
                    row[name] = value
        columns = [batch.games.tolist(), [str(result) for result in batch.results], tags]
        if options["rows"] == "games":
            columns += [batch.plies.tolist(), batch.positions.fens()]
        found += zip(*columns, [tuple(pair) for pair in batch.bytes.tolist()], strict=True)
    return found


@pytest.mark.parametrize("text", [TEXT, GAMES.read_text()])
def test_games_equal_python_chess(text):
    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed: pip install chess")
    expected, stream, number = [], io.StringIO(text), 0
    while (game := pgn.read_game(stream)) is not None:
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(game.headers["Result"], math.nan)
        last = game.end()
        plies = last.ply() - game.ply()
        expected.append((number, str(points), plies, last.board().fen(en_passant="legal")))
        number += 1
    rows = table(text.encode(), rows="games")
    assert [(number, result, plies, fen) for number, result, _, plies, fen, _ in rows] == expected
    # The tags as they stand in the file: python-chess adds those that are missing.
    stream = io.StringIO(text)
    for _, _, tags, *_ in rows:
        headers = pgn.read_headers(stream)
        kept = {name: value for name, value in headers.items() if value not in ("?", "*", "????.??.??")}
        assert kept == {name: headers[name] for name in kept} and set(kept) <= set(tags) | {"Result"}


def test_all_tags():
    rows = table(TEXT.encode(), rows="games")
    assert [tags for _, _, tags, *_ in rows] == [
        {"Event": "a", "White": 'A "x" \\ B', "WhiteElo": "2104", "Result": "0-1"},
        {"Event": "no moves", "Result": "1/2-1/2", "Event2": ""},
        {"Event": "c", "White": "M\u00fcller", "FEN": "4k3/8/8/8/8/8/8/4K2R w K - 3 9"},
        {"Event": "b"},
        {},
        {},
    ]


@pytest.mark.parametrize("batch", [1, 2, 3, 100])
@pytest.mark.parametrize("threads", [1, 2])
def test_headers_are_those_of_games(batch, threads):
    """The same rows, without those of the moves, in a file of several blocks."""
    text = (TEXT + GAMES.read_text()).encode() * (1 if batch == 1 else 5)
    games = table(text, rows="games", batch=1000)
    headers = table(text, rows="headers", batch=batch, threads=threads)
    assert headers == [row[:3] + row[-1:] for row in games]
    assert table(text, rows="games", batch=batch, threads=threads) == games
    # Ranges of bytes follow each other, and hold the games.
    ends = [0] + [end for *_, (_, end) in games]
    assert [begin for *_, (begin, _) in games] == ends[:-1] and text[ends[-1] :].strip() == b""
    for _, _, _, plies, fen, (begin, end) in games[::50]:
        (one,) = table(text[begin:end], rows="games")
        assert one[3:5] == (plies, fen)


def test_rows_of_games_join_rows_of_moves():
    (games,) = read_pgn(BAD.encode(), rows="games", tags=["White"], on_error="skip")
    (moves,) = read_pgn(BAD.encode(), tags=["White"], on_error="skip")
    assert games.games.tolist() == [0, 1, 2, 3, 4, 5, 6, 7]
    lengths = np.bincount(moves.games, minlength=8)
    np.testing.assert_array_equal(lengths[games.games], games.plies)
    assert set(moves.games) == set(games.games[games.plies > 0])
    after = moves.positions.push(moves.moves)
    for game, key in zip(games.games, games.positions.keys()):
        rows = np.flatnonzero(moves.games == game)
        assert len(rows) == 0 or after[rows[-1]].key == key
    white = dict(zip(games.games.tolist(), games.tags["White"]))
    assert [white[game] for game in moves.games.tolist()] == moves.tags["White"].tolist()


def test_headers_of_games_that_cannot_be_played():
    headers = table(BAD.encode(), rows="headers")
    assert [row[0] for row in headers] == list(range(8)) and headers[6][1:3] == ("1.0", {"White": "E"})
    with pytest.raises(PgnError, match="game 6: byte"):
        table(BAD.encode(), rows="games")
    games = read_pgn(BAD.encode(), rows="games", on_error="skip")
    assert [len(batch) for batch in games] == [8] and games.skipped == 1
    chosen = table(BAD.encode(), rows="headers", where="White=E or Event=b")
    assert [row[0] for row in chosen] == [3, 6] and chosen == [headers[3], headers[6]]


def test_bytes_are_a_range(tmp_path):
    path = tmp_path / "games.pgn"
    text = ("[White \"M\xfcller\"]\n\n1. e4 *\n\n" + TEXT).encode("latin-1") * 3 + GAMES.read_bytes()
    path.write_bytes(text)
    for row in table(path, rows="games", batch=7)[::9]:
        begin, end = row[-1]
        (one,) = table(path, rows="games", start=begin, end=end)
        assert one[1:] == row[1:]


def test_columns_of_tags():
    for rows in ("games", "headers"):
        (batch,) = read_pgn(TEXT.encode(), rows=rows, tags={"White": str, "WhiteElo": float, "Event2": str})
        assert batch.tags["White"].tolist() == ['A "x" \\ B', None, "M\u00fcller", None, None, None]
        assert batch.tags["Event2"].tolist() == [None, "", None, None, None, None]
        np.testing.assert_array_equal(batch.tags["WhiteElo"], [2104] + [math.nan] * 5)
        assert batch.tags is batch.tags and repr(batch) == "GameBatch: 6 games"


def test_what_rows_do_not_have():
    for rows, missing in (
        ("moves", {"bytes": "rows='games' or"}),
        ("games", {"moves": "rows='moves'", "clocks": "clocks=True"}),
        ("headers", {"positions": "rows='moves' or", "plies": "rows='moves' or", "moves": "rows='moves'"}),
    ):
        (batch,) = read_pgn(TEXT.encode(), rows=rows)
        for name, option in missing.items():
            with pytest.raises(AttributeError, match=f"{name} were not read: call read_pgn with {option}"):
                getattr(batch, name)
    with pytest.raises(AttributeError, match="moves were not read"):
        next(read_pgn(TEXT.encode(), rows="games")).history()
    for options, error in (
        ({"rows": "x"}, "rows: expected 'moves' or 'games' or 'headers', got 'x'"),
        ({"rows": "games", "clocks": True}, "clocks: only with rows='moves'"),
        ({"rows": "headers", "nags": True}, "nags: only with rows='moves'"),
        ({"tags": "all"}, "tags: 'all' only with rows='games'"),
    ):
        with pytest.raises(ValueError, match=error):
            read_pgn(TEXT.encode(), **options)


def test_first_tag_of_each_name_counts():
    random, text, expected = Random(1), "", []
    for _ in range(2000):
        # Many names differ in a byte, and many are there twice; not the first, whose second one begins a game.
        names = ["First"] + ["".join(random.choices("AIQYa", k=random.randint(1, 4))) for _ in range(20)]
        tags = [(name, f"v{n}") for n, name in enumerate(names)]
        text += "".join(f'[{name} "{value}"]\n' for name, value in tags) + "\n1. e4 *\n\n"
        expected.append(list(dict(reversed(tags)).items()))
    for rows in ("games", "headers"):
        found = [tags for _, _, tags, *_ in table(text.encode(), rows=rows)]
        assert found == [dict(tags) for tags in expected]


def test_all_tags_equal_named_tags():
    random = Random(2)
    pieces = ['[A "1"]\n', '[B "M\u00fcller"]', '[ C  "x \\"y\\" \\\\" ]\n', '[D "a "b" c"]\n', "{[E \"no\"]}", '[B ""] ; [F "no"]\n']
    pieces += ["\n% [G]\n", "\n\n", "[H]\n", '[A "2"]\r\n', "1. e4 {c} 1-0\n", '[F "3"]\n', "*\n", "\ufeff"]
    text = "".join(random.choice(pieces) for _ in range(20_000))
    everything = [tags for _, _, tags, *_ in table(text.encode(), rows="headers")]
    (named,) = read_pgn(text.encode(), rows="headers", tags=list("ABCDEFGH"))
    columns = [named.tags[name] for name in "ABCDEFGH"]
    rows = [dict(zip("ABCDEFGH", row)) for row in zip(*columns, strict=True)]
    assert everything == [{name: value for name, value in row.items() if value is not None} for row in rows]
    assert len(rows) > 1000 and sum(map(len, everything)) > len(rows)


def test_tables_of_arrow():
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    (batch,) = read_pgn(TEXT.encode(), rows="games", tags="all")
    found = pyarrow.table(batch)
    found.validate(full=True)
    assert found.to_pydict() == {
        "game": list(range(6)),
        "result": [0, 0.5, 0.5, 1, None, None],
        "plies": [4, 0, 2, 0, 2, 1],
        "fen": batch.positions.fens(),
        "key": batch.positions.keys().tolist(),
        "begin_byte": batch.bytes[:, 0].tolist(),
        "end_byte": batch.bytes[:, 1].tolist(),
        "tags": [list(tags.items()) for _, _, tags, *_ in table(TEXT.encode(), rows="games")],
    }
    stream = pyarrow.table(read_pgn(TEXT.encode(), rows="headers", tags=["White", "Event2"], batch=1))
    assert stream.drop_columns(["begin_byte", "end_byte"]).to_pydict() == {
        "game": list(range(6)),
        "result": [0, 0.5, 0.5, 1, None, None],
        "White": ['A "x" \\ B', None, "M\u00fcller", None, None, None],
        "Event2": [None, "", None, None, None, None],
    }
    empty = pyarrow.table(read_pgn(b"", rows="games", tags="all"))
    assert len(empty) == 0 and empty.schema == found.schema


def test_duckdb_joins_games_and_moves():
    duckdb = pytest.importorskip("duckdb", reason="duckdb is not installed: pip install duckdb")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install pyarrow")
    games = read_pgn(TEXT.encode(), rows="games", tags="all")
    moves = read_pgn(TEXT.encode())
    with duckdb.connect() as connection:
        connection.register("games", games)
        connection.register("moves", moves)
        query = """
            SELECT game, any_value(tags['White']), count(ply), any_value(plies)
            FROM games LEFT JOIN moves USING (game) GROUP BY game ORDER BY game
        """
        assert connection.execute(query).fetchall() == [
            (0, 'A "x" \\ B', 4, 4),
            (1, None, 0, 0),
            (2, "M\u00fcller", 2, 2),
            (3, None, 0, 0),
            (4, None, 2, 2),
            (5, None, 1, 1),
        ]


def test_headers_of_nothing():
    assert list(read_pgn(b"", rows="headers")) == []
    assert list(read_pgn(b"no game\n\n{", rows="games", on_error="skip")) == []
    assert Path(__file__).exists() and len(Positions.from_pgn(TEXT.encode(), plies="final")) == 6
