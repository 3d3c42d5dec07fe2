"""Learns the values of pieces on squares from training sets: `python train.py games.marlinformat data.binpack.zst ..`.

The model is the smallest network there is, one weight for each of the 768 inputs. It predicts the result of a game, mixed
with the score, from the inputs as white sees them and, with the other sign, as black does.
"""

import argparse
import sys
import time

import numpy as np
from numpy.typing import NDArray

from quadbit import Batch, Loader, Progress

# Centipawns for which the expected result rises from 0.5 to 0.73.
SCALE = 400


def sigmoid(centipawns: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(1 / (1 + np.exp(-centipawns / SCALE)), np.float32)


def learn(weights: NDArray[np.float32], batch: Batch, rate: float) -> float:
    """Moves the weights against the gradient of the squared error, which it returns."""
    assert batch.indices is not None and batch.offsets is not None
    sums = [np.add.reduceat(weights[indices], offsets[:-1]) for indices, offsets in zip(batch.indices, batch.offsets)]
    targets = 0.9 * sigmoid(batch.scores) + 0.1 * np.nan_to_num(batch.results, nan=0.5)
    errors = targets - sigmoid(sums[0] - sums[1])
    for sign, indices, offsets in zip((1, -1), batch.indices, batch.offsets):
        steps = np.bincount(indices, np.repeat(errors, np.diff(offsets)), len(weights))
        weights += (sign * rate * steps / len(batch)).astype(np.float32)
    return float(np.mean(errors**2))


class Report:
    """Shows the progress on a terminal, at most ten times a second."""

    def __init__(self) -> None:
        self.shown = 0.0

    def __call__(self, progress: Progress) -> None:
        if sys.stdout.isatty() and time.monotonic() - self.shown > 0.1:
            self.shown = time.monotonic()
            share = progress.bytes / (progress.total_bytes or 1)
            print(f"\r{share:4.0%}, {progress.positions} positions", end="", flush=True)


def train(files: list[str], epochs: int, seed: int) -> NDArray[np.float32]:
    loader = Loader(files, "chess768", where="no-check score<=3000 score>=-3000", batch_size=1024, seed=seed, progress=Report())
    weights = np.zeros(loader.num_inputs, np.float32)
    for epoch in range(epochs):
        losses = [learn(weights, batch, rate=8_000) for batch in loader.epoch(epoch)]
        clear = "\r\x1b[K" if sys.stdout.isatty() else ""
        print(f"{clear}epoch {epoch}: loss {np.mean(losses):.5f}")
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    weights = train(options.files, options.epochs, options.seed)
    own, theirs = weights.reshape(2, 6, 64).mean(axis=2)
    for piece, value in zip("PNBRQ", own - theirs):
        print(f"{piece} {value:5.0f}")


if __name__ == "__main__":
    main()
