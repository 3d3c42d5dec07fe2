"""The loader: every position once with its inputs and labels, in an order that only the seed decides."""

import gzip
import itertools
import json
import multiprocessing
import os
import re
import subprocess
import sys
import warnings

import numpy as np
import pytest

import quadbit
from packed import binpack, frames, played
from quadbit import Loader

N = 5000


@pytest.fixture(scope="module")
def positions():
    return played(N)[0]


@pytest.fixture(scope="module")
def moves():
    return played(N)[1]


@pytest.fixture(scope="module")
def folder(positions, moves, tmp_path_factory):
    """The same positions in several formats. The score of each is its number."""
    folder = tmp_path_factory.mktemp("records")
    scores, results = np.arange(len(positions)), np.arange(len(positions)) % 3 / 2
    for format in ("marlinformat", "viriformat", "text", "bin"):
        (folder / f"a.{format}").write_bytes(positions.to_bytes(format, scores=scores, results=results))
    (folder / "a.text.gz").write_bytes(gzip.compress((folder / "a.text").read_bytes()) + bytes(512))
    (folder / "a.marlinformat.zst").write_bytes(frames((folder / "a.marlinformat").read_bytes()))
    lines = zip(positions.fens(), positions.uci(moves), range(len(positions)))
    signs = np.where(positions.black_to_move(), -1, 1)
    entries = [
        f"fen {fen}\nmove {move}\nscore {n * signs[n]}\nply {n}\nresult {(n % 3 - 1) * signs[n]}\ne\n" for fen, move, n in lines
    ]
    (folder / "a.plain").write_text("".join(entries))
    (folder / "a.binpack").write_bytes(binpack(positions, moves))
    return folder


def numbers(batches):
    return np.concatenate([batch.scores for batch in batches]).astype(int)


