# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Options of mixed pools that change observations, rewards and actions."""

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
