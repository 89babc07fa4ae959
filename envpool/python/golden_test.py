# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Spaces, limits and names of the light families, as tables."""

import inspect

import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete, Tuple

import envpool
from envpool.python import errors

INF = np.inf
F = np.float32


def box(low, high):
    return Box(np.array(low, F), np.array(high, F), dtype=F)


CARTPOLE = box([-4.8, -INF, -0.41887903, -INF], [4.8, INF, 0.41887903, INF])
PENDULUM = box([-1, -1, -8], [1, 1, 8])
CAR = box([-1.2, -0.07], [0.6, 0.07])
ACROBOT = box(
    [-1, -1, -1, -1, -4 * np.pi, -9 * np.pi], [1, 1, 1, 1, 4 * np.pi, 9 * np.pi]
)
TORQUE, FORCE = Box(-2.0, 2.0, (1,), F), Box(-1.0, 1.0, (1,), F)
CARDS = Tuple([Discrete(32), Discrete(11), Discrete(2)])
NEVER = 2**31 - 1
TABLE = {
    "CartPole-v0": (CARTPOLE, Discrete(2), 200, 195),
    "phys2d/CartPole-v0": (CARTPOLE, Discrete(2), 200, 195),
    "CartPole-v1": (CARTPOLE, Discrete(2), 500, 475),
    "phys2d/CartPole-v1": (CARTPOLE, Discrete(2), 500, 475),
    "Pendulum-v0": (PENDULUM, TORQUE, 200, None),
    "phys2d/Pendulum-v0": (PENDULUM, TORQUE, 200, None),
    "Pendulum-v1": (PENDULUM, TORQUE, 200, None),
    "MountainCar-v0": (CAR, Discrete(3), 200, -110),
    "MountainCarContinuous-v0": (CAR, FORCE, 999, 90),
    "Acrobot-v1": (ACROBOT, Discrete(3), 500, -100),
    "Catch-v0": (Box(0.0, 1.0, (10, 5), F), Discrete(3), NEVER, None),
    "FrozenLake-v1": (Discrete(16), Discrete(4), 100, 0.7),
    "FrozenLake8x8-v1": (Discrete(64), Discrete(4), 200, 0.85),
    "Taxi-v3": (Discrete(500), Discrete(6), 200, 8),
    "NChain-v0": (Discrete(5), Discrete(2), 1000, None),
    "CliffWalking-v1": (Discrete(48), Discrete(4), NEVER, None),
    "tabular/CliffWalking-v0": (Discrete(48), Discrete(4), NEVER, None),
    "CliffWalkingSlippery-v1": (Discrete(48), Discrete(4), NEVER, None),
    "CliffWalking-v0": (Discrete(48), Discrete(4), NEVER, None),
    "Blackjack-v1": (CARDS, Discrete(2), NEVER, None),
    "tabular/Blackjack-v0": (CARDS, Discrete(2), NEVER, None),
}
COMMON_CONFIG = {
    "num_envs": 1,
    "batch_size": 0,
    "num_threads": 0,
    "max_num_players": 1,
    "thread_affinity_offset": -1,
    "base_path": "envpool",
    "seed": 42,
    "env_seed": [],
    "gym_reset_return_info": True,
    "max_episode_steps": NEVER,
}
COMMON_STATE = {
    "info:env_id": (np.int32, []),
    "info:players.env_id": (np.int32, [-1]),
    "elapsed_step": (np.int32, []),
    "done": (np.bool_, []),
    "reward": (np.float32, [-1]),
    "discount": (np.float32, [-1]),
    "step_type": (np.int32, []),
    "trunc": (np.bool_, []),
}


@pytest.mark.parametrize("task_id", TABLE)
def test_spaces(task_id):
    observation, action, limit, threshold = TABLE[task_id]
    spec = envpool.make_spec(task_id)
    assert spec.observation_space == observation
    assert spec.action_space == action
    assert spec.config.max_episode_steps == limit
    assert spec.reward_threshold == threshold
    assert spec.observation_space is spec.gymnasium_observation_space  # cached
    shapes = spec.observation_spec().obs  # like the columns
    expected = {
        Discrete: ((), np.int32),
        Tuple: ((3,), np.int32),
        Box: (observation.shape, observation.dtype),
    }
    assert (shapes.shape, shapes.dtype) == expected[type(observation)]
    assert spec.action_spec().name == "action"
    assert spec.action_spec().shape == action.shape


