# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of Gymnasium's MuJoCo tasks."""

from envpool.testing.profile import Profile

# Goals do not move, and bodies without contacts feel no force.
PROFILE = Profile(
    steps_per_1000=100, deterministic=frozenset(), constants=True, slow_rendering=True
)
