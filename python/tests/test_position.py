"""One position, for people."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import quadbit
from conftest import read_fens
from quadbit import Outcome, Position, Positions

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_standard_chess_only():
    standard, chess960 = "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4KR2 w K - 0 1"
    text = f"{standard}\n{chess960}\n".encode()
    assert Position(standard, standard=True).fen() == standard
    assert len(Positions.from_fens([standard, chess960])) == len(Positions.from_bytes(text, "fen").positions) == 2
    for read in [
        lambda **options: Position(chess960, **options),
        lambda **options: Positions.from_fens([standard, chess960], **options),
        lambda **options: Positions.from_bytes(text, "fen", **options),
    ]:
        with pytest.raises(ValueError, match="a right of Chess960"):
            read(standard=True)
        with pytest.raises(ValueError, match="standard: expected False with relaxed=True"):
            read(standard=True, relaxed=True)



def test_a_position_answers_as_a_batch_of_one(fens):
    for fen in fens[::200]:
        position, batch = Position(fen), Positions.from_fens([fen])
        assert position == batch[0]
        moves, _ = batch.legal_moves()
        assert (position.moves() == moves).all() and position.moves().dtype == np.uint16
        assert position.legal_moves == batch[[0] * len(moves)].uci(moves)
        assert position.is_check() == batch.in_check()[0]
        assert position.outcome() == batch.outcome()[0]
        assert position.key == batch.keys()[0] and position.polyglot_key == batch.polyglot_keys()[0]
        assert position.is_checkmate() == (position.outcome() in (Outcome.WHITE_MATES, Outcome.BLACK_MATES))
        assert position.is_stalemate() == (position.outcome() == Outcome.STALEMATE)
        for move, uci in zip(moves.tolist(), position.legal_moves):
            san = position.san(move)
            assert position.san(uci) == san and position.uci(move) == uci
            assert position.parse_san(san) == position.parse_uci(uci) == move
            assert position.push(move) == position.push_uci(uci) == position.push_san(san) == position.push(uci)
            assert position.is_legal(move) and position.is_legal(uci)


def test_what_people_ask():
    position = Position().push_uci("e2e4").push_san("e5")
    assert position.turn == "white" and position.fullmove_number == 2 and position.halfmove_clock == 0
    assert position.piece_at("e4") == "P" and position.piece_at("e5") == "p" and position.piece_at("e2") is None
    assert str(position).splitlines()[4] == ". . . . P . . ."
    assert position.fen(ep="always").split()[3] == "e6" and position.fen().split()[3] == "-"
    assert Position.chess960(518) == Position()
    assert Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").is_insufficient_material()
    assert len(position.batch(3)) == 3 and len(position.batch()) == 1
    assert isinstance(Position().outcome(), Outcome)


def test_a_move_gives_another_position():
    position = Position()
    assert position.push_uci("e2e4") != position == Position()


@pytest.mark.parametrize("move", ["e2e5", "", "e2", 0, 65535, "e4"])
def test_illegal_moves(move):
    position = Position()
    assert not position.is_legal(move)
    for ask in (position.push, position.san, position.uci):
        with pytest.raises(quadbit.IllegalMoveError, match="rnbqkbnr"):
            ask(move)


@pytest.mark.parametrize("name", ["push_uci", "push_san", "parse_uci", "parse_san"])
@pytest.mark.parametrize("text", ["", "nonsense", "e9", "\x00", "ä", "e2e4" * 1000])
def test_bad_texts(name, text):
    with pytest.raises(quadbit.IllegalMoveError):
        getattr(Position(), name)(text)


@pytest.mark.parametrize(("move", "error"), [(None, TypeError), ([], TypeError), (1.5, TypeError), (True, TypeError), (-1, ValueError), (2**70, ValueError)])
def test_other_things_are_no_moves(move, error):
    with pytest.raises(error):
        Position().push(move)


def test_drawings_are_svg():
    position = Position(KIWIPETE)
    drawings = {position.svg(view, side=side) for view in ("board", "planes", "nibbles") for side in ("white", "black")}
    assert len(drawings) == 6
    for drawing in drawings:
        root = ET.fromstring(drawing)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert root[0].text == KIWIPETE
    assert position._repr_svg_() == position.svg()
    pieces = ET.fromstring(position.svg()).iterfind(".//{*}use")
    assert sum(1 for _ in pieces) == 32
    texts = ET.fromstring(position.svg("nibbles")).iterfind(".//{*}g[@font-family='monospace']/{*}text")
    # Zeros are grey; the legend has a letter after each code.
    digits = [text.text for text in texts if "fill" not in text.attrib and len(text.text) == 1]
    assert sorted(digits) == sorted(f"{code:x}" for code in position.batch().mailbox()[0] if code)
    assert 'width="100"' in position.svg(width=100)
    for bad in ({"view": "x"}, {"side": "x"}, {"width": 0}, {"width": -3}):
        with pytest.raises(ValueError):
            position.svg(**bad)


def suite(name, most):
    """Positions with their counts, up to some number of leaves."""
    from conftest import PERFT

    for line in (PERFT / name).read_text().splitlines():
        if line and not line.startswith("#"):
            fen, *counts = line.split(";")
            for count in counts:
                depth, nodes = count.strip().lstrip("D").split()
                if int(nodes) <= most:
                    yield fen.strip(), int(depth), int(nodes)


def test_perft_of_the_suites():
    for fen, depth, nodes in suite("wiki.epd", 10**7):
        position = Position(fen)
        assert position.perft(depth) == nodes
        assert position.perft(depth, hash_mb=16, threads=2) == nodes
        divided = position.divide(depth)
        assert sum(divided.values()) == nodes and list(divided) == position.legal_moves
    for fen, depth, nodes in list(suite("random_chess960.epd", 10**5))[::50]:
        assert Position(fen).perft(depth) == nodes
    assert Position().perft(0) == 1 and Position().divide(0) == {}


def test_perft_is_that_of_python_chess():
    chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")

    def perft(board, depth):
        if depth == 1:
            return board.legal_moves.count()
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    for fen in read_fens("random.epd")[::100]:
        assert Position(fen).perft(2) == perft(chess.Board(fen), 2)


@pytest.mark.parametrize("fen", ["", "8/8", "nonsense", "\x00", "ä"])
def test_bad_fens(fen):
    with pytest.raises(quadbit.FenError):
        Position(fen)


def test_bad_numbers():
    for call in (
        lambda: Position().perft(256),
        lambda: Position().perft(-1),
        lambda: Position().divide(2**80),
        lambda: Position().perft(3, hash_mb=-1),
        lambda: Position().perft(3, threads=5000),
        lambda: Position().perft(3, threads=-1),
        lambda: Position.chess960(960),
        lambda: Position.chess960(-1),
        lambda: Position().piece_at("i9"),
        lambda: Position().batch(-1),
    ):
        with pytest.raises(ValueError):
            call()
    with pytest.raises(MemoryError):
        Position().perft(3, hash_mb=10**12)
    for call in (
        lambda: Position().perft(1.5),
        lambda: Position().perft("3"),
        lambda: Position().perft(True),
        lambda: Position(3),
        lambda: Position().piece_at(3),
    ):
        with pytest.raises(TypeError):
            call()
