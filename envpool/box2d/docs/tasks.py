# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Texts about the envs of Box2D, for their pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs.env_text import Entries, Env, by_index, grouped

SHOWN_FIRST = {"CarRacing": 0.5, "LunarLander": 0.45}

_SITE = "https://gymnasium.farama.org/environments/box2d"


def _page(task_id: str, config: Mapping[str, Any]) -> str:
    """Returns the name of the page of an id."""
    name = task_id.rpartition("-")[0]
    return name.removesuffix("Hardcore").removesuffix("Continuous")


def envs() -> dict[str, Env]:
    """Returns the envs by page name."""
    ids = grouped("envpool.box2d", _page)
    landers = {
        kind: tuple(one for one in ids["LunarLander"] if ("Cont" in one) is kind)
        for kind in (False, True)
    }
    return {
        "LunarLander": Env(
            "LunarLander",
            ids["LunarLander"],
            "Land a rocket between two flags, on a pad in the middle of the moon's "
            "surface.",
            [
                Entries(
                    {"Index": 12, "Meaning": 52, "Unit": 36},
                    [
                        (
                            "0, 1",
                            "position, to the right of the middle of the landing pad "
                            "and above it",
                            "half the width and the height of the view, 10 and 6.67 "
                            "metres",
                        ),
                        (
                            "2, 3",
                            "velocity, to the right and upwards",
                            "5 and 7.5 metres per second",
                        ),
                        ("4", "angle, to the left", "radians"),
                        ("5", "angular velocity", "2.5 radians per second"),
                        (
                            "6, 7",
                            "whether the right and the left leg touch the ground, in "
                            "this order",
                            "0 or 1",
                        ),
                    ],
                )
            ],
            [
                by_index(
                    (
                        "nothing",
                        "fire the left engine",
                        "fire the main engine",
                        "fire the right engine",
                    )
                )._replace(ids=landers[False]),
                Entries(
                    {"Index": 12, "Meaning": 58, "Range": 30},
                    [
                        (
                            "0",
                            "throttle of the main engine: off unless positive, then "
                            "50 % to 100 %",
                            "-1 to 1",
                        ),
                        (
                            "1",
                            "throttle of the side engines: the left one below -0.5, "
                            "the right one above 0.5, off in between",
                            "-1 to 1",
                        ),
                    ],
                    landers[True],
                ),
            ],
            "Positive for coming closer to the pad, slowing down, staying upright and "
            "touching the ground with a leg; minus 0.3 for each step of the main "
            "engine and 0.03 for each of a side engine. -100 for a crash, 100 for "
            "coming to rest.",
            "The lander crashes, leaves the picture, or comes to rest.",
            f"{_SITE}/lunar_lander/",
            start="In the middle of the top of the picture, with a random force.",
            notes="With ``enable_wind``, wind pushes the lander with at most "
            "``wind_power`` (0 to 20 is recommended) and turns it with at most "
            "``turbulence_power`` (0 to 2). Versions 2 and 3 are the same here.",
            names=("lunar lander", "LunarLanderContinuous"),
        ),
        "BipedalWalker": Env(
            "BipedalWalker",
            ids["BipedalWalker"],
            "Walk over rough ground with two legs, each with a hip and a knee. The "
            "hardcore version adds stumps, pits and stairs.",
            [
                Entries(
                    {"Index": 14, "Meaning": 86},
                    [
                        ("0", "angle of the hull"),
                        ("1", "angular velocity of the hull"),
                        ("2, 3", "velocity forwards and upwards"),
                        ("4, 5", "first leg: angle and speed of the hip"),
                        ("6, 7", "first leg: angle and speed of the knee"),
                        ("8", "whether the first leg touches the ground"),
                        ("9, 10", "second leg: angle and speed of the hip"),
                        ("11, 12", "second leg: angle and speed of the knee"),
                        ("13", "whether the second leg touches the ground"),
                        (
                            "14 to 23",
                            "ten measurements of a lidar, from straight down to "
                            "forwards: the share of its range that is free",
                        ),
                    ],
                )
            ],
            [
                Entries(
                    {"Index": 12, "Meaning": 58, "Range": 30},
                    [
                        ("0", "hip of the first leg", "-1 to 1"),
                        ("1", "knee of the first leg", "-1 to 1"),
                        ("2", "hip of the second leg", "-1 to 1"),
                        ("3", "knee of the second leg", "-1 to 1"),
                    ],
                ),
                "The sign is the direction in which the motor turns, the size is its "
                "torque.",
            ],
            "130 / 30 for each unit of length, about 300 for the whole way, minus a "
            "little for torque and for a tilted hull. -100 for a fall.",
            "The hull touches the ground, the walker goes back beyond the start, or it "
            "is at the end of the way.",
            f"{_SITE}/bipedal_walker/",
            start="Standing on flat ground at the left end, with a random push.",
            names=("bipedal walker", "BipedalWalkerHardcore"),
        ),
        "CarRacing": Env(
            "CarRacing",
            ids["CarRacing"],
            "Drive around a random track, seen from above.",
            [
                "The picture of the last frame, 96 x 96 pixels in colour. The bar at "
                "the bottom shows, from left to right, the reward so far, the speed, "
                "the speeds of the four wheels, the steering angle and the rotation."
            ],
            [
                Entries(
                    {"Index": 12, "Meaning": 58, "Range": 30},
                    [
                        ("0", "steering, -1 to the left", "-1 to 1"),
                        ("1", "gas", "0 to 1"),
                        ("2", "brake", "0 to 1"),
                    ],
                ),
                "With ``continuous=False``, one of five: 0 nothing, 1 right, 2 left, 3 "
                "gas, 4 brake.",
            ],
            "1000 / *n* for each of the *n* tiles of the track when a wheel first "
            "touches it, minus 0.1 for each step. -100 for leaving the field.",
            'The lap is complete, with ``info["lap_finished"]`` True, or the car is '
            "far from the track.",
            f"{_SITE}/car_racing/",
            start="On the first tile, at rest. The camera zooms in during the first 50 "
            "steps.",
            notes="The lap is complete when all tiles have been visited, or more than "
            "``lap_complete_percent`` of them when a wheel first touches the first "
            "tile. The car starts there, so only values near 0 make a difference, as "
            "in the official env. Versions 2 and 3 are the same.",
            names=("car racing",),
        ),
    }
