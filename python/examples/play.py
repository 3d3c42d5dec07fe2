"""Plays games side by side and writes a training set: `python play.py 100000 games.marlinformat`.

Four moves of five take what they can get: the move after which the mover's material is best. The others are random. Every
position before a move is written with its material in centipawns as score, and with the result of its game.
"""

import argparse
import sys

import numpy as np
from numpy.typing import NDArray

from quadbit import Env, Outcome, Positions

VALUES = np.array([100, 300, 300, 500, 900, 0])
POINTS = {Outcome.WHITE_MATES: 1.0, Outcome.BLACK_MATES: 0.0}


def material(positions: Positions) -> NDArray[np.int64]:
    """White's material minus black's."""
    white, black = positions.material().transpose(1, 0, 2) @ VALUES
    return np.asarray(white - black, np.int64)


def choose(positions: Positions, dice: np.random.Generator) -> NDArray[np.uint16]:
    """A move for each position."""
    moves, offsets = positions.legal_moves()
    parents = np.repeat(np.arange(len(positions)), np.diff(offsets))
    children = positions[parents].push(moves)
    gains = material(children) * np.where(positions.black_to_move()[parents], -1, 1)
    greedy = dice.random(len(positions)) < 0.8
    keys = gains * greedy[parents] + dice.random(len(moves))
    best = np.repeat(np.maximum.reduceat(keys, offsets[:-1]), np.diff(offsets))
    first = np.unique(parents[keys == best], return_index=True)[1]
    return moves[np.flatnonzero(keys == best)[first]]


def play(size: int, lanes: int, seed: int) -> tuple[Positions, NDArray[np.float64]]:
    """At least so many positions of finished games, and the results of the games."""
    env = Env(lanes, opening_plies=8, max_plies=300, observations="none", masks="none", policy="4672")
    env.reset(seed)
    dice = np.random.default_rng(seed)
    game, results = np.arange(lanes), np.full(lanes, np.nan)
    batches: list[Positions] = []
    games: list[NDArray[np.int64]] = []
    finished = 0
    while finished < size:
        positions = env.positions()
        batches.append(positions)
        games.append(game.copy())
        actions = positions.move_index(choose(positions, dice), "4672")
        _, _, terminated, truncated, info = env.step(actions)
        over = terminated | truncated
        results[game[terminated]] = [POINTS.get(Outcome(end), 0.5) for end in info["outcome"][terminated]]
        finished += int(info["plies"][terminated].sum())
        game[over] = np.arange(len(results), len(results) + over.sum())
        results = np.concatenate([results, np.full(over.sum(), np.nan)])
        if sys.stderr.isatty():
            print(f"\r{min(finished / size, 1):.0%}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    labels = results[np.concatenate(games)]
    known = ~np.isnan(labels)
    return Positions.concat(batches)[known], labels[known]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=int)
    parser.add_argument("file")
    parser.add_argument("--lanes", type=int, default=256, help="games side by side")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    positions, results = play(options.positions, options.lanes, options.seed)
    with open(options.file, "wb") as file:
        file.write(positions.to_bytes("marlinformat", scores=material(positions), results=results))
    print(f"{len(positions)} positions, white scores {results.mean():.1%}")


if __name__ == "__main__":
    main()
