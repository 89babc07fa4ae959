# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`envpool.evaluate`: the episodes that it plays, and its statistics."""

import math

import gymnasium
import jax
import numpy as np
import pytest

import envpool
from envpool.errors import (
    ArgumentError,
    ArgumentTypeError,
    ConfigError,
    EnvStepError,
    NotSupportedError,
)
from envpool.evaluation.result import Evaluation, student_quantile
from envpool.testing import (  # noqa: F401  registers their ids
    changing_players,
    fault,
    rare_features,
    two_players,
)


def balance(obs):
    """Balances CartPole for a while; higher returns have longer episodes."""
    return (obs[:, 2] + 0.015 * obs[:, 3] > 0).astype(int)


def alone(seed, policy=balance, task_id="CartPole-v1"):
    """Returns the return of an episode of the official env."""
    env = gymnasium.make(task_id)
    obs, _ = env.reset(seed=seed)
    total, ended = 0.0, False
    while not ended:
        obs, reward, terminated, truncated, _ = env.step(policy(obs[None])[0])
        total += float(np.float32(reward))
        ended = terminated or truncated
    return total


def test_plays_exactly_the_episodes_of_its_seeds():
    found = envpool.evaluate(balance, "CartPole-v1", episodes=37, seed=5, num_envs=8)
    expected = [alone(seed) for seed in range(5, 42)]
    assert found.returns.tolist() == expected
    assert found.lengths.tolist() == expected
    assert found.seeds.tolist() == list(range(5, 42))
    assert found.terminated.tolist() == [total < 500 for total in expected]
    assert len(found) == 37


def test_is_not_biased_towards_short_episodes():
    """The first episodes to end are too short; those of fixed seeds are unbiased."""
    truth = envpool.evaluate(balance, "CartPole-v1", episodes=1000, seed=10**6).mean
    first = []
    with envpool.make_gymnasium("CartPole-v1", num_envs=99, episode_stats=True) as env:
        obs, _ = env.reset(seed=0)
        while len(first) < 100:
            obs, *_, info = env.step(balance(obs))
            if "episode" in info:
                first += info["episode"]["r"][info["_episode"]].tolist()
    assert np.mean(first) < 0.9 * truth
    found = envpool.evaluate(balance, "CartPole-v1", episodes=100, seed=0)
    low, high = found.interval()
    assert low < truth < high


@pytest.mark.parametrize(
    "kwargs",
    [{"num_envs": 1}, {"num_envs": 7, "num_threads": 3}, {"num_envs": 1000}],
)
def test_number_of_envs_and_threads_changes_nothing(kwargs):
    found = envpool.evaluate(balance, "CartPole-v1", episodes=20, seed=3, **kwargs)
    expected = envpool.evaluate(balance, "CartPole-v1", episodes=20, seed=3)
    np.testing.assert_array_equal(found.returns, expected.returns)


def test_random_policies_are_reproducible():
    def run():
        rng = np.random.default_rng(0)
        policy = lambda obs: rng.integers(4, size=len(obs))  # noqa: E731
        return envpool.evaluate(policy, "FrozenLake-v1", episodes=50, seed=1)

    first, second = run(), run()
    np.testing.assert_array_equal(first.lengths, second.lengths)
    assert len(set(first.lengths.tolist())) > 5


def test_seeds_of_ones_own():
    seeds = [9, 2, 9, 2**40]
    found = envpool.evaluate(balance, "CartPole-v1", episodes=4, seed=seeds)
    assert found.seeds.tolist() == seeds
    assert found.returns[0] == found.returns[2] == alone(9)


@pytest.mark.parametrize(
    ("task_id", "act"),
    [
        ("Pendulum-v1", lambda n: np.zeros((n, 1))),
        ("Blackjack-v1", lambda n: [1] * n),
        ("Taxi-v3", lambda n: np.arange(n) % 6),
        ("Scribe-v0", lambda n: {"pen": {"x": np.zeros(n), "down": [[1]] * n}}),
        ("Scribe-v0", lambda n: {"pen.x": [0.5] * n, "pen.down": np.ones((n, 1), int)}),
    ],
)
def test_actions_and_observations_of_all_kinds(task_id, act):
    counts = []

    def policy(obs):
        parts = list(obs.values()) if isinstance(obs, dict) else obs
        parts = parts if isinstance(parts, (list, tuple)) else [parts]
        (count,) = {len(part) for part in parts}
        counts.append(count)
        return act(count)

    found = envpool.evaluate(
        policy, task_id, episodes=11, num_envs=4, max_episode_steps=9
    )
    assert len(found) == 11
    assert found.lengths.max() <= 9 and found.lengths.min() >= 1
    assert sum(counts) == found.lengths.sum()


