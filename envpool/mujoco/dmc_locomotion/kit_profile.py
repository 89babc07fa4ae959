# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The locomotion tasks' profile for the test kit."""

from envpool.testing.profile import Profile

# Touch sensors without contact are constant.
PROFILE = Profile(
    steps_per_1000=50,
    deterministic=frozenset(),
    constants=True,
    rare_rewards=True,
    slow_rendering=True,
)
