# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the test kit for classic control."""

from envpool.testing.profile import Profile

PROFILE = Profile(deterministic=frozenset(), constants=False)
