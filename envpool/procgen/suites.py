# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The games of Procgen that papers report, and their normalised scores."""

from __future__ import annotations

from envpool.procgen.registration import MODES
from envpool.suites.suite import Linear, Suite

__all__ = ["SCORES", "SUITES"]

# R_min and R_max: for hard levels, and for easy ones.
_RANGES = """
coinrun 5 10 5 10
starpilot 1.5 35 2.5 64
caveflyer 2 13.4 3.5 12
dodgeball 1.5 19 1.5 19
fruitbot -.5 27.2 -1.5 32.4
chaser .5 14.2 .5 13
miner 1.5 20 1.5 13
jumper 1 10 3 10
leaper 1.5 10 3 10
maze 4 10 5 10
bigfish 0 40 1 40
heist 2 10 3.5 10
climber 1 12.6 2 12.6
plunder 3 30 4.5 30
ninja 2 10 3.5 10
bossfight .5 13 .5 13
"""
_PAPER = (
    "Cobbe et al. 2020, Leveraging Procedural Generation to Benchmark Reinforcement "
    "Learning"
)
_ROWS = [line.split() for line in _RANGES.split("\n") if line]


def _score(mode: str, low: str, high: str) -> Linear:
    source = "Cobbe et al. 2020, appendix C"
    settings = {"distribution_mode": MODES[mode]}
    return Linear(mode, float(low), float(high), source, settings)


SCORES: dict[str, Linear] = {}
for _name, *_limits in _ROWS:
    _hard, _easy = _score("hard", *_limits[:2]), _score("easy", *_limits[2:])
    SCORES[f"{_name.capitalize()}Hard-v0"] = _hard
    SCORES[f"{_name.capitalize()}Easy-v0"] = _easy
    SCORES[f"procgen-{_name}-v0"] = _hard


def _suite(name: str, mode: str, title: str, note: str) -> Suite:
    tasks = tuple(f"{row[0].capitalize()}{mode.capitalize()}-v0" for row in _ROWS)
    return Suite(name=name, title=title, source=_PAPER, tasks=tasks, note=note)


SUITES = (
    _suite(
        "procgen-16",
        "hard",
        "The games of Procgen, with hard levels",
        "To measure generalisation, the paper trains on num_levels=500.",
    ),
    _suite(
        "procgen-16-easy",
        "easy",
        "The games of Procgen, with easy levels",
        "To measure generalisation, the paper trains on num_levels=200.",
    ),
)