@pytest.mark.parametrize("format", ["marlinformat", "viriformat", "text", "bin", "plain", "binpack", "marlinformat.zst", "text.gz"])
def test_every_position_comes_once_with_its_labels(folder, positions, moves, format):
    batches = list(Loader(folder / f"a.{format}", batch_size=300, window=700, seed=4, threads=2))
    assert [len(batch) for batch in batches] == [300] * (len(positions) // 300) + [len(positions) % 300]
    order = numbers(batches)
    assert sorted(order) == list(range(len(positions))) and (order != np.sort(order)).mean() > 0.9
    for batch in batches:
        place = batch.scores.astype(int)
        assert batch.positions == positions[place] and batch.positions is batch.positions
        assert batch.indices is None and batch.offsets is None
        assert (batch.black_to_move == positions[place].black_to_move()).all()
        assert np.allclose(batch.results, place % 3 / 2)
        assert [array.dtype for array in (batch.scores, batch.results, batch.plies)] == [np.float32, np.float32, np.int32]
        if format in ("plain", "binpack"):
            assert (batch.moves == moves[place]).all() and (batch.plies == place).all()


def test_inputs(folder, positions):
    path = folder / "a.marlinformat"
    (batch,) = Loader(path, "chess768", batch_size=N, window=1, order="ascending")
    assert batch.positions == positions
    expected = np.sort(positions.features("768"), axis=2)
    black = positions.black_to_move()
    for side, (indices, offsets) in enumerate(zip(batch.indices, batch.offsets)):
        seen = np.where((black == side)[:, None], expected[:, 0], expected[:, 1])
        assert indices.dtype == np.int32 and offsets.dtype == np.int64
        assert (indices == seen[seen >= 0]).all()
        assert (np.diff(offsets) == (seen >= 0).sum(axis=1)).all()
    (padded,) = Loader(path, "chess768", batch_size=N, window=1, layout="padded")
    assert padded.offsets is None
    for rows, indices, offsets in zip(padded.indices, batch.indices, batch.offsets):
        assert rows.shape == (N, 32) and rows.dtype == np.int32
        assert sorted(rows[17][rows[17] >= 0]) == indices[offsets[17] : offsets[18]].tolist()
    loader = Loader(path, "full_threats+pp_3wide+halfkav2_hm", layout="padded", width=160, batch_size=10)
    assert loader.num_inputs == 59_808 + 4_560 + 24_576
    assert next(iter(loader)).indices[1].shape == (10, 160)
    with pytest.raises(ValueError, match="width: position .* has .* inputs"):
        list(Loader(path, "chess768", layout="padded", width=2))
    # The next batches follow, and the count of a resumed run is right.
    batches = iter(Loader(path, "chess768", layout="padded", width=2, batch_size=10, threads=2))
    for skip in (1, 2):
        with pytest.raises(ValueError, match="width: position"):
            next(batches)
        assert batches.state_dict()["skip"] == skip


def test_arrays_own_their_memory(folder):
    batch = next(iter(Loader(folder / "a.marlinformat", "chess768", batch_size=10)))
    scores, (white, _) = batch.scores, batch.indices
    assert batch.scores is scores and batch.indices[0] is white
    assert scores.flags.writeable and white.flags.c_contiguous and white.base is not None
    before = white.copy()
    del batch
    assert (white == before).all()


def test_the_seed_alone_decides_the_order(folder):
    files = [folder / "a.marlinformat", str(folder / "a.text")]

    def order(seed=1, epoch=0, **options):
        return numbers(Loader(files, batch_size=100, window=500, seed=seed, **options).epoch(epoch)).tolist()

    first = order()
    for threads in (1, 2, 5):
        for prefetch in (0, 3):
            assert order(threads=threads, prefetch=prefetch) == first
    loader = Loader(files, batch_size=100, window=500, seed=1)
    assert numbers(loader).tolist() == numbers(loader).tolist() == first
    others = [order(seed=2), order(epoch=1), order(epoch=2)]
    assert all(sorted(other) == sorted(first) for other in others)
    assert len({tuple(other) for other in [first, *others]}) == 4


def test_machines_share_the_files(folder):
    parts = [numbers(Loader(folder / "a.marlinformat", rank=rank, world_size=2)).tolist() for rank in range(2)]
    assert parts[0] and parts[1] and sorted(parts[0] + parts[1]) == list(range(N))


def test_machines_share_positions(folder):
    """Also those of a file of one chunk. All have as many batches."""
    for name, kept in (("a.marlinformat", N), ("a.binpack", 1000)):
        options = {"where": f"score<{kept}", "world_size": 3, "share": "positions", "batch_size": 100, "window": 10}
        parts = [list(Loader(folder / name, rank=rank, threads=1 + rank, **options)) for rank in range(3)]
        assert len({tuple(map(len, part)) for part in parts}) == 1
        for rank, part in enumerate(parts):
            assert sorted(numbers(part)) == list(range(rank, kept // 3 * 3, 3))


def test_padding_takes_the_users_memory(folder):
    path = folder / "a.marlinformat"
    sets = "full_threats+pp_3wide+halfkav2_hm"
    (rows,) = Loader(path, sets, batch_size=N, window=1, layout="padded")
    (batch,) = Loader(path, sets, batch_size=N, window=1)
    assert Loader(path, sets, layout="padded").width == rows.indices[0].shape[1] == 280
    assert Loader(path, sets, layout="padded", width=200).width == 200 and Loader(path, sets).width is None
    widest = max(np.diff(offsets).max() for offsets in batch.offsets)
    for found, expected in zip(batch.padded(), rows.indices):
        assert (found == expected[:, :widest]).all() and (expected[:, widest:] == -1).all()
    out = tuple(np.full((N, 300), 7, np.int32) for _ in range(2))
    found = batch.padded(out=out)
    for array, memory, expected in zip(found, out, rows.indices):
        assert array is memory and (array[:, :280] == expected).all() and (array[:, 280:] == -1).all()
    with pytest.raises(ValueError, match="width: position .* has .* inputs"):
        batch.padded(widest - 1)
    with pytest.raises(ValueError, match="out: expected shape"):
        batch.padded(300, out=tuple(memory[1:] for memory in out))
    # Arrays that share memory are refused before anything is written.
    memory = np.full((N + 1, 300), 7, np.int32)
    for out in [(memory[1:], memory[1:]), (memory[1:], memory[:-1])]:
        with pytest.raises(ValueError, match="out: .*borrowed"):
            batch.padded(out=out)
    assert (memory == 7).all()
    with pytest.raises(ValueError, match="padded: expected a batch with layout='csr'"):
        rows.padded()
    batch.offsets[0][-1] = 2**60
    with pytest.raises(ValueError, match="offsets: expected those of the indices"):
        batch.padded(300)


def test_conditions(folder, positions, moves):
    loader = Loader(folder / "a.binpack", where="score<1000 no-check Qq=0", window=1)
    expected = [n for n in range(1000) if positions.where("no-check Qq=0")[n]]
    assert numbers(loader).tolist() == expected
    captures = Loader(folder / "a.plain", where=["no-best-capture", "result=draw", "ply>=4000"], window=1)
    after = positions.push(moves).material().sum(axis=(1, 2))
    expected = np.flatnonzero((after == positions.material().sum(axis=(1, 2))) & (np.arange(N) % 3 == 1))
    assert numbers(captures).tolist() == expected[expected >= 4000].tolist()


def test_rules_of_chance(folder):
    files = [folder / "a.marlinformat", folder / "a.text"]

    def kept(where, epoch=0, **options):
        return sorted(numbers(Loader(files, where=where, **options).epoch(epoch)).tolist())

    first = kept("random<1/4")
    assert 2200 < len(first) < 2800 and kept("random<1/4", threads=3, window=1) == first
    assert sorted(kept("random<1/4", rank=0, world_size=2) + kept("random<1/4", rank=1, world_size=2)) == first
    assert kept("random<1/4", seed=1) != first != kept("random<1/4", epoch=1)
    recipe = "score no-placeholder likely-result soft-ply=0:0.1,20:1 piece-targets=0,0.4,1,1,0.75 |score|<=4000"
    assert 0 < len(kept(recipe)) < 2 * N and kept(recipe) == kept(recipe, threads=2)
    for where in ("random<2", "soft-ply=3", "piece-targets=0,0"):
        with pytest.raises(ValueError, match=rf"(?s)where: '{re.escape(where)}': at byte \d+: expected"):
            kept(where)


def test_a_function_selects_before_inputs_are_found(folder, positions):
    def select(batch):
        assert batch.indices is None and (batch.scores < 1000).all()
        return (batch.scores % 2 == 1) & (batch.piece_counts > 20) & batch.positions.where("white")

    loader = Loader(folder / "a.text", "chess768", where="score<1000", select=select, window=1)
    counts, black = positions.material().sum(axis=(1, 2)), positions.black_to_move()
    expected = [n for n in range(1, 1000, 2) if counts[n] > 20 and not black[n]]
    assert numbers(loader).tolist() == expected and next(iter(loader)).indices is not None
    for answer, error in ((lambda batch: batch.scores, TypeError), (lambda batch: np.ones(3, bool), TypeError), (lambda batch: 1 / 0, ZeroDivisionError)):
        with pytest.raises(error):
            list(Loader(folder / "a.text", select=answer))


def test_runs_resume(folder):
    loader = Loader(folder / "a.binpack", "chess768", batch_size=100, window=500, where="random<0.8", seed=3)
    batches = loader.epoch(2)
    whole = [next(batches) for _ in range(9)]
    state = json.loads(json.dumps(batches.state_dict()))
    assert state == {"n": 2, "skip": 9, "mark": None}
    loader = Loader(folder / "a.binpack", "chess768", batch_size=100, window=500, where="random<0.8", seed=3, threads=3)
    rest, resumed = list(batches), loader.epoch(**state)
    for batch in rest:
        again = next(resumed)
        assert batch.positions == again.positions and (batch.indices[0] == again.indices[0]).all()
    assert next(resumed, None) is None and len(whole) + len(rest) == resumed.state_dict()["skip"]


def test_runs_resume_at_a_mark(folder, tmp_path):
    file = tmp_path / "many.binpack"
    file.write_bytes((folder / "a.binpack").read_bytes() * 40)
    options = {"batch_size": 1000, "window": 2000, "where": "random<0.8", "seed": 3}
    batches = Loader(file, **options).epoch(1)
    count = sum(1 for _ in itertools.islice(batches, 120))
    state = json.loads(json.dumps(batches.state_dict()))
    assert state["skip"] == count == 120 and len(state["mark"]) > 10
    read = []
    again = Loader(file, "chess768", **options, threads=2, progress=read.append)
    resumed = again.epoch(**state)
    for expected, batch in zip(batches, resumed, strict=True):
        assert expected.positions == batch.positions
    assert resumed.state_dict()["skip"] == batches.state_dict()["skip"] > 140
    assert read[-1].positions == sum(map(len, Loader(file, **options).epoch(1)))
    for change in ({"n": 2}, {"skip": 119}, {"mark": state["mark"][1:]}, {"mark": [1]}):
        with pytest.raises(ValueError, match="mark"):
            again.epoch(**state | change)
    with pytest.raises(ValueError, match="the mark is of a loader with other files or options"):
        Loader(folder / "a.binpack", **options).epoch(**state)


def test_full_batches(folder):
    file = folder / "a.text"
    assert [len(batch) for batch in Loader(file, batch_size=1500, drop_last=True)] == [1500] * 3
    for rank in range(2):
        endless = Loader(file, batch_size=1500, window=50, endless=True, rank=rank, world_size=2)
        assert [len(batch) for batch in itertools.islice(endless, 20)] == [1500] * 20
    with pytest.warns(UserWarning, match="no batch at all"):
        assert list(Loader(file, endless=True, where="ply>60000")) == []


@pytest.fixture(scope="module")
def both_sides(positions, moves, folder):
    """A file of positions with white and with black to move, some with the score 0, and these positions."""
    both = quadbit.Positions.concat([positions[:100], positions[:100].push(moves[:100])])
    path = folder / "sides.text"
    path.write_bytes(both.to_bytes("text", scores=np.arange(200) % 50, results=np.arange(200) % 3 / 2))
    return path, both


def test_view(both_sides):
    path, positions = both_sides
    (white,) = Loader(path, batch_size=N, window=1)
    (mover,) = Loader(path, batch_size=N, window=1, view="mover")
    black = positions.black_to_move()
    assert black.any() and not black.all()
    assert (mover.scores == np.where(black, -white.scores, white.scores)).all()
    is_zero = mover.scores == 0
    assert (is_zero & black).any() and not np.signbit(mover.scores[is_zero]).any()
    assert (mover.results == np.where(black, 1 - white.results, white.results)).all()
    assert (mover.piece_counts == positions.material().sum(axis=(1, 2))).all()


def test_a_loop_without_a_batch_warns(folder, tmp_path):
    """A rule that keeps nothing, an empty file, another format, and too few positions for a full batch."""
    empty = tmp_path / "a.binpack"
    empty.write_bytes(b"")
    wrong = {"files": folder / "a.text.gz", "format": "marlinformat", "on_error": "skip"}
    for options in ({"where": "ply>60000"}, {"files": empty}, wrong, {"batch_size": N + 1, "drop_last": True}):
        with pytest.warns(UserWarning, match="no batch at all in .* bytes with .* bad records: the rule keeps"):
            assert list(Loader(**{"files": folder / "a.text"} | options)) == []
    with warnings.catch_warnings(action="error"):
        assert len(list(Loader(folder / "a.text", batch_size=N))) == 1
        assert list(Loader(folder / "a.text", batch_size=N).epoch(0, skip=1)) == []


def test_games_are_chosen_and_shared_as_wholes(folder):
    shares = [numbers(Loader(folder / "a.binpack", rank=rank, world_size=2, share="games")).tolist() for rank in (0, 1)]
    assert min(map(len, shares)) > 0 and sorted(sum(shares, [])) == [*range(N)]
    kept = numbers(Loader(folder / "a.binpack", where="random-game<1/2 and random<1/2")).tolist()
    assert 0 < len(kept) == len(set(kept)) < N / 2
    with pytest.raises(ValueError, match="where: text holds no chains of moves to ask about"):
        Loader(folder / "a.text", where="random-game<1/2")
    with pytest.raises(ValueError, match="share: text holds no games to share"):
        Loader(folder / "a.text", share="games", world_size=2)
    assert numbers(Loader(folder / "a.text", share="games")).tolist()


def test_files_by_folder_and_pattern(folder, tmp_path):
    for name in ("2.marlinformat", "1.text"):
        (tmp_path / name).write_bytes((folder / f"a{name[1:]}").read_bytes())
    (tmp_path / "notes.md").write_text("no records")
    order = numbers(Loader([tmp_path / "1.text", tmp_path / "2.marlinformat"], window=1)).tolist()
    for files in (tmp_path, str(tmp_path), tmp_path / "*t", [str(tmp_path / "[12].*")], (file for file in [tmp_path])):
        assert numbers(Loader(files, window=1)).tolist() == order
    with pytest.raises(FileNotFoundError, match=r"files: no file matches .*\*\.binpack"):
        Loader(tmp_path / "*.binpack")
    with pytest.raises(TypeError, match="files: expected a path"):
        Loader("-")


def test_levels(folder):
    options = {"files": folder / "a.binpack", "inputs": "halfkav2_hm", "window": 1}
    (expected,) = Loader(batch_size=N, **options)
    for level in ("auto", "fallback", "sse2", "avx2"):
        try:
            loader = Loader(batch_size=N, level=level, **options)
        except ValueError as error:
            assert "does not support" in str(error), level
            continue
        (found,) = loader
        assert (found.indices[0] == expected.indices[0]).all() and found.positions == expected.positions
    with pytest.raises(ValueError, match="level: unknown level; the levels are auto, fallback, "):
        Loader(level="best", **options)


def test_the_number_of_batches(folder):
    both = [folder / "a.marlinformat", folder / "a.bin"]
    for options in ({}, {"drop_last": True}, {"rank": 1, "world_size": 3, "share": "positions"}):
        loader = Loader(both, batch_size=700, window=50, **options)
        assert loader.num_batches == len(list(loader))
    for options in ({"where": "white"}, {"select": len}, {"endless": True}, {"world_size": 2}, {"files": folder / "a.text"}, {"files": folder / "a.marlinformat.zst"}):
        assert Loader(**{"files": both} | options).num_batches is None


def test_messages_name_the_loader(folder):
    with pytest.raises(TypeError, match=r"^Loader\(\) got an unexpected keyword argument 'batchsize'$"):
        Loader(folder / "a.text", batchsize=3)
    with pytest.raises(TypeError, match=r"^files: expected a path"):
        Loader()


def test_progress(folder):
    calls = []
    path = folder / "a.marlinformat.zst"
    for batch in Loader(path, batch_size=1000, window=100, progress=calls.append):
        assert calls[-1].positions >= len(batch)
    assert [call.positions for call in calls] == [1000, 2000, 3000, 4000, 5000, 5000]
    assert calls[-1].bytes == calls[-1].total_bytes == path.stat().st_size and calls[-1].bad_records == 0
    assert "5000 positions" in repr(calls[-1])

    # The window holds the whole file after the first batch.
    calls.clear()
    list(Loader(path, batch_size=1000, progress=calls.append))
    shares = [call.bytes / call.total_bytes for call in calls]
    assert shares == pytest.approx([0.2, 0.4, 0.6, 0.8, 1, 1], abs=0.01)

    def stop(progress):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        list(Loader(path, progress=stop))


def test_bad_records_are_named_or_counted(folder, tmp_path):
    data = bytearray((folder / "a.marlinformat").read_bytes())
    data[32 * 70 : 32 * 71] = bytes(32)
    path = tmp_path / "bad.marlinformat"
    path.write_bytes(data + b"cut off")
    before = []
    with pytest.raises(quadbit.RecordError, match="bad.marlinformat: record 71: ") as error:
        for batch in Loader(path, batch_size=10):
            before.append(batch)
    assert error.value.index == 70
    assert sorted(numbers(before)) == [n for n in range(N) if n != 70]
    calls = []
    with pytest.warns(UserWarning, match="2 bad records, 0 bytes of them lost; the first is .*bad.marlinformat: record 71: "):
        kept = sorted(numbers(Loader(path, on_error="skip", progress=calls.append)))
    assert kept == [n for n in range(N) if n != 70]
    assert (calls[-1].bad_records, calls[-1].lost_bytes) == (2, 0)


def test_what_a_damaged_chunk_loses_is_counted(folder, tmp_path):
    data = bytearray((folder / "a.binpack").read_bytes())
    data[-1000:] = bytes([255]) * 1000
    path = tmp_path / "bad.binpack"
    path.write_bytes(data)
    calls = []
    with pytest.warns(UserWarning, match="1 bad records, .* bytes of them lost; the first is .* cannot be decoded"):
        kept = len(numbers(Loader(path, on_error="skip", progress=calls.append)))
    assert kept == calls[-1].positions < N and 1000 <= calls[-1].lost_bytes < 1300
    with pytest.raises(quadbit.RecordError, match=f"; {calls[-1].lost_bytes} bytes cannot be decoded"):
        for batch in Loader(path, batch_size=10):
            kept -= len(batch)
    assert kept == 0


def test_a_damaged_file_loses_nothing_before_the_damage(folder, tmp_path):
    whole = (folder / "a.marlinformat.zst").read_bytes()
    path = tmp_path / "a.marlinformat.zst"
    path.write_bytes(whole + b"\x28\xb5\x2f")
    batches = iter(Loader([path, folder / "a.text"], batch_size=N, window=1))
    with pytest.raises(OSError, match="a.marlinformat.zst: zstd: the file is cut off"):
        next(batches)
    assert sorted(numbers(batches)) == sorted([*range(N)] * 2)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"files": []}, ValueError, "files: expected at least one"),
        ({"files": 3}, TypeError, "files: "),
        ({"files": [3]}, TypeError, "files: "),
        ({"files": "nowhere.binpack"}, FileNotFoundError, "files: nowhere.binpack"),
        ({"files": ["a.bin", __file__, "b.bin"]}, FileNotFoundError, r"files: a\.bin: .*; b\.bin: "),
        ({"files": "."}, IsADirectoryError, "files: "),
        ({"files": __file__}, ValueError, "format: .* pass format="),
        ({"inputs": "halfka"}, ValueError, "inputs: expected chess768"),
        ({"inputs": "pp_3wide+pp_3wide"}, ValueError, "inputs: pp_3wide is there twice"),
        ({"format": "zip"}, ValueError, "format: expected"),
        ({"batch_size": 0}, ValueError, "batch_size: expected 1 to"),
        ({"window": 0}, ValueError, "window: expected 1 to"),
        ({"layout": "rows"}, ValueError, "layout: expected 'csr' or 'padded'"),
        ({"width": 3}, ValueError, "width: expected layout='padded'"),
        ({"order": "random"}, ValueError, "order: expected"),
        ({"where": "score<x"}, ValueError, "where: 'score<x': at byte 6: expected"),
        ({"where": 3}, TypeError, "where: expected rules"),
        ({"view": "black"}, ValueError, "view: expected 'white' or 'mover'"),
        ({"select": 3}, TypeError, "select: expected a function"),
        ({"rank": 1}, ValueError, "rank: expected 0 to 0"),
        ({"share": "files"}, ValueError, "share: expected 'blocks' or 'games' or 'positions'"),
        ({"world_size": 0}, ValueError, "world_size: expected 1 to"),
        ({"on_error": "stop"}, ValueError, "on_error: expected"),
        ({"progress": 3}, TypeError, "progress: expected a function"),
        ({"seed": -1}, ValueError, "seed: expected 0 to"),
        ({"prefetch": -1}, ValueError, "prefetch: expected 0 to"),
        ({"threads": -1}, ValueError, "threads: expected 0 to"),
    ],
)
def test_bad_arguments_are_named(folder, options, error, text):
    options = {"files": folder / "a.text"} | options
    with pytest.raises(error, match=text):
        Loader(**options)


