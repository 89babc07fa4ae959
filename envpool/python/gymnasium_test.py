# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's own tools with EnvPool's envs."""

import functools
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

import envpool
from envpool.python.errors import ArgumentError, ConfigError, ProtocolError

IDS = ["CartPole-v1", "Pendulum-v1", "Acrobot-v1", "FrozenLake-v1", "Taxi-v3"]
N = 5
# Gymnasium's warning for an id with a newer version. The installed Gymnasium may only
# have such old ids.
OLD = "The environment envpool/Taxi-v3 is out of date"
may_be_old = pytest.mark.filterwarnings(f"ignore:.*{OLD}:DeprecationWarning")


@may_be_old
@pytest.mark.parametrize("task_id", IDS)
def test_make_vec(task_id):
    env = gymnasium.make_vec(f"envpool/{task_id}", num_envs=8, seed=3)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.num_envs == 8
    assert env.spec.id == f"envpool/{task_id}"
    expected = envpool.make_gymnasium(task_id, num_envs=8, seed=3)
    for _ in range(2):
        obs, _ = env.reset()
        np.testing.assert_array_equal(obs, expected.reset()[0])
        assert obs in env.observation_space
    official = gymnasium.make_vec(task_id, num_envs=8, vectorization_mode="sync")
    assert env.single_action_space == official.single_action_space
    assert env.action_space == official.action_space
    assert env.single_observation_space == official.single_observation_space
    assert env.observation_space == official.observation_space
    env.step(env.action_space.sample())


def test_make_vec_keywords():
    env = gymnasium.make_vec(
        "envpool/CartPole-v1",
        num_envs=3,
        autoreset_mode=AutoresetMode.SAME_STEP,
        max_episode_steps=7,
    )
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.config["max_episode_steps"] == 7
    assert gymnasium.make_vec(env.spec).config["max_episode_steps"] == 7


def test_ids_with_a_slash():
    env = gymnasium.make_vec("envpool/phys2d.CartPole-v1", num_envs=2)
    assert env.config["max_episode_steps"] == 500
    ours = [name for name in gymnasium.registry if name.startswith("envpool/")]
    assert len(ours) == len(envpool.list_all_envs())


@pytest.mark.parametrize("task_id", IDS)
def test_checker(task_id):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        env = gymnasium.make(f"envpool/{task_id}")
        check_env(env.unwrapped, skip_render_check=True)
    official = gymnasium.make(task_id)
    with warnings.catch_warnings(record=True) as allowed:
        warnings.simplefilter("always")
        check_env(official.unwrapped, skip_render_check=True)
    # The official env causes the same warnings about spaces.
    mine = {str(w.message) for w in caught if OLD not in str(w.message)}
    assert mine <= {str(warning.message) for warning in allowed}


@may_be_old
@pytest.mark.parametrize("task_id", ["CartPole-v1", "FrozenLake-v1", "Taxi-v3"])
def test_one_env_is_the_official_one(task_id):
    ours = gymnasium.make(f"envpool/{task_id}", infos=["official", "elapsed_step"])
    theirs = gymnasium.make(task_id)
    assert ours.spec.max_episode_steps == theirs.spec.max_episode_steps
    rng = np.random.default_rng(0)
    for episode in range(4):
        seed = 11 if episode == 0 else None
        a, b = ours.reset(seed=seed)[0], theirs.reset(seed=seed)[0]
        for _ in range(300):
            assert type(a) is type(b)
            np.testing.assert_allclose(a, b, rtol=1e-6)
            action = int(rng.integers(ours.action_space.n))
            a, *mine, info = ours.step(action)
            b, *other, _ = theirs.step(action)
            assert mine == other
            assert "env_id" not in info
            if mine[1] or mine[2]:
                break
    assert isinstance(info["elapsed_step"], np.integer)


def test_infos_that_were_asked_for():
    env = gymnasium.make("envpool/Taxi-v4", infos="all")
    for info in (env.reset()[1], env.step(0)[-1]):
        assert sorted(info) == [
            "action_mask",
            "elapsed_step",
            "env_id",
            "players",
            "prob",
        ]
        assert info["env_id"] == info["players"]["env_id"] == 0
        assert list(info["players"]) == ["env_id"]
    env = gymnasium.make("envpool/CartPole-v1", infos=["env_id"])
    assert env.reset()[1] == env.step(0)[-1] == {"env_id": 0}


def test_time_limit_of_make():
    env = gymnasium.make("envpool/CliffWalking-v1", max_episode_steps=9)
    env.reset()
    flags = [env.step(0)[3] for _ in range(9)]
    assert flags == [False] * 8 + [True]
    env = gymnasium.make("envpool/Taxi-v4", max_episode_steps=300)
    env.reset()
    flags = [env.step(0)[3] for _ in range(300)]
    assert flags == [False] * 299 + [True]


def test_unseeded_envs_differ():
    firsts = [gymnasium.make("envpool/CartPole-v1").reset()[0] for _ in range(3)]
    assert len({tuple(first) for first in firsts}) == 3
    seeded = [gymnasium.make("envpool/CartPole-v1", seed=3).reset()[0] for _ in "ab"]
    np.testing.assert_array_equal(*seeded)


