# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The profile of the suite on MuJoCo 4.0 for the test kit, and its ids."""

from envpool.testing.profile import Profile
from envpool.testing.variants import register_variants

PROFILE = Profile(
    steps_per_1000=50,
    deterministic=frozenset(),
    constants=True,
    rare_rewards=True,
    slow_rendering=True,
)

register_variants(
    "envpool.mujoco.v4.dmc",
    ["CartpoleSwingup-v1", "CheetahRun-v1", "HumanoidWalk-v1", "QuadrupedEscape-v1"],
    "-mujoco4",
)
