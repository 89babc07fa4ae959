# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Seeds, and resets of some envs."""

import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

import envpool
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    ConfigTypeError,
    EnvIdError,
    ProtocolError,
)

import gymnasium  # isort: skip

N = 4
ENV_TYPES = ["gym", "gymnasium", "dm"]
ZEROS = np.zeros(N, int)


def cartpole(env_type="gym", **kwargs):
    return envpool.make("CartPole-v1", env_type, **{"num_envs": N, **kwargs})


def first_obs(env, **kwargs):
    result = env.reset(**kwargs)
    return result[0] if env.env_type != "dm" else result.observation.obs


def official(**kwargs):
    return SyncVectorEnv([lambda: gymnasium.make("CartPole-v1")] * N, **kwargs)


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_seed_of_make_and_of_reset_are_the_same(env_type):
    expected = first_obs(cartpole(env_type, seed=7))
    env = cartpole(env_type)
    assert not np.array_equal(first_obs(env), expected)
    for seed in (7, np.int64(7), range(7, 11), [7, 8, 9, 10], np.arange(7, 11)):
        np.testing.assert_array_equal(first_obs(env, seed=seed), expected)
        np.testing.assert_array_equal(
            first_obs(cartpole(env_type, seed=seed)), expected
        )
    assert not np.array_equal(first_obs(env), expected)  # the random stream continues


def test_seeds_are_those_of_gymnasium():
    expected = official().reset(seed=5)[0]
    env = cartpole("gymnasium")
    np.testing.assert_array_equal(env.reset(seed=5)[0], expected)
    seeds = [3, 1, 4, 1]
    expected = official().reset(seed=seeds)[0]
    np.testing.assert_array_equal(env.reset(seed=seeds)[0], expected)


def test_env_i_of_seed_s_is_env_0_of_seed_s_plus_i():
    whole = first_obs(cartpole(seed=7))
    for i in range(N):
        alone = first_obs(cartpole(num_envs=1, seed=7 + i))
        np.testing.assert_array_equal(whole[i], alone[0])


def test_some_seeds_may_be_none():
    env, other = cartpole("gymnasium", seed=1, infos="all"), official()
    env.reset(seed=1)
    other.reset(seed=1)
    seeds = [None, 9, None, 8]
    obs, info = env.reset(seed=seeds)
    np.testing.assert_array_equal(obs, other.reset(seed=seeds)[0])
    assert info["env_id"].tolist() == [0, 1, 2, 3]
    obs, _ = env.reset(seed=[None] * N)
    np.testing.assert_array_equal(obs, other.reset(seed=[None] * N)[0])


def test_some_seeds_may_be_none_in_async_mode():
    env, other = cartpole(batch_size=2, seed=1), cartpole(seed=1)
    other.reset()
    expected = other.reset(seed=[None, 9, None, 8])
    env.reset()
    env.recv()
    found = {}
    for obs, info in (env.reset(seed=[None, 9, None, 8]), env.recv(reset=True)):
        found.update(zip(info["env_id"].tolist(), obs, strict=True))
    for i in range(N):
        np.testing.assert_array_equal(found[i], expected[0][i])


def test_seed_method_is_for_the_next_reset():
    env = cartpole(gym_api="0.21")
    env.reset()
    env.seed(7)
    np.testing.assert_array_equal(env.reset(), first_obs(cartpole(seed=7)))
    assert not np.array_equal(env.reset(), first_obs(cartpole(seed=7)))
    with pytest.raises(ConfigTypeError, match="seed"):
        env.seed("7")


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_reseeding_some_envs(env_type):
    env = cartpole(env_type)
    env.reset()
    expected = first_obs(cartpole(env_type, seed=7))
    np.testing.assert_array_equal(
        first_obs(env, env_id=[3, 1], seed=7), expected[[3, 1]]
    )
    np.testing.assert_array_equal(
        first_obs(env, env_id=[3, 1], seed=[10, 8]), expected[[3, 1]]
    )


