# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the official package reads from the files of the scenarios."""

from __future__ import annotations

import os

import vizdoom

from envpool.registration import registry


def rows() -> list[list[str]]:
    """Returns a row for each file that ids name, with the first of these ids."""
    names: dict[str, str] = {}
    for task_id, (package, _, config) in registry.specs.items():
        if package == "envpool.vizdoom":
            names.setdefault(config["cfg_path"], task_id.rpartition("-")[0])
    found = []
    for file, name in names.items():
        game = vizdoom.DoomGame()
        game.load_config(os.path.join(vizdoom.scenarios_path, file))
        buttons = enumerate(game.get_available_buttons())
        variables = game.get_available_game_variables()
        found.append(
            [
                name,
                ", ".join(f"{i} {button.name}" for i, button in buttons),
                ", ".join(variable.name for variable in variables),
                f"{game.get_living_reward():g}",
                f"{0 - game.get_death_penalty():g}",
                str(game.get_episode_timeout() or "none"),
            ]
        )
    return found


TABLES = {
    "scenarios": (
        "What the scenarios' files say",
        {
            "Scenario": 20,
            "Buttons": 34,
            "Variables": 18,
            "Each tic": 9,
            "Death": 9,
            "Limit": 10,
        },
        rows,
    )
}
