# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rollouts of games: the player to move acts, by its mask and its observation."""

import ctypes

import numpy as np
import pytest

import envpool
from envpool.board.registration import family  # noqa: F401  registers the ids
from envpool.policies import MLP, Linear, Native, OpenLoop, Random
from envpool.python.errors import ArgumentError, ProtocolError

N, STEPS = 6, 25
GAMES = ["ConnectFour-v1", "Backgammon-v1", "KuhnPoker-v1", "Play2048-v1"]


def make(task_id="ConnectFour-v1", **options):
    keywords = {"num_envs": N, "seed": 3, "infos": "all"} | options
    env = envpool.make(task_id, "gymnasium", **keywords)
    first = env.reset()
    return env, first


def movers(obs, info):
    """Returns the observations of the players to move."""
    players = len(obs) // N
    return obs[np.arange(N) * players + info["current_player"]]


@pytest.mark.parametrize("task_id", GAMES)
def test_random_actions_are_legal(task_id):
    env, _ = make(task_id)
    single, (_, info) = make(task_id)
    players = env.config["max_num_players"]
    policy = Random(5)
    for _ in range(2):
        batch = env.rollout(STEPS, policy)
        assert batch.action.shape == (STEPS, N)
        assert batch.obs.shape[:2] == batch.reward.shape == (STEPS, N * players)
        for t in range(STEPS):
            assert info["action_mask"][np.arange(N), batch.action[t]].all()
            obs, reward, *_, info = single.step(batch.action[t])
            np.testing.assert_array_equal(batch.obs[t], obs)
            np.testing.assert_array_equal(batch.reward[t], reward)


def test_an_asynchronous_pool_draws_the_same():
    first, _ = make()
    second, _ = make(num_threads=4, normalize_reward=True)
    for env in (first, second):
        env.reset()
    np.testing.assert_array_equal(
        *(env.rollout(STEPS, Random(1)).action for env in (first, second))
    )


def weights_of(outputs, obs, seed=0, networks=()):
    rng = np.random.default_rng(seed)
    inputs = obs[0].size
    return rng.normal(size=(*networks, outputs, inputs)).astype(np.float32)


@pytest.mark.parametrize("networks", [(), (N,)])
def test_networks_see_the_player_to_move(networks):
    env, _ = make()
    single, (obs, info) = make()
    weights = weights_of(7, obs, networks=networks)
    policy = Linear(weights, sample=False, log_prob=True)
    batch = env.rollout(STEPS, policy)
    assert batch.log_prob.shape == (STEPS, N)
    for t in range(STEPS):
        seen = movers(obs, info).reshape(N, -1).astype(np.float32)
        logits = (weights @ seen[..., None])[..., 0]
        legal = np.where(info["action_mask"] != 0, logits, -np.inf)
        np.testing.assert_array_equal(batch.action[t], legal.argmax(axis=1))
        obs, *_, info = single.step(batch.action[t])
        np.testing.assert_array_equal(batch.obs[t], obs)


def test_critic_and_samples():
    env, (obs, _) = make()
    actor, critic = weights_of(7, obs), weights_of(1, obs, 1)
    policy = MLP(
        [(actor, np.zeros(7))], critic=[(critic, np.zeros(1))], log_prob=True, seed=4
    )
    batch = env.rollout(STEPS, policy)
    assert batch.value.shape == batch.log_prob.shape == (STEPS, N)
    assert (batch.log_prob <= 0).all()
    again, _ = make(num_threads=1)
    np.testing.assert_array_equal(
        batch.action, again.rollout(STEPS, OpenLoop(batch.action)).action
    )


def test_a_c_function():
    env, (obs, info) = make()
    calls = []
    item = obs[0].size

    @ctypes.CFUNCTYPE(
        None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64
    )
    def policy(seen, action, env_id, step):
        cells = (ctypes.c_uint8 * item).from_address(seen)
        calls.append((env_id, step, bytes(cells)))
        ctypes.c_int32.from_address(action).value = 3

    address = ctypes.cast(policy, ctypes.c_void_p).value
    env.rollout(1, Native(address, keep=policy))
    expected = [(i, 0, movers(obs, info)[i].tobytes()) for i in range(N)]
    assert sorted(calls) == expected


def test_unknown_results():
    env, _ = make()
    env.close()
    env = envpool.make("ConnectFour-v1", "gymnasium", num_envs=N)
    assert not env.rollout(1, Random(0)).reward.any()  # the first step is a reset
    env = envpool.make("ConnectFour-v1", "gymnasium", num_envs=N)
    with pytest.raises(ProtocolError, match="reset"):
        env.rollout(1, Linear(np.zeros((7, 6 * 7 * 2))))
    rows = {
        "action": np.zeros((1, 2 * N), np.int32),
        "players.env_id": np.repeat(np.arange(N), 2)[None],
    }
    with pytest.raises(ArgumentError, match="1 rows of players"):
        env.rollout(1, OpenLoop(rows))


def test_evaluate_from_the_state_of_a_game():
    env, _ = make()
    env.rollout(4, Random(1))
    states = env.save_state()[:2]
    plays = make()[0].rollout(40, Random(7)).action[:, :5].T  # (K, T)
    plays = np.ascontiguousarray(plays[:, :STEPS])
    found = env.evaluate(states, plays)
    assert found.returns.shape == (2, 5, 2)
    for s, k in np.ndindex(2, 5):
        single = make()[0]
        single.load_state([states[s]] * N)
        total, length = np.zeros(2), 0
        for action in plays[k]:
            _, reward, terminated, truncated, _ = single.step(np.full(N, action))
            total, length = total + reward[:2], length + 1
            if terminated[0] or truncated[0]:
                break
        np.testing.assert_array_equal(found.returns[s, k], total)
        assert found.lengths[s, k] == length
    np.testing.assert_array_equal(
        env.rollout(5, Random(2)).obs[-1].shape, (2 * N, 6, 7, 2)
    )
