# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Classic control against Gymnasium's own envs: same seed, same episodes."""

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.classic_control.acrobot import AcrobotEnv
from gymnasium.envs.classic_control.pendulum import PendulumEnv, angle_normalize

import envpool
from envpool.registration import registry
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, comparisons, play

IDS = [
    "Acrobot-v1",
    "CartPole-v0",
    "CartPole-v1",
    "MountainCar-v0",
    "MountainCarContinuous-v0",
    "Pendulum-v0",
    "Pendulum-v1",
    "phys2d/CartPole-v0",
    "phys2d/CartPole-v1",
    "phys2d/Pendulum-v0",
]
N = 8

pytestmark = pytest.mark.filterwarnings("ignore:.*CartPole-v0 is out of date")


class AcrobotWithOptions(AcrobotEnv):
    """The official one, whose options are attributes."""

    def __init__(self, book_or_nips="book", torque_noise_max=0.0, render_mode=None):
        super().__init__(render_mode)
        self.book_or_nips = book_or_nips
        self.torque_noise_max = torque_noise_max


class FirstPendulum(PendulumEnv):
    """What Gym's Pendulum-v0 did: the angle advances with the unlimited speed."""

    def step(self, u):
        angle, speed = self.state
        torque = np.clip(u, -self.max_torque, self.max_torque)[0]
        cost = angle_normalize(angle) ** 2 + 0.1 * speed**2 + 0.001 * torque**2
        gravity = -3 * self.g / (2 * self.l) * np.sin(angle + np.pi)
        free = speed + (gravity + 3.0 / (self.m * self.l**2) * torque) * self.dt
        limited = np.clip(free, -self.max_speed, self.max_speed)
        self.state = np.array([angle + free * self.dt, limited])
        return self._get_obs(), -cost, False, False, {}


OWN_ORACLES = {"Acrobot-v1": AcrobotWithOptions, "Pendulum-v0": FirstPendulum}
# The ids in phys2d/ are, as in EnvPool, the same tasks without JAX.
SAME_TASK = {
    "phys2d/CartPole-v0": "CartPole-v0",
    "phys2d/CartPole-v1": "CartPole-v1",
    "phys2d/Pendulum-v0": "Pendulum-v1",
}


@pytest.fixture(scope="module", autouse=True)
def own_oracles():
    for task_id, cls in OWN_ORACLES.items():
        gymnasium.register(f"oracle/{task_id}", cls, max_episode_steps=500)
    yield
    for task_id in OWN_ORACLES:
        del gymnasium.registry[f"oracle/{task_id}"]


class Official(Adapter):
    """Gymnasium's envs; `case.official` is a way to act, or the actions."""

    num_envs = N

    def make(self, case, seed):
        task_id = SAME_TASK.get(case.task_id, case.task_id)
        if task_id in OWN_ORACLES:
            task_id = f"oracle/{task_id}"
        env = gymnasium.make(task_id, disable_env_checker=True, **case.options)
        self.space = env.action_space
        return GymnasiumEnv(env, seed)

    def actions(self, case, pool, rows, step, random):
        if callable(case.official):
            return case.official(random, np.stack([r["obs"] for r in rows]), self.space)
        return np.roll(case.official, step)[:, None]


class Close(Official):
    """For Acrobot.

    NumPy's sine and cosine are those of the C library, which differ in the last
    bit from CPU to CPU, and from ours for a quarter of a percent of the arguments;
    so does its square. Acrobot is chaotic: after some 200 steps one sees it.
    """

    def tolerance(self, name):
        return 2e-7 if name in ("obs", "reward") else 0.0


# Ways to act, most of them so that many episodes end, and in different states.


def at_random(rng, obs, space):
    return rng.integers(space.n, size=N)


def beyond_limits(rng, obs, space):
    limit = 1.5 * space.high[0]
    return rng.uniform(-limit, limit, (N, 1)).astype(np.float32)


def balance(rng, obs, space):
    action = (obs[:, 2] + 0.3 * obs[:, 3] > 0).astype(int)
    return np.where(rng.random(N) < 0.1, rng.integers(2, size=N), action)


def build_up(rng, obs, space, speed):
    """Pushes to where the speed is."""
    direction = np.where(speed >= 0, 1, -1)
    if isinstance(space, gymnasium.spaces.Discrete):
        guess = rng.integers(space.n, size=N)
        return np.where(rng.random(N) < 0.2, guess, direction + 1)
    size = space.high[0] * rng.uniform(0.8, 1.5, N)
    return (direction * size).astype(np.float32)[:, None]


def swing(rng, obs, space):
    return build_up(rng, obs, space, obs[:, 1])


def swing_link(rng, obs, space):
    return build_up(rng, obs, space, obs[:, 5])


def spin(rng, obs, space):
    return build_up(rng, obs, space, obs[:, 2])


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


def case_of(task_id, limit, policy, options, steps=600, **more):
    options = {"max_episode_steps": limit, **options}
    return Case(task_id, steps, options=options, official=policy, **more)


CASES = [case_of(*each, episodes=3, max_steps=100_000) for each in ACTED]
test_same_seed_same_episodes = comparisons(
    Official(), [case for case in CASES if case.task_id != "Acrobot-v1"]
)
test_acrobot = comparisons(
    Close(), [case for case in CASES if case.task_id == "Acrobot-v1"]
)


def test_acrobot_diverges_late():
    differing = total = 0
    for step in play(Official(), case_of("Acrobot-v1", 500, at_random, {}, 2004)):
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
    """Official envs whose rewards are not compared: some are not numbers."""

    def make(self, case, seed):
        return WithoutReward(super().make(case, seed).env, seed)


NUMBERS = np.array([np.nan, np.inf, -np.inf, 1, 0, -0.0, 1e30, -3], np.float32)
test_an_action_that_is_not_a_number = comparisons(
    Unrewarded(), [case_of("Pendulum-v1", 5, NUMBERS, {}, 12)]
)
test_an_action_that_is_not_a_number_and_rewards = comparisons(
    Official(), [case_of("MountainCarContinuous-v0", 5, NUMBERS, {}, 12)]
)


@pytest.mark.parametrize("task_id", ["CartPole-v1", "MountainCar-v0", "Acrobot-v1"])
def test_both_flags_if_the_task_ends_on_the_limit(task_id):
    policy = {"CartPole-v1": at_random, "MountainCar-v0": swing}.get(
        task_id, swing_link
    )
    # How long the episode of env 0 is by itself ...
    alone = play(Official(), case_of(task_id, 10_000, policy, {}))
    ends = (step.columns["terminated"][0] for step in alone)
    limit = next(number for number, over in enumerate(ends) if over)
    # ... is the limit now.
    steps = list(play(Official(), case_of(task_id, limit, policy, {}, limit)))
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
