# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options of mixed pools that change observations, rewards and actions."""

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.errors import ConfigError, ConfigTypeError, NotSupportedError

EQUAL = [("CartPole-v0", 3), ("CartPole-v1", 2)]
UNLIKE = [("CartPole-v1", 3), ("Acrobot-v1", 2)]
OPTIONS = {
    "normalize": {"normalize_obs": True, "clip_obs": 4, "normalize_reward": True},
    "stack": {"frame_stack": 3, "clip_reward": 0.5},
    "time": {"time_aware": True, "max_episode_steps": 40},
    "share": {"time_aware": "normalized", "max_episode_steps": 40},
    "all": {"frame_stack": 2, "time_aware": True, "normalize_obs": True},
}


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_equal_spaces(name, mode):
    common = {"seed": 4, "autoreset_mode": mode, "max_episode_steps": 50}
    common |= OPTIONS[name]
    mixed = envpool.make_mixed(EQUAL, env_type="gymnasium", **common)
    alone = envpool.make_gymnasium("CartPole-v1", num_envs=5, **common)
    assert mixed.single_observation_space == alone.single_observation_space
    assert mixed.observation_space == alone.observation_space
    np.testing.assert_array_equal(mixed.reset()[0], alone.reset()[0])
    rng = np.random.default_rng(0)
    ends = 0
    for _ in range(120):
        action = rng.integers(0, 2, 5)
        got, own = mixed.step(action), alone.step(action)
        for part, expected in zip(got[:4], own[:4], strict=True):
            np.testing.assert_array_equal(part, expected)
        if "final_obs" in own[4]:
            ends += 1
            for row, expected in enumerate(own[4]["final_obs"]):
                if expected is not None:
                    np.testing.assert_array_equal(got[4]["final_obs"][row], expected)
    assert ends > 0 or mode == "next_step"
    if mixed.normalization.obs is not None:
        assert mixed.normalization.obs.count == alone.normalization.obs.count


@pytest.mark.parametrize("env_type", ["gym", "gymnasium", "dm"])
@pytest.mark.parametrize("name", OPTIONS)
def test_unlike_spaces_by_task(name, env_type):
    common = {"seed": 4, "max_episode_steps": 50, **OPTIONS[name]}
    of_rewards = {"normalize_reward", "clip_reward"}  # statistics are of all tasks
    common = {key: common[key] for key in common if key not in of_rewards}
    mixed = envpool.make_mixed(UNLIKE, env_type=env_type, **common)
    firsts = (0, 3)
    alone = {
        task_id: envpool.make(
            task_id, env_type, num_envs=n, **common | {"seed": 4 + first}
        )
        for (task_id, n), first in zip(UNLIKE, firsts, strict=True)
    }
    if env_type == "gymnasium":
        for task_id, pool in alone.items():
            assert mixed.observation_space[task_id] == pool.observation_space

    def check(got, results):
        for task_id, own in results.items():
            if env_type == "dm":
                expected, found = own.observation.obs, got.observation.obs[task_id]
            else:
                expected, found = own[0], got[0][task_id]
            np.testing.assert_array_equal(found, expected)

    check(mixed.reset(), {task_id: pool.reset() for task_id, pool in alone.items()})
    rng = np.random.default_rng(0)
    for _ in range(120):
        action = {
            task_id: rng.integers(0, 2, n).astype(np.int32) for task_id, n in UNLIKE
        }
        results = {
            task_id: pool.step(action[task_id]) for task_id, pool in alone.items()
        }
        check(mixed.step(action), results)


def test_options_of_one_task():
    tasks = [("CartPole-v1", 2, {"frame_stack": 4}), ("CartPole-v1", 3)]
    mixed = envpool.make_mixed(tasks, env_type="gymnasium", seed=1, clip_reward=0.5)
    stacked = envpool.make_gymnasium("CartPole-v1", num_envs=2, frame_stack=4, seed=1)
    plain = envpool.make_gymnasium("CartPole-v1", num_envs=3, seed=3)
    obs, _ = mixed.reset()
    np.testing.assert_array_equal(obs["CartPole-v1"], stacked.reset()[0])
    np.testing.assert_array_equal(obs["CartPole-v1#2"], plain.reset()[0])
    actions = np.array([0, 1, 1, 0, 1])
    obs, reward, *_ = mixed.step(actions)
    np.testing.assert_array_equal(obs["CartPole-v1"], stacked.step(actions[:2])[0])
    np.testing.assert_array_equal(obs["CartPole-v1#2"], plain.step(actions[2:])[0])
    np.testing.assert_array_equal(reward, 0.5)


def test_same_options_of_all_tasks():
    tasks = [(task_id, n, {"frame_stack": 2}) for task_id, n in EQUAL]
    mixed = envpool.make_mixed(tasks)
    assert mixed.reset()[0].shape == (5, 2, 4)


