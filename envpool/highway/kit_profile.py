# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the test kit for driving."""

from envpool.testing.profile import Profile

PROFILE = Profile(
    # Observations are a coarse grid of the road, which is straight where cars start.
    deterministic=frozenset(
        {
            "RacetrackLarge-v0",
            "RacetrackLarge-v1",
            "racetrack-large-v0",
            "racetrack-large-v1",
        }
    ),
    steps_per_1000=100,
    variant_keys=frozenset({"scenario", "observation"}),
)
