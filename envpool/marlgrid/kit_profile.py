# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the test kit for MarlGrid."""

from envpool.testing.profile import Profile

PROFILE = Profile(
    deterministic=frozenset(),
    # The corners of a picture are rarely seen.
    constants=None,
    rare_rewards=True,
    variant_keys=frozenset({"env_name", "observation_format"}),
)
