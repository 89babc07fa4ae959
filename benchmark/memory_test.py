# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0

import dataclasses
import subprocess
import sys

import pytest

import envpool
from benchmark import memory
from envpool.bench.pool import Cost
from envpool.bench.systems import RELEASED


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


def test_making():
    made = memory.ask("making", "Taxi-v3", 4)
    assert min(made.values()) > 0
    assert set(made) == {"first", "first_cpu", "again", "again_cpu", "reset"}


@pytest.mark.parametrize(
    ("seconds", "size", "good"),
    [(0.2, 90, True), (0.4, 90, False), (0.2, 110, False)],
)
def test_what_is_promised(monkeypatch, capsys, seconds, size, good):
    def answer(question, task_id, num_envs, python):
        if question == "making":
            return {"first": seconds if python == sys.executable else 9.0, "reset": 1.0}
        if question == "resident_loop":
            return 0.1 * num_envs
        return num_envs * (size if python == sys.executable else 200)

    monkeypatch.setattr(memory, "ask", answer)
    cost = Cost(task_id="Pong-v5", make_seconds=0.3, of_released=0.5)
    report = memory.Report()
    memory.report_cost(report, cost, "python3")
    assert report.good == good
    out = capsys.readouterr().out
    assert f"  of 200 KiB in EnvPool {RELEASED}" in out
    assert ("NO" in out) != good
    report = memory.Report()
    memory.report_cost(report, dataclasses.replace(cost, of_loop=1.1), "")
    assert not report.good
    assert RELEASED not in capsys.readouterr().out


def test_families_say_what_envs_may_cost():
    ids = envpool.list_all_envs()
    assert memory.costs()
    assert all(cost.task_id in ids for cost in memory.costs())


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