def test_async_reset_with_seeds():
    env = cartpole(batch_size=2)
    expected = first_obs(cartpole(seed=7))
    for _ in range(3):
        obs, info = env.reset(seed=7)  # drops pending results of the last round
        seen = dict(zip(info["env_id"].tolist(), obs, strict=True))
        obs, info = env.recv(True)
        seen |= dict(zip(info["env_id"].tolist(), obs, strict=True))
        np.testing.assert_array_equal([seen[i] for i in range(N)], expected)
        env.send(ZEROS)


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_bad_seeds(env_type):
    env = cartpole(env_type)
    expected = first_obs(cartpole(env_type, seed=7))
    for seed, error in [
        (2**63, ConfigError),
        (-(2**31) - 1, ConfigError),
        (2**63 - 2, ConfigError),
        ("7", ConfigTypeError),
        (1.5, ConfigTypeError),
        ([1, 2, 3], ArgumentError),
        ([1, 2, 3, 2**63], ConfigError),
        ([1, 2, 3, "4"], ConfigTypeError),
        (np.zeros((4, 1), int), ConfigTypeError),
        (np.array([1.0, 2, 3, 4]), ConfigTypeError),
    ]:
        with pytest.raises(error, match=r"^seed"):
            env.reset(seed=seed)
    np.testing.assert_array_equal(first_obs(env, seed=7), expected)


@pytest.mark.parametrize("env_type", ENV_TYPES)
def test_partial_reset(env_type):
    env = cartpole(env_type, infos="all")
    env.reset()
    for _ in range(3):
        env.step(ZEROS)
    assert first_obs(env, env_id=[2, 0]).shape == (2, 4)
    assert first_obs(env, env_id=np.array([False, True, False, False])).shape == (1, 4)
    assert first_obs(env, env_id=[]).shape == (0, 4)
    if env_type != "dm":
        elapsed = env.step(ZEROS)[-1]["elapsed_step"]
        assert elapsed.tolist() == [1, 1, 1, 4]


@pytest.mark.parametrize(
    ("env_id", "error"),
    [
        ([4], EnvIdError),
        ([-1], EnvIdError),
        ([1, 1], EnvIdError),
        (1.0, ArgumentTypeError),
        ([[1]], ArgumentError),
        ([True, False], ArgumentError),
        ("0", ArgumentTypeError),
    ],
)
def test_bad_ids(env_id, error):
    env = cartpole()
    with pytest.raises(error, match=r"^env_id: expected"):
        env.reset(env_id)
    assert env.reset()[0].shape == (N, 4)


def test_reset_mask_of_gym_returns_its_rows():
    env = cartpole("gym")
    env.reset()
    mask = np.array([True, False, False, True])
    obs, info = env.reset(options={"reset_mask": mask}, seed=[7, 0, 0, 10])
    assert info["env_id"].tolist() == [0, 3]
    np.testing.assert_array_equal(obs, first_obs(cartpole(seed=7))[[0, 3]])


def test_reset_mask_of_gymnasium_is_that_of_sync_vector_env():
    modes = dict.fromkeys(["autoreset_mode"], gymnasium.vector.AutoresetMode.DISABLED)
    env, other = cartpole("gymnasium", infos="all", **modes), official(**modes)
    rng = np.random.default_rng(0)
    assert np.array_equal(env.reset(seed=3)[0], other.reset(seed=3)[0])
    resets = 0
    for _ in range(300):
        action = rng.integers(2, size=N)
        ours, theirs = env.step(action), other.step(action)
        np.testing.assert_allclose(ours[0], theirs[0], rtol=1e-6)
        for mine, theirs_ in zip(ours[1:4], theirs[1:4], strict=True):
            np.testing.assert_array_equal(mine, theirs_)
        done = ours[2] | ours[3]
        if not done.any():
            continue
        resets += 1
        obs, info = env.reset(options={"reset_mask": done})
        expected, _ = other.reset(options={"reset_mask": done.copy()})
        np.testing.assert_allclose(obs, expected, rtol=1e-6)
        assert obs.shape == (N, 4)
        assert info["env_id"].tolist() == [0, 1, 2, 3]
        assert info["_env_id"].tolist() == done.tolist()
        assert info["_elapsed_step"].tolist() == done.tolist()
        assert info["elapsed_step"].tolist() == [0] * N
    assert resets > 10


