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


def make_oracle(task_id, limit, **options):
    task_id = SAME_TASK.get(task_id, task_id)
    if task_id in OWN_ORACLES:
        task_id = f"oracle/{task_id}"
    return gymnasium.make_vec(
        task_id,
        num_envs=N,
        vectorization_mode="sync",
        max_episode_steps=limit,
        disable_env_checker=True,
        **options,
    )


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


CASES = [
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


def play_both(task_id, limit, policy, options, num_steps, num_episodes=0, seed=7):
    """Yields the results of both, until the oracle has had enough episodes."""
    oracle = make_oracle(task_id, limit, **options)
    env = envpool.make(
        task_id,
        env_type="gymnasium",
        num_envs=N,
        seed=seed,
        max_episode_steps=limit,
        **options,
    )
    expected, _ = oracle.reset(seed=seed)
    got, _ = env.reset()
    yield (expected,), (got,)
    rng = np.random.default_rng(seed)
    ended = 0
    for step in range(100_000):
        if step >= num_steps and ended >= num_episodes:
            return
        action = policy(rng, expected, oracle.single_action_space)
        expected, reward, *flags, _ = oracle.step(action)
        ended += np.count_nonzero(flags[0] | flags[1])
        got, *rest, _ = env.step(action)
        yield (expected, reward.astype(np.float32), *flags), (got, *rest)
    raise AssertionError(f"{ended} episodes only")


@pytest.mark.parametrize(("task_id", "limit", "policy", "options"), CASES)
def test_same_seed_same_episodes(task_id, limit, policy, options):
    exact = task_id != "Acrobot-v1"
    for step, (expected, got) in enumerate(
        play_both(task_id, limit, policy, options, 600, num_episodes=24)
    ):
        for a, b in zip(expected, got, strict=True):
            assert a.dtype == b.dtype
            if exact or a.dtype == bool:
                np.testing.assert_array_equal(b, a, f"step {step}")
            else:
                np.testing.assert_allclose(b, a, 2e-7, 2e-7, err_msg=f"step {step}")


# NumPy's sine and cosine are those of the C library, which differ in the last
# bit from CPU to CPU, and from ours for a quarter of a percent of the arguments;
# so does its square. Acrobot is chaotic: after some 200 steps one sees it.
def test_acrobot_diverges_late():
    differing = total = 0
    for expected, got in play_both("Acrobot-v1", 500, at_random, {}, 2004):
        differing += np.count_nonzero(np.abs(expected[0] - got[0]) > 1e-6)
        total += expected[0].size
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


def test_an_action_that_is_not_a_number():
    for task_id in ("Pendulum-v1", "MountainCarContinuous-v0"):
        oracle = make_oracle(task_id, 5)
        env = envpool.make(
            task_id, "gymnasium", num_envs=N, seed=1, max_episode_steps=5
        )
        oracle.reset(seed=1)
        env.reset()
        action = np.array([np.nan, np.inf, -np.inf, 1, 0, -0.0, 1e30, -3])
        for _ in range(12):
            expected = oracle.step(action.astype(np.float32)[:, None])
            got = env.step(action.astype(np.float32)[:, None])
            np.testing.assert_array_equal(got[0], expected[0])
            np.testing.assert_array_equal(got[2], expected[2])
            np.testing.assert_array_equal(got[3], expected[3])
            action = np.roll(action, 1)


@pytest.mark.parametrize("task_id", ["CartPole-v1", "MountainCar-v0", "Acrobot-v1"])
def test_both_flags_if_the_task_ends_on_the_limit(task_id):
    policy = {"CartPole-v1": at_random, "MountainCar-v0": swing}.get(
        task_id, swing_link
    )
    # How long the episode of env 0 is by itself ...
    for step, (_, got) in enumerate(play_both(task_id, 10_000, policy, {}, 1, 10**6)):
        if step and got[2][0]:
            break
    # ... is the limit now.
    results = list(play_both(task_id, step, policy, {}, step))
    assert len(results) == step + 1
    for one, (_, got) in enumerate(results[1:], 1):
        assert got[2][0] == got[3][0] == (one == step)
    expected, got = results[-1]
    assert expected[2][0] and expected[3][0]


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
