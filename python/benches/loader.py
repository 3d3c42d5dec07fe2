"""CPU seconds of `Loader` compared with nnue-pytorch's loader, with its rules and without, and how many positions both
keep.

    git clone https://github.com/official-stockfish/nnue-pytorch
    (cd nnue-pytorch && CXX='g++ -DHAS_BMI2' ./compile_data_loader.sh)
    maturin develop --release -m python/Cargo.toml
    python python/benches/loader.py nnue-pytorch/libtraining_data_loader.so nnue-pytorch/.pgo/small.binpack

The peer is built by its own script, with a profile. The script finds BMI2 by itself, but not where the CPU also lists
avx512_vbmi2, so the definition is added here: on a CPU without BMI2 leave it out.

The data are the games of one file of one chunk in sixteen orders, a chunk for each: copies of one chunk would let eight
lanes decode in step, with the same branches and the same lines of the cache. Both sides read them once, and where one
position in four or fewer passes twice. They have one thread for each kind of work and fill rows of the same width; CPU time
counts all threads. Each number is the least of several runs, which take turns, each in a process of its own. The peer's
batches are not copied to tensors. With `--level` ours uses the instructions of a lower level; the peer always has all.
"""

import argparse
import ctypes
import resource
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from tempfile import NamedTemporaryFile

import numpy as np

from quadbit import Loader, Positions

REPEATS = 10
ORDERS = 16
BATCH = 16_384
JOINED = "Full_Threats+PP_3Wide+HalfKAv2_hm"
WIDTHS = {"HalfKAv2_hm": 32, JOINED: 288}

COMMON = "score no-placeholder"
QUIET = "no-check no-best-direct-capture"
TARGETS = "piece-targets=0,0.4,1,1,0.75"
SOFT = "soft-ply=0:0.1,6:0.15,10:0.25,18:0.75,20:1"

# The peer's rules by its names, and ours. Once any rule is set, it chooses by numbers of pieces too.
OFF = {"filtered": False, "wld_filtered": False, "soft_early_fen_skipping": 0}
RECIPES = {
    "no rules": (OFF, ""),
    "default": ({}, f"{COMMON} {QUIET} likely-result {SOFT} {TARGETS}"),
    "default, skipping 3": ({"random_fen_skipping": 3}, f"{COMMON} random<1/4 {QUIET} likely-result {SOFT} {TARGETS}"),
    "skipping 3, early 16": (
        {"random_fen_skipping": 3, "early_fen_skipping": 16},
        f"{COMMON} ply>16 random<1/4 {QUIET} likely-result {SOFT} {TARGETS}",
    ),
}
# Its rules without chance, but for numbers of pieces.
CERTAIN = (OFF | {"filtered": True, "early_fen_skipping": 16, "simple_eval_skipping": 300}, f"{COMMON} {QUIET} ply>16 |simple-eval|>=300")


class Skip(ctypes.Structure):
    """What the peer leaves out; the values are its defaults."""

    _fields_ = [
        ("filtered", ctypes.c_bool),
        ("random_fen_skipping", ctypes.c_int),
        ("wld_filtered", ctypes.c_bool),
        *[(name, ctypes.c_int) for name in ("early_fen_skipping", "soft_early_fen_skipping", "simple_eval_skipping", "param_index")],
        *[(f"pc_y{n}", ctypes.c_double) for n in range(5)],
        *[(f"ply_{axis}{n}", ctypes.c_double) for n in range(1, 5) for axis in "xy"],
    ]
    DEFAULTS = (True, 0, True, -1, 20, -1, 0, 0.0, 0.4, 1.0, 1.0, 0.75, 0.0, 0.1, 6.0, 0.15, 10.0, 0.25, 18.0, 0.75)

    def __init__(self, **rules):
        super().__init__(*self.DEFAULTS)
        for name, value in rules.items():
            setattr(self, name, value)


class Share(ctypes.Structure):
    _fields_ = [("rank", ctypes.c_int), ("world_size", ctypes.c_int)]


class Batch(ctypes.Structure):
    _fields_ = [
        ("num_inputs", ctypes.c_int),
        ("size", ctypes.c_int),
        *[(name, ctypes.POINTER(ctypes.c_float)) for name in ("is_white", "outcome", "score")],
        *[(name, ctypes.c_int) for name in ("white_inputs", "black_inputs", "width")],
        *[(name, ctypes.POINTER(ctypes.c_int)) for name in ("white", "black", "piece_count")],
    ]


def peer_batches(library, path, sets, rules, repeats):
    library.create_sparse_batch_stream.restype = ctypes.c_void_p
    library.fetch_next_sparse_batch.restype = ctypes.POINTER(Batch)
    library.fetch_next_sparse_batch.argtypes = library.destroy_sparse_batch_stream.argtypes = [ctypes.c_void_p]
    paths = (ctypes.c_char_p * repeats)(*[path.encode()] * repeats)
    stream = library.create_sparse_batch_stream(
        sets.encode(), 1, repeats, paths, BATCH, ctypes.c_bool(False), Skip(**rules), Share(0, 1)
    )
    while batch := library.fetch_next_sparse_batch(stream):
        yield batch.contents
        library.destroy_sparse_batch(batch)
    library.destroy_sparse_batch_stream(stream)