def test_statistics_of_each_task():
    mixed = envpool.make_mixed(UNLIKE, seed=2, normalize_obs=True)
    mixed.reset()
    mixed.step({"Acrobot-v1": [0, 1]}, [3, 4])
    state = mixed.normalization.state_dict()
    assert {key: each["count"] for key, each in state.items()} == {
        "obs@0": 3.0,
        "obs@1": 4.0,
    }


def test_rescaled_actions():
    tasks = [("Pendulum-v1", 2), ("MountainCarContinuous-v0", 2)]
    mixed = envpool.make_mixed(tasks, seed=2, rescale_action=(0, 1))
    alone = [
        envpool.make_gym(task_id, num_envs=2, seed=seed, rescale_action=(0, 1))
        for (task_id, _), seed in zip(tasks, (2, 4), strict=True)
    ]
    assert mixed.action_space["Pendulum-v1"] == alone[0].action_space
    mixed.reset()
    action = {task_id: np.array([[0.25], [1.0]], np.float32) for task_id, _ in tasks}
    obs = mixed.step(action)[0]
    for (task_id, _), pool in zip(tasks, alone, strict=True):
        pool.reset()
        np.testing.assert_array_equal(obs[task_id], pool.step(action[task_id])[0])


def test_states_have_the_stacks():
    mixed = envpool.make_mixed(EQUAL, seed=4, frame_stack=3)
    mixed.reset()
    mixed.step(np.zeros(5, int))
    states = mixed.save_state()
    expected = mixed.step(np.ones(5, int))[0]
    mixed.reset()
    mixed.load_state(states)
    np.testing.assert_array_equal(mixed.step(np.ones(5, int))[0], expected)


def test_envs_of_different_limits():
    limits = {"env_config": {"max_episode_steps": [30, 60]}}
    pool = envpool.make_gymnasium(
        "CartPole-v1", num_envs=2, time_aware=True, seed=1, **limits
    )
    assert pool.single_observation_space.high[-1] == 60
    assert pool.reset()[0][:, -1].tolist() == [0, 0]
    assert pool.step(np.zeros(2, int))[0][:, -1].tolist() == [1, 1]
    with pytest.raises(ConfigError, match=r"time_aware: .*one limit, got 30, 60"):
        envpool.make(
            "CartPole-v1", "gym", num_envs=2, time_aware="normalized", **limits
        )


class Pairs(gymnasium.Env):
    """Observes its step in two forms."""

    observation_space = gymnasium.spaces.Tuple(
        [gymnasium.spaces.Box(0, 99, (2,), np.float32), gymnasium.spaces.Discrete(99)]
    )
    action_space = gymnasium.spaces.Box(-2, 4, (1,), np.float32)

    def __init__(self, start=0):
        self.start = start

    def reset(self, *, seed=None, options=None):
        self.at = self.start
        return (np.full(2, self.at, np.float32), self.at), {}

    def step(self, action):
        self.at += 1
        obs = np.full(2, self.at + action[0], np.float32), self.at
        return obs, float(self.at), False, False, {}


def in_python(env, **kwargs):
    return envpool.PythonEnvs(env, workers=1, threads=True, **kwargs)


@pytest.mark.parametrize("name", OPTIONS)
def test_equal_spaces_of_envs_in_python(name):
    """A pool of Gymnasium's CartPole alone, and beside that in C++."""
    common = {"seed": 4, "max_episode_steps": 30, **OPTIONS[name]}
    tasks = [(in_python("CartPole-v1"), 2), ("CartPole-v1", 3)]
    with (
        envpool.make_mixed(tasks, env_type="gymnasium", **common) as mixed,
        envpool.make_gymnasium("CartPole-v1", num_envs=5, **common) as alone,
    ):
        assert mixed.single_observation_space == alone.single_observation_space
        assert mixed.observation_space == alone.observation_space
        close = {"rtol": 1e-5, "atol": 1e-5}
        np.testing.assert_allclose(mixed.reset()[0], alone.reset()[0], **close)
        for step in range(40):
            action = np.full(5, step % 2)
            got, own = mixed.step(action), alone.step(action)
            for part, expected in zip(got[:4], own[:4], strict=True):
                np.testing.assert_allclose(part, expected, **close)


