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
    ],
)
def test_wrong_options(options, word):
    with pytest.raises(ValueError, match=word):
        make("Highway-v0", **options)
