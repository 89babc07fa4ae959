# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The modes of the games, and how long a level may take."""

from __future__ import annotations

from envpool.procgen.registration import GAMES, steps_per_level


def rows() -> list[list[str]]:
    """Returns a row for each game."""
    found = []
    for name, game in GAMES.items():
        limits = [str(game.steps)]
        for mode in game.modes:
            if (steps := steps_per_level(name, mode)) != game.steps:
                limits.append(f"{mode}: {steps}")
        found.append([name, ", ".join(game.modes), "; ".join(limits)])
    return found


TABLES = {
    "games": (
        "Modes beside easy and hard, and limits",
        {"Game": 30, "Further modes": 40, "Steps": 30},
        rows,
    )
}
