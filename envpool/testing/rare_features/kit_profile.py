# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test kit's profile of these envs."""

from envpool.testing.profile import Profile

PROFILE = Profile(steps_per_1000=150, rare_rewards=True)
