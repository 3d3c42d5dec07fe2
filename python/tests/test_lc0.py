"""lc0's records: against records made field by field from python-chess's boards, and back."""

import gzip
import io
import struct
import tracemalloc

import numpy as np
import pytest

from quadbit import Positions, lc0, read_pgn

chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
import chess.pgn

import twins

PGN = """[Event "castling, promotion, both sides en passant, repetition"]
[Result "1-0"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e4 a6 5. e5 d5 6. exd6 b5 7. dxc7 b4 8. a4 bxa3 9. cxb8=N Rxb8 10. Be2 g6 11. O-O 1-0

[Event "no right, no pawns: all turns of the board"]
[FEN "8/8/8/3k4/8/8/2Q5/1K5R w - - 0 1"]
[Result "0-1"]

1. Qd3+ Kc5 2. Ka2 Kb4 3. Rh8 Kc5 4. Rh1 Kb4 5. Rh8 Kc5 6. Rh7 Kc6 7. Kb3 Kb6 8. Ka4 Kc6 9. Qf5 Kb6 10. Qf8 Kc6 11. Kb3 Kd5
12. Kc2 Ke4 13. Kd2 Kd5 14. Ke3 Kc4 15. Kf4 Kb3 16. Kg5 0-1

[Event "pawns, and kings on the other wing"]
[FEN "2k5/pp6/8/8/4p3/8/PP1P4/2K3R1 w - - 3 40"]
[Result "1/2-1/2"]

40. d4 Kd7 41. Rg7+ Kc6 42. Rg6+ Kd7 43. Rg7+ Kc6 44. Rg6+ Kd7 45. Kd2 a5 46. Ke3 Ke7 1/2-1/2

[Event "Chess960"]
[Variant "Chess960"]
[FEN "1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w GBgb - 0 1"]
[Result "1/2-1/2"]

1. Rg4 Rb4 2. O-O-O Ra4 1/2-1/2

[Event "symmetrical about the diagonal"]
[FEN "8/8/8/8/4K3/8/6R1/k7 w - - 0 1"]
[Result "1/2-1/2"]

1. Kf3 Kb1 2. Rh2 Kc1 3. Kg2 Kd1 4. Kh1 Ke1 1/2-1/2
"""
FORMATS = list(lc0.FORMATS.items())
SYMMETRIES = {
    1: lambda file, rank: (7 - file, rank),
    2: lambda file, rank: (file, 7 - rank),
    4: lambda file, rank: (7 - rank, 7 - file),
}


def standard(text):
    """The games without that of Chess960."""
    return "".join("[Event " + game for game in text.split("[Event ")[1:] if "Chess960" not in game)


def games(form):
    source = io.StringIO(PGN if form > 1 else standard(PGN))
    while game := chess.pgn.read_game(source):
        yield game


