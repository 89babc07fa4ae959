# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the test kit must know of MiniGrid."""

from envpool.testing.profile import Profile

PROFILE = Profile(
    steps_per_1000=100,
    deterministic=frozenset(
        {
            *(f"MiniGrid-Empty-{n}x{n}-v0" for n in (5, 6, 8, 16)),
            "MiniGrid-DistShift1-v0",
            "MiniGrid-DistShift2-v0",
        }
    ),
    constants=True,
)
