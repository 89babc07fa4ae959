# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of the Atari games."""

from envpool.testing.profile import Profile

# Four actions in a small cartridge; all eighteen and a cartridge of slices; and one
# whose coprocessor only the Arcade Learning Environment emulates.
REPRESENTATIVES = frozenset({"Breakout-v5", "MontezumaRevenge-v5", "Pitfall2-v5"})

PROFILE = Profile(
    steps_per_1000=120,
    deterministic=frozenset(),
    constants=False,
    rare_rewards=True,
    representatives=REPRESENTATIVES,
)
