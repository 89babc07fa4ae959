# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Wrong calls raise one clear error each, and the pool stays usable."""

import numpy as np
import pytest

import envpool
from envpool.python.errors import ArgumentError, EnvIdError, EnvPoolError

N = 4
ACTIONS = {
    "none": None,
    "string": "0",
    "object": np.zeros(N, object),
    "complex": np.zeros(N, complex),
    "datetime": np.zeros(N, "M8[s]"),
    "ragged": [[0], [0, 1], [0], [0]],
    "scalar": 0,
    "0-d": np.array(0),
    "empty": np.zeros(0, int),
    "short": np.zeros(N - 1, int),
    "long": np.zeros(N + 1, int),
    "twice": np.zeros(2 * N, int),
    "2-d": np.zeros((N, 1), int),
    "2-d, other": np.zeros((1, N), int),
    "float": np.zeros(N),
    "half": np.zeros(N, np.float16),
    "nan": np.full(N, np.nan),
    "below": np.array([0, -1, 0, 0]),
    "above": np.array([0, 0, 2, 0]),
    "above, int32": np.array([0, 0, 2, 0], np.int32),
    "far above": np.array([0, 0, 2**40, 0]),
    "uint8 above": np.array([0, 0, 255, 0], np.uint8),
    "dict, empty": {},
    "dict, missing": {"env_id": np.arange(N)},
    "dict, other": {"Action": np.zeros(N, int)},
    "dict, extra": {"action": np.zeros(N, int), "more": 1},
    "dict, ids": {"action": np.zeros(N, int), "env_id": np.arange(1, N + 1)},
    "dict, players": {
        "action": np.zeros(N, int),
        "players.env_id": np.arange(N - 1),
    },
}
FLOAT_ACTIONS = {
    "1-d": np.zeros(N),
    "wide": np.zeros((N, 2), np.float32),
    "narrow": np.zeros((N, 0), np.float32),
    "3-d": np.zeros((N, 1, 1), np.float32),
    "swapped": np.zeros((1, N), np.float32),
    "string": np.full((N, 1), "0"),
}
IDS = {
    "minus": [-1, 0],
    "N": [N, 0],
    "huge": [10**9, 0],
    "2**31": [2**31, 0],
    "2**64": [2**64, 0],
    "nan": [np.nan, 0],
    "float": [1.0, 0],
    "string": ["0", "1"],
    "twice": [1, 1],
    "2-d": [[0, 1]],
    "short mask": [True, False],
    "int32": np.array([0, N], np.int32),
    "int32, twice": np.array([2, 2], np.int32),
    "int64, minus": np.array([0, -1]),
    "uint8": np.array([0, 200], np.uint8),
    "more than fit into memory": np.broadcast_to(0, 2**45),
    "dict": {0: 1},
}
GOOD = {"CartPole-v1": np.zeros(N, int), "Pendulum-v1": np.zeros((N, 1), np.float32)}


@pytest.fixture(scope="module", params=["gym", "gymnasium", "dm"])
def pools(request):
    made = {task: envpool.make(task, request.param, num_envs=N) for task in GOOD}
    for pool in made.values():
        pool.reset()
    return made


def refuse(pool, task, call):
    """Makes the call three times: each time it is refused, and the pool still works."""
    for _ in range(3):
        with pytest.raises(EnvPoolError) as caught:
            call()
        text = str(caught.value)
        assert "expected" in text or "unknown" in text, text
        assert len(text) < 400
        result = pool.step(GOOD[task])
        assert len(result[1]) == N


@pytest.mark.parametrize("name", ACTIONS)
@pytest.mark.parametrize("function", ["step", "send"])
def test_discrete_action(pools, name, function):
    pool = pools["CartPole-v1"]
    refuse(pool, "CartPole-v1", lambda: getattr(pool, function)(ACTIONS[name]))


