"""Inputs of networks and policy numbers, against slow forms in Python."""

import numpy as np
import pytest

import quadbit
from quadbit import Position, Positions

chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")

import twins  # noqa: E402

POLICIES = [("4096", 4096), ("4672", 4672), ("1858", 1858), ("pgx", 4672), ("open_spiel", 4674)]
OTHER_NAMES = {"4096": 4096, "4672": "alphazero", "1858": "lc0"}


@pytest.mark.parametrize("set", ["halfkav2_hm", "768", "full_threats_79856+pp_3wide+halfkp", "full_threats_60720+768"])
def test_changes_are_the_differences_of_features(batch, set):
    moving = batch[batch.legal_counts() > 0]
    moves, offsets = moving.legal_moves()
    moves = moves[(offsets[:-1] + offsets[1:]) // 2]
    after = moving.push(moves)
    changes, refreshes = moving.changes(moves, set, threads=2)
    before = moving.features(set, width=512)
    # The other side is to move after the move.
    lists = after.features(set, width=512)[:, ::-1]
    assert (refreshes.sum() > 0) == (set != "768") and not refreshes[:, 1].any()
    for n, (rows, (old, new)) in enumerate(zip(changes.tolist(), zip(before.tolist(), lists.tolist()))):
        for side in range(2):
            removed, added = (sorted(index for index in row if index >= 0) for row in rows[side])
            ended, begun = {*old[side]} - {*new[side]} - {-1}, {*new[side]} - {*old[side]} - {-1}
            assert (removed, added) == (([], []) if refreshes[n, side] else (sorted(ended), sorted(begun)))


def test_changes_refuse_what_they_cannot_say():
    start = quadbit.Positions.start(2)
    moves, _ = start.legal_moves()
    changes, refreshes = start.changes([0, 0], "halfkav2_hm")
    assert (changes == -1).all() and not refreshes.any() and changes.shape == (2, 2, 2, 64)
    with pytest.raises(OverflowError, match="position 0: .* do not fit into a width of 1"):
        start.changes(moves[:2], "full_threats", width=1)
    with pytest.raises(quadbit.IllegalMoveError):
        start.changes([moves[0], 1], "768")
    with pytest.raises(ValueError, match="set: "):
        start.changes(moves[:2], "769")
    with pytest.raises(ValueError, match="moves"):
        start.changes(moves[:3])


def test_planes(batch, boards):
    planes = batch.planes()
    assert planes.shape == (len(batch), 12, 8, 8) and planes.dtype == np.uint8
    flat = planes.reshape(len(batch), 768)
    for board, row in zip(boards, flat):
        assert set(np.flatnonzero(row).tolist()) == twins.inputs(board)
    assert flat.max() == 1
    floats = batch.planes(dtype="float32")
    assert floats.dtype == np.float32 and (floats == planes).all()
    for dtype in (np.float32, np.dtype(np.float32)):
        some = batch[:9].planes(dtype=dtype)
        assert some.dtype == np.float32 and (some == floats[:9]).all()
    assert batch[:9].planes(dtype=np.uint8).dtype == np.uint8
    for dtype in (np.float64, "float", int, object(), 3):
        with pytest.raises(ValueError, match="dtype: expected 'uint8' or 'float32', got"):
            batch.planes(dtype=dtype)


def test_planes_as_bits(batch, boards):
    order = [chess.Piece(role, side) for role in twins.ROLES for side in (chess.WHITE, chess.BLACK)]
    expected = [[int(board.pieces(man.piece_type, man.color)) for man in order] for board in boards]
    assert batch.planes("bits").tolist() == expected


@pytest.mark.parametrize("name", ["768", "halfkp", "halfka_hm", "HalfKAv2_hm"])
def test_features(batch, boards, name):
    features = batch.features(name)
    assert features.shape == (len(batch), 2, 32) and features.dtype == np.int32
    for board, (mover, other) in zip(boards, features.tolist()):
        for side, row in ((board.turn, mover), (not board.turn, other)):
            expected = twins.sparse(board, name, side)
            assert row == expected + [-1] * (32 - len(expected))


def test_features_of_joined_sets(batch, boards):
    """The inputs of only one set, moved; threats by the number of their attacks, pairs of pawns by a twin."""
    joined = batch.features("pp_3wide+full_threats+halfkav2_hm", threads=2)
    assert joined.shape == (len(batch), 2, 280)
    base = 4560 + 59_808
    for board, rows, pieces in zip(boards, joined.tolist(), batch.features("halfkav2_hm").tolist()):
        pawns = [square for square in chess.SQUARES if board.piece_type_at(square) == chess.PAWN]
        pairs = sum(abs(a % 8 - b % 8) <= 1 for a in pawns for b in pawns if a < b)
        for row, piece in zip(rows, pieces):
            inputs = [index for index in row if index >= 0]
            assert row[len(inputs) :] == [-1] * (280 - len(inputs))
            assert inputs == sorted(inputs[:pairs], key=inputs.index) + inputs[pairs:] and all(index < 4560 for index in inputs[:pairs])
            assert [index - base for index in inputs if index >= base] == [index for index in piece if index >= 0]
    some = batch[:50].features("full_threats", width=256)
    out = np.full((50, 2, 256), 7, np.int32)
    assert batch[:50].features("full_threats", width=256, out=out) is out and (out == some).all()
    widest = int((some >= 0).sum(axis=2).max())
    with pytest.raises(OverflowError, match=f"position .*: {widest} inputs do not fit into a width of {widest - 1}"):
        batch[:50].features("full_threats", width=widest - 1)
    fens = ["4k3/8/8/8/8/8/4p3/4K3 b - - 0 1"]
    assert Positions.from_fens(fens).features("chess768", width=4)[0].tolist() == [[764, 52, 324, -1], [324, 396, 764, -1]]


def test_features_of_an_unknown_set(batch):
    with pytest.raises(ValueError, match="set: expected chess768, .*, got 'threats'"):
        batch.features("threats")
    with pytest.raises(ValueError, match="width: expected 1 to"):
        batch.features("chess768", width=0)


@pytest.mark.parametrize(("policy", "size"), POLICIES)
def test_masks(batch, boards, policy, size):
    every = slice(None, None, 3)
    mask = batch[every].legal_mask(policy)
    assert mask.shape == (len(boards[every]), size) and mask.dtype == bool
    for board, row in zip(boards[every], mask):
        expected = {twins.policy_index(board, move, policy) for move in board.legal_moves}
        assert set(np.flatnonzero(row).tolist()) == expected
    words = batch[every].legal_mask(policy, packed=True)
    assert words.dtype == np.uint64 and words.shape == (len(mask), -(-size // 64))
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    assert (bits[:, :size] == mask).all() and not bits[:, size:].any()
    assert (batch[every].legal_mask(OTHER_NAMES.get(policy, policy)) == mask).all()


@pytest.mark.parametrize(("policy", "size"), POLICIES)
def test_indices_both_ways(batch, boards, policy, size):
    moves, offsets = batch.legal_moves()
    places = np.repeat(np.arange(len(batch)), np.diff(offsets))[::5]
    moves = moves[::5]
    indices = batch[places].move_index(moves, policy)
    for place, bits, index in list(zip(places.tolist(), moves.tolist(), indices.tolist()))[::3]:
        board = boards[place]
        move = next(move for move in board.legal_moves if twins.number(board, move) == bits)
        assert index == twins.policy_index(board, move, policy)
    again = batch[places].index_move(indices, policy)
    # Promotions share a number among the 4,096, and come back as that to a queen.
    promoted = (moves >> 12) > 0
    same = again == moves
    assert same[~promoted].all() and same.all() == (policy != "4096")
    if policy == "4096":
        assert (again[promoted] >> 12 == 5).all()


def test_an_index_without_a_legal_move_is_named():
    batch = Positions.start(2)
    good = batch.move_index(batch.parse_uci(["e2e4"] * 2))
    with pytest.raises(quadbit.IllegalMoveError, match="move 1: no legal move has the index 0"):
        batch.index_move([good[0], 0])
    with pytest.raises(ValueError, match="item 1 is 4096, expected 0 to 4095"):
        batch.index_move([good[0], 4096])


def test_the_drawings_of_the_policies_are_right():
    """Numbers in the text of `legal_mask`, by the moves that they stand for."""
    text = " ".join(Positions.legal_mask.__doc__.split())
    lc0 = {0: "a1b1", 1: "a1c1", 322: "e2e4", 1791: "h8g8", 1792: "a7a8q", 1793: "a7a8r", 1794: "a7a8b", 1795: "a7b8q", 1857: "h7h8b"}
    fens = {"q": "1n5n/P6P/8/8/8/8/8/K1k5 w - - 0 1", "h": "7Q/8/8/8/8/8/2k5/K7 w - - 0 1", "a": "8/8/8/8/8/1k6/8/Q6K w - - 0 1"}
    for number, move in lc0.items():
        assert f"{number} {move}" in text
        fen = Position().fen() if move == "e2e4" else fens["q" if move[4:] else move[0]]
        if move == "h7h8b":
            fen = fen.replace("5n", "6")
        position = Position(fen).batch()
        assert position.move_index(position.parse_uci([move]), "1858").tolist() == [number]
    board = Position("1r3r2/2P1P3/8/8/3Q4/8/8/K6k w - - 0 1").batch()
    kinds = {"d4d5": 0, "d4e5": 7, "d4e4": 14, "d4e3": 21, "d4d3": 28, "d4c3": 35, "d4c4": 42, "d4c5": 49, "d4d8": 3}
    kinds |= {"c7b8n": 64, "c7b8b": 65, "c7b8r": 66, "c7c8n": 67, "e7e8r": 69, "e7f8n": 70, "e7f8r": 72, "e7e8q": 0}
    assert "64 65 66, ahead 67 68 69, to the right 70 71 72" in text
    for move, kind in kinds.items():
        square = 8 * (int(move[1]) - 1) + "abcdefgh".index(move[0])
        assert board.move_index(board.parse_uci([move]), "4672").tolist() == [73 * square + kind], move
    knight = Position("8/8/8/8/3N4/8/8/K6k w - - 0 1").batch()
    jumps = ["d4e6", "d4f5", "d4f3", "d4e2", "d4c2", "d4b3", "d4b5", "d4c6"]
    found = [int(knight.move_index(knight.parse_uci([move]), "4672")[0]) - 73 * 27 for move in jumps]
    assert found == list(range(56, 64))