def test_arrays_of_jax():
    def policy(obs):
        assert isinstance(obs, jax.Array)
        return (obs[:, 2] + 0.015 * obs[:, 3] > 0).astype(int)

    found = envpool.evaluate(policy, "CartPole-v1", 3, output="jax", num_envs=2)
    expected = envpool.evaluate(balance, "CartPole-v1", 3)
    np.testing.assert_array_equal(found.returns, expected.returns)


@pytest.mark.parametrize("film", ["best", "worst"])
def test_film(film, tmp_path):
    rng = np.random.default_rng(0)
    path = tmp_path / "own.actions"
    found = envpool.evaluate(
        lambda obs: rng.integers(2, size=len(obs)),
        "CartPole-v1",
        episodes=9,
        num_envs=2,
        film=film,
        render_width=60,
        render_height=40,
        **({"record_actions": path} if film == "best" else {}),
    )
    score = found.returns.max() if film == "best" else found.returns.min()
    number = found.best if film == "best" else found.worst
    assert found.film.total_reward == found.returns[number] == score
    assert path.exists() == (film == "best")
    frames = list(found.film.frames())
    assert len(frames) == found.lengths[number] + 1
    assert frames[0].shape == (40, 60, 3)
    start = next(found.film.steps()).observation[0]
    with envpool.make_gymnasium("CartPole-v1") as env:
        np.testing.assert_array_equal(start, env.reset(seed=number)[0][0])


def test_a_film_has_the_callers_folders(tmp_path):
    """Recordings may not choose folders themselves."""
    config = {"base_path": str(tmp_path), "max_episode_steps": 5}
    found = envpool.evaluate(balance, "CartPole-v1", 2, film="best", **config)
    assert len(list(found.film.steps())) == 6


def test_result():
    found = Evaluation(
        "X-v0",
        np.arange(4),
        np.array([1.0, 3.0, 0.0, 4.0]),
        np.array([1, 2, 3, 4]),
        np.array([True, True, False, True]),
    )
    assert (found.mean, found.best, found.worst) == (2.0, 3, 2)
    assert found.std == pytest.approx(math.sqrt(10 / 3))
    margin = 3.1824463 * math.sqrt(10 / 3) / 2
    assert found.interval() == pytest.approx((2 - margin, 2 + margin))
    assert repr(found) == (
        "Evaluation('X-v0', 4 episodes, mean return 2, 95% interval "
        "[-0.905163, 4.90516])"
    )
    assert "<caption>X-v0, 4 episodes</caption>" in found._repr_html_()
    assert "25.0%" in found._repr_html_()
    with pytest.raises(ConfigError, match="confidence"):
        found.interval(1.0)


def test_a_single_episode_has_no_interval():
    found = envpool.evaluate(balance, "CartPole-v1", 1)
    assert found.interval() == (-math.inf, math.inf)
    assert math.isnan(found.std)


@pytest.mark.parametrize(
    ("degrees", "confidence", "expected"),
    [
        (1, 0.95, 12.7062),
        (2, 0.95, 4.3027),
        (3, 0.99, 5.8409),
        (8, 0.5, 0.7064),
        (29, 0.95, 2.0452),
        (120, 0.9, 1.6577),
        (10**6, 0.95, 1.96),
        (5, 0.0, 0.0),
    ],
)
def test_student_quantile(degrees, confidence, expected):
    assert student_quantile(confidence, degrees) == pytest.approx(expected, abs=3e-3)


def by_players(act, task_id, seed, **kwargs):
    """Returns the players' returns in an episode of a pool with one env."""
    with envpool.make_gymnasium(
        task_id, num_envs=1, autoreset_mode="disabled", **kwargs
    ) as env:
        totals = np.zeros(env.config.max_num_players)
        obs, info = env.reset(seed=seed)
        ended = [False]
        while not ended[0]:
            obs, reward, terminated, truncated, info = env.step(act(obs, info))
            rows = info["players"]
            seats = rows["id"] if "id" in rows else np.arange(len(rows["env_id"]))
            np.add.at(totals, seats, reward)
            ended = terminated | truncated
    return totals.tolist()


def play_nim(obs, info):
    """Player 0 plays optimally, player 1 takes one stone; a row for each env."""
    assert len(obs) == 2 * len(info["env_id"])
    rows = np.arange(len(info["env_id"]))
    np.testing.assert_array_equal(info["players"]["env_id"][::2], info["env_id"])
    mover = info["current_player"]
    np.testing.assert_array_equal(obs[2 * rows + mover, 1], 1)
    best = obs[::2, 0] % 4
    taken = np.where((mover == 0) & (best > 0), best, 1)
    assert info["action_mask"][rows, taken - 1].all()
    return taken


