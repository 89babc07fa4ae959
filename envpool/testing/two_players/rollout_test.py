# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rollouts of envs with several players."""

import minari
import numpy as np
import pytest

import envpool
from envpool.datasets import Minari
from envpool.policies import Linear, Native, OpenLoop, Random
from envpool.python.errors import (
    ArgumentError,
    EnvStepError,
    NotSupportedError,
)
from envpool.python.rollouts.evaluate import _trials
from envpool.testing import two_players  # noqa: F401  registers the ids

N, STEPS = 5, 12


def make(env_type="gymnasium", **kwargs):
    options = {"num_envs": N, "num_players": 2, "seed": 3} | kwargs
    return envpool.make("Duel-v0", env_type, **options)


def test_a_rollout_is_single_steps():
    rolled, stepped = make(num_threads=3), make()
    rolled.reset()
    _, info = stepped.reset()
    policy = Random(4)
    for steps in (STEPS, 1):
        batch = rolled.rollout(steps, policy, infos=["players.score", "elapsed_step"])
        assert batch.action["players"]["move"].shape == (steps, 2 * N)
        assert batch.action["bet"].shape == (steps, N, 2)
        assert batch.obs["players"]["hand"].shape == (steps, 2 * N, 2)
        assert batch.reward.shape == (steps, 2 * N)
        assert batch.terminated.shape == (steps, N)
        for t in range(steps):
            action = {
                "players": {
                    "move": batch.action["players"]["move"][t],
                    "env_id": np.repeat(np.arange(N, dtype=np.int32), 2),
                },
                "bet": batch.action["bet"][t],
            }
            obs, reward, terminated, truncated, info = stepped.step(action)
            np.testing.assert_array_equal(
                batch.obs["players"]["hand"][t], obs["players"]["hand"]
            )
            np.testing.assert_array_equal(batch.obs["board"][t], obs["board"])
            np.testing.assert_array_equal(batch.reward[t], reward)
            np.testing.assert_array_equal(batch.terminated[t], terminated)
            np.testing.assert_array_equal(batch.truncated[t], truncated)
            np.testing.assert_array_equal(
                batch.info["players.score"][t], info["players"]["score"]
            )
    moves = batch.action["players"]["move"]
    assert ((moves >= 0) & (moves <= 9)).all()


@pytest.mark.parametrize("options", [{"num_threads": 1}, {"normalize_obs": True}])
def test_draws_do_not_depend_on_how_envs_are_stepped(options):
    first, second = make(num_threads=4), make(**options)
    for env in (first, second):
        env.reset()
    found = [env.rollout(STEPS, Random(1)).action for env in (first, second)]
    moves = [action["players"]["move"] for action in found]
    np.testing.assert_array_equal(*moves)
    assert len(np.unique(moves[0])) == 10
    assert (moves[0][:, ::2] != moves[0][:, 1::2]).any()


def test_actions_play_again():
    first, second = make(), make()
    for env in (first, second):
        env.reset()
    batch = first.rollout(STEPS, Random(2))
    again = second.rollout(STEPS, OpenLoop(batch.action))
    np.testing.assert_array_equal(batch.reward, again.reward)
    np.testing.assert_array_equal(
        batch.obs["players"]["hand"], again.obs["players"]["hand"]
    )
    rows = {"move": np.zeros((1, N), np.int32), "env_id": np.arange(N)[None]}
    with pytest.raises(ArgumentError, match="expected 2 rows of players"):
        second.rollout(1, OpenLoop({"players": rows, "bet": np.zeros((1, N, 2))}))


def test_own_arrays():
    env = make()
    env.reset()
    out = {
        "reward": np.empty((STEPS, 2 * N), np.float32),
        "action": {"players": {"move": np.empty((STEPS, 2 * N), np.int32)}},
    }
    batch = env.rollout(STEPS, Random(0), out=out)
    assert batch.reward is out["reward"]
    assert batch.action["players"]["move"] is out["action"]["players"]["move"]
    with pytest.raises(ArgumentError, match=r"out.reward: expected .*\(12, 10\)"):
        env.rollout(STEPS, Random(0), out={"reward": np.empty((STEPS, N), np.float32)})


def test_fewer_players_are_an_error():
    env = make(num_players=0)
    env.reset()
    with pytest.raises(NotSupportedError, match="expected all 2 players of each env"):
        env.rollout(STEPS, Random(0))
    obs, _ = env.reset()
    assert len(obs["board"]) == N


def test_a_failing_env():
    env = make(fail_at=3)
    env.reset()
    with pytest.raises(EnvStepError, match="the second env is tired") as caught:
        env.rollout(4, Random(0))
    batch = caught.value.result
    assert not batch.obs["players"]["hand"][2, 2:4].any()
    assert (batch.obs["board"][2, [0, 2, 3, 4], 2] != 0).all()
    env.rollout(1, Random(0))


def test_refused():
    env = make()
    env.reset()
    with pytest.raises(NotSupportedError, match="one choice"):
        env.rollout(1, Linear(np.zeros((10, 5))))
    with pytest.raises(NotSupportedError, match="one array"):
        env.rollout(1, Native(1))


def test_each_player_has_its_episodes(tmp_path):
    env = make(num_envs=3)
    first, _ = env.reset()
    hands = [first["players"]["hand"].copy()]
    boards = [first["board"].copy()]
    moves, rewards = [], []
    with Minari("duel-v0", tmp_path) as data:
        policy = Random(0)
        for steps in (2, 30):
            batch = env.rollout(steps, policy, record=data)
            hands += list(batch.obs["players"]["hand"])
            boards += list(batch.obs["board"])
            moves += list(batch.action["players"]["move"])
            rewards += list(batch.reward)
            ends = batch.terminated | batch.truncated
    assert ends.any()
    dataset = minari.MinariDataset(tmp_path / "duel-v0" / "data")
    assert len(dataset) % 2 == 0
    for player in range(6):
        episode = dataset[player]
        length = len(episode)
        np.testing.assert_array_equal(
            episode.observations["players"]["hand"],
            np.stack(hands)[: length + 1, player],
        )
        np.testing.assert_array_equal(
            episode.observations["board"], np.stack(boards)[: length + 1, player // 2]
        )
        np.testing.assert_array_equal(
            episode.actions["players"]["move"], np.stack(moves)[:length, player]
        )
        np.testing.assert_array_equal(
            episode.rewards, np.stack(rewards)[:length, player]
        )


def test_actions_to_try():
    env = make()
    rng = np.random.default_rng(0)
    plans = {
        "players": {"move": rng.integers(0, 10, (2, 4, 6, 2)).astype(np.int32)},
        "bet": rng.random((2, 4, 6, 2)),
    }
    rolled = _trials(env, plans, 2).of(np.array([1, 6]))
    move, bet = rolled["players"]["move"], rolled["bet"]
    assert move.shape == (6, 4)
    np.testing.assert_array_equal(move[:, :2], plans["players"]["move"][0, 1])
    np.testing.assert_array_equal(move[:, 2:], plans["players"]["move"][1, 2])
    np.testing.assert_array_equal(bet[:, 1], plans["bet"][1, 2])
    plans["players"]["move"] = plans["players"]["move"][..., 0]
    with pytest.raises(ArgumentError, match="axis of 2 players"):
        env.evaluate([b"", b""], plans)
