# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""MiniGrid's profile for the test kit.

Some tasks have only one level or mission, or so few that two seeds may give the
same one. The tests against the official package cover how levels vary.
"""

from envpool.testing.profile import Profile

PROFILE = Profile(
    steps_per_1000=100,
    rare_rewards=True,
    # This task has the longest instructions, which are part of its states.
    representatives=frozenset({"BabyAI-BossLevel-v0"}),
)
