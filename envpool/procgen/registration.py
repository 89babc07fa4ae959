# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The games of Procgen."""

from __future__ import annotations

from typing import NamedTuple

from envpool.registration import Family

__all__ = ["GAMES", "MODES", "Game", "steps_per_level"]

# What the official package calls them.
MODES = {"easy": 0, "hard": 1, "extreme": 2, "memory": 10, "exploration": 20}


class Game(NamedTuple):
    """A game.

    Attributes:
      steps: after how many it ends a level, as a rule.
      modes: the distributions of levels that it has beside easy and hard.
    """

    steps: int
    modes: tuple[str, ...] = ()


GAMES = {
    "bigfish": Game(6000),
    "bossfight": Game(4000),
    "caveflyer": Game(1000, ("memory", "exploration")),
    "chaser": Game(1000, ("extreme",)),
    "climber": Game(1000, ("exploration",)),
    "coinrun": Game(1000, ("exploration",)),
    "dodgeball": Game(1000, ("extreme", "memory")),
    "fruitbot": Game(1000),
    "heist": Game(1000, ("memory", "exploration")),
    "jumper": Game(1000, ("memory", "exploration")),
    "leaper": Game(500, ("extreme", "exploration")),
    "maze": Game(500, ("memory", "exploration")),
    "miner": Game(1000, ("memory",)),
    "ninja": Game(1000, ("exploration",)),
    "plunder": Game(4000),
    "starpilot": Game(1000, ("extreme",)),
}


def steps_per_level(name: str, mode: str) -> int:
    """Returns after how many steps a game ends a level.

    Args:
      name: of the game.
      mode: one of its distributions of levels.
    """
    return 2000 if (name, mode) == ("jumper", "memory") else GAMES[name].steps


family = Family("envpool.procgen")

family.rules(
    "Procgen",
    {
        "env_name": {"choices": tuple(GAMES)},
        "num_levels": {"min": 0},
        "start_level": {"min": 0},
        "distribution_mode": {"names": MODES, "choices": tuple(MODES.values())},
    },
)

for name, game in GAMES.items():
    for mode in ("easy", "hard", *game.modes):
        family.task(
            f"{name.capitalize()}{mode.capitalize()}-v0",
            "Procgen",
            env_name=name,
            distribution_mode=MODES[mode],
            max_episode_steps=steps_per_level(name, mode),
        )
    # As the official package registers it with Gym.
    family.task(
        f"procgen-{name}-v0",
        "Procgen",
        env_name=name,
        channel_first=False,
        max_episode_steps=game.steps,
    )