def test_keywords_of_several_envs():
    make = functools.partial(gymnasium.make, "envpool/CartPole-v1")
    make(num_envs=1, autoreset_mode="disabled").reset()
    with pytest.raises(ConfigError, match=r"^num_envs: .*gymnasium\.make_vec"):
        make(num_envs=2)
    with pytest.raises(ConfigError, match=r"^autoreset_mode: .*Autoreset"):
        make(autoreset_mode="next_step")


ACTIONS = {
    "CartPole-v1": [1, True, np.int64(1), np.int32(1), np.uint8(1), np.array(1)],
    "Pendulum-v1": [
        np.array([0.5], np.float32),
        np.array([0.5]),
        [0.5],
        np.array([0.5, 9], np.float32)[:1],
        np.array([9, 0.5])[::-1][:1],
    ],
}


@pytest.mark.parametrize("task_id", ACTIONS)
def test_forms_of_one_action(task_id):
    """All forms make the same step, and its result has the official types."""
    env = gymnasium.make(f"envpool/{task_id}").unwrapped
    official = gymnasium.make(task_id).unwrapped
    official.reset(seed=1)
    for action in ACTIONS[task_id]:
        env.reset(seed=1)
        obs, *flags, info = env.step(action)
        env.reset(seed=1)
        expected, *others, _ = env.step(ACTIONS[task_id][0])
        np.testing.assert_array_equal(obs, expected)
        assert flags == others
        assert [type(flag) for flag in flags] == [float, bool, bool]
        assert obs.base is None  # keeps no other memory alive
        assert isinstance(info, dict)
    assert obs.dtype == official.step(ACTIONS[task_id][0])[0].dtype


@pytest.mark.parametrize("action", [2, -1, 2**63, 0.5, None, "up", [0, 1], np.ones(2)])
def test_wrong_actions_of_one_env(action):
    env = gymnasium.make("envpool/CartPole-v1").unwrapped
    env.reset(seed=1)
    with pytest.raises((ArgumentError, TypeError), match=r"^action"):
        env.step(action)
    env.step(0)


def test_finished_env_says_so():
    env = gymnasium.make("envpool/CartPole-v1").unwrapped
    env.reset()
    while not env.step(1)[2]:
        pass
    with pytest.raises(ProtocolError):
        env.step(1)
    env.reset()
    env.step(np.int64(1))
    with pytest.raises(ArgumentError, match=r"^action"):
        env.step(2)
    with pytest.raises(ArgumentError, match=r"^options"):
        env.reset(options={"lower": 0})
    assert (
        env.reset(options={"low": 0.04, "high": 0.04})[0].tolist()
        == [np.float32(0.04)] * 4
    )
    env.close()
    env.close()


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_record_episode_statistics(mode):
    kwargs = {"num_envs": N, "seed": 3, "autoreset_mode": mode}
    env = envpool.make_gymnasium("CartPole-v1", **kwargs)
    wrapped = wrappers.RecordEpisodeStatistics(env)
    native = envpool.make_gymnasium("CartPole-v1", episode_stats=True, **kwargs)
    wrapped.reset()
    native.reset()
    rng = np.random.default_rng(0)
    lengths = 0
    for _ in range(150):
        action = rng.integers(2, size=N)
        theirs, ours = wrapped.step(action)[-1], native.step(action)[-1]
        assert ("episode" in theirs) == ("episode" in ours)
        if "episode" in ours and mode == "next_step":
            for key in "rl":
                np.testing.assert_array_equal(
                    theirs["episode"][key], ours["episode"][key]
                )
            np.testing.assert_array_equal(theirs["_episode"], ours["_episode"])
            lengths += ours["episode"]["l"].sum()
    assert lengths or mode == "same_step"


def test_normalizing_wrappers():
    env = envpool.make_gymnasium("Pendulum-v1", num_envs=N, seed=3)
    env = wrappers.NormalizeObservation(env)
    env = wrappers.NormalizeReward(env)
    obs, _ = env.reset(seed=1)
    for _ in range(50):
        obs, reward, *_ = env.step(env.action_space.sample())
    assert obs.shape == (N, 3)
    assert np.abs(obs).max() < 20
    assert np.isfinite(reward).all()
    env.close()
    assert env.unwrapped.closed


def test_more_wrappers():
    env = envpool.make_gymnasium("CartPole-v1", num_envs=N, infos="all")
    env = wrappers.TransformReward(env, lambda reward: reward * 2)
    env = wrappers.FlattenObservation(env)
    env = wrappers.DictInfoToList(env)
    _, infos = env.reset()
    assert len(infos) == N
    assert infos[2]["env_id"] == 2
    _, reward, _, _, infos = env.step(env.action_space.sample())
    assert reward.tolist() == [2.0] * N
    assert infos[1]["elapsed_step"] == 1


@pytest.mark.parametrize("order", ["gymnasium, envpool", "envpool, gymnasium"])
def test_import_order(order):
    code = (
        f"import {order}\n"
        "env = gymnasium.make_vec('envpool/CartPole-v1', num_envs=2)\n"
        "print(env.reset()[0].shape)\n"
        "env = gymnasium.make('envpool/CartPole-v1')\n"
        "print(env.reset()[0].shape)"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert (done.stdout, done.stderr) == ("(2, 4)\n(4,)\n", "")


def test_module_in_the_id():
    assert gymnasium.make("envpool:envpool/CartPole-v1").reset()[0].shape == (4,)
