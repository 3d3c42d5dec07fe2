"""`examples/train_network.py`: its format and its scores, which are those of the engine in Rust."""

import importlib.util
import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from conftest import CRATES
from quadbit import Positions

SCRIPT = Path(__file__).parents[1] / "examples" / "train_network.py"
# Each a FEN and the score of the network below, which the tests of the engine read too.
SCORES = CRATES / "inputs" / "examples" / "network" / "scores.tsv"


def script_module():
    spec = importlib.util.spec_from_file_location("train_network", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hashed(script):
    """A network whose weights are a hash of their numbers."""
    numbers = np.arange((24_576 + 2) * 64 + 1, dtype=np.uint32) * np.uint32(0x9E3779B9)
    return script.Network.of("halfkav2_hm", (numbers >> 25).astype(np.int16) - 64)


script = pytest.fixture(script_module, scope="module", name="script")
network = pytest.fixture(hashed, scope="module", name="network")


def test_scores_are_those_of_the_engine(network):
    lines = [line.split("\t") for line in SCORES.read_text().splitlines() if not line.startswith("#")]
    positions = Positions.from_fens([fen for fen, _ in lines])
    assert len(positions) == 50 and positions.black_to_move().sum() == 25
    assert network.scores(positions).tolist() == [int(score) for _, score in lines]
    # One position by the formulas of the format.
    us, them = network.rows[positions[:1].features("halfkav2_hm")[0]].sum(1)
    sum = int(np.dot(us.clip(0, 255).astype(int), network.output[0]) + np.dot(them.clip(0, 255).astype(int), network.output[1]))
    assert 400 * (sum + 255 * network.bias) // 16_320 == int(lines[0][1])


def test_networks_come_back_from_their_files(script, network, tmp_path):
    network.save(tmp_path / "a.network")
    read = script.Network.read(tmp_path / "a.network")
    assert (read.sets, read.bias) == (network.sets, network.bias)
    assert (read.rows == network.rows).all() and (read.output == network.output).all()
    # The last row is that of no input.
    assert (tmp_path / "a.network").stat().st_size == 31 + 2 * ((24_576 + 2) * 64 + 1)


@pytest.mark.skipif(os.name == "nt", reason="the engine of this test is a script")
def test_an_engine_with_other_scores_is_found(network, tmp_path):
    network.save(tmp_path / "a.network")
    engine = tmp_path / "engine"
    engine.write_text(f"#!{sys.executable}\nimport sys\nfor line in sys.stdin:\n    if line == 'eval\\n': print('info string evaluation 30000')\n")
    engine.chmod(engine.stat().st_mode | stat.S_IXUSR)
    command = [sys.executable, SCRIPT, "--to", "a.network", "--engine", "./engine", "--positions", "10"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == "0 of 10 scores are equal, from 30000 to 30000\n"


def test_training_makes_a_network(script, tmp_path):
    pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    from packed import binpack, played

    (tmp_path / "data.binpack").write_bytes(binpack(*played(3000)))
    network = script.train([str(tmp_path / "data.binpack")], "chess768", script.WHERE, 2, 1)
    assert network.rows.shape == (769, 64) and network.rows.any() and network.output.any()


if __name__ == "__main__":
    positions = Positions.concat([Positions.random(25, 40, 7), Positions.random(25, 81, 7)])
    scores = hashed(script_module()).scores(positions)
    lines = [f"{fen}\t{score}\n" for fen, score in zip(positions.fens(), scores)]
    SCORES.write_text("# Made by `python python/tests/test_network.py`.\n" + "".join(lines))
