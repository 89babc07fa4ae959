# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Classic control against Gymnasium's own envs: same seed, same episodes."""

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.classic_control.oracle import (
    IDS,
    SAME_TASK,
    Close,
    N,
    Official,
    at_random,
    balance,
    beyond_limits,
    case_of,
    spin,
    swing,
    swing_link,
)
from envpool.registration import registry
from envpool.testing.oracle import GymnasiumEnv, comparisons, play

pytestmark = pytest.mark.filterwarnings("ignore:.*CartPole-v0 is out of date")


ACTED = [
    ("CartPole-v0", 200, balance, {}),
    ("CartPole-v1", 500, at_random, {}),
    ("CartPole-v1", 500, balance, {"sutton_barto_reward": True}),
    ("phys2d/CartPole-v0", 200, at_random, {}),
    ("phys2d/CartPole-v1", 500, balance, {}),
    ("MountainCar-v0", 200, at_random, {}),
    ("MountainCar-v0", 200, swing, {}),
    ("MountainCar-v0", 200, swing, {"goal_velocity": 0.02}),
    ("MountainCarContinuous-v0", 999, beyond_limits, {}),
    ("MountainCarContinuous-v0", 999, swing, {}),
    ("MountainCarContinuous-v0", 999, swing, {"goal_velocity": 0.02}),
    ("Pendulum-v0", 200, beyond_limits, {}),
    ("Pendulum-v0", 200, spin, {"g": 9.81}),
    ("Pendulum-v1", 200, beyond_limits, {}),
    ("Pendulum-v1", 200, spin, {}),
    ("Pendulum-v1", 200, spin, {"g": 9.81}),
    ("phys2d/Pendulum-v0", 200, spin, {}),
    ("Acrobot-v1", 100, at_random, {}),
    ("Acrobot-v1", 100, swing_link, {}),
    ("Acrobot-v1", 100, swing_link, {"book_or_nips": "nips"}),
    ("Acrobot-v1", 100, at_random, {"torque_noise_max": 0.5}),
]


CASES = [
    case_of(
        task_id, policy, episodes=3, max_steps=100_000, max_episode_steps=limit, **more
    )
    for task_id, limit, policy, more in ACTED
]
test_same_seed_same_episodes = comparisons(
    Official(), [case for case in CASES if case.task_id != "Acrobot-v1"]
)
test_acrobot = comparisons(
    Close(), [case for case in CASES if case.task_id == "Acrobot-v1"]
)


def test_acrobot_diverges_late():
    differing = total = 0
    for step in play(Official(), case_of("Acrobot-v1", at_random, 2004)):
        expected = np.stack([row["obs"] for row in step.rows])
        differing += np.count_nonzero(np.abs(expected - step.columns["obs"]) > 1e-6)
        total += expected.size
    assert differing < 0.05 * total


def test_acrobot_state_is_the_angles():
    env = envpool.make("Acrobot-v1", env_type="gymnasium", num_envs=N, infos="all")
    obs, info = env.reset()
    for step in range(300):
        angles = info["state"]
        assert angles.dtype == np.float32
        assert (np.abs(angles) <= np.float32(np.pi)).all()
        trig = np.stack([np.cos(angles), np.sin(angles)], -1).reshape(N, 4)
        np.testing.assert_allclose(obs[:, :4], trig, atol=1e-6)
        obs, *_, info = env.step(np.full(N, step // 7 % 2 * 2))


class WithoutReward(GymnasiumEnv):
    def _row(self, *result):
        row = super()._row(*result)
        del row["reward"]
        return row


class Unrewarded(Official):
    """Official envs without rewards, since some of these are NaN."""

    def make(self, case, seed):
        return WithoutReward(super().make(case, seed).env, seed)


NUMBERS = np.array([np.nan, np.inf, -np.inf, 1, 0, -0.0, 1e30, -3], np.float32)
test_an_action_that_is_not_a_number = comparisons(
    Unrewarded(), [case_of("Pendulum-v1", NUMBERS, 12, max_episode_steps=5)]
)
test_an_action_that_is_not_a_number_and_rewards = comparisons(
    Official(),
    [case_of("MountainCarContinuous-v0", NUMBERS, 12, max_episode_steps=5)],
)


@pytest.mark.parametrize("task_id", ["CartPole-v1", "MountainCar-v0", "Acrobot-v1"])
def test_both_flags_if_the_task_ends_on_the_limit(task_id):
    policy = {"CartPole-v1": at_random, "MountainCar-v0": swing}.get(
        task_id, swing_link
    )
    # The limit is the natural length of env 0's episode.
    alone = play(Official(), case_of(task_id, policy, max_episode_steps=10_000))
    ends = (step.columns["terminated"][0] for step in alone)
    limit = next(number for number, over in enumerate(ends) if over)
    case = case_of(task_id, policy, limit, max_episode_steps=limit)
    steps = list(play(Official(), case))
    assert len(steps) == limit + 1
    for number, step in enumerate(steps):
        flags = step.columns["terminated"][0], step.columns["truncated"][0]
        assert flags == (number == limit,) * 2
    assert steps[-1].rows[0]["terminated"]
    assert steps[-1].rows[0]["truncated"]


@pytest.mark.parametrize("task_id", IDS)
def test_spaces_and_spec(task_id):
    env = envpool.make(task_id, "gymnasium", num_envs=N)
    official = gymnasium.spec(
        {**SAME_TASK, "Pendulum-v0": "Pendulum-v1"}.get(task_id, task_id)
    )
    oracle = gymnasium.make(official)
    assert env.single_observation_space == oracle.observation_space
    assert env.config["max_episode_steps"] == official.max_episode_steps
    if official.reward_threshold is not None:
        assert env.config["reward_threshold"] == official.reward_threshold
    space = env.single_action_space
    if isinstance(space, gymnasium.spaces.Discrete):
        assert space.n == oracle.action_space.n
        assert space.start == 0
    else:
        assert space == oracle.action_space


def test_ids():
    package = "envpool.classic_control"
    registered = [
        key for key, (where, *_) in registry.specs.items() if where == package
    ]
    assert sorted(registered) == IDS


@pytest.mark.parametrize(
    ("task_id", "option"),
    [
        ("Pendulum-v1", {"version": 2}),
        ("Acrobot-v1", {"book_or_nips": "paper"}),
        ("Acrobot-v1", {"torque_noise_max": -1.0}),
        ("CartPole-v1", {"g": 9.8}),
        ("MountainCar-v0", {"goal_velocity": "fast"}),
    ],
)
def test_bad_options(task_id, option):
    key = next(iter(option))
    with pytest.raises((ValueError, TypeError), match=key):
        envpool.make(task_id, "gymnasium", **option)
