# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the toy-text envs, for their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs.env_text import Entries, Env, by_index, grouped

SHOWN_FIRST = {"FrozenLake": 0.5, "Taxi": 0}

_SITE = "https://gymnasium.farama.org/environments/toy_text"
_PAGES = ("Blackjack", "Catch", "CliffWalking", "FrozenLake", "NChain", "Taxi")


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of an id's page."""
    return next(name for name in _PAGES if name in task_id)


def envs() -> dict[str, Env]:
    """Returns the envs by the names of their pages."""
    ids = grouped("envpool.toy_text", _page)
    return {
        "FrozenLake": Env(
            "FrozenLake",
            ids["FrozenLake"],
            "Cross a frozen lake from the start to the goal without falling into a "
            "hole. On slippery ice, a move goes as intended with probability 1/3 and "
            "to either side with probability 1/3 each.",
            ["The number of the cell: ``row * columns + column``."],
            [by_index(("left", "down", "right", "up"))],
            "1 at the goal, 0 otherwise. ``reward_schedule`` sets the rewards of goal, "
            "holes and frozen cells.",
            "The agent is at the goal or in a hole.",
            f"{_SITE}/frozen_lake/",
            start="The cell ``S`` of the map.",
            notes="The map is ``desc``, a list of rows of any size with the letters "
            "``S`` (start), ``F`` (frozen), ``H`` (hole) and ``G`` (goal), or else the "
            "one of ``map_name``, or else the one of side ``size``. "
            '``map_name="random"`` '
            "makes an 8 by 8 map as Gymnasium's ``generate_random_map(seed=seed)`` "
            "does.",
            names=("frozen lake", "FrozenLake8x8"),
        ),
        "Taxi": Env(
            "Taxi",
            ids["Taxi"],
            "Drive a taxi on a 5 by 5 grid with walls, pick up a passenger at one of "
            "four places and drop them off at another. From Dietterich, *Hierarchical "
            "reinforcement learning with the MAXQ value function decomposition*, 2000.",
            [
                "An integer below 500: ``((row * 5 + column) * 5 + passenger) * 4 + "
                "destination``. Places are 0 red, 1 green, 2 yellow and 3 blue; "
                "``passenger`` is 4 inside the taxi."
            ],
            [by_index(("south", "north", "east", "west", "pick up", "drop off"))],
            "-1 for every step, -10 for picking up or dropping off where it is not "
            "allowed, 20 for the right drop-off.",
            "The passenger is at the destination.",
            f"{_SITE}/taxi/",
            start="Uniform over the 300 states in which the passenger is at a place "
            "other than the destination.",
            notes='``info["action_mask"]`` is 1 for every action that changes the '
            "state.\n\n``Taxi-v3`` is that of Gymnasium 1.2, ``Taxi-v4`` that of "
            "Gymnasium 1.3 and 1.4. Without options, they play the same episodes. They "
            "differ when it rains: in ``Taxi-v4``, the walls of its cell stop a taxi "
            "that drifts to a side, and a taxi that cannot go ahead does not drift "
            "either; in ``Taxi-v3``, the walls of the next cell count, and at the "
            "upper and lower border the taxi may drift.",
        ),
        "CliffWalking": Env(
            "CliffWalking",
            ids["CliffWalking"],
            "Walk along a cliff from the lower left to the lower right corner of a 4 "
            "by 12 grid. From Sutton and Barto, *Reinforcement Learning*, example 6.6.",
            ["The number of the cell, below 48: ``row * 12 + column``."],
            [by_index(("up", "right", "down", "left"))],
            "-1 for every step, -100 for stepping off the cliff, which leads back to "
            "the start.",
            "The agent is at the goal, cell 47.",
            f"{_SITE}/cliff_walking/",
            start="The lower left corner, cell 36.",
            notes="In ``CliffWalkingSlippery-v1``, the intended move and the two "
            "perpendicular ones are equally likely.",
            names=("cliff walking", "CliffWalkingSlippery"),
        ),
        "Blackjack": Env(
            "Blackjack",
            ids["Blackjack"],
            "Draw cards to come closer to 21 than the dealer, without going over. The "
            "deck is infinite. From Sutton and Barto, *Reinforcement Learning*, "
            "example 5.1.",
            [
                Entries(
                    {"Index": 12, "Meaning": 58, "Range": 30},
                    [
                        ("0", "sum of the player's cards", "4 to 31"),
                        ("1", "the card that the dealer shows", "1 (ace) to 10"),
                        (
                            "2",
                            "whether the player has an ace that counts as 11",
                            "0 or 1",
                        ),
                    ],
                )
            ],
            [by_index(("stick", "hit: draw a card"))],
            "1 for winning, 0 for a draw, -1 for losing. With ``natural`` and without "
            "``sab``, 1.5 for winning with a natural.",
            "The player sticks, or goes over 21.",
            f"{_SITE}/blackjack/",
            start="Two cards each.",
        ),
        "NChain": Env(
            "NChain",
            ids["NChain"],
            "Walk along a chain of states to the large reward at its end, against the "
            "temptation of a small one. From Strens, *A Bayesian framework for "
            "reinforcement learning*, 2000.",
            ["The number of the state, below ``n``."],
            [
                by_index(
                    (
                        "one state forward; with probability ``slip`` back to the "
                        "first one",
                        "back to the first state; with probability ``slip`` one state "
                        "forward",
                    )
                )
            ],
            "``large`` for going forward in the last state, ``small`` for going back, "
            "0 otherwise.",
            "Never.",
            "",
            start="The first state.",
            notes="Gymnasium no longer has this env. The rules are those of Gym up to "
            "version 0.20; random numbers come from NumPy's ``default_rng(seed + i)``, "
            "one ``random()`` for each step, where Gym used the older ``RandomState``.",
        ),
        "Catch": Env(
            "Catch",
            ids["Catch"],
            "Catch a falling ball with a paddle in the bottom row. From Mnih et al., "
            "*Recurrent models of visual attention*, 2014.",
            [
                "The board, ``height`` by ``width`` cells: 1 for the ball and the "
                "paddle, 0 elsewhere."
            ],
            [by_index(("left", "stay", "right"))],
            "1 for catching the ball, -1 for missing it, 0 otherwise.",
            "The ball is in the bottom row.",
            "https://github.com/google-deepmind/bsuite",
            start="The ball is in a random column of the top row, the paddle in the "
            "middle.",
            notes="The rules are those of bsuite. The column is "
            "``default_rng(seed + i).integers(width)``, where bsuite uses a "
            "``RandomState``.",
        ),
    }
