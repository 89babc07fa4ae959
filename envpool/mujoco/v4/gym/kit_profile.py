# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The profile of Gymnasium's tasks on MuJoCo 4.0 for the test kit, and its ids."""

from envpool.testing.profile import Profile
from envpool.testing.variants import register_variants

PROFILE = Profile(
    steps_per_1000=50, deterministic=frozenset(), constants=True, slow_rendering=True
)

register_variants(
    "envpool.mujoco.v4.gym",
    ["Ant-v5", "HalfCheetah-v4", "Humanoid-v5", "Reacher-v5"],
    "-mujoco4",
)
