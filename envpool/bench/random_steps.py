# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures ids with random actions, legal ones if there is a mask of them.

    random_steps.py ENVS SECONDS ID ...

It runs with this EnvPool and others, so it imports nothing else of this one. It prints
the steps of all envs per second as JSON by id; drawing actions is not counted.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["draw_actions"]


def draw_actions(
    space: Any, obs: Any, info: Any, rng: np.random.Generator
) -> NDArray[Any]:
    """Returns an action of shape (envs, ...) for each env.

    The mask is an info, or an entry of the observations. It has a flag for each
    action, or for each choice of each of an action's numbers.

    Args:
      space: the space of an env's actions.
      obs: the observations of all envs.
      info: the infos of all envs.
      rng: the random generator.
    """
    num_envs = len(info["env_id"])
    shape = (num_envs, *space.shape)
    if space.dtype.kind == "f":
        return rng.uniform(space.low, space.high, shape).astype(np.float32)
    start = np.ravel(getattr(space, "low", 0))
    end = np.ravel(space.high if hasattr(space, "high") else space.n - 1)
    mask = obs.get("action_mask") if isinstance(obs, dict) else None
    for key in ("legal_action_mask", "action_mask"):
        mask = info.get(key, mask)
    if mask is None:
        action = rng.integers(start, end + 1, (num_envs, len(start)))
    elif mask.shape[1:] == (len(start), end[0] + 1):
        action = _draw_choices(mask.reshape(-1, mask.shape[-1]), rng)
    else:
        flat = _draw_choices(mask.reshape(num_envs, -1), rng)
        action = np.stack(np.unravel_index(flat, tuple(end + 1)), axis=-1)
    return action.astype(np.int32).reshape(shape)


def _draw_choices(masks: NDArray[Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """Returns a choice with a flag in each row of masks; 0 if there is none."""
    rows, legal = np.nonzero(masks)
    counts = np.bincount(rows, minlength=len(masks))
    first = np.cumsum(counts) - counts
    drawn = first + (rng.random(len(masks)) * counts).astype(np.int64)
    return np.where(counts > 0, np.append(legal, 0)[drawn], 0)


def _rate(task_id: str, num_envs: int, seconds: float) -> float:
    """Returns the steps of all envs per second."""
    import envpool

    rng = np.random.default_rng(0)
    env: Any = envpool.make(task_id, env_type="gymnasium", num_envs=num_envs, seed=1)
    space = getattr(env, "single_action_space", env.action_space)
    obs, info = env.reset()
    per_player = "players.action" in env.spec.action_array_spec

    def draw() -> Any:
        rows = {"env_id": np.arange(num_envs), **info}  # infos may lack ids
        if not per_player:
            return draw_actions(space, obs, rows, rng)
        if "players" not in info:
            players = num_envs * env.spec.config.max_num_players
            return draw_actions(space, obs, {"env_id": np.arange(players)}, rng)
        owners = info["players"]["env_id"]
        drawn = draw_actions(space, obs, {"env_id": owners}, rng)
        ids = {"env_id": info["env_id"], "players.env_id": owners}
        return {"players.action": drawn, **ids}

    def step() -> float:
        nonlocal obs, info
        action = draw()
        start = time.perf_counter()
        obs, *_, info = env.step(action)
        return time.perf_counter() - start

    begin = time.perf_counter()
    for _ in range(8):  # the first calls touch new memory
        step()
        if time.perf_counter() - begin > 6 * seconds:
            break
    begin = time.perf_counter()
    spent, steps = step(), 1
    while spent < seconds and time.perf_counter() - begin < 6 * seconds:
        spent += step()
        steps += 1
    env.close()
    return num_envs * steps / spent


def main() -> None:
    """Measures the ids of the command line."""
    num_envs, seconds, *task_ids = sys.argv[1:]
    found = {each: _rate(each, int(num_envs), float(seconds)) for each in task_ids}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