def play_relay(obs, info):
    """Has a row for each player that does not depend on other rows."""
    view = obs["players"]["view"]
    clock = dict(zip(info["env_id"].tolist(), obs["clock"].tolist(), strict=True))
    clocks = np.array([clock[owner] for owner in info["players"]["env_id"].tolist()])
    return {"players": {"move": (view[:, 0] + clocks // 2) % 3}}


def play_duel(obs, info):
    """The number of an env's players changes in each step."""
    owners, ids = info["players"]["env_id"], info["env_id"]
    np.testing.assert_array_equal(obs["players"]["hand"][:, 0], owners)
    return {"players": {"move": owners % 10}, "bet": np.zeros((len(ids), 2))}


@pytest.mark.parametrize(
    ("act", "task_id", "kwargs"),
    [
        (play_nim, "Nim-v0", {}),
        (play_relay, "Relay-v0", {}),
        (play_relay, "Relay-v0", {"in_turns": True}),
        (play_duel, "Duel-v0", {"num_players": 2}),
    ],
)
def test_several_players(act, task_id, kwargs):
    found = envpool.evaluate(act, task_id, 12, seed=4, num_envs=5, **kwargs)
    expected = [by_players(act, task_id, 4 + k, **kwargs) for k in range(12)]
    each = np.array([player.returns for player in found.players])
    assert each.T.tolist() == expected
    np.testing.assert_allclose(found.returns, each.sum(axis=0))
    assert found.players[1].lengths.tolist() == found.lengths.tolist()


def test_players_come_and_go():
    found = envpool.evaluate(play_duel, "Duel-v0", 4, num_envs=2, output="jax")
    assert [len(found.players), found.lengths.tolist()] == [2, [5] * 4]
    assert set(found.players[1].returns) == {2.0, 3.0}
    assert found.players[0].returns.tolist() == [0.0] * 4


def test_result_of_several_players():
    take_one = lambda obs, info: np.ones(len(info["env_id"]), int)  # noqa: E731
    found = envpool.evaluate(take_one, "Nim-v0", 50)
    assert found.mean == 0 and found.players[0].mean == -found.players[1].mean
    assert repr(found).endswith(
        f", of its players: {found.players[0].mean:g}, {found.players[1].mean:g})"
    )
    low, high = found.players[1].interval()
    assert -1 < low < found.players[1].mean < high < 1
    assert "mean return of player 1" in found._repr_html_()
    assert envpool.evaluate(balance, "CartPole-v1", 1).players == ()


def test_mistakes():
    run = envpool.evaluate
    for args, kwargs, error, text in (
        ((None, "CartPole-v1"), {}, ArgumentTypeError, "policy: expected a function"),
        ((balance, "CartPole-v1", 0), {}, ArgumentError, "episodes"),
        ((balance, "CartPole-v1", 2.5), {}, ArgumentTypeError, "episodes"),
        ((balance, "CartPole-v1", 3), {"seed": [1, 2]}, ArgumentError, "seed"),
        ((balance, "CartPole-v1", 3), {"seed": 2**63 - 2}, ArgumentError, "seed"),
        ((balance, "CartPole-v1", 3), {"num_envs": 0}, ArgumentError, "num_envs"),
        ((balance, "CartPole-v1", 3), {"film": "bests"}, ConfigError, "film: .*'best'"),
        ((balance, "CartPole-v1", 3), {"batch_size": 2}, ConfigError, "batch_size"),
        ((balance, "CartPole-v9", 3), {}, envpool.errors.UnknownEnvError, "CartPole"),
        ((balance, "Echo-v0", 3), {"film": "best"}, NotSupportedError, "film: .*Echo"),
        ((lambda obs: obs, "CartPole-v1", 3), {}, ArgumentError, "action"),
    ):
        with pytest.raises(error, match=text):
            run(*args, **kwargs)


def test_a_policy_that_fails():
    with pytest.raises(ZeroDivisionError):
        envpool.evaluate(lambda obs: 1 / 0, "CartPole-v1")


def test_an_env_that_fails():
    kwargs = {"place": "step", "nth": 2, "fault": "std", "fault_env": 1}
    with pytest.raises(EnvStepError) as caught:
        envpool.evaluate(lambda obs: np.zeros(len(obs), int), "Fault-v0", 3, **kwargs)
    assert caught.value.env_ids == [1]
