# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the official package reads from the files of the scenarios."""

from __future__ import annotations

import vizdoom

import envpool
from envpool.registration import registry


def games() -> dict[str, vizdoom.DoomGame]:
    """Returns a game of each file that ids name, by the first of these ids."""
    names: dict[str, str] = {}
    for task_id, (package, _, config) in registry.specs.items():
        if package == "envpool.vizdoom":
            names.setdefault(config["cfg_path"], task_id.rpartition("-")[0])
    found = {}
    for name in names.values():
        found[name] = vizdoom.DoomGame()
        found[name].load_config(envpool.make_spec(f"{name}-v1").config.cfg_path)
    return found


def buttons() -> list[list[str]]:
    """Returns a row for each game: its buttons."""
    found = []
    for name, game in games().items():
        indexed = enumerate(game.get_available_buttons())
        found.append([name, ", ".join(f"{i} {each.name}" for i, each in indexed)])
    return found


def rewards() -> list[list[str]]:
    """Returns a row for each game: its variables, rewards and limit."""
    found = []
    for name, game in games().items():
        variables = game.get_available_game_variables()
        found.append(
            [
                name,
                f"{game.get_living_reward():g}",
                f"{0 - game.get_death_penalty():g}",
                str(game.get_episode_timeout() or "none"),
                ", ".join(variable.name for variable in variables),
            ]
        )
    return found


TABLES = {
    "buttons": ("Buttons by index", {"Scenario": 26, "Buttons": 74}, buttons),
    "rewards": (
        "What the scenarios' files say",
        {"Scenario": 26, "Each tic": 12, "Death": 12, "Limit": 12, "Variables": 38},
        rewards,
    ),
}