@pytest.mark.parametrize("task_id", ["CartPole-v1", "Taxi-v3"])
def test_keys(task_id):
    spec = envpool.make_spec(task_id)
    cls = type(spec)
    assert cls.gen_config.__name__ == "Config"
    assert cls.gen_config._fields[: len(COMMON_CONFIG)] == tuple(COMMON_CONFIG)
    defaults = cls.gen_config()._asdict()
    assert {key: defaults[key] for key in COMMON_CONFIG} == COMMON_CONFIG
    state = spec.state_array_spec
    assert list(state)[: len(COMMON_STATE)] == list(COMMON_STATE)
    for key, (dtype, shape) in COMMON_STATE.items():
        assert (state[key].dtype, state[key].shape) == (dtype, shape)
    assert list(spec.action_array_spec) == ["env_id", "players.env_id", "action"]
    assert (state["discount"].minimum, state["discount"].maximum) == (0, 1)
    assert state["reward"].minimum == -INF  # reported as unbounded


@pytest.mark.parametrize("task_id", TABLE)
def test_rollout_stays_in_the_spaces(task_id):
    env = envpool.make_gymnasium(task_id, num_envs=3)
    env.action_space.seed(0)
    obs, _ = env.reset()
    assert obs in env.observation_space
    for _ in range(30):
        obs, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        assert obs in env.observation_space
        assert (reward.shape, reward.dtype) == ((3,), np.float32)
        assert (terminated.shape, terminated.dtype) == ((3,), np.bool_)
        assert (truncated.shape, truncated.dtype) == ((3,), np.bool_)


def test_all_ids_of_the_light_families():
    ids = [task for task in envpool.list_all_envs() if task in TABLE]
    assert sorted(ids) == sorted(TABLE)


def test_public_names():
    assert set(envpool.__all__) >= {
        "register",
        "make",
        "make_dm",
        "make_gym",
        "make_gymnasium",
        "make_spec",
        "list_all_envs",
        "EnvSpec",
        "EnvPool",
        "DMEnvPool",
        "GymnasiumEnvPool",
    }
    assert all(hasattr(envpool, name) for name in envpool.__all__)
    assert isinstance(envpool.__version__, str)


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (envpool.make, ["task_id", "env_type", "kwargs"]),
        (envpool.make_dm, ["task_id", "kwargs"]),
        (envpool.make_spec, ["task_id", "kwargs"]),
        (envpool.list_all_envs, []),
        (
            envpool.register,
            [
                "task_id",
                "import_path",
                "spec_cls",
                "dm_cls",
                "gymnasium_cls",
                "aliases",
                "kwargs",
            ],
        ),
    ],
)
def test_signatures(function, parameters):
    assert list(inspect.signature(function).parameters) == parameters
    assert function.__doc__


def test_pool_signatures():
    for env_type in ("gym", "gymnasium", "dm"):
        env = envpool.make("CartPole-v1", env_type)
        assert list(inspect.signature(env.step).parameters) == [
            "action",
            "env_id",
            "out",
        ]
        assert list(inspect.signature(env.send).parameters) == ["action", "env_id"]
        assert list(inspect.signature(env.recv).parameters) == [
            "reset",
            "return_info",
            "timeout",
            "out",
        ]
        assert list(inspect.signature(env.reset).parameters)[:2] == ["env_id", "seed"]


def test_exception_bases():
    bases = {
        name: [base.__name__ for base in getattr(errors, name).__bases__]
        for name in errors.__all__
    }
    assert bases == {
        "ActionKeyError": ["ArgumentError", "KeyError"],
        "ArgumentError": ["EnvPoolError", "ValueError"],
        "ArgumentTypeError": ["EnvPoolError", "TypeError"],
        "ClosedError": ["ProtocolError"],
        "ConfigError": ["ArgumentError", "AssertionError"],
        "ConfigTypeError": ["ArgumentTypeError"],
        "EnvCreationError": ["EnvPoolError", "RuntimeError"],
        "EnvIdError": ["ArgumentError", "IndexError"],
        "EnvPoolError": ["Exception"],
        "EnvStepError": ["EnvPoolError", "RuntimeError"],
        "FamilyImportError": ["EnvPoolError", "ImportError"],
        "ForkedError": ["ProtocolError"],
        "NotSupportedError": ["EnvPoolError", "RuntimeError"],
        "ProtocolError": ["EnvPoolError", "RuntimeError"],
        "RecvTimeoutError": ["EnvPoolError", "TimeoutError"],
        "RegistrationError": ["EnvPoolError", "AssertionError", "ValueError"],
        "ReplayError": ["EnvPoolError", "RuntimeError"],
        "UnknownEnvError": ["EnvPoolError", "AssertionError", "KeyError"],
    }
