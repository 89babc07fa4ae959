# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The ids of Box2D."""

from __future__ import annotations

from typing import Any

from envpool.registration import Family, InfoKeys

family = Family("envpool.box2d")

family.meanings(
    {
        "continuous": "Whether actions are numbers instead of choices.",
        "gravity": "Gravity in Box2D's units; more than -12 and less than 0.",
        "enable_wind": "Whether wind pushes and turns the lander.",
        "wind_power": "Greatest force of the wind on the lander; 0 to 20 is "
        "recommended.",
        "turbulence_power": "Greatest torque of the wind on the lander; 0 to 2 is "
        "recommended.",
        "hardcore": "Whether there are stumps, pits and stairs on the way.",
        "lap_complete_percent": "The lap is complete if more than this share of the "
        "tiles has been visited when a wheel first touches the first one. The car "
        "starts there, so only values near 0 have an effect, as in the official env.",
        "domain_randomize": "Whether each episode has other colours.",
        "verbose": "Has no effect: pools print nothing about the generation of tracks.",
    }
)

# Bounds far beyond the recommended power that keep forces finite.
_POWER = {"min": -1e6, "max": 1e6}


def _check_gravity(config: dict[str, Any]) -> dict[str, Any]:
    gravity = config["gravity"]
    if not -12.0 < gravity < 0.0:
        raise ValueError(
            "gravity: expected a number between -12 and 0, both excluded, "
            f"got {gravity}"
        )
    return config


_LANDERS = {False: "LunarLander", True: "LunarLanderContinuous"}
for _is_continuous, _env in _LANDERS.items():
    family.rules(
        _env,
        {"wind_power": _POWER, "turbulence_power": _POWER},
        _check_gravity,
    )
    family.official(_env, render_fps=50)
    family.variants(_env, "continuous", _LANDERS)
    for _version in (2, 3):
        family.task(
            f"{_env}-v{_version}",
            _env,
            max_episode_steps=1000,
            reward_threshold=200.0,
            continuous=_is_continuous,
        )

family.controls(
    "LunarLander", names=("nothing", "left engine", "main engine", "right engine")
)
family.controls(
    "LunarLanderContinuous",
    moves={"main engine": (1, 0), "left engine": (0, -1), "right engine": (0, 1)},
)

family.official("BipedalWalker", render_fps=50)
family.task(
    "BipedalWalker-v3", "BipedalWalker", max_episode_steps=1600, reward_threshold=300.0
)
family.task(
    "BipedalWalkerHardcore-v3",
    "BipedalWalker",
    max_episode_steps=2000,
    reward_threshold=300.0,
    hardcore=True,
)

_CAR_INFOS = InfoKeys(terminal_only=frozenset({"lap_finished"}))
for _env in ("CarRacing", "CarRacingDiscrete"):
    family.rules(_env, {"lap_complete_percent": {"min": 0.0, "max": 1.0}})
    family.official(_env, render_fps=50, infos=lambda config: _CAR_INFOS)
family.controls("CarRacingDiscrete", names=("nothing", "right", "left", "gas", "brake"))
family.controls(
    "CarRacing",
    moves={
        "left": (-1, 0, 0),
        "right": (1, 0, 0),
        "gas": (0, 1, 0),
        "brake": (0, 0, 0.8),
    },
)
family.variants(
    "CarRacing", "continuous", {True: "CarRacing", False: "CarRacingDiscrete"}
)
for _version in (2, 3):
    family.task(
        f"CarRacing-v{_version}",
        "CarRacing",
        max_episode_steps=1000,
        reward_threshold=900.0,
    )
