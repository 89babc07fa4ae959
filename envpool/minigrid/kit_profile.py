# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of MiniGrid.

Some tasks always have the same level or mission, and some have so few that two
seeds may have the same: what differs is compared with the official package.
"""

from envpool.testing.profile import Profile

PROFILE = Profile(
    steps_per_1000=100,
    rare_rewards=True,
    # Its instructions are the longest, and all of them a part of its state.
    representatives=frozenset({"BabyAI-BossLevel-v0"}),
)
