# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that many steps in one call are the same as single steps."""

from __future__ import annotations

from typing import Any

import numpy as np

import envpool
from envpool.python.errors import NotSupportedError
from envpool.python.results import trees
from envpool.testing.diagnosis import finding
from envpool.testing.profile import how_many_envs, scaled
from envpool.testing.rollout import NotApplicable, Script, leaves

__all__ = ["check_rollout"]

NUM_ENVS = 5
NUM_STEPS = 120

_DIFFER = (
    "rollout differs from single steps with the same actions: look for what Step reads "
    "from other envs, or from variables that envs share."
)


def check_rollout(task_id: str) -> None:
    """A rollout has the rows of single steps, and the envs go on in the same way."""
    steps = scaled(task_id, NUM_STEPS)
    num_envs = how_many_envs(task_id, NUM_ENVS, 2)
    script = Script(task_id, num_envs, 2 * steps)
    modes = ("next_step",) if script.is_team else ("next_step", "same_step")
    for mode in modes:
        _compare(task_id, script, steps, mode)


def _compare(task_id: str, script: Script, steps: int, mode: str) -> None:
    keywords: dict[str, Any] = {
        "num_envs": len(script.samples),
        "seed": 5,
        "autoreset_mode": mode,
        "infos": "all",
    }
    actions, expected = _step(task_id, script, 2 * steps, keywords)
    with envpool.make_gymnasium(task_id, num_threads=2, **keywords) as pool:
        env: Any = pool
        env.reset()
        for half in (slice(0, steps), slice(steps, None)):
            policy = envpool.policies.OpenLoop(_map(actions, half))
            try:
                found = env.rollout(steps, policy, infos=("elapsed_step",))
            except NotSupportedError as error:
                raise NotApplicable(str(error)) from error
            parts = {
                **leaves(found.obs, "obs"),
                "reward": found.reward,
                "terminated": found.terminated,
                "truncated": found.truncated,
                "elapsed_step": found.info["elapsed_step"],
            }
            with finding(_DIFFER):
                assert parts.keys() == expected.keys()
                for name, array in parts.items():
                    np.testing.assert_equal(
                        array, expected[name][half], err_msg=f"{mode}: {name}"
                    )


def _step(
    task_id: str, script: Script, steps: int, keywords: dict[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """Returns the actions and results of single steps, each (steps, envs, ...)."""
    everyone = np.arange(len(script.samples))
    actions, results = [], []
    with envpool.make_gymnasium(task_id, **keywords) as pool:
        env: Any = pool
        _, info = env.reset()
        for step in range(steps):
            actions.append(script.at(np.full(len(everyone), step), everyone, info))
            obs, reward, terminated, truncated, info = env.step(actions[-1])
            results.append(
                {
                    **{k: np.array(v) for k, v in leaves(obs, "obs").items()},
                    "reward": reward.copy(),
                    "terminated": terminated.copy(),
                    "truncated": truncated.copy(),
                    "elapsed_step": info["elapsed_step"].copy(),
                }
            )
    joined = {name: _stack([r[name] for r in results]) for name in results[0]}
    return _stack(actions), joined


def _stack(items: list[Any]) -> Any:
    if isinstance(items[0], dict):
        return {key: _stack([item[key] for item in items]) for key in items[0]}
    if any(item.shape != items[0].shape for item in items):
        raise NotApplicable("rollouts are for envs with all players in each step")
    return np.stack(items)


def _map(tree: Any, part: slice) -> Any:
    return trees.map_arrays(lambda array: array[part], tree)
