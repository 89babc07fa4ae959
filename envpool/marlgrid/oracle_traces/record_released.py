# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records episodes and pictures of MarlGrid in EnvPool 1.2.7: record_released.py.

It runs in Python 3.12 with these packages, without this one:

    pip install envpool==1.2.7 gymnasium==1.2.3 numpy

It writes released.npz and frames.json beside it. Agents act at random, and go forward
in half of their steps.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

import envpool

HERE = Path(__file__).absolute().parent
sys.path.append(str(HERE.parents[1] / "testing"))
trace = importlib.import_module("load_trace").trace
PINS = {"envpool": "1.2.7", "numpy": np.__version__}
SEED, ENVS, STEPS, FEWER_STEPS, FRAMES = 7, 3, 351, 121, 8
WEIGHTS = (0.2, 0.15, 0.5, 0.05, 0.05, 0.03, 0.02)

SOLO = "MarlGrid-1AgentCluttered15x15-v0"
FOUR = "MarlGrid-4AgentEmpty9x9-v0"
CYCLE = "Goalcycle-demo-solo-v0"
IDS = (
    SOLO,
    "MarlGrid-3AgentCluttered11x11-v0",
    "MarlGrid-3AgentCluttered15x15-v0",
    "MarlGrid-2AgentEmpty9x9-v0",
    "MarlGrid-3AgentEmpty9x9-v0",
    FOUR,
    CYCLE,
)
SMALL = {"grid_size": 5, "max_episode_steps": 40}
SIX = {"n_agents": 6, "grid_size": 8, "n_clutter": 5}
OPTIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    (FOUR, {**SMALL}),
    (FOUR, {**SMALL, "respawn": True, "observation_format": "full_matrix"}),
    (FOUR, {**SMALL, "ghost_mode": False, "observation_format": "matrix"}),
    (
        "MarlGrid-3AgentEmpty9x9-v0",
        {**SMALL, "respawn": True, "ghost_mode": False, "view_tile_size": 14},
    ),
    (
        "MarlGrid-2AgentEmpty9x9-v0",
        {"n_clutter": 9, "randomize_goal": True, "view_offset": 3},
    ),
    (SOLO, {"view_size": 6, "view_offset": 2, "view_tile_size": 11}),
    (SOLO, {**SIX, "randomize_goal": True, "observation_format": "full_matrix"}),
    (CYCLE, {**SIX, "bonus_penalty": 0.3, "prestige_coloring": True}),
    (
        CYCLE,
        {
            **SIX,
            "bonus_penalty": -0.2,
            "reset_on_mistake": True,
            "initial_reward": False,
            "prestige_coloring": True,
            "prestige_beta": 0.8,
            "prestige_scale": 3.0,
            "observation_format": "matrix",
        },
    ),
    (  # little prestige: the rounding of colors shows
        CYCLE,
        {
            "grid_size": 5,
            "n_clutter": 0,
            "bonus_reward": 0.37,
            "prestige_coloring": True,
            "prestige_beta": 0.5,
            "observation_format": "full_matrix",
        },
    ),
    (
        CYCLE,
        {
            **SIX,
            "n_bonus_tiles": 1,
            "n_clutter": 0,
            "bonus_reward": 1.7,
            "bonus_penalty": 0.1,
            "reward_decay": True,
        },
    ),
)


class Released:
    """A pool of one env.

    Args:
      seed: the seed.
      task_id: the id.
      options: the config.
    """

    def __init__(self, seed: int, task_id: str, options: dict[str, Any]) -> None:
        spec: Any = envpool.make_spec(task_id)
        self.agents = options.get("n_agents", spec.config.n_agents)
        players = {"max_num_players": self.agents}
        self.pool: Any = envpool.make(
            task_id,
            env_type="gymnasium",
            num_envs=1,
            num_threads=1,
            seed=seed,
            render_mode="rgb_array",
            **options,
            **players,
        )
        self.is_new = True

    def reset(self) -> dict[str, Any]:
        """Starts an episode; all but the first one start with the next step."""
        if self.is_new:
            self.is_new = False
            obs, info = self.pool.reset()
            return {"obs": self.own(obs), "info": self.infos(info)}
        return self.step([0] * self.agents)

    def step(self, actions: Any) -> dict[str, Any]:
        """Takes a step."""
        obs, reward, terminated, truncated, info = self.pool.step(
            {
                "players.action": np.asarray(actions, np.int32).reshape(-1),
                "players.env_id": np.zeros(self.agents, np.int32),
                "env_id": np.zeros(1, np.int32),
            }
        )
        # EnvPool 1.2.7 does not tell whether the last step within the limit ended the
        # task, which is over when all agents are done.
        over = bool(truncated[0]) and bool(info["players"]["done"].all())
        return {
            "obs": self.own(obs),
            "reward": self.own(reward),
            "terminated": bool(terminated[0]) or over,
            "truncated": bool(truncated[0]),
            "info": self.infos(info),
        }

    def own(self, rows: Any) -> Any:
        """Returns the rows of all agents, or that of the only one."""
        return rows.copy() if self.agents > 1 else rows[0].copy()

    def infos(self, info: Any) -> dict[str, Any]:
        """Returns the infos about agents."""
        keys = ("id", "done", "active", "pos", "dir")
        return {"players": {key: self.own(info["players"][key]) for key in keys}}


def actions_of(agents: int, steps: int) -> Any:
    """Returns random actions of all envs."""
    shape = (steps, ENVS, agents) if agents > 1 else (steps, ENVS)
    random = np.random.default_rng(SEED)
    return random.choice(len(WEIGHTS), shape, p=WEIGHTS).astype(np.int32)


def record(task_id: str, options: dict[str, Any], steps: int) -> Any:
    """Returns the recording of a case."""
    agents = Released(SEED, task_id, options).agents
    case = trace.record(
        lambda seed: Released(seed, task_id, options),
        task_id,
        SEED,
        actions_of(agents, steps),
        options,
    )
    print(task_id, options, "rewards:", np.count_nonzero(case.columns["reward"]))
    return case


def record_frames(task_id: str) -> dict[str, Any]:
    """Returns actions, and digests of the pictures before and after them."""
    env = Released(SEED, task_id, {})
    actions = actions_of(env.agents, FRAMES)[:, 0]
    env.reset()
    frames = [env.pool.render()]
    for action in actions:
        env.step(action)
        frames.append(env.pool.render())
    digests = [hashlib.blake2b(one.tobytes(), digest_size=16) for one in frames]
    return {
        "shape": list(frames[0].shape),
        "actions": actions.tolist(),
        "frames": [one.hexdigest() for one in digests],
    }


def main() -> None:
    """Writes the files."""
    cases = [record(task_id, {}, STEPS) for task_id in IDS]
    cases += [record(task_id, options, FEWER_STEPS) for task_id, options in OPTIONS]
    trace.save(HERE / "released.npz", cases, PINS)
    frames = {"seed": SEED, "tasks": {one: record_frames(one) for one in IDS}}
    (HERE / "frames.json").write_text(json.dumps(frames, indent=1) + "\n")


if __name__ == "__main__":
    main()
