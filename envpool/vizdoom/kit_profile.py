# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of ViZDoom."""

from envpool.testing.profile import Profile

# An engine takes a third of a second to start.
PROFILE = Profile(
    steps_per_1000=100, deterministic=frozenset(), constants=False, slow_rendering=True
)
