# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Games against a policy."""

import numpy as np
import pytest

import envpool
from envpool.board.registration import family  # noqa: F401  registers the ids
from envpool.integrations.opponents import AgainstPolicy
from envpool.python.errors import ArgumentError, ConfigError

N = 5


def lowest(obs, mask):
    assert len(obs) == len(mask) > 0
    return mask.argmax(axis=1)


class Game:
    """One game after the other, played move by move in a pool of its own."""

    def __init__(self, task_id, seed, player):
        self.pool = envpool.make_gymnasium(task_id, num_envs=1, seed=seed)
        self.player = player
        self.result = self.pool.reset()
        self.over = False
        self.reward = 0.0
        self.wait()

    def wait(self):
        obs, *flags, info = self.result
        if flags:
            self.reward += flags[0][self.player]
            self.over = bool(flags[1] | flags[2])
        if not self.over and info["current_player"][0] != self.player:
            mask = info["action_mask"]
            mover = info["current_player"][0]
            self.result = self.pool.step(lowest(obs[mover : mover + 1], mask))
            self.wait()

    def step(self, action):
        self.reward = 0.0
        self.result = self.pool.step(np.array([action]))
        self.wait()


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("task_id", ["ConnectFour-v1", "SparrowMahjong-v1", "Chess-v1"])
def test_games_are_those_of_a_pool(task_id, player):
    env = AgainstPolicy(task_id, lowest, player, num_envs=N, seed=3)
    games = [Game(task_id, 3 + i, player) for i in range(N)]
    obs, info = env.reset()
    reward, ends = np.zeros(N), np.zeros(N, bool)
    rng = np.random.default_rng(0)
    for _ in range(60):
        for i, game in enumerate(games):
            np.testing.assert_array_equal(obs[i], game.result[0][player])
            assert (reward[i], ends[i]) == (game.reward, game.over)
            mask = game.result[-1]["action_mask"][0]
            np.testing.assert_array_equal(info["action_mask"][i], mask)
            assert game.over or info["current_player"][i] == player
        masks = info["action_mask"]
        action = (rng.random(masks.shape) * masks).argmax(axis=1)
        obs, reward, terminated, truncated, info = env.step(action)
        ends = terminated | truncated
        for i, game in enumerate(games):
            game.step(action[i])
    env.close()


def test_spaces():
    env = AgainstPolicy("TicTacToe-v1", lowest, num_envs=N)
    obs, _ = env.reset(seed=3)
    assert obs in env.observation_space
    assert env.action_space.shape == (N,)


def test_wrong_arguments():
    with pytest.raises(ArgumentError, match="player: expected 0 to 1, got 2"):
        AgainstPolicy("TicTacToe-v1", lowest, 2)
    with pytest.raises(ConfigError, match="several players"):
        AgainstPolicy("Play2048-v1", lowest)
    with pytest.raises(ConfigError, match="autoreset_mode"):
        AgainstPolicy("TicTacToe-v1", lowest, autoreset_mode="same_step")
    env = AgainstPolicy("TicTacToe-v1", lowest, num_envs=N)
    with pytest.raises(ArgumentError, match="options: expected none"):
        env.reset(options={"first": 1})
    env.reset()
    with pytest.raises(ValueError, match="action"):
        env.step(np.full(N, 9))
