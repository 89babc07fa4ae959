# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Procgen's profile for the test kit."""

from envpool.procgen.registration import GAMES
from envpool.testing.profile import Profile

PROFILE = Profile(
    steps_per_1000=100,
    rare_rewards=True,
    # All episodes of these ids have the same level.
    deterministic=frozenset(
        f"{name.capitalize()}Exploration-v0"
        for name, game in GAMES.items()
        if "exploration" in game.modes
    ),
    representatives=frozenset({"CoinrunHard-v0", "procgen-starpilot-v0"}),
    seeds_by_place=True,
    engine_allocates=True,
)
