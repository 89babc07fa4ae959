# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The locomotion tasks' profile for the test kit."""

from envpool.testing.profile import Profile

# Touch sensors without contact are constant. Corridors differ from seed to seed, but
# a walker does not feel that before it comes to the first wall or gap. Nor does it
# feel at first where it is in a maze.
PROFILE = Profile(
    steps_per_1000=50,
    deterministic=frozenset(
        {
            "dm_control/locomotion/cmu_humanoid_heterogeneous_forage",
            "dm_control/locomotion/cmu_humanoid_maze_forage",
            "dm_control/locomotion/cmu_humanoid_run_gaps",
            "dm_control/locomotion/cmu_humanoid_run_walls",
            "dm_control/locomotion/rodent_maze_forage",
            "dm_control/locomotion/rodent_run_gaps",
            "dm_control/locomotion/rodent_two_touch",
        }
    ),
    constants=True,
    rare_rewards=True,
    slow_rendering=True,
)
