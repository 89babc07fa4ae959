# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tasks of the toy-text family."""

from __future__ import annotations

from typing import Any

from envpool.registration import Family

# The range of a probability, and the largest side of a board, which limits memory.
_RATE = {"min": 0.0, "max": 1.0}
_MAX_SIDE = 512


def check_frozen_lake(config: dict[str, Any]) -> dict[str, Any]:
    """Checks the map; draws one if `map_name` is "random".

    Args:
      config: the complete config of a FrozenLake.

    Returns:
      The config, with the rows of a random map in `desc`.
    """
    rows = config["desc"]
    if not rows and config["map_name"] == "random":
        import gymnasium  # noqa: F401  waits if another thread is importing it
        from gymnasium.envs.toy_text.frozen_lake import generate_random_map

        return {**config, "desc": generate_random_map(seed=config["seed"] % 2**32)}
    if not rows:
        return config
    if len({len(row) for row in rows}) > 1 or len(rows[0]) > _MAX_SIDE:
        raise ValueError(
            f"desc: expected rows of equal length, at most {_MAX_SIDE}, got {rows!r}"
        )
    letters = set().union(*rows)
    if not letters <= set("SFHG") or "S" not in letters:
        raise ValueError(
            f"desc: expected rows of the letters S F H G, with an S, got {rows!r}"
        )
    return config


family = Family("envpool.toy_text")

family.meanings(
    {
        "height": "Number of rows of the board.",
        "width": "Number of columns of the board.",
        "size": "Side of the default map, if neither `desc` nor `map_name` is given.",
        "map_name": 'Name of a map, or "random" for one of 8 by 8 cells drawn from '
        "the seed.",
        "desc": "Rows of a map of your own, with the letters S (start), F (frozen), "
        "H (hole) and G (goal).",
        "is_slippery": "Whether moves may go sideways instead of as intended.",
        "success_rate": "Probability that a move on slippery ice goes as intended.",
        "reward_schedule": "Rewards for reaching the goal, a hole and a frozen cell.",
        "is_rainy": "Whether a move goes to either side with probability 0.1 each.",
        "fickle_passenger": "Whether the passenger of 30 % of the episodes changes the "
        "destination when the ride begins.",
        "n": "Number of states in the chain.",
        "slip": "Probability that the other action is executed.",
        "small": "Reward for going back to the first state.",
        "large": "Reward for going forward in the last state.",
        "natural": "Pay 1.5 for winning with an ace and a ten; has no effect with "
        "`sab`.",
        "sab": "Use the rules of Sutton and Barto's book, in which a natural beats "
        "any other 21.",
    }
)

family.meanings(
    {
        "is_rainy": "Whether a move may go to either side.",
        "rainy_probability": "Probability that a move goes as intended if it is rainy; "
        "both sides are equally likely.",
        "fickle_passenger": "Whether the passenger may change the destination when the "
        "ride begins.",
        "fickle_probability": "Share of the episodes in which a fickle passenger "
        "changes the destination.",
    },
    "TaxiV4",
)

family.rules(
    "Catch",
    {
        "height": {"min": 2, "max": _MAX_SIDE},
        "width": {"min": 1, "max": _MAX_SIDE},
    },
)
family.rules(
    "FrozenLake",
    {
        "size": {"choices": (4, 8)},
        "map_name": {"choices": ("", "4x4", "8x8", "random")},
        "desc": {"item": "str", "length": (0, _MAX_SIDE)},
        "success_rate": _RATE,
        "reward_schedule": {"length": 3},
    },
    validate_config=check_frozen_lake,
)
family.rules("TaxiV4", {"rainy_probability": _RATE, "fickle_probability": _RATE})
family.rules("NChain", {"n": {"min": 1, "max": 2**20}, "slip": _RATE})

_FPS = 4
family.official("Blackjack", choices=(32, 11, 2), render_fps=_FPS)
family.official("Catch", render_fps=_FPS, exists=False)
for env in ("CliffWalking", "FrozenLake", "NChain", "Taxi", "TaxiV4"):
    family.official(env, render_fps=_FPS)

for env, names in {
    "Blackjack": ("stick", "hit"),
    "Catch": ("left", "stay", "right"),
    "CliffWalking": ("up", "right", "down", "left"),
    "FrozenLake": ("left", "down", "right", "up"),
    "NChain": ("forward", "backward"),
    "Taxi": ("south", "north", "east", "west", "pickup", "dropoff"),
    "TaxiV4": ("south", "north", "east", "west", "pickup", "dropoff"),
}.items():
    family.controls(env, names=names, turns=True)

family.task("Catch-v0", "Catch", height=10, width=5)
family.task(
    "FrozenLake-v1",
    "FrozenLake",
    max_episode_steps=100,
    reward_threshold=0.7,
    size=4,
)
family.task(
    "FrozenLake8x8-v1",
    "FrozenLake",
    max_episode_steps=200,
    reward_threshold=0.85,
    size=8,
)
family.task("Taxi-v3", "Taxi", max_episode_steps=200, reward_threshold=8.0)
family.task("Taxi-v4", "TaxiV4", max_episode_steps=200, reward_threshold=8.0)
family.task("NChain-v0", "NChain", max_episode_steps=1000)
family.task(
    "CliffWalking-v1",
    "CliffWalking",
    aliases=["tabular/CliffWalking-v0", "CliffWalking-v0"],
    is_slippery=False,
)
family.task("CliffWalkingSlippery-v1", "CliffWalking", is_slippery=True)
family.task(
    "Blackjack-v1",
    "Blackjack",
    aliases=["tabular/Blackjack-v0"],
    sab=True,
    natural=False,
)
