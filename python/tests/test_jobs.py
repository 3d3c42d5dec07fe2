"""The scripts in `examples`, from beginning to end."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from conftest import GAMES
from quadbit import Positions, read_pgn

SCRIPTS = Path(__file__).parents[1] / "examples"


def run(script, *arguments, folder):
    command = [sys.executable, SCRIPTS / script, *arguments]
    return subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("jobs")
    assert "positions, white scores" in run("play.py", "20000", "games.marlinformat", "--lanes", "64", folder=folder)
    return folder


def test_games_become_a_training_set(folder):
    data = (folder / "games.marlinformat").read_bytes()
    records = Positions.from_bytes(data, "marlinformat")
    positions, scores, results = records.positions, records.scores, records.results
    assert len(positions) >= 20_000 and positions.legal_counts().all()
    material = positions.material() @ np.array([100, 300, 300, 500, 900, 0])
    assert (scores == material[:, 0] - material[:, 1]).all()
    assert set(results.tolist()) == {0, 0.5, 1}
    # Who is a queen ahead wins more often than not.
    assert results[scores >= 900].mean() > 0.5 > results[scores <= -900].mean()


def test_a_training_set_becomes_the_values_of_pieces(folder):
    text = run("train.py", "games.marlinformat", "--epochs", "8", folder=folder)
    losses = [float(loss) for loss in re.findall(r"loss ([.\d]+)", text)]
    assert len(losses) == 8 and losses[-1] < 0.9 * losses[0]
    pawn, knight, bishop, rook, queen = [int(value) for value in re.findall(r"^[PNBRQ] +(-?\d+)$", text, re.MULTILINE)]
    assert 0 < pawn < min(knight, bishop) <= max(knight, bishop) < rook < queen


def test_a_training_set_gets_new_scores(folder):
    batch = next(iter(read_pgn(GAMES)))
    # The first games begin at the start, so that their plies belong to their move numbers.
    rows = batch.games < 3
    positions, labels = batch.positions[rows], {"moves": batch.moves[rows], "plies": batch.plies[rows], "results": 1.0}
    (folder / "old.binpack").write_bytes(positions.to_bytes("binpack", scores=0, **labels))
    assert f"{len(positions)} positions" in run("rescore.py", "old.binpack", "new.binpack", folder=folder)
    material = positions.material() @ np.array([100, 300, 300, 500, 900, 0])
    expected = positions.to_bytes("binpack", scores=material[:, 0] - material[:, 1], **labels)
    assert (folder / "new.binpack").read_bytes() == expected


ENGINE = """
import sys
from pathlib import Path
from quadbit import Positions

mode, flag = sys.argv[1], Path(sys.argv[2])
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "uci":
        print("uciok")
    elif word == "isready":
        print("readyok")
    elif word == "position":
        fen = rest.removeprefix("fen ")
        white, black = (Positions.from_fens([fen]).material()[0] @ [100, 300, 300, 500, 900, 0]).tolist()
        score = (white - black) * (1 if " w " in fen else -1)
    elif word == "go":
        if mode == "ends-on-gain" and abs(score) >= 300 and not flag.exists():
            flag.touch()
            sys.exit(1)
        if mode == "always-ends" and abs(score) >= 300:
            sys.exit(1)
        print("info depth 1 score cp 7")
        print(f"info depth 2 score cp {score} nodes 1\\nbestmove 0000")
    sys.stdout.flush()
"""


def test_engines_give_new_scores(folder):
    """One that ends is started again; if none has a score, the next run goes on where the last one ended."""
    (folder / "engine.py").write_text(ENGINE)
    batch = next(iter(read_pgn(GAMES)))
    chunks, new = [], []
    for game in range(3):
        rows = batch.games == game
        positions = batch.positions[rows]
        labels = {"moves": batch.moves[rows], "plies": batch.plies[rows], "results": 1.0}
        white, black = positions.material().transpose(1, 0, 2) @ np.array([100, 300, 300, 500, 900, 0])
        chunks.append(positions.to_bytes("binpack", scores=0, **labels))
        new.append(positions.to_bytes("binpack", scores=white - black, **labels))
    (folder / "old.binpack").write_bytes(b"".join(chunks))
    engine = f"{sys.executable} engine.py"

    def rescored(mode, target):
        return run("rescore.py", "old.binpack", target, "--engine", f"{engine} {mode} flag", "--workers", "2", folder=folder)

    rescored("ends-on-gain", "a.binpack")
    assert (folder / "flag").exists() and (folder / "a.binpack").read_bytes() == b"".join(new)
    with pytest.raises(subprocess.CalledProcessError) as failed:
        rescored("always-ends", "b.binpack")
    assert "no engine has a score for" in failed.value.stderr and not (folder / "b.binpack").exists()
    done = (folder / "b.binpack.part").read_bytes()
    assert done in {b"".join(new[:count]) for count in range(3)}
    assert f"{len(batch.positions[batch.games < 3])} positions" not in rescored("good", "b.binpack") or not done
    assert (folder / "b.binpack").read_bytes() == b"".join(new)
    assert not list(folder.glob("b.binpack.*"))


def test_games_become_parquet(folder):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install pyarrow")
    shutil.copy(GAMES, folder)
    text = run("dump.py", "parts", "random_games.pgn", "--size", "30000", "--workers", "2", folder=folder)
    parts = text.split()
    assert len(parts) > 1
    rows = [parquet.read_table(folder / part) for part in parts]
    assert sum(map(len, rows)) == sum(map(len, read_pgn(folder / "random_games.pgn")))
    assert rows[0].column_names[:5] == ["fen", "move", "result", "game", "ply"]
    # Nothing is left to do.
    assert run("dump.py", "parts", "random_games.pgn", "--size", "30000", folder=folder) == ""


def test_parts_belong_to_their_sources(tmp_path):
    """Two files of one name, another size of tasks, and a file that has grown."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install pyarrow")
    for name, games in (("a", "1. e4 e5 *\n\n"), ("b", "1. d4 d5 2. c4 *\n\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "games.pgn").write_text(games * 2)
    sources = ["a/games.pgn", "b/games.pgn"]
    parts = run("dump.py", "parts", *sources, "--size", "100", "--workers", "1", folder=tmp_path).split()
    assert sum(len(parquet.read_table(tmp_path / part)) for part in parts) == 2 * 2 + 3 * 2
    assert run("dump.py", "parts", *sources, "--size", "100", folder=tmp_path) == ""

    def refused(*arguments):
        command = [sys.executable, SCRIPTS / "dump.py", "parts", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        return done.returncode == 1 and "is not a part of this dump" in done.stderr

    assert refused(*sources, "--size", "10")
    assert refused("a/games.pgn", "--size", "100")
    (tmp_path / "a" / "games.pgn").write_text("1. e4 e5 *\n\n" * 3)
    assert refused(*sources, "--size", "100")