def in_child(batches, answers):
    try:
        next(batches)
    except RuntimeError as error:
        answers.put(str(error))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_is_an_error_and_no_deadlock(folder):
    batches = iter(Loader(folder / "a.text", batch_size=10))
    next(batches)
    fork = multiprocessing.get_context("fork")
    answers = fork.Queue()
    child = fork.Process(target=in_child, args=(batches, answers))
    child.start()
    assert "does not survive a fork" in answers.get(timeout=60)
    child.join()


def test_torch(folder):
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    from quadbit.torch import Dataset

    table = torch.nn.EmbeddingBag(768, 8, mode="sum", include_last_offset=True)
    for workers in (0, 2):
        data, found = Dataset(folder / "a.marlinformat", "chess768", batch_size=500), []
        for batch in torch.utils.data.DataLoader(data, batch_size=None, num_workers=workers):
            assert table(batch["white"], batch["white_offsets"]).shape == (len(batch["scores"]), 8)
            found += batch["scores"].int().tolist()
        assert sorted(found) == list(range(N))
    data = Dataset([folder / "a.binpack"], "chess768", layout="padded", batch_size=100, rank=1, world_size=2, share="positions")
    shares = torch.utils.data.DataLoader(data, batch_size=None, num_workers=3)
    assert [len(batch["black"]) for batch in shares] == [100] * 24 + [33] * 3
    with pytest.raises(ValueError, match="layout: expected"):
        Dataset(folder / "a.binpack", layout="rows")