@pytest.mark.parametrize("name", FLOAT_ACTIONS)
@pytest.mark.parametrize("function", ["step", "send"])
def test_float_action(pools, name, function):
    pool = pools["Pendulum-v1"]
    refuse(pool, "Pendulum-v1", lambda: getattr(pool, function)(FLOAT_ACTIONS[name]))


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("function", ["step", "send", "reset", "save_state"])
def test_env_id(pools, name, function):
    pool = pools["CartPole-v1"]
    args = [GOOD["CartPole-v1"][:2]] if function in ("step", "send") else []
    refuse(pool, "CartPole-v1", lambda: getattr(pool, function)(*args, IDS[name]))


def test_more_seeds_than_fit_into_memory(pools):
    pool = pools["CartPole-v1"]
    with pytest.raises(ArgumentError, match=r"^seed: expected .*, got \d+$"):
        pool.seed(np.broadcast_to(0, 2**45))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_as_many_actions_as_ids(pools, count):
    pool = pools["CartPole-v1"]
    for ids in ([0, 1], np.array([0, 1]), np.array([0, 1], np.int32)):
        refuse(
            pool,
            "CartPole-v1",
            lambda ids=ids: pool.step(np.zeros(count, int), ids),
        )


def test_awkward_but_right_actions(pools):
    pool = pools["CartPole-v1"]
    readonly = np.zeros(N, np.int32)
    readonly.flags.writeable = False
    for action in (
        readonly,
        np.zeros(2 * N, int)[::2],
        np.zeros(N, ">i4"),
        np.zeros(N, np.uint8),
        np.zeros(N, bool),
        [0] * N,
        {"action": readonly},
    ):
        assert len(pool.step(action)[1]) == N
    pool = pools["Pendulum-v1"]
    for action in (
        np.zeros((N, 1)),
        np.zeros((N, 1), np.float16),
        np.zeros((N, 1), int),
        np.zeros((1, N)).T,
        np.full((N, 1), 1e30),
        np.full((N, 1), np.nan),
    ):
        assert len(pool.step(action)[1]) == N
    pool.reset()


def test_wrong_number_of_arguments(pools):
    pool = pools["CartPole-v1"]
    for call in (
        lambda: pool.step(),
        lambda: pool.send(),
        lambda: pool.step(GOOD["CartPole-v1"], None, 3),
        lambda: pool.step(GOOD["CartPole-v1"], envid=None),
        lambda: pool.recv(1, 2, 3, 4),
    ):
        with pytest.raises(TypeError):
            call()
    pool.step(GOOD["CartPole-v1"])


@pytest.mark.parametrize("flag", [np.arange(2), np.arange(1), [], "yes", 0.5])
def test_no_flag(pools, flag):
    """`recv(ids)` is a mistake: the envs are those of `send`."""
    pool = pools["CartPole-v1"]
    pool.send(GOOD["CartPole-v1"])
    with pytest.raises(EnvPoolError, match=r"reset: expected True or False, got"):
        pool.recv(flag)
    pool.recv(np.False_)


@pytest.mark.parametrize(
    "kwargs",
    [
        {key: value}
        for key in (
            "num_envs",
            "batch_size",
            "num_threads",
            "thread_affinity_offset",
            "max_num_players",
            "max_episode_steps",
            "seed",
            "env_seed",
        )
        for value in (2**31, 2**63, 2.5, float("nan"), "4", None, np.array([[4]]))
        if not (key in ("seed", "env_seed", "max_episode_steps") and value is None)
        if not (key == "seed" and value == 2**31)
    ]
    + [
        {"num_envs": 0},
        {"num_envs": -1},
        {"batch_size": -1},
        {"batch_size": 2},
        {"num_threads": -1},
        {"num_threads": 10**5},
        {"max_num_players": 0},
        {"max_num_players": 2},
        {"max_episode_steps": -1},
        {"max_episode_steps": -3},
        {"seed": [1, 2]},
        {"seed": np.broadcast_to(0, 2**45)},
        {"env_seed": [1, 2]},
        {"no_such_key": 1},
        {"autoreset_mode": "sometimes"},
        {"render_mode": "rgb"},
        {"render_width": -1},
        {"render_env_id": 1},
        {"from_pixels": True},
        {"gym_reset_return_info": False},
        {"gym_api": "0.1"},
        {"base_path": 3},
        {"reward_threshold": "high"},
    ],
    ids=str,
)
def test_make(kwargs):
    with pytest.raises(EnvPoolError) as caught:
        envpool.make("CartPole-v1", "gym", **kwargs)
    assert next(iter(kwargs)) in str(caught.value)
    assert "expected" in str(caught.value) or "unknown" in str(caught.value)


