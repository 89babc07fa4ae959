# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool beside Gymnasium's MuJoCo envs: the same seed is the same episode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np

import envpool
from envpool.mujoco.parity import Parity

__all__ = ["ENVS", "IDS", "SEED", "TASKS", "compare", "parity"]

ENVS = 2
SEED = 11
TASKS = (
    "Ant",
    "HalfCheetah",
    "Hopper",
    "Humanoid",
    "HumanoidStandup",
    "InvertedDoublePendulum",
    "InvertedPendulum",
    "Pusher",
    "Reacher",
    "Swimmer",
    "Walker2d",
)

# Those with an official env: that of Pusher-v4 refuses this MuJoCo.
IDS = tuple(
    f"{task}-v{version}"
    for version in (4, 5)
    for task in TASKS
    if (task, version) != ("Pusher", 4)
)

# Infos that follow from the action alone.
_EXACT = ("reward_ctrl", "reward_quadctrl")


def same_spaces(ours: Any, theirs: Any) -> None:
    """Asserts that observations have the same shape, and actions the same bounds."""
    assert ours.single_observation_space.shape == theirs.observation_space.shape
    space = theirs.action_space
    np.testing.assert_allclose(ours.single_action_space.low, space.low)
    np.testing.assert_allclose(ours.single_action_space.high, space.high)


def same_infos(
    ours: Mapping[str, Any], i: int, theirs: Mapping[str, Any], where: str
) -> None:
    """Asserts that all official keys are there, with their values."""
    for key, value in theirs.items():
        if key in _EXACT:
            assert ours[key][i] == value, f"{where} {key}"
        np.testing.assert_allclose(
            ours[key][i], value, rtol=1e-9, atol=1e-9, err_msg=f"{where} {key}"
        )


def compare(
    task_id: str,
    steps: int,
    theirs_id: str | None = None,
    *,
    official: Mapping[str, Any] | None = None,
    skipped_infos: Sequence[str] = (),
    dtype: type[np.floating[Any]] = np.float64,
    **config: Any,
) -> Parity:
    """Plays a pool and Gymnasium's envs for some steps, and compares them.

    Args:
      task_id: the pool's id.
      steps: how many.
      theirs_id: the official id, by default the same.
      official: the official config, by default the same.
      skipped_infos: keys that are not compared.
      dtype: of the actions.
      **config: the pool's config.

    Returns:
      What was found; observations that are not equal raise AssertionError.
    """
    official = config if official is None else official
    theirs: list[Any] = [
        gymnasium.make(theirs_id or task_id, disable_env_checker=True, **official)
        for _ in range(ENVS)
    ]
    env = envpool.make_gymnasium(task_id, num_envs=ENVS, seed=SEED, **config)
    same_spaces(env, theirs[0])
    space = theirs[0].action_space
    random = np.random.default_rng(SEED)
    obs, info = env.reset()
    for i, each in enumerate(theirs):
        expected, infos = each.reset(seed=SEED + i)
        np.testing.assert_array_equal(obs[i], expected, f"{task_id} reset")
        same_infos(info, i, infos, f"{task_id} reset")
    over = [False] * ENVS
    episodes = 0
    farthest = 0.0
    for step in range(steps):
        where = f"{task_id} step {step}"
        actions = random.uniform(space.low, space.high, (ENVS, *space.shape))
        actions = actions.astype(dtype)
        obs, reward, terminated, truncated, info = env.step(actions)
        for i, each in enumerate(theirs):
            if over[i]:
                expected, infos = each.reset()
                row = [0.0, False, False]
            else:
                expected, *row, infos = each.step(actions[i])
            np.testing.assert_array_equal(obs[i], expected, where)
            assert reward[i] == np.float32(row[0]), where
            off = abs(float(reward[i]) - float(row[0])) / max(abs(float(row[0])), 1)
            farthest = max(farthest, off)
            assert (terminated[i], truncated[i]) == tuple(row[1:]), where
            infos = {k: v for k, v in infos.items() if k not in skipped_infos}
            same_infos(info, i, infos, where)
            over[i] = bool(row[1] or row[2])
            episodes += over[i]
    return Parity(task_id, steps * ENVS, episodes, 0.0, farthest)


def parity(task_id: str) -> Parity:
    """Compares three episodes of a task.

    Args:
      task_id: the task.
    """
    return compare(task_id, 3003)
