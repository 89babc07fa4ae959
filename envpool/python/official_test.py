# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Results and infos of `env_type="gymnasium"`, compared with some official envs.

Spaces and results of every id are compared in //envpool/testing/system.
"""

import re
import warnings

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.python.config.stated import find_official
from envpool.python.errors import ConfigError, ConfigTypeError
from envpool.registration import registry

with warnings.catch_warnings():
    # If SWIG's warning about types is an error, the interpreter crashes.
    warnings.simplefilter("ignore")
    import Box2D  # noqa: F401

gymnasium.logger.min_level = gymnasium.logger.ERROR
N = 3


@pytest.mark.parametrize("task_id", ["Blackjack-v1", "Taxi-v3", "HalfCheetah-v5"])
@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_infos_when_episodes_end(task_id, mode):
    kwargs = {"num_envs": N, "max_episode_steps": 2}
    theirs = gymnasium.make_vec(
        task_id,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": gymnasium.vector.AutoresetMode[mode.upper()]},
        **kwargs,
    )
    ours = envpool.make_gymnasium(task_id, autoreset_mode=mode, **kwargs)
    ours.reset(seed=1)
    theirs.reset(seed=1)
    for _ in range(6):
        action = theirs.action_space.sample()
        mine, other = ours.step(action), theirs.step(action)
        np.testing.assert_array_equal(mine[2] | mine[3], other[2] | other[3])
        compare(mine[-1], other[-1])
        if "final_obs" in mine[-1]:
            for row in np.flatnonzero(mine[-1]["_final_obs"]):
                assert mine[-1]["final_obs"][row] in ours.single_observation_space


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
@pytest.mark.parametrize("percent", [0.0, 1.0])
def test_infos_of_terminations(percent, mode):
    """The first step finishes a lap, or no step does."""
    kwargs = {"lap_complete_percent": percent, "max_episode_steps": 2}
    modes = gymnasium.vector.AutoresetMode
    theirs = gymnasium.make_vec(
        "CarRacing-v3",
        num_envs=2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": modes[mode.upper()]},
        **kwargs,
    )
    kwargs |= {"num_envs": 2, "autoreset_mode": mode}
    ours = envpool.make_gymnasium("CarRacing-v3", **kwargs)
    action = np.zeros((2, 3), np.float32)
    assert ours.reset(seed=1)[1] == theirs.reset(seed=1)[1]
    for _ in range(3):
        mine, other = ours.step(action), theirs.step(action)
        np.testing.assert_array_equal(mine[2], other[2])
        np.testing.assert_equal(
            {**mine[-1], "final_obs": None}, {**other[-1], "final_obs": None}
        )
    everywhere = envpool.make_gym("CarRacing-v3", **kwargs)
    assert "lap_finished" in everywhere.reset()[1]
    theirs.close()


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_infos_of_terminations_beside_out(mode):
    """The infos do not change if the flags are in a user's array."""
    kwargs = {"num_envs": 2, "lap_complete_percent": 0.0, "autoreset_mode": mode}
    env, other = (envpool.make_gymnasium("CarRacing-v3", **kwargs) for _ in range(2))
    env.reset(seed=1)
    other.reset(seed=1)
    action = np.zeros((2, 3), np.float32)
    ends = 0
    for _ in range(3):
        terminated = np.zeros(2, np.bool_)
        mine = env.step(action, out={"terminated": terminated})
        expected = other.step(action)
        assert mine[2] is terminated
        np.testing.assert_array_equal(terminated, expected[2])
        np.testing.assert_equal(
            {**mine[-1], "final_obs": None}, {**expected[-1], "final_obs": None}
        )
        ends += terminated.sum()
    assert ends


def compare(mine, other):
    """Compares infos; the pool masks the keys without values that others omit."""
    for key in set(mine) - set(other):
        name = key.removeprefix("_")
        assert not mine[f"_{name}"].any(), key
    assert set(other) <= set(mine)
    for key, value in other.items():
        if key[0] == "_":
            np.testing.assert_array_equal(mine[key], value)
        elif isinstance(value, dict):
            compare(mine[key], value)


def test_single_env():
    env = gymnasium.make("envpool/Blackjack-v1")
    theirs = gymnasium.make("Blackjack-v1")
    assert env.reset(seed=3) == theirs.reset(seed=3)
    mine, other = env.step(1), theirs.step(1)
    assert mine == other
    assert [type(value) for value in mine[0]] == [int] * 3
    assert mine[0] in theirs.observation_space
    env = gymnasium.make("envpool/HumanoidWalk-v1")
    assert env.reset()[0] in env.observation_space


