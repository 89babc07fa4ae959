# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The first steps of each env, as readable text.

Each line is a step: the action and its results. Values too long for a line are
replaced by a checksum.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.registration import registry
from envpool.testing.kit_plugin import ids_of
from envpool.testing.profile import scaled
from envpool.testing.rollout import Script, leaves

__all__ = ["playthroughs"]

STEPS = 12
MAX_NUMBERS = 12
SAME_EVERYWHERE = ("env_id", "players.env_id")


def playthroughs(package: str) -> str:
    """Returns the text of a family; of several ids for one task, only the first.

    Args:
      package: the package that registers the ids.
    """
    tasks: list[Any] = []
    parts = []
    for task_id in ids_of(package):
        if registry.specs[task_id] not in tasks:
            tasks.append(registry.specs[task_id])
            parts.append(_of(task_id))
    return "\n".join(parts)


def _of(task_id: str) -> str:
    steps = scaled(task_id, STEPS)
    script = Script(task_id, 1, steps)
    env: Any = envpool.make_gym(task_id, num_envs=1, seed=1)
    obs, info = env.reset()
    lines = [f"# {task_id}", f"reset: {_show(obs)}{_infos(info)}"]
    for step in range(steps):
        known = info if script.is_team else None
        action = script.at(np.array([step]), np.array([0]), known)
        obs, reward, terminated, truncated, info = env.step(action)
        ends = (" terminated" if terminated[0] else "") + (
            " truncated" if truncated[0] else ""
        )
        lines.append(
            f"{_show(action)}: {_show(obs)} {reward[0]:.6g}{ends}{_infos(info)}"
        )
    env.close()
    return "\n".join(lines) + "\n"


def _show(tree: Any) -> str:
    if isinstance(tree, dict):
        parts = [f"{key}={_one(value[0])}" for key, value in leaves(tree).items()]
        return " ".join(parts)
    return _one(tree[0])


def _infos(info: Any) -> str:
    parts = [
        f" {key}={_one(value[0])}"
        for key, value in leaves(info).items()
        if key not in SAME_EVERYWHERE
    ]
    return " |" + "".join(parts)


def _one(value: NDArray[Any]) -> str:
    if value.size > MAX_NUMBERS:
        return f"{zlib.crc32(np.ascontiguousarray(value).tobytes()):08x}"
    numbers = [f"{number:.6g}" for number in value.ravel().tolist()]
    return numbers[0] if value.ndim == 0 else f"[{', '.join(numbers)}]"
