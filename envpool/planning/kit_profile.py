# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the test kit for planning problems."""

from envpool.testing.profile import Profile

PROFILE = Profile(
    deterministic=frozenset(),
    # Tetris's step_count is always 0, num_mines is an option.
    constants=None,
    rare_rewards=True,
)
