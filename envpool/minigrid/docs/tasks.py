# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of the tasks of MiniGrid and BabyAI."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import gymnasium
import minigrid

import envpool
from docs.env_text import Entries, Env, grouped
from envpool.minigrid.babyai_tasks import PREFIX
from envpool.minigrid.docs import babyai, worlds

SHOWN_FIRST = {"MiniGrid-LavaCrossing": 0.5, "BabyAI-BossLevel": 0.5}

gymnasium.register_envs(minigrid)

_SITE = "https://minigrid.farama.org/environments"
_KEYS = Entries(
    {"Key": 16, "Meaning": 84},
    [
        (
            "``image``",
            "the cells in view: object, colour and state, see :ref:`minigrid-cells`. "
            "The first index counts from the agent's left to its right, the second one "
            "towards it: ``image[3, 6]`` is its own cell, which shows what it carries, "
            "``image[3, 5]`` the one in front",
        ),
        ("``direction``", "where the agent looks: 0 right, 1 down, 2 left, 3 up"),
        ("``mission``", "a text: what the agent should do"),
    ],
)
_ACTIONS = {
    "left": "turns left",
    "right": "turns right",
    "forward": "moves to the cell in front, if it is empty, or a floor, a goal, lava "
    "or an open door",
    "pickup": "picks up the key, ball or box in front, if nothing is carried",
    "drop": "puts down what is carried, if the cell in front is empty",
    "toggle": "opens or closes the door in front; a locked one opens with a key of its "
    "colour. What is in a box replaces it",
    "done": "does nothing",
}
_SPECIAL = {
    "GoToDoor": {"done": "says that the agent is there"},
    "GoToObject": {"done": "says that the agent is there"},
    "Memory": {"pickup": "toggles, so nothing can be picked up"},
}
_SUCCESS = "1 - 0.9 * steps / ``max_steps`` for success, 0 otherwise."
_LEVELS = (
    "In the names of levels, S is the side of a room (5 to 8 where there is none), R "
    "the number of rows of rooms, and N the number of objects or doors."
)


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of the page of an id."""
    if task_id.startswith("BabyAI-"):
        return f"BabyAI-{config['env_name'].removeprefix(PREFIX)}"
    name = task_id.removeprefix("MiniGrid-")
    world = max((one for one in worlds.TEXTS if name.startswith(one)), key=len)
    return f"MiniGrid-{world}"


def _actions(task_id: str, world: str) -> Entries:
    """Returns the table of the actions of an id."""
    space: Any = envpool.make_spec(task_id).action_space
    meanings = _ACTIONS | _SPECIAL.get(world, {})
    rows = [
        [str(i), name, meaning]
        for i, (name, meaning) in enumerate(meanings.items())
        if i < space.n
    ]
    return Entries({"Index": 12, "Action": 22, "What it does": 66}, rows)


def _mission(task_id: str) -> str:
    """Returns the longest mission of eight seeds."""
    env: Any = envpool.make_gymnasium(task_id, num_envs=8, seed=1)
    obs, _ = env.reset()
    env.close()
    longest: str = max(obs["mission"], key=len)
    return longest


def _world(name: str, ids: tuple[str, ...]) -> Env:
    """Returns the page of a world of MiniGrid."""
    text = worlds.TEXTS[name]
    reward = "None." if name == "Playground" else f"{_SUCCESS} {text.reward}".strip()
    folder = "wfc" if name == "WFC" else f"minigrid/{text.official or name}Env"
    mission = f"The mission is {text.mission}" if text.mission else "No mission."
    end = text.end or (
        "Never." if name == "Playground" else "Success, or lava, without a reward."
    )
    return Env(
        f"MiniGrid {name}",
        ids,
        text.summary,
        [_KEYS, mission],
        [_actions(ids[0], name)],
        reward,
        end,
        f"{_SITE}/{folder}/",
        picture=ids[len(ids) // 2],
        notes="Unless stated otherwise, the agent starts in a random cell with a "
        "random direction, and success is reaching the goal. Sizes in ids include the "
        "outer walls. ``max_steps`` is the limit of steps.",
    )


def _official_class(task_id: str) -> str:
    """Returns the name of the official class of an id."""
    return str(gymnasium.spec(task_id).entry_point).partition(":")[2]


def _level(kind: str, ids: tuple[str, ...]) -> tuple[str, Env]:
    """Returns the name and the page of a kind of BabyAI level."""
    name = re.sub(r"(S\d+)?(N\d+)?(R\d+)?-v0$", "", ids[0])
    return name, Env(
        name.replace("-", " "),
        ids,
        f"{babyai.TEXTS[kind]} For example: *{_mission(ids[0])}*.",
        [_KEYS, "Missions are instructions in a small language: see :ref:`babyai`."],
        [_actions(ids[0], "")],
        f'{_SUCCESS} ``max_steps`` is the number of instructions (twice for "put"), '
        "times the number of rooms, times the square of a room's side, unless the "
        "level has a limit of its own.",
        "All is done.",
        f"{_SITE}/babyai/{_official_class(ids[0])}/",
        notes=_LEVELS,
    )


def envs() -> dict[str, Env]:
    """Returns the envs by page name."""
    found = {}
    for name, ids in grouped("envpool.minigrid", _page).items():
        package, _, world = name.partition("-")
        if package == "MiniGrid":
            found[name] = _world(world, ids)
        else:
            title, env = _level(world, ids)
            found[title] = env
    return found