@pytest.mark.parametrize("value", [True, np.int64(4), np.array(4), 4])
def test_make_takes_any_integer(value):
    pool = envpool.make("CartPole-v1", "gym", num_envs=value, seed=value)
    assert len(pool) == int(value)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: envpool.make("CartPole-v9", "gym"), AssertionError),
        (lambda: envpool.make_spec("CartPole-v9"), KeyError),
        (lambda: envpool.make(3, "gym"), AssertionError),
        (lambda: envpool.make("CartPole-v1", "dmc"), AssertionError),
        (lambda: envpool.make("CartPole-v1", None), AssertionError),
        (lambda: envpool.make("CartPole-v1"), TypeError),
        (lambda: envpool.make_spec("CartPole-v1", env_type="gym"), TypeError),
        (lambda: envpool.make("CartPole-v1", "gym", num_envs=0), AssertionError),
        (lambda: envpool.make("CartPole-v1", "gym", num_envs="2"), TypeError),
    ],
)
def test_builtins_that_other_releases_raise(call, error):
    with pytest.raises(error):
        call()


def test_spec_classes_check_as_well():
    from envpool.classic_control import CartPoleEnvSpec

    config = CartPoleEnvSpec.gen_config
    for bad in (
        {"num_envs": 0},
        {"num_envs": 1, "batch_size": 3},
        {"num_envs": 2, "env_seed": [1]},
    ):
        with pytest.raises(EnvPoolError):
            CartPoleEnvSpec(config(**bad))
    with pytest.raises(TypeError):
        CartPoleEnvSpec((1, 2))
    with pytest.raises(TypeError):
        config(no_such_key=1)


def test_render_arguments():
    pool = envpool.make("CartPole-v1", "gym", num_envs=N, render_mode="rgb_array")
    for ids in ([], [N], [-1], [0, 0], 1.5, [True]):
        with pytest.raises((EnvPoolError), match=r"^env_ids: expected"):
            pool.render(ids)
    with pytest.raises(EnvPoolError, match=r"^camera_id: expected"):
        pool.render(camera_id=-2)
    pool = envpool.make("CartPole-v1", "gym", num_envs=N, render_mode="human")
    with pytest.raises(EnvPoolError, match=r"^env_ids: expected one"):
        pool.render([0, 1])


@pytest.mark.parametrize("ids", [[0, 9, -1], [2, 1, 2, 1], [*range(-9, 0)], [7] * 20])
def test_plain_arrays_are_refused_in_the_same_words(ids):
    """The engine checks plain arrays itself."""
    env = envpool.make_gym("CartPole-v1", num_envs=N)
    env.reset()
    texts = set()
    for given in (ids, np.array(ids, np.int32), np.array(ids, np.int64)):
        with pytest.raises(EnvIdError) as caught:
            env.step(np.zeros(len(ids), np.int32), given)
        texts.add(str(caught.value))
    assert len(texts) == 1, texts


@pytest.mark.parametrize("wrong", [-1, 6, 2**31 - 1])
def test_raw_actions(wrong):
    """Raw actions bypass Python's checks, and would index the envs' tables."""
    with envpool.make_gym("Taxi-v3", num_envs=N) as env:
        env.reset()
        ids = env.all_env_ids
        actions = np.array([0, 5, wrong, 0], np.int32)
        with pytest.raises(ArgumentError, match=r"action: .*\[0, 5\], got .* row 2"):
            env._send([ids, ids, actions])
        env._send([ids, ids, actions.clip(0, 5)])
        assert len(env.recv()[0]) == N
