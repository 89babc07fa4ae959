# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the test kit for the Atari games."""

from envpool.testing.profile import Profile

# A small cartridge with four actions, a sliced cartridge with all eighteen, and a
# cartridge with a coprocessor.
REPRESENTATIVES = frozenset({"Breakout-v5", "MontezumaRevenge-v5", "Pitfall2-v5"})

PROFILE = Profile(
    steps_per_1000=120,
    deterministic=frozenset(),
    constants=False,
    rare_rewards=True,
    representatives=REPRESENTATIVES,
)
