# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Actions and trajectories that depend on nothing but env and step."""

from __future__ import annotations

import hashlib
import importlib
import types
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.registration import registry

__all__ = ["Script", "family_of", "leaves", "scaled", "trajectory_digests"]

Array = NDArray[Any]

_FEWEST = 10


def family_of(task_id: str) -> types.ModuleType:
    """Returns the module that registers the id."""
    package = registry.specs[task_id][0]
    return importlib.import_module(f"{package}.registration")


def scaled(task_id: str, steps: int) -> int:
    """Returns how many steps a test makes where it usually makes `steps`.

    The registration of a family of slow or many envs may have
    `TEST_STEPS_PER_1000`. One whose observations have constants among the
    numbers has `TEST_CONSTANTS = True`.
    """
    share = getattr(family_of(task_id), "TEST_STEPS_PER_1000", 1000)
    return max(_FEWEST, steps * share // 1000)


class Script:
    """Random actions, fixed for each env and step.

    Args:
      task_id: the registered id.
      num_envs: how many envs.
      num_steps: how many steps of each.
      seed: of the actions.
    """

    def __init__(
        self, task_id: str, num_envs: int, num_steps: int, seed: int = 7
    ) -> None:
        spec: Any = envpool.make_spec(task_id)
        space = spec.gymnasium_action_space
        self.actions: list[list[Any]] = []
        for env in range(num_envs):
            space.seed(seed * 1000 + env)
            self.actions.append([space.sample() for _ in range(num_steps)])

    def at(self, steps: Array, env_ids: Array) -> Array:
        """Returns the actions of envs at their own steps, one row each."""
        rows = [self.actions[i][steps[i]] for i in env_ids]
        return np.stack([np.asarray(row) for row in rows])


def leaves(tree: Any, prefix: str = "") -> dict[str, Array]:
    """Returns the arrays of a nested dict, tuple or namedtuple, by path."""
    items: Iterable[tuple[str, Any]]
    if isinstance(tree, dict):
        items = tree.items()
    elif hasattr(tree, "_fields"):
        items = zip(tree._fields, tree, strict=True)
    elif isinstance(tree, tuple):
        items = ((str(i), value) for i, value in enumerate(tree))
    else:
        return {prefix: tree}
    found: dict[str, Array] = {}
    for key, value in items:
        found |= leaves(value, f"{prefix}.{key}" if prefix else str(key))
    return found


def trajectory_digests(
    task_id: str, script: Script, num_steps: int, **kwargs: Any
) -> list[str]:
    """Returns a digest of each env's own results, whatever order they come in.

    Args:
      task_id: the registered id.
      script: what the envs do.
      num_steps: results of each env that count.
      **kwargs: of `envpool.make`.
    """
    num_envs = len(script.actions)
    digests = [hashlib.sha256() for _ in range(num_envs)]
    steps = np.zeros(num_envs, dtype=np.int64)
    pool: Any = envpool.make_gym(task_id, num_envs=num_envs, **kwargs)
    with pool as env:
        env.async_reset()
        while (steps < num_steps).any():
            result = env.recv()
            ids = result[4]["env_id"]
            for path, column in leaves(result).items():
                for row, env_id in enumerate(ids):
                    if steps[env_id] < num_steps:
                        digests[env_id].update(path.encode())
                        digests[env_id].update(column[row].tobytes())
            at = np.minimum(steps, num_steps - 1)
            env.send(script.at(at, ids), ids)
            steps[ids] += 1
    return [digest.hexdigest() for digest in digests]
