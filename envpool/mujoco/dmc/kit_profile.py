# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of the DeepMind Control suite."""

from envpool.testing.profile import Profile

# Touch sensors may feel nothing, and targets stay where they are.
PROFILE = Profile(
    steps_per_1000=50,
    deterministic=frozenset(),
    constants=True,
    rare_rewards=True,
    slow_rendering=True,
)