def test_torch_has_no_silent_traps(folder, both_sides, tmp_path, monkeypatch):
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    from quadbit.torch import Dataset

    # Scores and results are the mover's.
    (batch,) = Dataset(both_sides[0], batch_size=N, window=1)
    (mover,) = Loader(both_sides[0], batch_size=N, window=1, view="mover")
    assert (batch["scores"].numpy() == mover.scores).all() and (batch["results"].numpy() == mover.results).all()
    (white,) = Dataset(both_sides[0], batch_size=N, window=1, view="white")
    assert (white["scores"] >= 0).all() and (batch["scores"] < 0).any()
    # A loss of NaN.
    (tmp_path / "a.fen").write_text("\n".join(played(10)[0].fens()))
    with pytest.raises(ValueError, match="scores: 10 of 10 positions have none"):
        next(iter(Dataset(tmp_path / "a.fen")))
    assert next(iter(Dataset(tmp_path / "a.fen", missing_scores=True)))["scores"].isnan().all()
    # A batch of batches.
    with pytest.raises(ValueError, match="pass batch_size=None to DataLoader"):
        next(iter(torch.utils.data.DataLoader(Dataset(folder / "a.text", batch_size=10), batch_size=4)))
    for state in ({"epoch": 1}, {"n": 1}, {"n": 1, "skip": 0, "seed": 1}):
        with pytest.raises(ValueError, match="state: expected"):
            Dataset(folder / "a.text").load_state_dict(state)
    # Two processes have equal numbers of batches, even if the file is one block.
    monkeypatch.setattr(torch.distributed, "is_initialized", lambda: True)
    monkeypatch.setattr(torch.distributed, "get_world_size", lambda: 2)
    shares = []
    for rank in range(2):
        monkeypatch.setattr(torch.distributed, "get_rank", lambda rank=rank: rank)
        shares.append([len(batch["scores"]) for batch in Dataset(folder / "a.binpack", batch_size=100)])
    assert shares == [[100] * (N // 200)] * 2


def test_torch_resumes(folder):
    torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    from quadbit.torch import Dataset

    data, again = (Dataset(folder / "a.binpack", batch_size=100, window=500) for _ in range(2))
    data.set_epoch(2)
    batches = iter(torch.utils.data.DataLoader(data, batch_size=None))
    whole = [next(batches) for _ in range(7)]
    state = json.loads(json.dumps(data.state_dict()))
    again.load_state_dict(state)
    assert again.state_dict() == state == {"n": 2, "skip": 7, "mark": None}
    rest = [batch["scores"].tolist() for batch in batches]
    assert [batch["scores"].tolist() for batch in again] == rest and len(whole) + len(rest) == 50
    # The next loop reads the epoch from its beginning.
    assert [batch["scores"].tolist() for batch in again][:7] == [batch["scores"].tolist() for batch in whole]


@pytest.mark.filterwarnings("ignore:.* bad records")
def test_every_file_that_cannot_be_read_is_named(folder, tmp_path):
    cut = [tmp_path / "one.text.zst", tmp_path / "two.text.zst"]
    for path in cut:
        path.write_bytes(frames((folder / "a.text").read_bytes())[:-10])
    loader = Loader([*cut, folder / "a.text"], batch_size=10**6, on_error="skip")
    batches, named, positions = iter(loader), [], 0
    while True:
        try:
            positions += len(next(batches))
        except OSError as error:
            named.append(str(error))
        except StopIteration:
            break
    assert [path.name in text for path, text in zip(cut, named, strict=True)] == [True, True]
    assert positions >= N


def test_sizes_without_a_limit_in_sight(folder):
    """What is asked for is not reserved, and what cannot be held is an exception."""
    file = folder / "a.marlinformat"
    (batch,) = Loader(file, batch_size=2**32, window=2**32, prefetch=2**32)
    assert sorted(batch.scores.astype(int)) == list(range(len(batch)))
    with pytest.raises(ValueError, match="width: expected 1 to 65536"):
        Loader(file, "chess768", layout="padded", width=2**32)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited as Linux does")
def test_rows_that_are_too_wide_for_the_memory(folder):
    program = (
        "import resource, sys, quadbit\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))\n"
        "batches = quadbit.Loader(sys.argv[1], 'chess768', layout='padded', width=65536, batch_size=10**6)\n"
        "try: next(iter(batches))\n"
        "except MemoryError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", program, folder / "a.marlinformat"], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "") and "not enough memory for" in run.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="threads have stacks of this size on Linux")
def test_threads_that_cannot_be_started(folder):
    """Nothing has room for a stack of 2^46 bytes."""
    program = (
        "import sys, quadbit\n"
        "try: next(iter(quadbit.Loader(sys.argv[1])))\n"
        "except RuntimeError as error: print(error)"
    )
    environment = os.environ | {"RUST_MIN_STACK": str(1 << 46)}
    arguments = [sys.executable, "-c", program, folder / "a.marlinformat"]
    run = subprocess.run(arguments, capture_output=True, text=True, env=environment)
    assert (run.returncode, run.stderr) == (0, "") and run.stdout.startswith("no thread can be started: ")


def test_a_condition_that_a_format_cannot_answer(folder):
    for format, where in (("marlinformat", "best-capture"), ("text", "no-best-check")):
        with pytest.raises(ValueError, match=f"where: {format} holds no .* to ask about"):
            Loader(folder / f"a.{format}", where=where)
    assert sum(map(len, Loader(folder / "a.text", where="ply>=0 score>=0 result=draw"))) > 0
    assert sum(map(len, Loader(folder / "a.binpack", where="no-best-capture"))) > 0
    with pytest.raises(ValueError, match="where: .*pieces such as Qq=0"):
        Loader(folder / "a.text", where="xyz")
