# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""How each env begins, as a text that a person can read and compare.

A line for each step: what was done, what came of it. Of what is too long for a
line there is a checksum.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.registration import registry
from envpool.testing.rollout import Script, leaves, scaled

__all__ = ["families", "playthroughs"]

STEPS = 12
MOST_NUMBERS = 12
SAME_EVERYWHERE = ("env_id", "players.env_id")


def families() -> dict[str, list[str]]:
    """Returns the ids of each family, without its further names for them."""
    found: dict[str, list[str]] = {}
    known = []
    for task_id in envpool.list_all_envs():
        if registry.specs[task_id] not in known:
            known.append(registry.specs[task_id])
            package = registry.specs[task_id][0]
            name = package.removeprefix("envpool.").replace(".", "_")
            found.setdefault(name, []).append(task_id)
    return found


def playthroughs(family: str) -> str:
    """Returns the text of a family."""
    return "\n".join(map(_of, families()[family]))


def _of(task_id: str) -> str:
    steps = scaled(task_id, STEPS)
    script = Script(task_id, 1, steps)
    env: Any = envpool.make_gym(task_id, num_envs=1, seed=1)
    obs, info = env.reset()
    lines = [f"# {task_id}", f"reset: {_show(obs)}{_infos(info)}"]
    for step in range(steps):
        action = script.at(np.array([step]), np.array([0]))
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
    if value.size > MOST_NUMBERS:
        return f"{zlib.crc32(np.ascontiguousarray(value).tobytes()):08x}"
    numbers = [f"{number:.6g}" for number in value.ravel().tolist()]
    return numbers[0] if value.ndim == 0 else f"[{', '.join(numbers)}]"
