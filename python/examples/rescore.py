"""Gives the positions of a training file new scores: `rescore.py IN OUT`, two files of binpack.

Games keep their moves, plies and results, so the new file has the chains of the old one. The scores are the material of
the pieces here; put an engine or a network in the place of `score`. The files are read whole.
"""

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from quadbit import Positions

VALUES = np.array([100, 300, 300, 500, 900, 0])


def score(positions: Positions) -> NDArray[np.int64]:
    """Centipawns from white's view."""
    white, black = positions.material().transpose(1, 0, 2) @ VALUES
    return np.asarray(white - black, np.int64)


def main(source: str, target: str) -> None:
    data = Path(source).read_bytes()
    old = Positions.from_bytes(data, "binpack", threads=0)
    new = score(old.positions)
    assert old.scores is not None  # binpack has scores
    records = old.positions.to_bytes("binpack", moves=old.moves, plies=old.plies, scores=new, results=old.results)
    Path(target).write_bytes(records)
    print(f"{len(old)} positions, scores changed by {np.abs(new - old.scores).mean():.0f} centipawns on average")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
