# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The profile of Gymnasium-Robotics for the test kit."""

from envpool.mujoco.robotics.kitchen_tasks import GOALS
from envpool.testing.profile import Profile

# Goals are constant in an episode, and sparse rewards rarely change.
PROFILE = Profile(
    steps_per_1000=50,
    deterministic=frozenset(),
    constants=True,
    rare_rewards=True,
    slow_rendering=True,
    constant_keys=frozenset(f"desired_goal.{goal}" for goal in GOALS),
)
