# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options of the mazes, the Adroit hand and the kitchen."""

import numpy as np
import pytest

import envpool
from envpool.mujoco.robotics.oracle import RoboticsEnvs, case_of
from envpool.python.errors import ConfigError, ConfigTypeError, EnvPoolError
from envpool.testing.oracle import compare

MAP = [[1, 1, 1, 1, 1], [1, "c", 0, "r", 1], [1, 1, "g", 1, 1], [1, 1, 1, 1, 1]]

# Configs with official names, for both EnvPool and the official package.
CASES = [
    ("PointMaze_UMaze-v3", {"continuing_task": False, "reward_type": "dense"}),
    ("PointMaze_Open-v3", {"reset_target": True}),
    ("PointMaze_Open-v3", {"maze_map": MAP, "reset_target": True}),
    ("AntMaze_UMaze-v3", {"maze_map": MAP, "continuing_task": False}),
    ("AntMaze_Open-v4", {"healthy_reward": 2.0, "reset_target": True}),
    (
        "AntMaze_Open-v5",
        {
            "include_cfrc_ext_in_observation": False,
            "ctrl_cost_weight": 0.1,
            "healthy_z_range": (0.3, 0.9),
            "maze_map": MAP,
        },
    ),
    ("AdroitHandDoor-v1", {"reward_type": "sparse"}),
    ("AdroitHandDoorSparse-v1", {"reward_type": "dense"}),
    (
        "FrankaKitchen-v1",
        {
            "tasks_to_complete": ["microwave", "kettle"],
            "remove_task_when_completed": False,
            "terminate_on_tasks_completed": False,
            "object_noise_ratio": 0.5,
            "robot_noise_ratio": 0.02,
        },
    ),
]


@pytest.mark.parametrize(("task_id", "config"), CASES)
def test_options_equal_the_official_ones(task_id, config):
    """Episodes with an option equal those of the official env with it."""
    compare(RoboticsEnvs(), case_of(task_id, 120, episodes=0, **config))


@pytest.mark.parametrize(
    ("task_id", "key", "value", "error"),
    [
        ("PointMaze_UMaze-v3", "maze_map", "NO_MAZE", ConfigError),
        ("PointMaze_UMaze-v3", "maze_map", [[1, 1], [1]], ConfigError),
        ("PointMaze_UMaze-v3", "maze_map", [[1, 1], [1, 1]], ConfigError),
        ("PointMaze_UMaze-v3", "maze_map", 5, ConfigTypeError),
        ("PointMaze_UMaze-v3", "maze_map", [5], ConfigTypeError),
        ("PointMaze_UMaze-v3", "maze_map", "0" * 65, ConfigError),
        ("AntMaze_UMaze-v5", "reset_noise_scale", 0.1, ConfigError),
        ("AntMaze_UMaze-v5", "healthy_z_range", (1.0, 0.5), ConfigError),
        ("FrankaKitchen-v1", "tasks_to_complete", [], ConfigError),
        ("FrankaKitchen-v1", "tasks_to_complete", ["sink"], ConfigError),
        ("AdroitHandPen-v1", "reward_type", "shaped", ConfigError),
    ],
)
def test_bad_values_are_named(task_id, key, value, error):
    """An error names the key."""
    with pytest.raises(error, match=key.removesuffix("_range")):
        envpool.make_gymnasium(task_id, num_envs=1, **{key: value})


def test_a_map_without_a_start_is_an_error():
    """A reset that finds no start raises, and does not search without end."""
    pool = envpool.make_gymnasium(
        "PointMaze_UMaze-v3", num_envs=1, maze_map=[[1, 1, 1], [1, 0, 1], [1, 1, 1]]
    )
    with pytest.raises(EnvPoolError, match="found no start"):
        pool.reset()


@pytest.mark.parametrize("reward_type", ["sparse", "dense"])
def test_goal_methods_equal_steps(reward_type):
    """Rewards and ends are functions of the goals in the observation."""
    pool = envpool.make_gymnasium(
        "PointMaze_Open-v3",
        num_envs=16,
        seed=3,
        reward_type=reward_type,
        continuing_task=False,
    )
    pool.reset()
    ended = np.zeros(16, bool)
    ends = 0
    for step in range(300):
        actions = np.full((16, 2), 1 - step // 20 % 3, np.float32)
        obs, reward, terminated, truncated, _ = pool.step(actions)
        pair = obs["achieved_goal"], obs["desired_goal"]
        steps = ~ended  # rows that are not resets
        np.testing.assert_array_equal(
            reward[steps], pool.compute_reward(*pair).astype(np.float32)[steps]
        )
        np.testing.assert_array_equal(
            terminated[steps], pool.compute_terminated(*pair)[steps]
        )
        assert not pool.compute_truncated(*pair).any()
        ended = terminated | truncated
        ends += terminated.sum()
    assert ends > 0
    pool.close()


@pytest.mark.parametrize(
    ("task_id", "config"),
    [
        ("PointMaze_UMaze-v3", {"continuing_task": False}),
        ("AntMaze_UMazeDense-v4", {}),
    ],
)
def test_goal_methods_equal_the_official_ones(task_id, config):
    """The methods return the official values, for many pairs and for one."""
    case = case_of(task_id, 1, **config)
    official = RoboticsEnvs().make(case, 1).env.unwrapped
    pool = envpool.make_gymnasium(task_id, num_envs=1, **config)
    random = np.random.default_rng(1)
    achieved = random.normal(size=(100, 2))
    desired = achieved + random.normal(scale=0.3, size=(100, 2))
    found = pool.compute_reward(achieved, desired, {})
    np.testing.assert_array_equal(found, official.compute_reward(achieved, desired, {}))
    ends = [
        official.compute_terminated(*pair, {})
        for pair in zip(achieved, desired, strict=True)
    ]
    np.testing.assert_array_equal(pool.compute_terminated(achieved, desired), ends)
    assert pool.compute_reward(achieved[0], desired[0]) == found[0]
    pool.close()
