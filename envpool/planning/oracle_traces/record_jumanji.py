# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records episodes of Jumanji: record_jumanji.py [FILE].

It runs in any Python with these versions, without this package:

    pip install jumanji==1.1.1 jax==0.12.0.1 numpy==2.5.5 requests

Actions are drawn among the legal ones, where observations have masks; in the last env,
some are illegal. Sokoban's levels are those of this package.
"""

from __future__ import annotations

import dataclasses
import importlib
import sys
from pathlib import Path
from typing import Any

import jax
import jumanji
import numpy as np

HERE = Path(__file__).absolute().parent
sys.path.append(str(HERE.parents[1] / "testing"))
trace = importlib.import_module("load_trace").trace
sys.path.append(str(HERE))
cases = importlib.import_module("jumanji_cases").cases
PINS = {
    "jumanji": jumanji.__version__,
    "jax": jax.__version__,
    "numpy": np.__version__,
}
SEED, ENVS, STEPS = 7, 3, 400
ILLEGAL = 0.05  # probability of an illegal action in the last env
HUNTING = 0.9  # probability of a move of PacMan that is not random


def nested(value: Any) -> Any:
    """Returns named tuples and data classes as dicts, and numbers as pools do."""
    if hasattr(value, "_asdict"):
        return {key: nested(each) for key, each in value._asdict().items()}
    if dataclasses.is_dataclass(value):
        return {key: nested(each) for key, each in vars(value).items()}
    array = np.asarray(value)
    if array.ndim:
        return array
    return array.reshape(1) if array.dtype.kind == "f" else array.astype(np.int64)


class Official:
    """Episodes of one env, with the keys of a pool's env.

    Args:
      seed: the seed.
      functions: jitted `reset` and `step` of Jumanji's env.
    """

    def __init__(self, seed: int, functions: Any) -> None:
        self.key, self.episodes = jax.random.PRNGKey(seed), 0
        self.start, self.advance = functions

    def reset(self) -> dict[str, Any]:
        """Starts an episode."""
        first = self.episodes == 0
        key = self.key if first else jax.random.fold_in(self.key, self.episodes)
        self.episodes += 1
        self.state, result = self.start(key)
        return {"obs": nested(result.observation), "info": self.infos(result)}

    def step(self, action: Any) -> dict[str, Any]:
        """Takes a step."""
        self.state, result = self.advance(self.state, action)
        terminated = float(np.max(result.discount)) == 0
        rewards = np.atleast_1d(np.asarray(result.reward))
        infos = self.infos(result)
        if len(rewards) > 1:
            infos["agent_rewards"] = rewards
        return {
            "obs": nested(result.observation),
            "info": infos,
            "reward": np.add.accumulate(rewards)[-1],
            "terminated": terminated,
            "truncated": bool(result.step_type == 2) and not terminated,
        }

    @staticmethod
    def infos(result: Any) -> dict[str, Any]:
        """Returns the extras of a result as infos."""
        return {key: np.asarray(value) for key, value in result.extras.items()}


class Replay:
    """Returns rows that have been played."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = iter(rows)

    def reset(self) -> dict[str, Any]:
        """Returns the next row."""
        return next(self.rows)

    def step(self, action: Any) -> dict[str, Any]:
        """Returns the next row."""
        return next(self.rows)


def hunt(obs: dict[str, Any]) -> int:
    """Returns a move of PacMan to the nearest power-up, or after one to a ghost.

    When there is none, it is the last action, which is to stay.
    """
    aims = obs["power_up_locations"]
    if obs["frightened_state_time"] > 0:
        aims = obs["ghost_locations"]
    aims = {(int(row), int(col)) for col, row in aims}
    moves = ((-1, 0), (0, -1), (1, 0), (0, 1))
    place = obs["player_locations"]
    queue = [(int(place["x"]), int(place["y"]), -1)]
    seen = set()
    for row, col, first in queue:
        if (row, col) in aims:
            return first
        for action, (down, right) in enumerate(moves):
            cell = row + down, (col + right) % obs["grid"].shape[1]
            if obs["grid"][cell] == 1 and cell not in seen:
                seen.add(cell)
                queue.append((*cell, action if first < 0 else first))
    return 4


def draw(row: dict[str, Any], spec: Any, illegal: float, random: Any) -> Any:
    """Draws an action.

    The mask has a value for each action, or for each choice of each agent.
    """
    if np.dtype(spec.dtype).kind == "f":
        return random.uniform(spec.minimum, spec.maximum, spec.shape).astype(np.float32)
    # MultiCVRP's spec has one number too many.
    last = getattr(spec, "num_values", spec.maximum)
    counts = np.atleast_1d(np.broadcast_to(last, spec.shape))
    mask = row["obs"].get("action_mask")
    if "power_up_locations" in row["obs"] and random.random() < HUNTING:
        return np.int32(hunt(row["obs"]))
    if mask is None:
        drawn = random.integers(counts)
    else:
        mask = mask.astype(bool)
        if random.random() < illegal:
            mask = ~mask
        for_agents = len(counts) > 1 and mask.shape == (len(counts), counts[0])
        rows = mask.reshape(len(counts), -1) if for_agents else mask.reshape(1, -1)
        rows = np.where(rows.any(axis=1, keepdims=True), rows, True)
        flat = [random.choice(np.flatnonzero(each)) for each in rows]
        drawn = np.array(flat if for_agents else np.unravel_index(flat[0], counts))
    return drawn.astype(np.int32).reshape(spec.shape)


def play(env: Any, functions: Any, seed: int, illegal: float) -> Any:
    """Plays at random, and returns the rows and actions of all steps."""
    random = np.random.default_rng(seed)
    official = Official(seed, functions)
    rows, actions = [official.reset()], []
    while True:
        actions.append(draw(rows[-1], env.action_spec, illegal, random))
        if len(rows) == STEPS:
            return rows, actions
        over = rows[-1].get("terminated") or rows[-1].get("truncated")
        rows.append(official.reset() if over else official.step(actions[-1]))


def record(task_id: str, env: Any, options: dict[str, Any]) -> Any:
    """Returns the recording of a case."""
    functions = jax.jit(env.reset), jax.jit(env.step)
    played = [
        play(env, functions, SEED + i, ILLEGAL if i == ENVS - 1 else 0)
        for i in range(ENVS)
    ]
    starts = sum("reward" not in row for rows, _ in played for row in rows)
    print(task_id, options, "episodes:", starts, flush=True)
    actions = np.array([each[1] for each in played]).swapaxes(0, 1)
    return trace.record(
        lambda seed: Replay(played[seed - SEED][0]), task_id, SEED, actions, options
    )


def main(path: Any = HERE / "jumanji.npz") -> None:
    """Writes the file."""
    trace.save(path, [record(*case) for case in cases()], PINS)


if __name__ == "__main__":
    main(*sys.argv[1:])
