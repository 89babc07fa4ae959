# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The check that runs on every id: a short test of everything an id may affect."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import envpool
from envpool.python.errors import NotSupportedError
from envpool.testing.conformance import Spaces
from envpool.testing.determinism import (
    SCHEDULES_DIFFER,
    assert_seeds_differ,
    lost_state,
)
from envpool.testing.diagnosis import finding
from envpool.testing.profile import how_many_envs, scaled
from envpool.testing.rollout import (
    Script,
    assert_same,
    owners_of,
    trajectory_digests,
)

__all__ = ["check_quick"]

NUM_ENVS = 3
NUM_STEPS = 150


def check_quick(task_id: str) -> None:
    """Spaces, flags, saved states, determinism and seeds of a few short episodes."""
    steps = scaled(task_id, NUM_STEPS)
    num_envs = how_many_envs(task_id, NUM_ENVS, 2)
    script = Script(task_id, num_envs, steps)
    _check_results(task_id, script)
    one = trajectory_digests(task_id, script, steps, seed=20, num_threads=1)
    schedule: dict[str, Any] = {
        "num_threads": 2,
        "batch_size": num_envs - 1,
        "chunk": 1,
    }
    with finding(SCHEDULES_DIFFER):
        assert one == trajectory_digests(task_id, script, steps, seed=20, **schedule)
    other = trajectory_digests(task_id, script, steps, seed=90)
    assert_seeds_differ(task_id, one, other)


def _check_results(task_id: str, script: Script) -> None:
    """Compares results with the spaces, and results after load_state with the first."""
    num_envs, steps = len(script.samples), len(script.samples[0])
    env: Any = envpool.make_gymnasium(task_id, num_envs=num_envs, seed=3, infos="all")
    spaces = Spaces(script)
    obs, info = env.reset()
    spaces.check(env, obs, owners_of(info))
    half = steps // 2
    states: list[bytes] | None = None
    before, results = info, []
    for step in range(steps):
        if step == half:
            states, before = _states(env), info
        result = _step(env, script, step, info)
        obs, reward, terminated, truncated, info = result
        rows = owners_of(info) if script.is_team else np.arange(num_envs)
        spaces.check(env, obs, rows)
        assert (reward.shape, reward.dtype) == ((len(rows),), np.float32)
        assert np.isfinite(reward).all(), f"Step writes the reward {reward}"
        assert terminated.shape == truncated.shape == (num_envs,)
        if step >= half:
            results.append(result)
    if states is not None:
        env.load_state(states)
        for step, expected in enumerate(results, half):
            found = _step(env, script, step, before)
            with finding(partial(lost_state, task_id, "the same pool")):
                assert_same(found, expected, f"step {step} after load_state:")
            before = found[4]
    env.close()
    assert env.closed


def _step(env: Any, script: Script, step: int, info: Any) -> Any:
    everyone = np.arange(len(script.samples))
    return env.step(script.at(np.full(len(everyone), step), everyone, info))


def _states(env: Any) -> list[bytes] | None:
    try:
        return list(env.save_state())
    except NotSupportedError:
        return None
