# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Settings of the test kit for board games."""

from envpool.testing.profile import Profile

PROFILE = Profile(
    # In games without chance, seeds decide only who begins.
    deterministic=None,
    variant_keys=frozenset({"opponent"}),
)
