# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options, infos and names of driving tasks."""

import numpy as np
import pytest

import envpool
from envpool.highway.registration import family  # noqa: F401  registers the ids
from envpool.registration import registry

IDS = [task for task, spec in registry.specs.items() if spec[0] == "envpool.highway"]
N = 4


def make(task_id, **options):
    return envpool.make(
        task_id, "gymnasium", **{"num_envs": N, "seed": 3, "infos": "all", **options}
    )


def test_official_names_mean_the_same():
    ours, official = make("RoundaboutGeneric-v1"), make("roundabout-generic-v1")
    np.testing.assert_array_equal(ours.reset()[0], official.reset()[0])


def test_shapes_follow_from_options():
    assert make("Highway-v0").single_observation_space.shape == (5, 5)
    times = make("Highway-v0", observation="TimeToCollision", policy_frequency=2)
    assert times.single_observation_space.shape == (3, 3, 20)
    assert make("Exit-v0", features=["x"]).single_observation_space.shape == (15, 1)
    assert make("Merge-v0", lateral=False).single_action_space.n == 3


@pytest.mark.parametrize("task_id", ["Highway-v0", "TwoWay-v0", "Merge-v1"])
def test_rewards_are_sums_of_their_terms(task_id):
    env = make(task_id, scale_reward=False)
    env.reset()
    _, reward, *_, info = env.step(np.full(N, 3))
    terms = {key: np.asarray(value) for key, value in info["rewards"].items()}
    total = sum(env.config.get(key, 0) * value for key, value in terms.items())
    if task_id.startswith("Merge"):  # always scaled
        total = (total + 1.5) / 1.8
    np.testing.assert_allclose(reward, total, rtol=1e-6)


def test_the_duration_truncates():
    """As in the official env, the clock is a sum of rounded numbers."""
    env = make("HighwayFast-v0", duration=2.0, policy_frequency=5, vehicles_count=0)
    env.reset()
    flags = [env.step(np.ones(N, np.int64))[3].all() for _ in range(11)]
    assert sum([0.2] * 10) < 2
    assert flags == [False] * 10 + [True]


OFFICIAL = {
    "lanes_count": 3,
    "normalize_reward": False,
    "observation": {"type": "OccupancyGrid", "grid_size": [[-10, 20], [-4, 4]]},
    "action": {"type": "ContinuousAction", "lateral": False, "clip": False},
}
OURS = {
    "lanes_count": 3,
    "scale_reward": False,
    "observation": "OccupancyGrid",
    "features": ["presence", "vx", "vy", "on_road"],
    "grid_size": [-10.0, 20.0, -4.0, 4.0],
    "continuous": True,
    "lateral": False,
    "clip_actions": False,
}


def test_the_official_config_means_the_same():
    env, same = make("Highway-v0", config=OFFICIAL), make("Highway-v0", **OURS)
    assert env.single_observation_space.shape == (4, 6, 1)
    assert env.single_action_space.shape == (1,)
    assert dict(env.config) == dict(same.config)


def test_rewards_of_other_goals():
    env = make("Parking-v0")
    env.reset()
    obs, reward, *_ = env.step(np.zeros((N, 2), np.float32))
    again = env.compute_reward(obs["achieved_goal"], obs["desired_goal"], {})
    np.testing.assert_allclose(reward, again, rtol=1e-6)
    with pytest.raises(envpool.errors.ArgumentError, match="achieved_goal"):
        env.compute_reward(np.zeros(5), np.zeros(5))
    with pytest.raises(envpool.errors.NotSupportedError, match="racetrack"):
        make("Racetrack-v0").compute_reward(np.zeros(6), np.zeros(6))


@pytest.mark.parametrize("version", [0, 1])
def test_agents_share_rewards_in_the_first_version(version):
    env = make(f"IntersectionMultiAgent-v{version}")
    env.reset()
    actions = np.tile([0, 2], N)  # the first agent brakes
    rewards, infos = [], []
    for _ in range(3):
        _, reward, *_, info = env.step(actions)
        rewards.append(reward.reshape(N, 2))
        infos.append(info["agents_rewards"])
    own, mean = np.array(infos), np.mean(infos, -1, keepdims=True)
    assert np.ptp(own, axis=-1).any()
    expected = own if version else np.broadcast_to(mean, own.shape)
    np.testing.assert_allclose(rewards, expected, rtol=1e-6)


def test_pictures_as_observations():
    options = {"observation": "GrayscaleObservation", "stack_size": 2}
    env = make("Racetrack-v0", **options, observation_shape=[40, 30])
    obs, _ = env.reset()
    assert env.single_observation_space.shape == (2, 40, 30)
    assert (obs[:, 0] == 0).all()
    assert obs[:, 1].any()
    after, *_ = env.step(np.zeros((N, 1), np.float32))
    np.testing.assert_array_equal(after[:, 0], obs[:, 1])


PARTS = [
    {"type": "Kinematics", "features": ["presence", "x"], "vehicles_count": 4},
    {"type": "OccupancyGrid", "as_image": True, "grid_size": [[-10, 20], [-4, 4]]},
    {"type": "LidarObservation", "cells": 8},
]


