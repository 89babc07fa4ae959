# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The DeepMind Control suite's profile for the test kit."""

from envpool.testing.profile import Profile

# Observations may be constant: touch sensors without contact, and fixed targets.
PROFILE = Profile(
    steps_per_1000=50,
    deterministic=frozenset(),
    constants=True,
    rare_rewards=True,
    slow_rendering=True,
)
