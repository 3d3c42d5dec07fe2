"""Games as trees, compared with python-chess."""

import io
import random

import pytest

import quadbit

chess = pytest.importorskip("chess")
chess_pgn = pytest.importorskip("chess.pgn")


def random_game(seed):
    """A game of python-chess with variations, comments and glyphs, and the nodes in which they are."""
    chance = random.Random(seed)
    game = chess_pgn.Game()
    nodes = [game]
    for _ in range(chance.randrange(80)):
        node = nodes[-1] if chance.random() < 0.75 else chance.choice(nodes)
        moves = list(node.board().legal_moves)
        known = [child.move for child in node.variations]
        if not moves or (move := chance.choice(moves)) in known:
            continue
        child = node.add_variation(move)
        if chance.random() < 0.3:
            child.nags = {chance.randrange(1, 140) for _ in range(2)}
        if chance.random() < 0.3:
            child.comment = " ".join(chance.choices(["a", "long", "e4", "(", ")", "{", "1-0", "[%clk 0:00:07]"], k=chance.randrange(1, 30)))
        if child.starts_variation() and chance.random() < 0.3:
            child.starting_comment = "before (all) *"
        nodes.append(child)
    game.headers["Result"] = chance.choice(["1-0", "*", "1/2-1/2"])
    return game


def same(theirs, ours):
    """Asserts that two nodes and all nodes after them are equal."""
    pairs = [(theirs, ours)]
    while pairs:
        theirs, ours = pairs.pop()
        # Comments are broken into lines where they have blanks.
        assert ours.comment == theirs.comment.replace("\n", " ").strip()
        assert ours.starting_comment == theirs.starting_comment.replace("\n", " ").strip()
        assert ours.nags == theirs.nags
        assert (ours.clock(), ours.ply()) == (theirs.clock(), theirs.ply())
        if theirs.parent is not None:
            assert (ours.move, ours.san()) == (theirs.move.uci(), theirs.san())
            assert ours.board().fen(ep="legal") == theirs.board().fen(en_passant="legal")
        assert len(ours.variations) == len(theirs.variations)
        pairs.extend(zip(theirs.variations, ours.variations))


def test_python_chess_and_quadbit_read_each_other():
    variations = 0
    for seed in range(150):
        game = random_game(seed)
        ours = quadbit.Game.parse(str(game))
        same(game, ours.root)
        again = chess_pgn.read_game(io.StringIO(str(ours)))
        same(again, ours.root)
        assert not again.errors and dict(again.headers) == dict(ours.headers)
        assert quadbit.Game.parse(str(ours)) == ours
        variations += str(ours).count("(")
    assert variations > 500


def test_games_are_built_and_edited():
    game = quadbit.Game()
    e4 = game.root.add_variation("e4")
    c5 = e4.add_variation("c7c5")
    e5 = e4.add_line(["e5", "Nf3", "Nc6"]).parent.parent
    assert (c5.ply(), e5.san(), e4.add_variation("e5")) == (2, "e5", e5)
    e5.promote()
    c5.comment = "Sicilian"
    c5.starting_comment = "or"
    c5.nags = {1, 14}
    c5.set_clock(187.25)
    c5.set_eval(("cp", -12), 20)
    c5.set_arrows([("green", "c5", "d4"), ("red", "d4", "d4")])
    assert (c5.clock(), c5.eval(), c5.eval_depth(), c5.emt()) == (187.25, ("cp", -12), 20, None)
    assert c5.arrows() == [("red", "d4", "d4"), ("green", "c5", "d4")]
    game.set_header("White", "A \"b\"")
    game.set_header("Result", "1-0")
    assert game.headers["White"] == 'A "b"' and game.headers["Result"] == "1-0"
    with pytest.raises(TypeError):
        game.headers["White"] = "lost"
    moves = str(game).split("\n\n")[1].split()
    text = "1. e4 e5 ({or} 1... c5 $1 $14 {[%csl Rd4] [%cal Gc5d4] [%eval -0.12,20] [%clk 0:03:07.25] Sicilian}) 2. Nf3 Nc6 1-0"
    assert moves == text.split()
    assert [node.san() for node in game.walk()] == ["e4", "e5", "c5", "Nf3", "Nc6"]
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3", "Nc6"]
    assert "<svg" in game._repr_svg_() and repr(game) == '<Game A "b" - ?, 1-0>'
    c5.remove()
    assert "c5" not in str(game) and c5.parent is None
    c5.comment = ""
    passed = game.mainline()[-1].add_variation("--")
    assert (passed.move, passed.san()) == ("0000", "--")
    for bad in (lambda: game.root.remove(), lambda: c5.promote(), lambda: setattr(e4, "comment", "}\n")):
        with pytest.raises(ValueError):
            bad()
    with pytest.raises(quadbit.IllegalMoveError):
        game.root.add_variation("Ke2")
    with pytest.raises(quadbit.FenError):
        quadbit.Game("8/8")
    assert quadbit.Game("4k3/8/8/8/8/8/8/R3K3 b Q - 7 40").root.board().turn == "black"


def test_merged_games_have_the_lines_of_both():
    game = quadbit.Game.parse("1. e4 e5 *")
    game.merge(quadbit.Game.parse("1. e4 c5 (1... c6 {Caro}) *"))
    assert str(game).endswith("1. e4 e5 (1... c5) (1... c6 {Caro}) *\n")
    with pytest.raises(ValueError, match="different positions"):
        game.merge(quadbit.Game("4k3/8/8/8/8/8/8/R3K3 b Q - 7 40"))


def test_files_are_read_with_their_errors(tmp_path):
    path = tmp_path / "games.pgn"
    games_text = '[White "A"]\n\n1. e4 (1. d4 Ke8) e5 *\n\n[White "B"]\n[FEN "8"]\n\n1. d4 *\n\n[White "C"]\n\n1. c4 *\n'
    path.write_text(games_text)
    reader = quadbit.read_games(path)
    games = list(reader)
    assert [game.headers["White"] for game in games] == ["A", "C"]
    assert games[0].errors == ["game 0: after 1 half move: no such move is legal in this position"]
    assert reader.faults == ["game 1: the tag FEN: board: expected eight ranks"]
    assert [game.headers["White"] for game in quadbit.read_games(path, where="White=C")] == ["C"]
    path.write_text('[FEN "4k3/8/8/8/8/8/8/4KR2 w K - 0 1"]\n\n1. O-O *\n')
    assert len(list(quadbit.read_games(path))) == 1
    refused = quadbit.read_games(path, standard=True)
    assert list(refused) == [] and len(refused.faults) == 1
    path.write_text(games_text)
    strict = quadbit.read_games(path, on_error="raise")
    for _ in range(2):
        with pytest.raises(quadbit.PgnError, match="game"):
            next(strict)
    assert next(strict).headers["White"] == "C"
    with pytest.raises(quadbit.PgnError):
        quadbit.Game.parse("1. e5")