def test_observations_in_parts():
    env = make("Highway-v0", observation_configs=PARTS)
    official = {"type": "TupleObservation", "observation_configs": PARTS}
    same = make("Highway-v0", config={"observation": official})
    obs, expected = env.reset()[0], same.reset()[0]
    assert isinstance(obs, tuple)
    assert [part.shape for part in obs] == [(N, 4, 2), (N, 4, 6, 1), (N, 8, 2)]
    assert obs[1].dtype == np.uint8
    assert env.observation_space.contains(obs)
    for i, part in enumerate(obs):
        np.testing.assert_array_equal(part, expected[i])
        alone = make("Highway-v0", config={"observation": PARTS[i]}).reset()[0]
        np.testing.assert_array_equal(part, alone)
    for env_type in ("gym", "dm"):
        envpool.make("Highway-v0", env_type, **dict(same.config)).reset()


def test_final_observations_in_parts():
    options = {"autoreset_mode": "same_step", "max_episode_steps": 1}
    env = make("Highway-v0", observation_configs=PARTS, **options)
    env.reset()
    *_, info = env.step(np.ones(N, np.int64))
    assert [part.shape for part in info["final_obs"][0]] == [(4, 2), (4, 6, 1), (8, 2)]


def test_goals_in_parts():
    parts = [{"type": "LidarObservation"}, {"type": "KinematicsGoal"}]
    obs, _ = make("Parking-v0", observation_configs=parts).reset()
    alone, _ = make("Parking-v0").reset()
    for key, goal in alone.items():
        np.testing.assert_array_equal(obs[1][key], goal)


@pytest.mark.parametrize("task_id", ["HighwayFast-v0", "Exit-v0"])
def test_agents_without_shared_rewards(task_id):
    """Each has its own reward, and an episode goes on until all have ended."""
    env = make(task_id, controlled_vehicles=3, cooperative=False, duration=0.0)
    obs, _ = env.reset()
    assert len(obs) == 3 * N
    shape = (3 * N, *env.single_action_space.shape)
    differ, crashed, ends = False, False, np.zeros(N, bool)
    for i in range(60):
        actions = np.random.default_rng(i).random(shape) * 4
        dtype = env.single_action_space.dtype
        _, reward, ends, _, info = env.step(actions.astype(dtype).clip(-1, 4))
        differ |= bool(np.ptp(reward.reshape(N, 3), axis=1).any())
        crashed |= bool((info["crashed"] & ~ends).any())
    assert differ
    assert crashed


def test_grids_as_images():
    grid = {"observation": "OccupancyGrid", "features": ["presence", "vx", "on_road"]}
    numbers, image = (
        make("Highway-v0", **grid),
        make("Highway-v0", **grid, as_image=True),
    )
    assert image.single_observation_space.shape == (3, 11, 11)
    assert image.single_observation_space.dtype == np.uint8
    expected, obs = numbers.reset()[0], image.reset()[0]
    assert obs[:, 2].any()
    full = expected[:, [0, 0, 2]] != 0
    scaled = (expected + 1) / 2 * 255
    assert (np.abs(scaled - obs - 0.5) < 0.501)[full].all()  # rounded down
    assert (obs[~full] == 0).all()


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"features": ["colour"]}, "features"),
        ({"features_range": {"x": [1.0, 1.0]}}, "features_range"),
        ({"target_speeds": [20.0]}, "target_speeds"),
        ({"longitudinal": False, "lateral": False}, "lateral"),
        ({"policy_frequency": 16}, "policy_frequency"),
        ({"initial_lane_id": 4}, "initial_lane_id"),
        ({"lanes_count": 1}, "lanes_count"),
        ({"observation": "Lidar"}, "observation"),
        ({"observation": "KinematicsGoal"}, "observation"),
        ({"observation": "OccupancyGrid", "grid_step": [0.0, 1.0]}, "grid_step"),
        ({"observation": "OccupancyGrid", "grid_size": [0.0, 1.0]}, "grid_size"),
        ({"observation": "TimeToCollision", "continuous": True}, "observation"),
        ({"as_image": True}, "as_image"),
        ({"length": 0.0}, "length"),
        ({"controlled_vehicles": 101}, "controlled_vehicles"),
        (
            {"controlled_vehicles": 2, "observation_configs": PARTS},
            "controlled_vehicles",
        ),
        ({"observation_configs": []}, "observation_configs"),
        ({"observation_configs": PARTS * 2}, "observation_configs"),
        ({"observation_configs": ["Kinematics"]}, "observation_configs"),
        ({"observation_configs": [{"type": "TupleObservation"}]}, "observation"),
        ({"observation_configs": [{"type": "KinematicsGoal"}]}, "observation"),
        ({"observation_configs": [{"type": "LidarObservation", "beams": 3}]}, "beams"),
        ({"observation_configs": [{"type": "LidarObservation", "cells": 0}]}, "cells"),
        ({"observation_configs": [{"type": "Kinematics", "order": "x"}]}, "order"),
        ({"steering_range": [1.0, -1.0]}, "steering_range"),
        ({"config": {"observation": {"type": "Sonar"}}}, "observation"),
        ({"config": {"action": {"kind": 3}}}, "action"),
    ],
)
def test_wrong_options(options, word):
    with pytest.raises(ValueError, match=word):
        make("Highway-v0", **options)