def test_numbers_that_are_observations():
    """Scalar observations get a dimension, and the user owns the arrays."""
    env = envpool.make_gymnasium("HumanoidWalk-v1", num_envs=N)
    obs, _ = env.reset()
    assert obs["head_height"].shape == (N, 1)
    assert env.single_observation_space["head_height"].shape == (1,)
    assert obs in env.observation_space
    kept, copy = obs["head_height"], obs["head_height"].copy()
    del obs
    for _ in range(20):
        after = env.step(env.action_space.sample())[0]["head_height"]
    assert not np.array_equal(after, copy)
    env.close()
    np.testing.assert_array_equal(kept, copy)
    assert kept.flags.writeable


def test_keys_that_are_chosen():
    def keys(infos, env_type="gymnasium", task_id="Taxi-v3", **kwargs):
        env = envpool.make(task_id, env_type, num_envs=2, infos=infos, **kwargs)
        info = env.reset()[-1]
        assert set(info) == set(env.step([0, 0], [0, 1])[-1])
        return {key for key in info if key[0] != "_"}

    own = {"prob", "action_mask"}
    everything = own | {"env_id", "players", "elapsed_step"}
    assert keys(None) == keys("official") == own
    assert keys("all") == keys(None, "gym") == everything
    assert keys("none") == keys([]) == keys("none", "gym") == set()
    assert keys("official", "gym") == own
    assert keys(["prob", "env_id"]) == {"prob", "env_id"}
    assert keys(("official", "elapsed_step"), "gym") == own | {"elapsed_step"}
    assert keys(["players"]) == keys(["players.env_id"]) == {"players"}
    assert keys(None, task_id="Acrobot-v1") == set()
    assert keys(["state"], task_id="Acrobot-v1") == {"state"}
    env = envpool.make_gymnasium("Taxi-v3", num_envs=2, batch_size=1, infos=["prob"])
    assert set(env.reset()[1]) == {"prob", "_prob", "env_id", "_env_id"}


def test_without_an_official_env_all_infos_are_returned():
    """Code written for EnvPool 1.x expects this of Gymnasium's API."""
    env = envpool.make_gymnasium("Catch-v0", num_envs=2)
    everything = {"env_id", "players", "elapsed_step"}
    assert everything <= set(env.reset()[1])
    assert everything <= set(env.step([0, 0])[-1])
    env = envpool.make_gymnasium("Catch-v0", num_envs=2, infos="official")
    assert env.reset()[1] == {}


def test_families_say_which_envs_are_official():
    specs = [registry.specs[task_id][:2] for task_id in envpool.list_all_envs()]
    unofficial = {spec for spec in specs if not find_official(*spec).exists}
    assert unofficial == {("envpool.toy_text", "CatchEnvSpec")}


@pytest.mark.parametrize(
    ("infos", "error", "text"),
    [
        ("alll", ConfigError, "infos: expected one of 'official', 'all', 'none'"),
        (["prop"], ConfigError, "infos: unknown key 'prop'; did you mean 'prob'"),
        (["prob", "none"], ConfigError, "infos: unknown key 'none'"),
        (3, ConfigTypeError, "infos: expected one of"),
        ([3], ConfigTypeError, "infos: expected a string"),
    ],
)
def test_wrong_keys(infos, error, text):
    with pytest.raises(error, match=re.escape(text)):
        envpool.make_gymnasium("Taxi-v3", infos=infos)


def test_dm_has_them_all():
    with pytest.raises(ConfigError, match=r"^infos"):
        envpool.make_dm("Taxi-v3", infos="none")
    step = envpool.make_dm("Taxi-v3", infos="all").reset()
    assert {"env_id", "prob"} <= set(step.observation._fields)


def test_classic_apis_keep_their_layout():
    obs, _ = envpool.make_gym("Taxi-v3", num_envs=2).reset()
    assert (obs.dtype, obs.shape) == (np.int32, (2,))
    obs, _ = envpool.make_gym("Blackjack-v1", num_envs=2).reset()
    assert (obs.dtype, obs.shape) == (np.int32, (2, 3))
    obs, _ = envpool.make_gym("HumanoidWalk-v1", num_envs=2).reset()
    assert obs["head_height"].shape == (2,)
    env = envpool.make_gym("Ant-v5", num_envs=2)
    assert env.action_space.dtype == np.float64


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_actions_of_both_types(dtype):
    env = envpool.make_gymnasium("Hopper-v5", num_envs=2)
    env.reset()
    env.step(np.zeros((2, 3), dtype))
