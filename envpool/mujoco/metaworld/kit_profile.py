# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Meta-World's profile for the test kit."""

from envpool.testing.profile import Profile

# Observations have constants: hidden goals, and places for a second object.
PROFILE = Profile(
    steps_per_1000=20,
    deterministic=frozenset(),
    constants=True,
    slow_rendering=True,
)
