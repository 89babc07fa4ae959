# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Each autoreset mode, compared step by step with Gymnasium's own vector env."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import envpool
from envpool.python.errors import ConfigError, ProtocolError

N = 5
MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


def pair(task_id, mode, **kwargs):
    ours = envpool.make_gymnasium(task_id, num_envs=N, autoreset_mode=mode, **kwargs)
    theirs = SyncVectorEnv(
        [lambda: gymnasium.make(task_id, **kwargs)] * N, autoreset_mode=MODES[mode]
    )
    return ours, theirs


def assert_same(ours, theirs):
    assert ours.shape == theirs.shape
    assert (ours.dtype == object) == (theirs.dtype == object)
    if theirs.dtype != object:
        np.testing.assert_allclose(ours, theirs, rtol=1e-6)
        return
    for a, b in zip(ours, theirs, strict=True):
        assert (a is None) == (b is None)
        if b is not None:
            np.testing.assert_allclose(a, b, rtol=1e-6)


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
@pytest.mark.parametrize(
    ("task_id", "kwargs"),
    [("CartPole-v1", {}), ("CartPole-v1", {"max_episode_steps": 12}), ("Taxi-v3", {})],
)
def test_like_sync_vector_env(task_id, kwargs, mode):
    ours, theirs = pair(task_id, mode, **kwargs)
    rng = np.random.default_rng(0)
    n = int(ours.single_action_space.n)
    assert_same(ours.reset(seed=11)[0], theirs.reset(seed=11)[0])
    ends = 0
    for _ in range(450):
        action = rng.integers(n, size=N)
        mine, other = ours.step(action), theirs.step(action)
        for a, b in zip(mine[:4], other[:4], strict=True):
            assert_same(a, b)
        assert ("final_obs" in mine[4]) == ("final_obs" in other[4])
        if "final_obs" in other[4]:
            assert list(mine[4]["_final_obs"]) == list(other[4]["_final_obs"])
            assert list(mine[4]["_final_info"]) == list(other[4]["_final_info"])
            assert_same(mine[4]["final_obs"], other[4]["final_obs"])
            assert isinstance(mine[4]["final_info"], dict)
        ends += int((mine[2] | mine[3]).sum())
    assert ends >= 10


def test_final_info_of_same_step():
    env = envpool.make_gymnasium(
        "CartPole-v1",
        num_envs=N,
        autoreset_mode="same_step",
        max_episode_steps=4,
        infos="all",
    )
    env.reset()
    for step in range(1, 9):
        obs, _, _, truncated, info = env.step(np.zeros(N, int))
        ended = step % 4 == 0
        assert truncated.all() == ended
        assert ("final_info" in info) == ended
        assert info["elapsed_step"].tolist() == [0 if ended else step % 4] * N
        if ended:
            final = info["final_info"]
            assert final["elapsed_step"].tolist() == [4] * N
            assert final["_elapsed_step"].tolist() == [True] * N
            assert not np.array_equal(info["final_obs"][0], obs[0])
            assert info["final_obs"][0] in env.single_observation_space


def test_dense_final_values_of_gym():
    kwargs = {"num_envs": N, "autoreset_mode": "same_step", "seed": 2}
    gym = envpool.make_gym("CartPole-v1", **kwargs)
    reference = envpool.make_gymnasium("CartPole-v1", **kwargs)
    gym.reset()
    reference.reset()
    rng = np.random.default_rng(1)
    ends = 0
    for _ in range(100):
        action = rng.integers(2, size=N)
        info, expected = gym.step(action)[-1], reference.step(action)[-1]
        mask = info["_final_obs"]
        assert info["final_obs"].shape == (N, 4)
        assert mask.any() == ("final_obs" in expected)
        for i in np.flatnonzero(mask):
            ends += 1
            np.testing.assert_array_equal(
                info["final_obs"][i], expected["final_obs"][i]
            )
        assert info["_final_info"].tolist() == mask.tolist()
    assert ends


def test_final_observation_of_a_choice():
    env = envpool.make_gymnasium(
        "FrozenLake-v1", num_envs=N, autoreset_mode="same_step"
    )
    env.reset(seed=0)
    for _ in range(200):
        info = env.step(env.action_space.sample())[-1]
        if "final_obs" in info:
            i = int(np.flatnonzero(info["_final_obs"])[0])
            assert info["final_obs"][i] in env.single_observation_space
            return
    pytest.fail("no episode ended")


def test_disabled_refuses_finished_envs_only():
    env = envpool.make_gymnasium(
        "CartPole-v1",
        num_envs=3,
        autoreset_mode="disabled",
        max_episode_steps=3,
        infos=["elapsed_step"],
    )
    env.reset()
    env.reset(env_id=[1])
    for _ in range(2):
        env.step(np.zeros(3, int))
    env.step([0], [0])
    with pytest.raises(ProtocolError, match="0"):
        env.step(np.zeros(3, int))
    *_, info = env.step([0, 0], [1, 2])
    assert info["elapsed_step"].tolist() == [3, 3]
    for ids in ([0], [1], [0, 1, 2]):
        with pytest.raises(ProtocolError):
            env.step([0] * len(ids), ids)
    env.reset(env_id=[0, 2])
    env.step([0, 0], [0, 2])
    env.reset()
    env.step(np.zeros(3, int))


@pytest.mark.parametrize("mode", list(MODES))
@pytest.mark.parametrize("env_type", ["gym", "gymnasium"])
def test_episode_statistics(env_type, mode):
    env = envpool.make(
        "CartPole-v1",
        env_type,
        num_envs=N,
        autoreset_mode=mode,
        episode_stats=True,
        max_episode_steps=30,
    )
    env.reset()
    rng = np.random.default_rng(0)
    returns, lengths = np.zeros(N), np.zeros(N, int)
    started = np.ones(N, bool)
    ends = 0
    for _ in range(200):
        _, reward, terminated, truncated, info = env.step(rng.integers(2, size=N))
        returns += np.where(started, reward, 0)
        lengths += started
        done = terminated | truncated
        if env_type == "gym" or done.any():
            assert info["_episode"].tolist() == done.tolist()
            episode = info["episode"]
            assert set(episode) == {"r", "l", "t"}
            np.testing.assert_array_equal(episode["r"], np.where(done, returns, 0))
            np.testing.assert_array_equal(episode["l"], np.where(done, lengths, 0))
            assert (episode["t"][done] > 0).all()
        else:
            assert "episode" not in info
        ends += done.sum()
        returns[done] = lengths[done] = 0
        started = ~done if mode == "next_step" else np.ones(N, bool)
        if mode == "disabled" and done.any():
            env.reset(np.flatnonzero(done))
    assert ends > 10


def test_dm_has_no_place_for_final_values():
    with pytest.raises(ConfigError, match=r"^autoreset_mode"):
        envpool.make_dm("CartPole-v1", autoreset_mode="same_step")
    with pytest.raises(ConfigError, match=r"^episode_stats"):
        envpool.make_dm("CartPole-v1", episode_stats=True)
    env = envpool.make_dm("CartPole-v1", autoreset_mode="disabled", max_episode_steps=1)
    env.reset()
    env.step(np.zeros(1, int))
    with pytest.raises(ProtocolError):
        env.step(np.zeros(1, int))
