# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The profile of Gymnasium's MuJoCo tasks for the test kit."""

from envpool.testing.profile import Profile

# Observations may be constant: fixed goals, and contact forces without contacts.
PROFILE = Profile(
    steps_per_1000=100, deterministic=frozenset(), constants=True, slow_rendering=True
)
