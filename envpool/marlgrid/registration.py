# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of MarlGrid."""

from __future__ import annotations

from typing import Any

from envpool.marlgrid.meanings import MEANINGS
from envpool.registration import Family
from envpool.registration.official_names import renamed

_ACTIONS = ("left", "right", "forward", "pickup", "drop", "toggle", "done")
_LARGEST = 100  # grid_size
_REWARD = {"min": -1e6, "max": 1e6}
_RULES: dict[str, dict[str, Any]] = {
    "env_name": {"choices": ("cluttered", "empty", "goalcycle")},
    "n_agents": {"min": 1, "max": 6},
    "grid_size": {"min": 4, "max": _LARGEST},
    "view_size": {"min": 3, "max": 2 * _LARGEST},
    "view_tile_size": {"min": 1, "max": 64},
    "view_offset": {"min": 0, "max": 2 * _LARGEST},
    "n_clutter": {"min": 0, "max": _LARGEST**2},
    "n_bonus_tiles": {"min": 0, "max": 100},
    "bonus_reward": _REWARD,
    "bonus_penalty": _REWARD,
    "prestige_beta": {"min": 0.0, "max": 1.0},
    "prestige_scale": {"min": 1e-6, "max": 1e6},
    "observation_format": {"choices": ("pixels", "matrix", "full_matrix")},
}
# Official names that differ from EnvPool's.
_NAMES = {
    "max_steps": "max_episode_steps",
    "reward": "bonus_reward",
    "penalty": "bonus_penalty",
}


def _translate(given: dict[str, Any]) -> dict[str, Any]:
    return renamed(given, _NAMES)


def _check(config: dict[str, Any]) -> dict[str, Any]:
    """Checks that views contain the agent, and that all find a place.

    Args:
      config: a complete config.

    Returns:
      The config, with the number of players.

    Raises:
      ValueError: values do not go together.
    """
    if config["view_offset"] >= config["view_size"]:
        raise ValueError(
            f"view_offset: expected less than view_size, {config['view_size']}, got "
            f"{config['view_offset']}"
        )
    goals = config["n_bonus_tiles"] if config["env_name"] == "goalcycle" else 1
    walls = config["n_clutter"]
    agents = 1 if config["ghost_mode"] else config["n_agents"]
    free = (config["grid_size"] - 2) ** 2
    if goals + walls + agents > free:
        raise ValueError(
            f"grid_size: expected room for {goals} goals, {walls} walls and at least "
            f"{agents} agents, got {free} cells, with "
            f"grid_size={config['grid_size']}"
        )
    return {**config, "max_num_players": config["n_agents"]}


family = Family("envpool.marlgrid")
family.meanings(MEANINGS)
family.rules("MarlGrid", _RULES, _check, _translate)
family.controls("MarlGrid", names=_ACTIONS)

# Id, task, agents, cells along a side, cells along a side of a view, walls.
_TASKS = (
    ("1AgentCluttered15x15", "cluttered", 1, 11, 5, 30),
    ("3AgentCluttered11x11", "cluttered", 3, 11, 7, 12),
    ("3AgentCluttered15x15", "cluttered", 3, 15, 7, 25),
    ("2AgentEmpty9x9", "empty", 2, 9, 7, 0),
    ("3AgentEmpty9x9", "empty", 3, 9, 7, 0),
    ("4AgentEmpty9x9", "empty", 4, 9, 7, 0),
)
for _name, _env_name, _agents, _size, _view, _walls in _TASKS:
    family.task(
        f"MarlGrid-{_name}-v0",
        "MarlGrid",
        max_episode_steps=100,
        max_num_players=_agents,
        env_name=_env_name,
        n_agents=_agents,
        grid_size=_size,
        view_size=_view,
        n_clutter=_walls,
    )
family.task(
    "Goalcycle-demo-solo-v0",
    "MarlGrid",
    max_episode_steps=100,
    env_name="goalcycle",
    grid_size=13,
    view_offset=1,
    n_clutter=12,
    reward_decay=False,
)
