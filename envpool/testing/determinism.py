# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A trajectory depends on id, config, seed and own actions, on nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np

import envpool
from envpool.testing.rollout import (
    Script,
    family_of,
    leaves,
    scaled,
    trajectory_digests,
)

__all__ = [
    "SCHEDULES",
    "check_reseed",
    "check_schedules",
    "check_seeds",
    "check_states",
]

NUM_ENVS = 14
NUM_STEPS = 120

# Threads, batch sizes, who runs the envs and in which portions: each value of
# each occurs with several of the others.
SCHEDULES: tuple[dict[str, Any], ...] = (
    {"num_threads": 1},
    {"num_threads": 2, "caller_helps": False, "chunk": 1},
    {"num_threads": 4, "batch_size": 7, "chunk": 7},
    {"num_threads": 3, "batch_size": 7, "caller_helps": False},
    {"num_threads": 8, "batch_size": 1, "chunk": 1},
    {"num_threads": 2, "batch_size": 3, "thread_affinity_offset": 0},
    {"num_threads": 2, "shared_crew": True, "caller_helps": False},
    {"num_threads": 2, "batch_size": 5, "shared_crew": True, "numa": "off"},
)


def is_deterministic(task_id: str) -> bool:
    """Whether the task draws nothing that shows: its registration says so."""
    return task_id in getattr(family_of(task_id), "DETERMINISTIC", ())


def check_schedules(task_id: str) -> None:
    """Every schedule gives every env the same results."""
    steps = scaled(task_id, NUM_STEPS)
    script = Script(task_id, NUM_ENVS, steps)
    expected = trajectory_digests(task_id, script, steps, seed=11)
    for schedule in SCHEDULES:
        found = trajectory_digests(task_id, script, steps, seed=11, **schedule)
        assert found == expected, schedule


def check_seeds(task_id: str) -> None:
    """Env i of seed s is env 0 of seed s + i; other seeds differ."""
    num_envs = 4
    steps = scaled(task_id, NUM_STEPS)
    script = Script(task_id, num_envs, steps)
    pool = trajectory_digests(task_id, script, steps, seed=20)
    listed = trajectory_digests(task_id, script, steps, seed=[20, 21, 22, 23])
    other = trajectory_digests(task_id, script, steps, seed=90)
    assert listed == pool
    if not is_deterministic(task_id):
        assert all(a != b for a, b in zip(pool, other, strict=True))
    for env_id in range(num_envs):
        alone = _one_env(task_id, script, env_id, 20 + env_id)
        np.testing.assert_equal(alone, _one_of_many(task_id, script, env_id, 20))


def _one_env(task_id: str, script: Script, env_id: int, seed: int) -> Any:
    pool: Any = envpool.make_gym(task_id, num_envs=1, seed=seed)
    with pool as env:
        return _record(env, script, env_id, 0)


def _one_of_many(task_id: str, script: Script, env_id: int, seed: int) -> Any:
    count = len(script.actions)
    pool: Any = envpool.make_gym(task_id, num_envs=count, seed=seed)
    with pool as env:
        return _record(env, script, env_id, env_id)


def _record(env: Any, script: Script, of: int, row: int) -> list[Any]:
    """Returns obs, reward and flags of one row, all envs doing as env `of`."""
    num_envs = len(env)
    record = [leaves(env.reset()[0])]
    for step in range(min(40, len(script.actions[of]))):
        action = np.stack([np.asarray(script.actions[of][step])] * num_envs)
        record.append(leaves(env.step(action)[:4]))
    return [{path: array[row] for path, array in each.items()} for each in record]


def check_reseed(task_id: str) -> None:
    """reset(seed=s) makes a used pool equal to a new one of seed s."""
    script = Script(task_id, NUM_ENVS, 30)
    everyone = np.arange(NUM_ENVS)
    used = envpool.make_gym(task_id, num_envs=NUM_ENVS, seed=1)
    used.reset()
    for step in range(17):
        used.step(script.at(np.full(NUM_ENVS, step), everyone))
    new = envpool.make_gym(task_id, num_envs=NUM_ENVS, seed=31)
    np.testing.assert_equal(used.reset(seed=31), new.reset())
    for step in range(30):
        actions = script.at(np.full(NUM_ENVS, step), everyone)
        np.testing.assert_equal(used.step(actions), new.step(actions))
    used.close()
    new.close()


def check_states(task_id: str) -> None:
    """After load_state the continuation is the same, bit by bit."""
    script = Script(task_id, NUM_ENVS, 200)
    everyone = np.arange(NUM_ENVS)
    source = envpool.make_gym(task_id, num_envs=NUM_ENVS, seed=1)
    target = envpool.make_gym(task_id, num_envs=NUM_ENVS, seed=77)
    source.reset()
    target.reset()
    for step in range(23):
        source.step(script.at(np.full(NUM_ENVS, step), everyone))
    states = source.save_state()
    assert len(states) == NUM_ENVS
    target.load_state(states)
    assert target.save_state() == states
    for step in range(23, 23 + scaled(task_id, 127)):
        actions = script.at(np.full(NUM_ENVS, step), everyone)
        np.testing.assert_equal(target.step(actions), source.step(actions))
    target.clone_state(0, [1, 3])
    clones = target.save_state([0, 1, 3])
    assert clones[0] == clones[1] == clones[2]
    source.close()
    target.close()
