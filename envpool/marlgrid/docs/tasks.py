# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of MarlGrid's tasks, for their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs.env_text import Entries, Env, by_index, grouped

SHOWN_FIRST = {"Cluttered": 0.5, "Goalcycle": 0.5}
_SITE = "https://github.com/kandouss/marlgrid"
_ACTIONS: list[str | Entries] = [
    "A number for each agent.",
    by_index(
        (
            "turns left",
            "turns right",
            "moves to the cell in front, unless there is a wall",
            *["nothing"] * 4,
        )
    ),
]
_PICTURE: list[str | Entries] = [
    "A picture for each agent: the cells in front and beside it, turned so that it "
    "looks up. What walls hide is dark. With the option ``observation_format``, it is "
    "numbers for each cell: see :ref:`marlgrid-matrix`.",
]
_GOAL = (
    "1 - 0.9 * step / ``max_episode_steps`` for the agent that reaches the green goal, "
    "which then leaves the grid."
)
_ALL = "All agents have reached the goal."
# By page: summary, reward, end.
_PAGES = {
    "Cluttered": (
        "Reach the green goal between single walls.",
        _GOAL,
        _ALL,
    ),
    "Empty": (
        "Reach the green goal in an empty room.",
        _GOAL,
        _ALL,
    ),
    "Goalcycle": (
        "Step on three yellow tiles, again and again, in an order that is not shown.",
        "``bonus_reward`` for the tile that follows the last one in the cycle; minus "
        "``bonus_penalty``, which is 0, for another one. An agent's first tile is "
        "always right.",
        "Never.",
    ),
}


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page."""
    return str(config["env_name"]).capitalize()


def envs() -> dict[str, Env]:
    """Returns the envs by the names of their pages."""
    ids = grouped("envpool.marlgrid", _page)
    return {
        name: Env(
            f"MarlGrid {name}",
            ids[name],
            summary,
            _PICTURE,
            _ACTIONS,
            reward,
            end,
            _SITE,
            start="Agents, walls and bonus tiles are in random cells; agents look in "
            "random directions.",
            picture=ids[name][-1],
        )
        for name, (summary, reward, end) in _PAGES.items()
    }