def square_after(square, turn):
    """Where a square goes when the board is turned."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    for bit, symmetry in SYMMETRIES.items():
        if turn & bit:
            file, rank = symmetry(file, rank)
    return chess.square(file, rank)


def number_after(squares, turn):
    return sum(1 << square_after(square, turn) for square in squares)


def turn_of(board):
    """The turn of canonical forms, as lc0 chooses it; squares are those that the mover sees."""
    if board.castling_rights:
        return 0
    see = lambda squares: [twins.seen(board, square, board.turn) for square in squares]
    (king,) = see([board.king(board.turn)])
    turn = 1 if chess.square_file(king) < 4 else 0
    if board.pawns:
        return turn
    turn |= 2 if chess.square_rank(king) > 3 else 0
    file, rank = (lambda square: (chess.square_file(square), chess.square_rank(square)))(square_after(king, turn))
    if file + rank != 7:
        return turn | (4 if file + rank > 7 else 0)
    roles = [board.kings, board.queens, board.rooks, board.knights, board.bishops]
    for mask in [board.occupied, board.occupied_co[board.turn], *roles]:
        squares = see(chess.SquareSet(mask))
        plain, mirrored = number_after(squares, turn), number_after(squares, turn | 4)
        if plain != mirrored:
            return turn | (4 if plain > mirrored else 0)
    return turn


def en_passant(board):
    """The square behind a pawn beside which a pawn of the mover stands."""
    if board.ep_square is None:
        return None
    pawns = board.pieces(chess.PAWN, board.turn)
    return board.ep_square if pawns & chess.BB_PAWN_ATTACKS[not board.turn][board.ep_square] else None


def shown(boards, form):
    """The boards of the planes, the latest first."""
    times = [sum(twins.same(board, other) for other in boards[:place]) for place, board in enumerate(boards)]
    rows = []
    for place in reversed(range(len(boards))):
        board = boards[place]
        if form > 2 and board.castling_rights != boards[-1].castling_rights:
            break
        if form > 2 and place < len(boards) - 1 and en_passant(board) is not None:
            break
        if form not in (5, 133) or times[place] or place == len(boards) - 1:
            rows.append((board, times[place]))
        if form > 2 and board.halfmove_clock == 0:
            break
    return rows[:8]


def record(boards, move, result, left, form):
    """A record of version 6, field by field."""
    board, us = boards[-1], boards[-1].turn
    turn = turn_of(board) if form > 2 else 0
    see = lambda squares: [square_after(twins.seen(board, square, us), turn) for square in squares]
    planes = []
    for shown_board, times in shown(boards, form):
        for side in (us, not us):
            for role in twins.ROLES:
                planes.append(sum(1 << square for square in see(shown_board.pieces(role, side))))
        planes.append(2**64 - 1 if times else 0)
    planes += [0] * (104 - len(planes))
    # The bits of each rank are reversed.
    planes = [int.from_bytes(bytes(int(f"{byte:08b}"[::-1], 2) for byte in plane.to_bytes(8, "little")), "little") for plane in planes]
    rights = []
    for side in (us, not us):
        rank = chess.BB_RANK_1 if side else chess.BB_RANK_8
        rooks = [chess.square_file(square) for square in chess.SquareSet(board.castling_rights & rank)]
        king = chess.square_file(board.king(side))
        for own in ([file for file in rooks if file < king], [file for file in rooks if file > king]):
            rights.append((1 << own[0] if form > 1 else 1) if own else 0)
    ep = en_passant(board)
    file = [chess.square_file(square_after(ep, turn & 1))] if ep is not None else []
    state = [sum(1 << place for place in file), board.halfmove_clock, turn + (0 if us else 128), 0]
    if form <= 2:
        state = [int(not us), board.halfmove_clock, 0, 0]
    chances = [-1.0] * 1858
    for legal in board.legal_moves:
        chances[number_of(board, legal, turn)] = float(legal == move)
    points = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}[result] * (1 if us else -1)
    nan = float("nan")
    floats = [0, 0, 0, 0, 0, 0, left, points, points == 0, 0, 0, 0, nan, nan, nan]
    number = number_of(board, move, turn)
    return struct.pack("<2I1858f104Q8B15fI2H2f", 6, form, *chances, *planes, *rights, *state, *floats, 0, number, number, 0, 0)


def number_of(board, move, turn):
    """The number of a move on the turned board."""
    bits = twins.number(board, move)
    start, end = (square_after(twins.seen(board, square, board.turn), turn) for square in (bits & 63, bits >> 6 & 63))
    role = "" if move.promotion in (None, chess.KNIGHT) else chess.piece_symbol(move.promotion)
    return twins.LC0[chess.square_name(start) + chess.square_name(end) + role]


def expected_records(form):
    records = b""
    for game in games(form):
        board, boards, moves = game.board(), [], list(game.mainline_moves())
        for place, move in enumerate(moves):
            boards.append(board.copy(stack=False))
            records += record(boards, move, game.headers["Result"], len(moves) - place, form)
            board.push(move)
    return records


def made(layout):
    # The classical form cannot hold the rights of Chess960.
    (batch,) = read_pgn(PGN.encode() if layout != "lc0" else standard(PGN).encode())
    starts = np.flatnonzero(batch.plies == 0)
    lengths = np.diff(np.append(starts, len(batch)))
    results = np.repeat([1, 0, 0.5, 0.5, 0.5][: len(lengths)], lengths)
    return batch, lc0.records(batch.positions, batch.moves, starts, results=results, layout=layout)


@pytest.mark.parametrize(("layout", "form"), FORMATS)
def test_records_are_those_of_the_definition(layout, form):
    batch, records = made(layout)
    expected = np.frombuffer(expected_records(form), lc0.V6)
    for name in lc0.V6.names:
        same = (records[name] == expected[name]) | ((records[name] != records[name]) & (expected[name] != expected[name]))
        assert same.all(), (name, np.argwhere(~same)[:3])
    turns = set((records["invariance_info"] & 7).tolist())
    assert turns == ({0} if form <= 2 else turns) and (form <= 2 or len(turns) >= 6), turns


@pytest.mark.parametrize(("layout", "form"), FORMATS)
def test_records_say_what_they_were_made_of(layout, form, tmp_path):
    batch, records = made(layout)
    starts, positions, moves = np.flatnonzero(batch.plies == 0), batch.positions, batch.moves
    for path in (tmp_path / "game.gz", tmp_path / "game"):
        lc0.write(path, records)
        found = lc0.read(path)
        assert found.dtype == lc0.V6 and found.tobytes() == records.tobytes()
    assert (tmp_path / "game.gz").read_bytes()[:2] == b"\x1f\x8b"
    back = lc0.positions(found)
    assert back == positions
    assert (back.halfmove_clocks() == positions.halfmove_clocks()).all()
    assert (lc0.moves(found) == moves).all() and (lc0.moves(found, "best_idx") == moves).all()
    assert (lc0.planes(found) == positions.history(starts, layout=layout, dtype="uint64")).all()


def test_version_7(tmp_path):
    _, records = made("lc0-canonical-v2")
    seven = np.zeros(len(records), lc0.V7)
    for name in lc0.V6.names:
        seven[name] = records[name]
    seven["version"], seven["d_st"], seven["next_played_idx"] = 7, 0.25, 1857
    lc0.write(tmp_path / "game.gz", seven)
    found = lc0.read(tmp_path / "game.gz")
    assert found.dtype == lc0.V7 and found.tobytes() == seven.tobytes()
    assert lc0.positions(found) == lc0.positions(records) and (lc0.moves(found) == lc0.moves(records)).all()
    # The four fields follow those of version 6.
    assert found[0].tobytes()[8356:8364] == struct.pack("<f2H", 0.25, 0, 1857)


def test_probabilities():
    dice = np.random.default_rng(1)
    for layout, _ in FORMATS:
        batch, _ = made(layout)
        chances = dice.random((len(batch), 1858), np.float32)
        records = lc0.records(batch.positions, batch.moves, np.flatnonzero(batch.plies == 0), probabilities=chances, layout=layout)
        legal = batch.positions.legal_mask("lc0")
        assert ((records["probabilities"] >= 0).sum(axis=1) == legal.sum(axis=1)).all()
        best = batch.positions.index_move(np.where(legal, chances, -1).argmax(axis=1), "lc0")
        assert (lc0.moves(records, "best_idx") == best).all()


def test_bad_files_and_arguments(tmp_path):
    _, records = made("lc0")
    data = records[:3].tobytes()
    for wrong, message in [
        (b"\5" + data[1:], "record 0: expected version 6 or 7, got 5"),
        (data[: 2 * 8356] + b"\7" + data[2 * 8356 + 1 :], "record 2: version is 7"),
        (data[: 8356 + 4] + b"\x63" + data[8356 + 5 :], "record 1: input_format is 99"),
    ]:
        for source in (wrong, gzip.compress(wrong)):
            with pytest.raises(ValueError, match=message):
                lc0.read(source)
    for cut in (data[:-1], gzip.compress(data[:-1]), gzip.compress(data, mtime=0)[:-9]):
        with pytest.raises(EOFError, match="record [0-9]: the file ends within it"):
            lc0.read(cut)
    assert len(lc0.read(b"")) == 0
    batch, _ = made("lc0")
    with pytest.raises(ValueError, match="layout: expected lc0, "):
        lc0.records(batch.positions, batch.moves, layout="alphazero")
    with pytest.raises(ValueError, match="probabilities: expected shape"):
        lc0.records(batch.positions, batch.moves, probabilities=[[1]])
    with pytest.raises(TypeError, match="records: expected an array of lc0.V6 or lc0.V7"):
        lc0.write(tmp_path / "x", np.zeros(3))
    records = lc0.records(Positions([]), [], [])
    assert len(records) == 0 and lc0.positions(records) == Positions([])
    # Illegal moves and broken boards are errors, not crashes.
    broken = made("lc0")[1][:1]
    broken["played_idx"] = 0
    with pytest.raises(ValueError, match="index 0"):
        lc0.moves(broken)
    broken["played_idx"] = 1858
    with pytest.raises(IndexError, match="record 0: played_idx is 1858, expected 0 to 1857"):
        lc0.moves(broken)
    broken["planes"] = 0
    with pytest.raises(ValueError):
        lc0.positions(broken)


def test_the_classical_form_refuses_what_it_cannot_tell():
    """Rights of Chess960 when written, and when read rights without their king and rook."""
    for fen in ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "1r2k3/8/8/8/8/8/8/4K3 b b - 0 1"):
        batch = Positions.from_fens(["4k3/8/8/8/8/8/8/4K3 w - - 0 1", fen])
        played = [int(batch[place : place + 1].legal_moves()[0][0]) for place in range(2)]
        with pytest.raises(ValueError, match="position 1: .*Chess960"):
            lc0.records(batch, played, [0, 1])
        records = lc0.records(batch, played, [0, 1], layout="lc0-castling")
        assert lc0.positions(records) == batch
        records["input_format"] = 1
        with pytest.raises(ValueError, match="record 1: castling_us_ooo is set, but"):
            lc0.positions(records)


def test_damaged_records_are_refused():
    _, records = made("lc0-castling")
    for form in (1, 2):
        damaged = records[:2].copy()
        damaged["input_format"] = form
        damaged["castling_us_ooo"] = damaged["castling_us_oo"] = damaged["castling_them_ooo"] = 0
        damaged["castling_them_oo"] = [1 if form == 1 else 128, 1 if form == 1 else 16]
        damaged["planes"][1, 9] = 0
        with pytest.raises(ValueError, match="record 1: castling_them_oo is set, but there is no such king and rook"):
            lc0.positions(damaged)
    damaged = records[:2].copy()
    damaged["planes"][1, 1] |= damaged["planes"][1, 0]
    with pytest.raises(ValueError, match="record 1: two pieces on a square"):
        lc0.positions(damaged)


def test_reading_stops_at_the_first_wrong_record():
    """However much would come out of the compressed bytes."""
    _, records = made("lc0")
    for zeros in (gzip.compress(bytes(10**9), 1), gzip.compress(records[:1].tobytes() + bytes(10**9), 1)):
        tracemalloc.start()
        with pytest.raises(ValueError, match="version"):
            lc0.read(zeros)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 20_000_000, most


def test_writing_is_whole_or_nothing(tmp_path, monkeypatch):
    _, records = made("lc0")
    path = tmp_path / "game.gz"
    lc0.write(path, records)
    before = path.read_bytes()
    path.chmod(0o640)
    monkeypatch.setattr(lc0.gzip, "compress", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        lc0.write(path, records[:1])
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    lc0.write(path, records[:1])
    assert len(lc0.read(path)) == 1 and path.stat().st_mode & 0o777 == 0o640
