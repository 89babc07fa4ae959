# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the test kit for driving."""

from envpool.testing.profile import Profile

PROFILE = Profile(
    deterministic=frozenset(),
    steps_per_1000=100,
    variant_keys=frozenset({"scenario", "observation"}),
)
