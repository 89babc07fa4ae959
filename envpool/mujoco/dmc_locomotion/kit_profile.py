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
    # Goals and touches are rare, and a boxhead's only effector is its root.
    constant_keys=frozenset(
        {
            "end_effectors_pos",
            "opponent_0_end_effectors_pos",
            "opponent_1_end_effectors_pos",
            "stats_away_score",
            "stats_home_score",
            "task_logic",
            "teammate_0_end_effectors_pos",
        }
    ),
    rare_rewards=True,
    slow_rendering=True,
)
