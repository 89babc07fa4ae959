# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of Box2D."""

from envpool.testing.profile import Profile

PROFILE = Profile(deterministic=frozenset())