def own_batches(path, sets, where, repeats, **options):
    return Loader(
        [path] * repeats, sets.lower(), layout="padded", width=WIDTHS[sets], batch_size=BATCH, where=where, view="mover", **options
    )


def in_orders(path, to):
    """Writes the games of `path` in sixteen orders, a chunk for each; the first is that of the file."""
    data = Path(path).read_bytes()
    read = Positions.from_bytes(data, "binpack")
    after, plies = read.positions[:-1].push(read.moves[:-1]), read.plies.astype(int)
    begins = (after.keys() != read.positions[1:].keys()) | (plies[1:] != plies[:-1] + 1)
    games = np.split(np.arange(len(read.positions)), 1 + begins.nonzero()[0])
    random = np.random.default_rng(1)
    for number in range(ORDERS):
        order = random.permutation(len(games)) if number else range(len(games))
        places = np.concatenate([games[game] for game in order])
        labels = {name: getattr(read, name)[places] for name in ("moves", "plies", "scores", "results")}
        chunk = read.positions[places].to_bytes("binpack", **labels)
        assert number > 0 or chunk == data
        to.write(chunk)
    to.flush()


def cpu_time(*arguments):
    """The CPU seconds of all threads, and the number of positions, as a process of its own counts them."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(timed, *arguments).result()


def timed(library, path, sets, recipe, level):
    rules, where = RECIPES[recipe]
    repeats = 2 if "random<" in where else 1
    if library:
        batches = peer_batches(ctypes.CDLL(library), path, sets, rules, repeats)
    else:
        batches = own_batches(path, sets, where, repeats, level=level)
    before = resource.getrusage(resource.RUSAGE_SELF)
    positions = sum(getattr(batch, "size", None) or len(batch) for batch in batches)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, positions


def samples(batch, columns, rows):
    """Each position by its labels and inputs."""
    return zip(*[column.tolist() for column in columns], (bytes(row) for row in np.sort(rows, axis=1)), strict=True)


def check(library, path):
    """Without chance, all that the peer keeps is kept."""
    rules, where = CERTAIN
    kept, left = Counter(), Counter()
    for batch in own_batches(path, "HalfKAv2_hm", where, 1):
        columns = (~batch.black_to_move, batch.scores, batch.results, batch.piece_counts)
        kept.update(samples(batch, columns, batch.indices[0]))
    for batch in peer_batches(library, path, "HalfKAv2_hm", rules, 1):
        array = np.ctypeslib.as_array
        labels = (array(batch.is_white, (batch.size,)) > 0.5, array(batch.score, (batch.size,)), array(batch.outcome, (batch.size,)))
        columns = (*labels, array(batch.piece_count, (batch.size,)))
        left.update(samples(batch, columns, array(batch.white, (batch.size, batch.width))))
    missing = left - kept
    print(f"rules without chance: the peer keeps {left.total()} of our {kept.total()}, and {missing.total()} others")
    assert not missing


def check_rates(library, path):
    """In the order of the files, chance keeps as many positions as the peer's: its numbers of pieces are counted in this order too."""
    for name, (rules, where) in RECIPES.items():
        theirs = sum(batch.size for batch in peer_batches(library, path, "HalfKAv2_hm", rules, REPEATS))
        ours = [
            sum(map(len, own_batches(path, "HalfKAv2_hm", where, REPEATS, window=1, seed=seed))) for seed in range(5)
        ]
        print(f"{name}, in order: the peer keeps {theirs} positions, and five seeds {min(ours)} to {max(ours)}")
        assert 0.997 * min(ours) <= theirs <= 1.003 * max(ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("data")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--level", default="auto")
    arguments = parser.parse_args()
    check(ctypes.CDLL(arguments.library), arguments.data)
    check_rates(ctypes.CDLL(arguments.library), arguments.data)
    with NamedTemporaryFile(suffix=".binpack") as data:
        in_orders(arguments.data, data)
        for sets, recipe in product(WIDTHS, RECIPES):
            runs = [
                [cpu_time(library, data.name, sets, recipe, arguments.level) for library in (arguments.library, None)]
                for _ in range(arguments.times)
            ]
            (theirs, their_positions), (ours, our_positions) = map(min, zip(*runs, strict=True))
            print(
                f"{sets}, {recipe}: {theirs:.3f} and {ours:.3f} s, {theirs / ours:.2f} times; "
                f"{their_positions} and {our_positions} positions",
                flush=True,
            )


if __name__ == "__main__":
    main()
