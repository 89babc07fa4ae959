# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import subprocess
import sys

import pytest

from benchmark import memory


def test_65536_cartpoles():
    size = memory.ask("pool_size", "CartPole-v1", 65536)
    assert 5 < size["pool"] <= memory.MAX_POOL_MIB


def test_resident_memory_stays():
    grown = memory.ask("growth", "CartPole-v1", 256, 10**7)
    assert grown["last"] - grown["first"] <= memory.MAX_GROWTH_MIB


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
@pytest.mark.parametrize("task_id", ["CartPole-v1", "FrozenLake-v1"])
def test_no_mallocs_per_row(task_id, env_type, is_async):
    tasks = [
        (task_id, env_type, num_envs, num_envs // 4 if is_async else 0)
        for num_envs in (64, 4096)
    ]
    few, many = memory.count_mallocs(tasks, 400, True)
    # NumPy caches small buffers, so the int64 copy of a discrete action is allocated
    # only in large batches, once per batch.
    copies = 1 if (task_id, env_type) == ("FrozenLake-v1", "gymnasium") else 0
    assert abs(many - few) < 1 + copies


@pytest.mark.parametrize("with_python", [False, True])
def test_mallocs_per_asynchronous_batch(with_python):
    """Allocations of other pools are counted in //envpool/testing/system."""
    tasks = [("CartPole-v1", each, 256, 64) for each in ("gym", "gymnasium", "dm")]
    counts = memory.count_mallocs(tasks, 50, with_python)
    assert max(counts) <= memory.MAX_MALLOCS


COUNTING = """
import ctypes
count = ctypes.CDLL(None).envpool_mallocs
start = count()
kept = [ctypes.create_string_buffer(10**6) for _ in range(100)]
print(count() - start)
"""


def test_counter_counts():
    done = subprocess.run(
        [sys.executable, "-c", COUNTING],
        env={"LD_PRELOAD": str(memory.COUNTER.absolute())},
        capture_output=True,
        text=True,
        check=True,
    )
    assert 100 <= int(done.stdout) < 1000
