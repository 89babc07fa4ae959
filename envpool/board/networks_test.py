# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Games against a network that moves in C++."""

import itertools

import numpy as np
import pytest

import envpool
from envpool.board.registration import family  # noqa: F401  registers the ids
from envpool.integrations.opponents import AgainstPolicy
from envpool.policies import MLP, Linear, Random
from envpool.python.errors import ConfigError, ConfigTypeError

N = 7
GAMES = ["TicTacToe-v1", "ConnectFour-v1", "Othello-v1", "KuhnPoker-v1", "Go9x9-v1"]


def sizes_of(task_id):
    spec = envpool.make_spec(task_id)
    shape = spec.state_array_spec["obs"].shape[1:]
    return int(np.prod(shape)), int(spec.action_space.n)


def whole_numbers(shape, seed):
    """Returns whole numbers as weights: sums of their products are exact."""
    return np.random.default_rng(seed).integers(-9, 10, shape).astype(np.float32)


def make(task_id, opponent, **options):
    keywords = {"num_envs": N, "seed": 5} | options
    return envpool.make_gymnasium(task_id, opponent=opponent, **keywords)


def draw(info, rng):
    mask = info["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.parametrize("task_id", GAMES)
@pytest.mark.parametrize("hidden", [(), (5,)])
def test_the_likeliest_moves_are_those_of_the_policy(task_id, hidden):
    cells, actions = sizes_of(task_id)
    sizes = (cells, *hidden, actions)
    layers = [
        (whole_numbers((b, a), a), whole_numbers(b, b))
        for a, b in itertools.pairwise(sizes)
    ]

    def policy(obs, mask):
        x = obs.reshape(len(obs), -1).astype(np.float32)
        for i, (weights, biases) in enumerate(layers):
            x = (np.maximum(x, 0) if i > 0 else x) @ weights.T + biases
        return np.where(mask != 0, x, -np.inf).argmax(axis=1)

    native = make(task_id, MLP(layers, "relu", sample=False))
    slow = AgainstPolicy(task_id, policy, num_envs=N, seed=5)
    (obs, info), (expected, expected_info) = native.reset(), slow.reset()
    rng = np.random.default_rng(0)
    for _ in range(60):
        np.testing.assert_array_equal(obs, expected)
        np.testing.assert_array_equal(info["action_mask"], expected_info["action_mask"])
        action = draw(info, rng)
        obs, *flags, info = native.step(action)
        expected, *expected_flags, expected_info = slow.step(action)
        np.testing.assert_array_equal(flags, expected_flags)


def play(env, steps=30):
    rng = np.random.default_rng(1)
    obs, info = env.reset()
    found = [obs]
    for _ in range(steps):
        obs, reward, *_, info = env.step(draw(info, rng))
        found += [obs, reward]
    return found


def test_draws_follow_from_seeds_alone():
    weights = np.random.default_rng(0).normal(size=(7, 84))
    first = play(make("ConnectFour-v1", Linear(weights, seed=3)))
    again = play(make("ConnectFour-v1", Linear(weights, seed=3), num_threads=1))
    for a, b in zip(first, again, strict=True):
        np.testing.assert_array_equal(a, b)
    other = play(make("ConnectFour-v1", Linear(weights, seed=-3)))
    assert any((a != b).any() for a, b in zip(first, other, strict=True))


def test_probabilities_of_draws():
    biases = np.linspace(-1.0, 1.0, 9)
    env = make("TicTacToe-v1", Linear(np.zeros((9, 18)), biases), num_envs=6000)
    obs, _ = env.reset()
    moved = obs[..., 1].reshape(-1, 9)
    moved = moved[moved.any(axis=1)]  # the opponent began
    assert 2500 < len(moved) < 3500
    expected = np.exp(biases) / np.exp(biases).sum()
    np.testing.assert_allclose(moved.mean(axis=0), expected, atol=0.02)


def test_saved_games_continue_alike():
    env = make("ConnectFour-v1", Linear(np.zeros((7, 84))))
    _, info = env.reset()
    rng = np.random.default_rng(2)
    for _ in range(3):
        *_, info = env.step(draw(info, rng))
    state = env.save_state()
    played = []
    for _ in range(20):
        action = draw(info, rng)
        *result, info = env.step(action)
        played.append((action, result))
    env.load_state(state)
    for action, expected in played:
        *result, _ = env.step(action)
        for a, b in zip(result, expected, strict=True):
            np.testing.assert_array_equal(a, b)


def test_the_config_has_the_network():
    weights = np.random.default_rng(0).normal(size=(9, 18))
    env = make("TicTacToe-v1", MLP([(weights, np.ones(9))], seed=2**64 - 1))
    keys = {k: v for k, v in env.config.items() if k.startswith("opponent")}
    assert keys["opponent"] == "network"
    assert keys["opponent_layers"] == [18, 9]
    assert keys["opponent_seed"] == 2**64 - 1
    again = envpool.make_gymnasium("TicTacToe-v1", num_envs=N, seed=5, **keys)
    for a, b in zip(play(env), play(again), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(
    ("policy", "error", "text"),
    [
        (Random(), ConfigTypeError, "opponent: expected"),
        (len, ConfigTypeError, "opponent: expected"),
        (MLP(3), ConfigTypeError, r"opponent.layers: expected pairs"),
        (MLP([]), ConfigError, "expected one network"),
        (Linear(np.zeros((N, 9, 18))), ConfigError, "expected one network"),
        (Linear(np.full((9, 18), np.nan)), ConfigError, "finite"),
        (Linear(np.zeros((9, 17))), ConfigError, "inputs of size 18, got 17"),
        (Linear(np.zeros((8, 18))), ConfigError, "outputs of size 9, got 8"),
        (Linear(np.zeros((9, 18)), sample=2), ConfigError, "opponent.sample"),
        (
            MLP([(np.zeros((4, 18)), np.zeros(4)), (np.zeros((9, 5)), np.zeros(9))]),
            ConfigError,
            r"opponent.layers\[1\]: expected weights of shape \(outputs, 4\)",
        ),
        (
            MLP([(np.zeros((9, 18)), np.zeros(9))], activation="sin"),
            ConfigError,
            "opponent.activation",
        ),
    ],
)
def test_wrong_networks(policy, error, text):
    with pytest.raises(error, match=text):
        make("TicTacToe-v1", policy)


def test_wrong_configs():
    with pytest.raises(ConfigError, match="opponent_layers"):
        make("TicTacToe-v1", "network")
    with pytest.raises(ConfigError, match="opponent_weights of size 171, got 3"):
        make(
            "TicTacToe-v1",
            "network",
            opponent_layers=[18, 9],
            opponent_weights=[0.0, 1.0, 2.0],
        )