def test_reset_masks_in_a_row():
    env = cartpole("gymnasium")
    before, _ = env.reset(seed=1)
    before = before.copy()
    one, _ = env.reset(options={"reset_mask": np.array([True, False, False, False])})
    np.testing.assert_array_equal(one[1:], before[1:])
    assert not np.array_equal(one[0], before[0])
    kept = one.copy()
    one[:] = 0  # overwrites the user's array
    two, _ = env.reset(options={"reset_mask": np.array([False, True, False, False])})
    np.testing.assert_array_equal(two[[0, 2, 3]], kept[[0, 2, 3]])
    some = env.step(ZEROS[:2], [1, 0])[0]
    rows, _ = env.reset(options={"reset_mask": np.array([False, False, False, True])})
    np.testing.assert_array_equal(rows[[1, 0]], some)
    np.testing.assert_array_equal(rows[2], two[2])
    assert env.reset(options={"reset_mask": [True] * N})[0].shape == (N, 4)
    mixed = env.step(ZEROS, [3, 1, 0, 2])[0]
    rows, _ = env.reset(options={"reset_mask": np.array([True, False, False, False])})
    np.testing.assert_array_equal(rows[[3, 1, 2]], mixed[[0, 1, 3]])
    env.close()


def test_reset_mask_returns_what_envs_showed_not_what_the_user_wrote():
    env, other = (cartpole("gymnasium", infos="all") for _ in range(2))
    for pool in (env, other):
        pool.reset(seed=1)
    for k in range(4):
        result, same = env.step(ZEROS), other.step(ZEROS)
        for rows in (
            result[0],
            *(v for v in result[4].values() if isinstance(v, np.ndarray)),
        ):
            rows[:] = 77 if k % 2 else 1
        del result
        mask = np.arange(N) == k
        obs, info = env.reset(options={"reset_mask": mask})
        np.testing.assert_array_equal(obs[~mask], same[0][~mask])
        assert info["env_id"].tolist() == list(range(N))
        assert info["_env_id"].tolist() == mask.tolist()
        other.reset([k])
        obs[:] = 99
        info["env_id"][:] = 0
    assert env.all_env_ids.tolist() == list(range(N))


def test_reset_mask_before_the_first_reset():
    env = cartpole("gymnasium")
    with pytest.raises(ProtocolError, match="reset_mask"):
        env.reset(options={"reset_mask": np.array([True, False, False, False])})
    env.reset()
    obs, _ = env.reset(
        options={"reset_mask": np.array([True, False, True, False])},
        seed=[5, 6, None, 8],
    )
    np.testing.assert_array_equal(obs[0], first_obs(cartpole(seed=5))[0])


@pytest.mark.parametrize("env_type", ["gym", "gymnasium"])
def test_bad_options(env_type):
    env = cartpole(env_type)
    env.reset()
    good = np.ones(N, bool)
    for options, error in [
        ({"mask": good}, ArgumentError),
        ({"reset_mask": good[:2]}, ArgumentError),
        ({"reset_mask": ~good}, ArgumentError),
        ({"reset_mask": good.astype(int)}, ArgumentTypeError),
        ({"reset_mask": "all"}, ArgumentTypeError),
        ("reset_mask", ArgumentError),
    ]:
        with pytest.raises(error, match=r"^options"):
            env.reset(options=options)
    with pytest.raises(ArgumentError, match=r"^env_id"):
        env.reset([0], options={"reset_mask": good})
    assert env.reset(options={})[0].shape == (N, 4)
    assert env.reset(options={"reset_mask": None})[0].shape == (N, 4)


def test_reset_drops_what_is_outstanding_and_partial_reset_refuses():
    env = cartpole()
    env.reset()
    env.send(ZEROS)
    with pytest.raises(ProtocolError):
        env.reset([0])
    with pytest.raises(ProtocolError):
        env.async_reset()
    obs, info = env.reset()
    assert obs.shape == (N, 4)
    assert info["elapsed_step"].tolist() == [0] * N
    assert env.recv()[0].shape == (0, 4)


def test_partial_reset_refuses_a_mixture_in_sync_mode():
    env = cartpole()
    env.reset()
    env.send(ZEROS[:2], np.array([2, 3]))
    for seed in (None, 1, [1, None]):
        with pytest.raises(ProtocolError, match=r"^reset: results are pending \(2\)"):
            env.reset([0, 1], seed=seed)
    assert env.recv()[-1]["env_id"].tolist() == [2, 3]
    assert env.reset([0, 1])[0].shape == (2, 4)


def test_rows_that_another_thread_received(monkeypatch):
    env = envpool.make("CartPole-v1", "gymnasium", num_envs=3)
    env.reset()
    last = env._last_columns
    monkeypatch.setattr(env, "_last_columns", lambda: [rows[:1] for rows in last()])
    mask = np.array([True, True, False])
    with pytest.raises(ProtocolError, match="other thread"):
        env.reset(options={"reset_mask": mask})
    monkeypatch.undo()
    assert env.reset(options={"reset_mask": mask})[0].shape == (3, 4)
