# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Copies of specs, spaces and results, and of pools, which are recreated."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import envpool
from envpool.python.errors import EnvStepError

ENV_TYPES = ["gym", "gymnasium", "dm"]
WAYS = [
    lambda value: pickle.loads(pickle.dumps(value)),
    lambda value: pickle.loads(pickle.dumps(value, protocol=2)),
    copy.copy,
    copy.deepcopy,
]


@pytest.mark.parametrize("way", WAYS)
def test_specs(way):
    spec = envpool.make_spec("CartPole-v1", num_envs=3, seed=[1, 2, 3])
    again = way(spec)
    assert type(again) is type(spec)
    assert again.config == spec.config
    assert type(way(spec.config)) is type(spec.config)
    assert way(spec.config) == spec.config
    assert again.state_array_spec == spec.state_array_spec
    for name in ("observation_space", "action_space", "classic_gym_action_space"):
        assert way(getattr(spec, name)) == getattr(again, name)
    assert way(spec.observation_spec()) == spec.observation_spec()
    for key, array in spec.state_array_spec.items():
        assert way(array) == again.state_array_spec[key]
    assert way(type(spec)) is type(spec)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_pools(env_type, way):
    env = envpool.make(
        "CartPole-v1",
        env_type,
        num_envs=3,
        seed=np.array([7, 8, 9]),
        max_episode_steps=9,
        autoreset_mode="disabled",
    )
    first = env.reset()
    env.step(np.zeros(3, int))
    again = way(env)
    assert type(again) is type(env)
    assert again is not env
    assert again.config == env.config
    assert again._options == env._options
    result = again.reset()
    np.testing.assert_array_equal(
        result[0] if env_type != "dm" else result.observation.obs,
        first[0] if env_type != "dm" else first.observation.obs,
    )
    env.close()
    again.step(np.zeros(3, int))
    assert not way(env).closed


def test_pools_that_a_class_made():
    from envpool.classic_control import CartPoleEnvSpec, CartPoleGymEnvPool

    spec = CartPoleEnvSpec({"num_envs": 2})
    env = CartPoleGymEnvPool(spec, {"gym_api": "0.21"})
    again = pickle.loads(pickle.dumps(env))
    assert again.config == env.config
    assert again.reset().shape == (2, 4)


def test_results():
    env = envpool.make_dm("CartPole-v1", num_envs=2)
    step = env.reset()
    again = pickle.loads(pickle.dumps(step))
    assert type(again.observation) is type(step.observation)
    np.testing.assert_array_equal(again.observation.obs, step.observation.obs)
    assert again.observation.players._fields == ("env_id",)


def test_states():
    env = envpool.make_gym("CartPole-v1", num_envs=2)
    env.reset()
    states = pickle.loads(pickle.dumps(env.save_state()))
    other = pickle.loads(pickle.dumps(env))
    other.load_state(states)
    np.testing.assert_array_equal(env.step([0, 1])[0], other.step([0, 1])[0])


def test_errors():
    error = pickle.loads(pickle.dumps(EnvStepError("env 3 failed", [3], (1, 2))))
    assert str(error) == "env 3 failed"
    assert error.env_ids == [3]
    assert error.result == (1, 2)


def child(env, queue):
    queue.put(env.reset()[0])


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_pools_go_to_other_processes(method):
    context = multiprocessing.get_context(method)
    env = envpool.make_gym("CartPole-v1", num_envs=2)
    queue = context.Queue()
    process = context.Process(target=child, args=(env, queue))
    process.start()
    np.testing.assert_array_equal(queue.get(timeout=60), env.reset()[0])
    process.join()
    assert process.exitcode == 0
