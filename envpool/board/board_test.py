# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What all games share: rows, masks, illegal actions, opponents, PettingZoo."""

import warnings

import numpy as np
import pytest

import envpool
from envpool.board.registration import family  # noqa: F401  registers the ids
from envpool.integrations.pettingzoo import AECEnv, ParallelEnv
from envpool.python.errors import NotSupportedError
from envpool.registration import registry
from envpool.speed import Actions

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # this module loads deprecated games
    from pettingzoo.test import api_test, parallel_api_test, seed_test

IDS = [task for task, spec in registry.specs.items() if spec[0] == "envpool.board"]
SEVERAL = [task for task in IDS if not task.startswith("Play2048")]
LONG = ("Chess", "ChineseGo1", "GardnerChess", "Go1", "Shogi")  # rarely won in 60 moves
N = 6


def make(task_id, **options):
    return envpool.make(
        task_id, "gymnasium", **{"num_envs": N, "seed": 3, "infos": "all", **options}
    )


@pytest.mark.parametrize("task_id", SEVERAL)
def test_rows_of_players(task_id):
    env = make(task_id)
    players = env.config["max_num_players"]
    obs, info = env.reset()
    actions = Actions(env)
    for _ in range(30):
        assert len(obs) == N * players
        assert info["players"]["id"].tolist() == [*range(players)] * N
        assert (
            info["players"]["env_id"].tolist() == np.repeat(range(N), players).tolist()
        )
        np.testing.assert_array_equal(info["action_mask"], info["legal_action_mask"])
        obs, reward, *_, info = env.step(actions.draw_legal())
        assert len(reward) == N * players


def test_actions_of_all_players():
    """Of one action for each player, that of the player to move counts."""
    one, all_players = make("ConnectFour-v1"), make("ConnectFour-v1")
    _, info = one.reset()
    all_players.reset()
    actions = Actions(one)
    for _ in range(20):
        action = actions.draw_legal()
        rows = np.zeros((N, 2), np.int32)
        rows[np.arange(N), info["current_player"]] = action
        owners = info["players"]["env_id"]
        found = all_players.step({"action": rows.ravel(), "players.env_id": owners})
        *expected, info = one.step(action)
        np.testing.assert_equal(found[:4], tuple(expected))


@pytest.mark.parametrize("task_id", SEVERAL)
def test_a_random_opponent(task_id):
    env = make(task_id, opponent="random", num_envs=40)
    env.reset()
    actions = Actions(env)
    results = set()
    for _ in range(60):
        *_, reward, terminated, _, info = env.step(actions.draw_legal())
        assert not info["current_player"].any()
        assert reward.shape == (40,)
        results |= set(np.sign(reward[terminated]).tolist())
    if not task_id.startswith(LONG):
        assert results >= {-1.0, 1.0}


@pytest.mark.parametrize("task_id", IDS)
def test_an_illegal_action_loses(task_id):
    env = make(task_id)
    _, info = env.reset()
    actions = Actions(env)
    players = env.config["max_num_players"]
    penalty = 3 if task_id == "Backgammon-v1" else 1
    found = 0
    for _ in range(60):
        mask, mover = info["action_mask"], info.get("current_player", np.zeros(N, int))
        action = actions.draw_legal()
        illegal = np.flatnonzero((mask == 0).any(axis=1))[:1]
        action[illegal] = mask[illegal].argmin(axis=1)
        _, reward, terminated, _, info = env.step(action)
        reward = reward.reshape(N, players)
        for i in illegal:
            expected = np.full(players, penalty * (players - 1.0))
            expected[mover[i]] = -penalty
            assert reward[i].tolist() == expected.tolist()
            assert terminated[i]
            assert (info["action_mask"][i] == 1).all()
            found += 1
    assert found or task_id == "KuhnPoker-v1"


@pytest.mark.parametrize("rules", ["pgx", "chinese"])
def test_go_boards_repeat(rules):
    """By PGX's rules some games end early, by repetition; by others none does."""
    env = make("Go9x9-v1", rules=rules, num_envs=64)
    env.reset()
    actions = Actions(env)
    early = 0
    passes = np.zeros(64, bool)
    for _ in range(400):
        action = actions.draw_legal()
        again = passes & (action == 81)
        passes = action == 81
        *_, terminated, _, info = env.step(action)
        early += (terminated & ~again & (info["elapsed_step"] < 162)).sum()
    assert (early > 0) == (rules == "pgx")


@pytest.mark.parametrize("task_id", IDS)
def test_pictures(task_id):
    """A move changes the picture, and nothing else does."""
    env = make(task_id, render_mode="rgb_array", num_envs=1)
    env.reset()
    first = np.array(env.render()[0])
    assert 400 <= max(first.shape) <= 480
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 2
    np.testing.assert_array_equal(env.render()[0], first)
    env.step(Actions(env).draw_legal())
    assert (env.render()[0] != first).any()


def test_a_picture_of_another_size():
    env = make("Chess-v1", render_mode="rgb_array", render_width=64, render_height=32)
    env.reset()
    assert env.render()[0].shape == (32, 64, 3)


def test_games_follow_from_the_seed():
    """Explicit resets go on to other games; a seed starts the first one again."""
    env = make("SparrowMahjong-v1", num_envs=1)
    first, _ = env.reset(seed=5)
    second, _ = env.reset()
    assert not np.array_equal(first, second)
    np.testing.assert_array_equal(env.reset(seed=5)[0], first)
    np.testing.assert_array_equal(env.reset()[0], second)


@pytest.mark.parametrize(
    "options", [{"rules": "complete"}, {"history_length": 9}, {"opponent": "me"}]
)
def test_wrong_options(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        make("Go9x9-v1", **options)


@pytest.mark.filterwarnings("ignore:.*bservation:UserWarning")
@pytest.mark.parametrize("task_id", SEVERAL)
def test_tests_of_pettingzoo(task_id):
    """Their warnings also occur with PettingZoo's own games with masks."""
    api_test(AECEnv(task_id), 100)
    seed_test(lambda: AECEnv(task_id), 50)
    parallel_api_test(ParallelEnv(task_id), 50)


def test_a_game_of_pettingzoo():
    """The same game as the pool's, with rewards and masks of the player to move."""
    env = AECEnv("TicTacToe-v1")
    env.reset(seed=7)
    pool = envpool.make_gym("TicTacToe-v1", num_envs=1)
    _, info = pool.reset(seed=7)
    played = []
    while not (env.terminations[env.agent_selection]):
        agent = env.agent_selection
        mover = info["current_player"][0]
        assert agent == f"player_{mover}"
        observation, reward, *_ = env.last()
        np.testing.assert_array_equal(
            observation["action_mask"], info["action_mask"][0]
        )
        assert not env.observe(f"player_{1 - mover}")["action_mask"].any()
        assert reward == 0
        played.append(int(observation["action_mask"].argmax()))
        env.step(played[-1])
        *_, info = pool.step(np.array(played[-1:], np.int32))
    assert played == [*range(7)]
    assert env.rewards == {f"player_{mover}": 1.0, f"player_{1 - mover}": -1.0}
    while env.agents:
        assert not env.last()[0]["action_mask"].any()
        env.step(None)


def test_games_that_pettingzoo_does_not_play():
    with pytest.raises(NotSupportedError, match="Play2048-v1"):
        AECEnv("Play2048-v1")
