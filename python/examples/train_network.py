"""Trains the network of an engine: `train_network.py FILE.. --to NETWORK`, with PyTorch, by the loop of the page on training.

The network is saved in integers, in the format of the example `network` of the crate `quadbit-inputs`, which describes it:
an engine that updates the first layer move by move. With `--engine "COMMAND NETWORK"` its scores of 100,000 positions are
compared with those of this program, which must be equal.

    $ python python/examples/train_network.py data.binpack --to new.network
    $ cargo build --release -p quadbit-inputs --example network
    $ python python/examples/train_network.py --to new.network --engine "target/release/examples/network new.network"
"""

import argparse
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quadbit import Loader, Positions

WIDTH = 64
# The default rules of nnue-pytorch. Formats without moves need others.
WHERE = """score no-placeholder likely-result no-check no-best-direct-capture
    soft-ply=0:.1,6:.15,10:.25,18:.75,20:1 piece-targets=0,0.4,1,1,0.75"""

_Int16 = NDArray[np.int16]


class Network(NamedTuple):
    """The numbers of a saved network."""

    sets: str
    rows: _Int16  # for each input, and a last row of zeros for no input
    output: _Int16  # for the side to move, for the other side
    bias: int

    def save(self, file: Path) -> None:
        header = f"quadbit network {self.sets} {WIDTH}\n".encode()
        numbers = [self.rows[:-1].ravel(), self.output.ravel(), np.array([self.bias])]
        file.write_bytes(header + np.concatenate(numbers).astype("<i2").tobytes())

    @classmethod
    def read(cls, file: Path) -> "Network":
        header, numbers = file.read_bytes().split(b"\n", 1)
        return cls.of(header.split()[2].decode(), np.frombuffer(numbers, "<i2"))

    @classmethod
    def of(cls, sets: str, numbers: _Int16) -> "Network":
        """The network with these numbers, in the order of the file."""
        *rows, us, them = numbers[:-1].reshape(-1, WIDTH)
        return cls(sets, np.array([*rows, np.zeros(WIDTH)], np.int16), np.array([us, them]), int(numbers[-1]))

    def scores(self, positions: Positions) -> NDArray[np.int64]:
        """The scores of the positions for their sides to move. An input of -1 takes the last row."""
        sums = self.rows[positions.features(self.sets)].sum(2, dtype=np.int16)
        output = (sums.clip(0, 255).astype(np.int64) * self.output).sum((1, 2)) + 255 * self.bias
        return np.asarray(np.clip(400 * output // (255 * 64), -20_000, 20_000), np.int64)


def train(files: list[str], sets: str, where: str, epochs: int, seed: int) -> Network:
    """The loop of the page on training. Weights stay so small that sums and products fit into their integers."""
    import torch  # type: ignore[import-not-found, unused-ignore]

    from quadbit.torch import tensors

    torch.manual_seed(seed)
    loader = Loader(files, sets, where=where, view="mover", batch_size=1024, seed=seed)
    transform = torch.nn.EmbeddingBag(loader.num_inputs, WIDTH, mode="sum", include_last_offset=True)
    torch.nn.init.normal_(transform.weight, std=0.1)
    output = torch.nn.Linear(2 * WIDTH, 1)
    optimizer = torch.optim.Adam([*transform.parameters(), *output.parameters()])
    for epoch in range(epochs):
        losses = []
        for batch in map(tensors, loader.epoch(epoch)):
            white, black = (transform(batch[side], batch[side + "_offsets"]) for side in ("white", "black"))
            turn = batch["black_to_move"][:, None]
            views = torch.cat([torch.where(turn, black, white), torch.where(turn, white, black)], 1)
            found = output(views.clamp(0, 1))[:, 0]
            target = 0.7 * (batch["scores"] / 400).sigmoid() + 0.3 * batch["results"]
            loss = (found.sigmoid() - target).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            with torch.no_grad():
                transform.weight.clamp_(-1.98, 1.98)
                output.weight.clamp_(-500, 500)
            losses.append(loss.item())
        print(f"epoch {epoch}: loss {np.mean(losses):.5f}")
    parts = [(transform.weight, 255), (output.weight, 64), (output.bias, 64)]
    numbers = [np.rint(scale * part.detach().numpy().ravel()).astype(np.int16) for part, scale in parts]
    return Network.of(sets, np.concatenate(numbers))


def compare(network: Network, command: str, count: int) -> None:
    """Asks the engine for the scores of `count` positions of random games."""
    # Black is to move in one half.
    positions = Positions.concat([Positions.random(count // 2, 40, 1), Positions.random(count - count // 2, 81, 2)])
    lines = "".join(f"position fen {fen}\neval\n" for fen in positions.fens())
    found = subprocess.run(command.split(), input=lines, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    scores = [int(line.removeprefix("info string evaluation ")) for line in found]
    equal = int((np.array(scores) == network.scores(positions)).sum())
    print(f"{equal} of {len(positions)} scores are equal, from {min(scores)} to {max(scores)}")
    if equal < len(positions):
        raise SystemExit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="training data; without any the network is read")
    parser.add_argument("--to", type=Path, required=True, metavar="NETWORK")
    parser.add_argument("--inputs", default="halfkav2_hm")
    parser.add_argument("--where", default=WHERE)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", metavar="COMMAND")
    parser.add_argument("--positions", type=int, default=100_000)
    options = parser.parse_args()
    if options.files:
        train(options.files, options.inputs, options.where, options.epochs, options.seed).save(options.to)
    if options.engine:
        compare(Network.read(options.to), options.engine, options.positions)


if __name__ == "__main__":
    main()
