# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the test kit for toy text."""

from envpool.testing.profile import Profile

PROFILE = Profile(
    deterministic=frozenset(
        {"CliffWalking-v0", "CliffWalking-v1", "tabular/CliffWalking-v0"}
    ),
    constants=False,
    rare_rewards=True,  # in FrozenLake
)
