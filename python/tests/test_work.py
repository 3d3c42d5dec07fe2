"""Long calls: without the GIL, on several threads, stopped by Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from quadbit import IllegalMoveError, Position, Positions

# Not in the folder of the package, whose sources are not what was installed.
HERE = Path(__file__).parent

LONG = {
    "random": "quadbit.Positions.random(2_000_000, 100_000, 1, threads={threads})",
    "perft": "quadbit.Position().perft(12, threads={threads})",
    "perft with a table": "quadbit.Position().perft(14, hash_mb=16, threads={threads})",
    "from_fens": "[quadbit.Positions.from_fens(fens, threads={threads}) for _ in range(10**9)]",
    "fens": "[batch.fens(threads={threads}) for _ in range(10**9)]",
    "legal_mask": "[batch.legal_mask(threads={threads}, out=mask) for _ in range(10**9)]",
    "history": "games.history(dtype='uint64', threads={threads})",
    "san": "[batch.san(moves) for _ in range(10**9)]",
    "step": "[env.step(env.reset()[1]['action_mask'].argmax(axis=1)) for _ in range(10**9)]",
}

PROGRAM = """
import signal
import numpy as np
import quadbit
# It may be ignored, as in the background of a shell.
signal.signal(signal.SIGINT, signal.default_int_handler)
batch = quadbit.Positions.start(30_000)
moves = batch.parse_uci(["e2e4"] * len(batch))
fens = batch.fens()
mask = np.empty((len(batch), 4096), bool)
# One game in which every position is compared with a hundred thousand others.
games = quadbit.Positions.from_fens(["4k3/8/8/8/8/8/8/R3K3 w - - 60000 30000", "4k3/8/8/8/8/8/8/4K2R b - - 60000 30000"])
games = games[np.arange(200_000) % 2]
env = quadbit.Env(2000, threads={threads})
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for a child process")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_stops_long_calls(name, threads):
    call = LONG[name].format(threads=threads)
    program = PROGRAM.format(call=call, threads=threads)
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, cwd=HERE)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.3)
        assert child.poll() is None, "the call was too short"
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=30)[0] == "stopped\n"
        assert time.monotonic() - sent < 10
    finally:
        child.kill()


FILLING = """
import resource, signal
import quadbit
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10, flush=True)
except MemoryError:
    print(0, flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in KiB on Linux only")
@pytest.mark.parametrize("call", ["quadbit.Positions.random(2**26, 0, 1)", "quadbit.Position().batch(2**26)"])
def test_ctrl_c_stops_the_filling_of_memory(call):
    """4 GiB of positions take seconds to write."""
    program = [sys.executable, "-c", FILLING.format(call=call)]
    child = subprocess.Popen(program, stdout=subprocess.PIPE, text=True, cwd=HERE)
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        assert int(child.communicate(timeout=30)[0]) < 3 << 10
    finally:
        child.kill()


@pytest.mark.parametrize("call", [lambda: Position().perft(7), lambda: Positions.random(3000, 500, 1)])
def test_other_threads_run_meanwhile(call):
    """The longest time for which another thread had to wait is much shorter than the call."""
    waits, done = [], threading.Event()

    def tick():
        last = time.monotonic()
        while not done.is_set():
            time.sleep(0.001)
            now = time.monotonic()
            waits.append(now - last)
            last = now

    ticker = threading.Thread(target=tick)
    ticker.start()
    time.sleep(0.05)
    before = len(waits)
    call()
    during = len(waits) - before
    done.set()
    ticker.join()
    assert during >= 5


def test_calls_from_many_threads():
    batch = Positions.random(2000, 50, 1)
    expected, found = batch.legal_counts().tolist(), []

    def ask():
        for _ in range(20):
            found.append(batch.legal_counts(threads=2).tolist() == expected)

    callers = [threading.Thread(target=ask) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert found == [True] * 80


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_threads_work_in_a_forked_child():
    """A pool of threads would be gone in the child, and waiting for it would never end."""
    program = (
        "import os, quadbit; batch = quadbit.Positions.start(9000); batch.legal_counts(threads=2)\n"
        "child = os.fork()\n"
        "assert (batch.legal_counts(threads=2) == 20).all() and quadbit.Position().perft(4, threads=2) == 197281\n"
        "if child: assert os.waitpid(child, 0)[1] == 0"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60, cwd=HERE)


@pytest.mark.parametrize("threads", [-1, 1025, 2**70])
def test_bad_numbers_of_threads(threads):
    with pytest.raises(ValueError, match="threads: expected 0 to 1024"):
        Positions.start(1).legal_counts(threads=threads)


@pytest.mark.parametrize("threads", [1.0, "2", True, [1]])
def test_other_things_are_no_number_of_threads(threads):
    with pytest.raises(TypeError, match="threads: expected an integer"):
        Positions.start(1).legal_counts(threads=threads)


def test_none_means_one_thread_and_zero_all():
    batch = Positions.start(3000)
    for threads in (None, 0, 1, 1024):
        assert (batch.legal_counts(threads=threads) == 20).all()


def test_the_first_of_two_faults_is_raised():
    """The second block begins with a bad move, which is found long before the one at the end of the first block."""
    batch = Positions.start(2048)
    texts = ["e4"] * 1023 + ["e5", "e6"] + ["e4"] * 1023
    moves = batch.parse_uci(["e2e4"] * 2048)
    moves[[1023, 1024]] = 0
    for _ in range(100):
        with pytest.raises(IllegalMoveError) as error:
            batch.gives_check(moves, threads=2)
        assert error.value.index == 1023
        with pytest.raises(IllegalMoveError) as error:
            batch.parse_san(texts, threads=2)
        assert error.value.index == 1023


@pytest.mark.skipif(os.name == "nt", reason="Windows has no interval timers")
def test_signals_are_seen_while_texts_become_a_list():
    """The handler of a signal runs all the time, not only when the texts are complete."""
    batch, seen = Positions.start(1_000_000), []
    old = signal.signal(signal.SIGALRM, lambda *_: seen.append(time.monotonic()))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
        start = time.monotonic()
        fens = batch.fens()
        end = time.monotonic()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    times = [start, *(at for at in seen if at < end), end]
    assert len(fens) == 1_000_000
    assert max(after - before for before, after in zip(times, times[1:])) < (end - start) / 2