def test_a_tuple_keeps_its_form():
    tasks = [(in_python(Pairs), 1), (in_python(Pairs, env_kwargs={"start": 5}), 1)]
    options = {"normalize_obs": True, "clip_obs": 1, "rescale_action": (0, 1)}
    with envpool.make_mixed(tasks, env_type="gymnasium", **options) as mixed:
        space = mixed.single_observation_space
        assert space[0] == gymnasium.spaces.Box(-1, 1, (2,), np.float32)
        assert space[1] == gymnasium.spaces.Discrete(99)
        assert mixed.single_action_space == gymnasium.spaces.Box(0, 1, (1,))
        obs, _ = mixed.reset()
        assert obs[1].tolist() == [0, 5]
        np.testing.assert_allclose(obs[0], [[-1, -1], [1, 1]], atol=1e-3)
        mixed.normalization.frozen = True
        before = obs[0].copy()
        mixed.step([[1 / 3], [1 / 3]])  # 0 for the envs
        mixed.reset()
        np.testing.assert_array_equal(obs[0], before)


def test_unlike_spaces_with_envs_in_python():
    tasks = [("Pendulum-v1", 2), (in_python(Pairs), 2, {"normalize_obs": False})]
    options = {"normalize_obs": True, "rescale_action": (0, 1), "clip_reward": 1.5}
    with (
        envpool.make_mixed(tasks, env_type="gymnasium", seed=3, **options) as mixed,
        envpool.make_gymnasium("Pendulum-v1", num_envs=2, seed=3, **options) as alone,
    ):
        assert mixed.action_space["Pairs"] == gymnasium.spaces.Box(0, 1, (2, 1))
        assert mixed.single_observation_space["Pairs"] == Pairs.observation_space
        own, _ = alone.reset()
        obs, _ = mixed.reset()
        half = np.full((2, 1), 0.5, np.float32)
        for step in range(4):
            np.testing.assert_array_equal(obs["Pendulum-v1"], own)
            action = {"Pendulum-v1": half, "Pairs": half}
            obs, reward, *_ = mixed.step(action)
            own, *_ = alone.step(half)
            # Half of [0, 1] is 1 in [-2, 4].
            np.testing.assert_array_equal(obs["Pairs"][0], step + 2)
            assert reward[2:].tolist() == [min(step + 1, 1.5)] * 2
        assert list(mixed.normalization.state_dict()) == ["obs@0"]


def test_options_of_a_task_in_python():
    tasks = [("Acrobot-v1", 2), (in_python("CartPole-v1"), 2, {"frame_stack": 3})]
    with envpool.make_mixed(tasks, env_type="gymnasium", seed=3) as mixed:
        stacked = envpool.make_gymnasium(
            "CartPole-v1", num_envs=2, frame_stack=3, seed=5
        )
        assert mixed.observation_space["CartPole-v1"] == stacked.observation_space
        obs, own = mixed.reset()[0], stacked.reset()[0]
        for _ in range(5):
            np.testing.assert_allclose(obs["CartPole-v1"], own, rtol=1e-5, atol=1e-6)
            obs = mixed.step({"Acrobot-v1": [0, 1], "CartPole-v1": [1, 0]})[0]
            own = stacked.step(np.array([1, 0]))[0]
        states = mixed.save_state()
        action = {"Acrobot-v1": [0, 1], "CartPole-v1": [1, 0]}
        expected = mixed.step(action)[0]["CartPole-v1"].copy()
        mixed.load_state(states)
        again = mixed.step(action)[0]["CartPole-v1"]
        np.testing.assert_array_equal(again, expected)


def test_padding_with_envs_in_python():
    tasks = [("Acrobot-v1", 1), (in_python("CartPole-v1"), 1)]
    with envpool.make_mixed(tasks, pad=True, frame_stack=2) as mixed:
        obs, _ = mixed.reset()
        assert obs.shape == (2, 2, 6)
        assert np.count_nonzero(obs[1]) == 8
        assert mixed.observation_masks.sum(axis=1).tolist() == [6, 4]


def test_arguments():
    with pytest.raises(
        ConfigError, match=r"'FrozenLake-v1': normalize_obs: .*each task"
    ):
        envpool.make_mixed(["CartPole-v1", "FrozenLake-v1"], normalize_obs=True)
    with pytest.raises(ConfigError, match=r"'CartPole-v1': rescale_action"):
        envpool.make_mixed(["CartPole-v1", "Pendulum-v1"], rescale_action=(0, 1))
    with pytest.raises(ConfigError, match=r"tasks\[0\]\[2\]\['frame_stack'\]"):
        envpool.make_mixed([("CartPole-v1", 1, {"frame_stack": 0})])
    with pytest.raises(ConfigTypeError, match=r"tasks\[0\]\[2\]: .*'clip_reward'"):
        envpool.make_mixed([("CartPole-v1", 1, {"clip_reward": 1})])
    with pytest.raises(NotSupportedError, match=r"pad: .*same options"):
        envpool.make_mixed(
            [("CartPole-v1", 1, {"frame_stack": 2}), "Acrobot-v1"], pad=True
        )
