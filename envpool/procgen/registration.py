# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The games of Procgen."""

from __future__ import annotations

from typing import NamedTuple

from envpool.registration import Family

__all__ = ["GAMES", "MODES", "Game", "steps_per_level"]

# The distribution modes, with the official names and numbers.
MODES = {"easy": 0, "hard": 1, "extreme": 2, "memory": 10, "exploration": 20}


class Game(NamedTuple):
    """A game.

    Attributes:
      steps: number of steps after which it ends a level, in most modes.
      modes: distributions of levels other than easy and hard.
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
    """Returns the number of steps after which a game ends a level.

    Args:
      name: the game's name.
      mode: one of its distributions of levels.
    """
    return 2000 if (name, mode) == ("jumper", "memory") else GAMES[name].steps


family = Family("envpool.procgen")

family.meanings(
    {
        "env_name": "Name of the game; the id sets it.",
        "channel_first": "Whether frames have shape (3, 64, 64) instead of the "
        "official (64, 64, 3).",
        "num_levels": "Number of different levels; 0 for no limit.",
        "start_level": "Seed of the first of these levels; the others follow it.",
        "use_sequential_levels": "Completing a level starts the next one within the "
        "same episode.",
        "center_agent": "Frames follow the agent instead of showing the whole level.",
        "use_backgrounds": "Draw pictures as backgrounds instead of black.",
        "use_monochrome_assets": "Draw one-coloured rectangles instead of pictures.",
        "restrict_themes": "Draw one theme only in games that have several.",
        "use_generated_assets": "Draw generated pictures instead of those made by "
        "people.",
        "paint_vel_info": "Draw the agent's velocity into the frame, in some games.",
        "use_easy_jump": "Has no effect: none of the sixteen games uses it.",
        "distribution_mode": "Kind of levels; not all games have the last three.",
    }
)

family.official("Procgen")
family.rules(
    "Procgen",
    {
        "env_name": {"choices": tuple(GAMES)},
        "num_levels": {"min": 0},
        "start_level": {"min": 0},
        "distribution_mode": {"names": MODES, "choices": tuple(MODES.values())},
    },
)

family.controls(
    "Procgen",
    names=(
        *("LEFT+DOWN", "LEFT", "LEFT+UP", "DOWN", "NOOP", "UP"),
        *("RIGHT+DOWN", "RIGHT", "RIGHT+UP", "D", "A", "W", "S", "Q", "E"),
    ),
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
    # The id and defaults that the official package registers with Gym.
    family.task(
        f"procgen-{name}-v0",
        "Procgen",
        env_name=name,
        channel_first=False,
        max_episode_steps=game.steps,
    )
