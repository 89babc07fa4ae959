# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Parameters in `make`: the option `params`, and names among keys of some envs."""

import pickle

import numpy as np
import pytest

import envpool
from envpool.errors import ConfigError, ConfigTypeError

N = 4
GRAVITY = [9.8, 1.6, 3.7, 9.8]
LENGTH = [0.5, 0.5, 1.0, 0.5]
STEPS = 40
ROWS = [
    {},
    {"gravity": 1.6},
    {"gravity": 3.7, "length": 1.0},
    {},
]


def play(env, steps=STEPS):
    """Returns the observations of some steps, by env."""
    ids = env.all_env_ids
    found = [env.reset()[0]]
    found += [env.step((ids * 7 + step * step) % 2)[0] for step in range(steps)]
    return np.stack(found, axis=1)


@pytest.fixture(scope="module")
def expected():
    """The observations of envs whose parameters were set later."""
    with envpool.make_gym("CartPole-v1", num_envs=N, seed=3) as env:
        env.set_params({"gravity": GRAVITY, "length": LENGTH})
        return play(env)


def make(**keys):
    return envpool.make_gym("CartPole-v1", num_envs=N, seed=3, **keys)


@pytest.mark.parametrize(
    "keys",
    [
        {"params": {"gravity": GRAVITY, "length": np.array(LENGTH)}},
        {"env_config": {"gravity": GRAVITY, "length": np.array(LENGTH)}},
        {"params": {"length": 0.5}, "env_config": ROWS},
        {"env_config": {"gravity": GRAVITY}, "params": {"length": LENGTH}},
        {"params": {"gravity": GRAVITY, "length": LENGTH}, "batch_size": 4},
    ],
    ids=range(5),
)
def test_all_forms(keys, expected):
    with make(**keys) as env:
        assert not hasattr(env, "tasks")  # a pool like any other
        np.testing.assert_array_equal(play(env), expected)
        assert env.get_params("gravity")["gravity"].tolist() == GRAVITY
        assert env.params["gravity"].default.tolist() == [9.8] * N
        with pickle.loads(pickle.dumps(env)) as copy:
            np.testing.assert_array_equal(play(copy), expected)


def test_with_config_keys(expected):
    limits = [100, 100, 50, 50]
    config = {"max_episode_steps": limits, "gravity": GRAVITY, "length": LENGTH}
    with make(env_config=config) as env:
        assert env.config.max_episode_steps == tuple(limits)
        np.testing.assert_array_equal(play(env), expected)


def test_equal_configs_make_a_pool_like_any_other():
    with make(env_config={"max_episode_steps": [7] * N}) as env:
        assert not hasattr(env, "tasks")
        assert env.config.max_episode_steps == 7
        env.reset()
        *_, truncated, _ = [env.step(np.zeros(N, int)) for _ in range(7)][-1]
        assert truncated.all()
    with pytest.raises(ConfigError, match=r"env_config\[0\]: max_episode_steps"):
        make(env_config={"max_episode_steps": [-1] * N})


def test_tasks(expected):
    tasks = [
        ("CartPole-v1", 2, {"gravity": GRAVITY[:2], "max_episode_steps": 100}),
        ("CartPole-v1", 1, {"gravity": 3.7, "length": 1.0}),
        ("CartPole-v0", 1),
    ]
    with envpool.make_mixed(tasks, env_type="gym", seed=3) as env:
        assert env.tasks[1].config == {}
        np.testing.assert_array_equal(play(env)[:3], expected[:3])
    params = {"gravity": GRAVITY, "length": LENGTH}
    tasks = [("CartPole-v1", 2), ("CartPole-v0", 2)]
    with envpool.make_mixed(tasks, env_type="gym", seed=3, params=params) as env:
        np.testing.assert_array_equal(play(env), expected)


def test_tasks_with_unlike_parameters():
    tasks = [("CartPole-v1", 2), ("Pendulum-v1", 1, {"g": 5.0})]
    with envpool.make_mixed(tasks, params={}) as env:
        assert env.get_params("g", [2])["g"].tolist() == [5.0]
    tasks = [("MountainCar-v0", 1), ("CartPole-v1", 1)]
    with envpool.make_mixed(tasks, params={"gravity": [0.003, 5.0]}) as env:
        assert env.get_params("gravity", [0])["gravity"].tolist() == [0.003]
        assert env.get_params("gravity", [1])["gravity"].tolist() == [5.0]
    with pytest.raises(ConfigError, match="params: unknown parameter 'masspole'"):
        envpool.make_mixed(tasks, params={"masspole": 0.2})


def test_draws_replace_values():
    draws = {"gravity": ("uniform", 4.0, 5.0)}
    with make(params={"gravity": 1.6, "length": 1.0}, randomize=draws) as env:
        env.reset()
        assert (env.get_params("gravity")["gravity"] >= 4).all()
        assert env.get_params("length")["length"].tolist() == [1.0] * N


def test_recordings(tmp_path, expected):
    path = tmp_path / "actions"
    config = {"gravity": GRAVITY, "length": LENGTH}
    for keys in ({"params": config}, {"env_config": config}):
        with make(record_actions=path, **keys) as env:
            play(env)
        (found, *_) = envpool.replay(path).episodes_of(2)
        played = [step.observation[0] for step in found.steps()]
        assert len(played) > 5
        np.testing.assert_array_equal(played, expected[2][: len(played)])
        path.unlink()


def test_refused():
    unknown = "got 'gravty'; did you mean 'gravity'"
    with pytest.raises(ConfigTypeError, match=rf"env_config\[1\]: .*{unknown}"):
        make(env_config=[{}, {"gravty": 1.0}, {}, {}])
    with pytest.raises(ConfigTypeError, match=rf"tasks\[0\]\[2\]: .*{unknown}"):
        envpool.make_mixed([("CartPole-v1", 2, {"gravty": 1.0})])
    with pytest.raises(ConfigError, match="params: unknown parameter 'gravty'"):
        make(params={"gravty": 1.0})
    with pytest.raises(ConfigError, match=r"params\['gravity'\]: .*got 1000000000 for"):
        make(env_config={"gravity": [9.8, 1e9, 9.8, 9.8]})
    with pytest.raises(ConfigError, match=r"params\['gravity'\]: .*shape \(2,\)"):
        make(params={"gravity": [1.0, 2.0]})
    with pytest.raises(ConfigTypeError, match=r"params\['gravity'\]: expected numbers"):
        make(params={"gravity": "strong"})
    with pytest.raises(ConfigTypeError, match="params: expected a dict"):
        make(params=[1.6])
    with pytest.raises(ConfigTypeError, match="params: expected names, got 3"):
        make(params={3: 1.6})
    with pytest.raises(ConfigTypeError, match="'gravity'; did you mean 'params'"):
        make(gravity=1.6)
    with pytest.raises(ConfigError, match="has none"):
        envpool.make_gym("Catch-v0", params={"gravity": 1.6})
