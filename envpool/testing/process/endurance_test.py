# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Memory, threads and files do not grow: with steps, with pools, with arrays."""

import gc
import os

import pytest

from envpool.testing.process import child
from envpool.testing.process.measure import fds, rss, threads, until

# A sanitizer's runtime, preloaded by third_party/sanitize.sh, keeps freed memory.
pytestmark = pytest.mark.skipif(
    "san.so" in os.environ.get("LD_PRELOAD", ""), reason="runs under a sanitizer"
)

ENV_TYPES = ("gym", "gymnasium", "dm")
MIB = 2**20
THREADS = 2


def soaks(task_id, batch_size, caller_helps, steps):
    """Memory, threads and files in the last tenth are as in the second tenth.

    With caller_helps, threads start only when there is enough work, possibly late.
    """
    import numpy as np

    import envpool

    without = threads()
    env = envpool.make_gymnasium(
        task_id,
        num_envs=64,
        batch_size=batch_size,
        num_threads=THREADS,
        caller_helps=caller_helps,
        infos=["env_id"],
    )
    env.single_action_space.seed(1)
    actions = [env.single_action_space.sample() for _ in range(7 * batch_size)]
    table = np.array(actions).reshape(7, batch_size)
    batches = steps // batch_size
    peak = {}
    env.async_reset()
    for batch in range(batches):
        ids = env.recv()[-1]["env_id"]
        env.send(table[batch % 7], ids)
        if batch % 16 == 0:
            tenth = batch * 10 // batches
            found = rss(), threads(), fds()
            peak[tenth] = tuple(map(max, found, peak.get(tenth, found)))
    second, last = peak[1], peak[9]
    assert last[0] - second[0] <= MIB, peak
    assert last[2] == second[2], peak
    if caller_helps:
        assert without <= last[1] <= without + THREADS, (without, peak)
    else:
        assert last[1] == second[1] == without + THREADS, (without, peak)


@pytest.mark.parametrize("caller_helps", [True, False])
@pytest.mark.parametrize("batch_size", [64, 16])
@pytest.mark.parametrize("task_id", ["CartPole-v1", "Catch-v0"])
def test_soak(task_id, batch_size, caller_helps):
    child.run(soaks, task_id, batch_size, caller_helps, 10**6, timeout=100)


def makes_and_deletes(count):
    """After the first hundred pools, memory, threads and files no longer grow."""
    import numpy as np

    import envpool

    for env_type in ENV_TYPES:  # gym's imports start threads
        envpool.make("CartPole-v1", env_type, num_threads=1).reset()
    gc.collect()
    without = threads()
    before = None
    for trial in range(count):
        if trial == 100:
            gc.collect()
            assert until(lambda: threads() == without)
            before = rss(), fds()
        env = envpool.make(
            ("CartPole-v1", "Catch-v0", "Taxi-v3")[trial % 3],
            ENV_TYPES[trial // 3 % 3],
            num_envs=32,
            infos="all",
            batch_size=32 if trial % 2 else 8,
            num_threads=THREADS,
            caller_helps=False,
        )
        env.async_reset()
        for _ in range(5):
            result = env.recv()
            told = result[-1]  # the info or, with dm, the observation
            ids = told["env_id"] if isinstance(told, dict) else told.env_id
            env.send(np.zeros(len(ids), dtype=np.int32), ids)
        if trial % 4 == 0:
            env.close()
        del env
    gc.collect()
    assert until(lambda: threads() == without)
    assert rss() - before[0] <= 2 * MIB, (before, rss())
    assert fds() == before[1]


def test_pools_made_and_deleted():
    child.run(makes_and_deletes, 600, timeout=90)


def keeps_and_drops(batches):
    """Results that the user keeps have their own memory, which is freed afterwards.

    The C library keeps freed memory for reuse, so without a trim, a second round needs
    no more memory than the first. After a trim, little memory is left, and the rest
    does not grow from round to round.
    """
    import ctypes

    import numpy as np

    import envpool

    libc = ctypes.CDLL(None)
    disable_huge_pages = 41  # a huge page counts fully if one byte is in use
    libc.prctl(disable_huge_pages, 1, 0, 0, 0)
    env = envpool.make_gymnasium("Catch-v0", num_envs=64)
    env.reset()
    action = np.ones(64, dtype=np.int32)

    def round_trip():
        kept = [env.step(action) for _ in range(batches)]
        assert len({each[0].ctypes.data for each in kept}) == batches
        held = rss()
        kept.clear()
        gc.collect()
        return held

    trim = libc.malloc_trim
    round_trip()  # warm-up: Python keeps memory for the objects
    trim(0)
    before = rss()
    first = round_trip()
    assert first - before >= batches * 64 * 50 * 4 // 2, (before, first)
    second = round_trip()
    assert second - first <= MIB, (before, first, second)
    left = []
    for _ in range(2):
        trim(0)
        left.append(rss())
        round_trip()
    trim(0)
    left.append(rss())
    assert left[0] - before <= 0.1 * (first - before), (before, first, left)
    assert left[2] - left[1] <= MIB, (before, first, left)


def test_batches_kept_and_dropped():
    # Python's own allocator returns only whole arenas of a megabyte.
    child.run(keeps_and_drops, 10**4, timeout=90, PYTHONMALLOC="malloc")
