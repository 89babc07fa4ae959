# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares toy text with Gymnasium 1.2.3: episodes, tables and single rules.

The test kit checks the requirements that all envs share.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.toy_text.frozen_lake import MAPS

import envpool
from envpool.python.errors import ConfigError, ConfigTypeError
from envpool.testing.oracle import Case, comparisons
from envpool.toy_text.oracle import Official, Player

LAKE = ["FSFF", "SFHF", "FFFG"]  # not square, two starts
EVERYWHERE = [row.replace("F", "S") for row in MAPS["8x8"]]
RAIN = [(rain, fickle) for rain in (False, True) for fickle in (False, True)]
CARDS = [(natural, sab) for natural in (False, True) for sab in (False, True)]

# (EnvPool's id, Gymnasium's id, options of both)
ORACLES: list[tuple[str, str, dict[str, Any]]] = [
    ("FrozenLake-v1", "FrozenLake-v1", {}),
    ("FrozenLake-v1", "FrozenLake-v1", {"max_episode_steps": 6}),
    (
        "FrozenLake-v1",
        "FrozenLake-v1",
        {"desc": None, "map_name": "8x8", "is_slippery": False},
    ),
    ("FrozenLake-v1", "FrozenLake-v1", {"success_rate": 0.0}),
    ("FrozenLake-v1", "FrozenLake-v1", {"success_rate": 1.0}),
    (
        "FrozenLake-v1",
        "FrozenLake-v1",
        {"desc": LAKE, "success_rate": 0.7, "reward_schedule": (10, -3.3, -0.1)},
    ),
    ("FrozenLake8x8-v1", "FrozenLake8x8-v1", {}),
    *(
        ("Taxi-v3", "Taxi-v3", {"is_rainy": rain, "fickle_passenger": fickle, **more})
        for rain, fickle in RAIN
        for more in ({}, {"max_episode_steps": 11})
    ),
    ("CliffWalking-v1", "CliffWalking-v1", {}),
    ("CliffWalking-v1", "CliffWalking-v1", {"max_episode_steps": 13}),
    ("CliffWalking-v0", "CliffWalking-v1", {}),
    ("tabular/CliffWalking-v0", "CliffWalking-v1", {}),
    ("CliffWalkingSlippery-v1", "CliffWalkingSlippery-v1", {}),
    ("CliffWalking-v1", "CliffWalking-v1", {"is_slippery": True}),
    ("Blackjack-v1", "Blackjack-v1", {}),
    ("Blackjack-v1", "Blackjack-v1", {"max_episode_steps": 2}),
    ("tabular/Blackjack-v0", "Blackjack-v1", {}),
    *(
        ("Blackjack-v1", "Blackjack-v1", {"natural": natural, "sab": sab})
        for natural, sab in CARDS
    ),
]


test_same_seed_same_episodes = comparisons(
    Official(),
    [
        Case(task_id, 0, 20, options, official, max_steps=6000)
        for task_id, official, options in ORACLES
    ],
    seeds=[0, 20_000],
)


TABLES: list[tuple[str, dict[str, Any]]] = [
    ("FrozenLake-v1", {}),
    ("FrozenLake-v1", {"is_slippery": False}),
    ("FrozenLake-v1", {"desc": LAKE, "reward_schedule": (3, -2, 1)}),
    ("FrozenLake-v1", {"desc": EVERYWHERE, "success_rate": 0.6}),
    ("Taxi-v3", {}),
    ("Taxi-v3", {"is_rainy": True}),
    ("CliffWalking-v1", {}),
    ("CliffWalkingSlippery-v1", {}),
]


def reachable_states(official: Any) -> set[int]:
    found = set(np.flatnonzero(official.initial_state_distrib).tolist())
    to_do = list(found)
    while to_do:
        for outcomes in official.P[to_do.pop()].values():
            for _, following, _, done in outcomes:
                if not done and int(following) not in found:
                    found.add(int(following))
                    to_do.append(int(following))
    return found


def count_transitions(
    env: Any, player: Player, steps: int
) -> dict[tuple[float, ...], int]:
    """Returns the counts of (state, action, next state, reward, done)."""
    digits = [env.single_observation_space.n, player.num_actions]
    digits = [*digits, digits[0], 256, 2]
    seen = []
    before, _ = env.reset()
    over = np.zeros(env.num_envs, bool)
    for _ in range(steps):
        actions = player.actions(before)
        obs, reward, terminated, truncated, _ = env.step(actions)
        columns = (before, actions, obs, reward.astype(int) + 128, terminated)
        seen.append(np.ravel_multi_index(columns, digits)[~over])
        before, over = obs, terminated | truncated
    codes, counts = np.unique(np.concatenate(seen), return_counts=True)
    s, a, following, reward, done = np.unravel_index(codes, digits)
    rows = np.stack([s, a, following, reward - 128, done], axis=-1)
    return dict(zip(map(tuple, rows.tolist()), counts.tolist(), strict=True))


@pytest.mark.parametrize(("task_id", "options"), TABLES)
def test_every_transition_is_in_the_official_table(
    task_id: str, options: dict[str, Any]
) -> None:
    official = gymnasium.make(task_id, **options).unwrapped
    env = envpool.make(task_id, "gymnasium", num_envs=1024, seed=1, **options)
    player = Player(official, 1024, np.random.default_rng(0), 1.0)
    observed = count_transitions(env, player, 1500)
    expected: dict[tuple[float, ...], float] = {}
    for state in reachable_states(official):
        for action, outcomes in official.P[state].items():
            for p, following, reward, done in outcomes:
                key = (state, action, int(following), reward, done)
                expected[key] = expected.get(key, 0.0) + p
    assert set(observed) == set(expected)

    visits: dict[tuple[float, ...], int] = {}
    for key, count in observed.items():
        visits[key[:2]] = visits.get(key[:2], 0) + count
    terms = [
        (count - mean) ** 2 / (mean * (1 - expected[key]))
        for key, count in observed.items()
        if expected[key] < 1 and (mean := expected[key] * visits[key[:2]]) >= 50
    ]
    if terms:  # each is close to a chi-square of one degree of freedom
        assert abs(np.mean(terms) - 1) < 6 * np.sqrt(2 / len(terms))


def test_taxi_starts() -> None:
    env = envpool.make("Taxi-v3", "gymnasium", num_envs=30_000, seed=3)
    obs, info = env.reset()
    official = gymnasium.make("Taxi-v3").unwrapped
    starts = np.flatnonzero(official.initial_state_distrib)
    assert len(starts) == 300
    found, counts = np.unique(obs, return_counts=True)
    np.testing.assert_array_equal(found, starts)
    assert abs(((counts - 100) ** 2 / 100).sum() - 299) < 6 * np.sqrt(2 * 299)
    for state, mask in zip(obs[:500], info["action_mask"][:500], strict=True):
        np.testing.assert_array_equal(mask, official.action_mask(int(state)))
    assert info["action_mask"].dtype == np.int8


@pytest.mark.parametrize("fickle", [False, True])
def test_taxis_of_both_versions_are_the_same_on_a_dry_day(fickle: bool) -> None:
    """The record of Taxi-v4 tests the differences; see oracle.py."""
    envs = [
        envpool.make_gymnasium(
            f"Taxi-v{version}",
            num_envs=8,
            fickle_passenger=fickle,
            render_mode="rgb_array",
        )
        for version in (3, 4)
    ]
    random = np.random.default_rng(3)
    results = [env.reset(seed=4) for env in envs]
    for _ in range(400):
        np.testing.assert_equal(*results)
        actions = random.integers(6, size=8)
        results = [env.step(actions) for env in envs]
    np.testing.assert_equal(*(env.render() for env in envs))


def test_options_of_taxi_v4() -> None:
    for key in ("rainy_probability", "fickle_probability"):
        with pytest.raises(ConfigError, match=f"^{key}: expected .*got 1.5"):
            envpool.make_spec("Taxi-v4", **{key: 1.5})
        with pytest.raises(ConfigTypeError, match=f"^{key}: "):
            envpool.make_spec("Taxi-v3", **{key: 0.5})


@pytest.mark.parametrize("task_id", ["Catch-v0", "CliffWalking-v1", "Blackjack-v1"])
def test_the_step_limit_holds_for_all(task_id: str) -> None:
    env = envpool.make(
        task_id, "gymnasium", num_envs=64, max_episode_steps=1, infos="all"
    )
    env.reset()
    _, _, _, truncated, info = env.step(np.ones(64, int))
    assert truncated.all()
    assert (info["elapsed_step"] == 1).all()


Discrete = gymnasium.spaces.Discrete
Box = gymnasium.spaces.Box
HAND = gymnasium.spaces.Tuple((Discrete(32), Discrete(11), Discrete(2)))
SPACES = {
    "Catch-v0": (Box(0.0, 1.0, (10, 5), np.float32), 3, None),
    "FrozenLake-v1": (Discrete(16), 4, 0.7),
    "FrozenLake8x8-v1": (Discrete(64), 4, 0.85),
    "Taxi-v3": (Discrete(500), 6, 8.0),
    "Taxi-v4": (Discrete(500), 6, 8.0),
    "NChain-v0": (Discrete(5), 2, None),
    "CliffWalking-v1": (Discrete(48), 4, None),
    "tabular/CliffWalking-v0": (Discrete(48), 4, None),
    "CliffWalking-v0": (Discrete(48), 4, None),
    "CliffWalkingSlippery-v1": (Discrete(48), 4, None),
    "Blackjack-v1": (HAND, 2, None),
    "tabular/Blackjack-v0": (HAND, 2, None),
}


def test_ids_and_spaces() -> None:
    specs = envpool.registration.registry.specs
    ids = [one for one, spec in specs.items() if spec[0] == "envpool.toy_text"]
    assert set(ids) == set(SPACES)
    for task_id, (observation, num_actions, threshold) in SPACES.items():
        spec = envpool.make_spec(task_id)
        assert spec.observation_space == observation
        assert spec.action_space == Discrete(num_actions)
        assert spec.reward_threshold == threshold


def test_a_lake_of_ones_own() -> None:
    spec = envpool.make_spec("FrozenLake-v1", desc=LAKE)
    assert spec.observation_space.n == 12
    assert envpool.make_spec("FrozenLake-v1", size=8).observation_space.n == 64
    assert envpool.make_spec("FrozenLake-v1", map_name="8x8").observation_space.n == 64
    assert envpool.make_spec("FrozenLake8x8-v1").observation_space.n == 64


def test_a_random_lake_depends_on_the_seed() -> None:
    maps = [
        envpool.make_spec("FrozenLake-v1", map_name="random", seed=seed).config.desc
        for seed in (5, 5, 6)
    ]
    assert maps[0] == maps[1] != maps[2]
    assert [len(row) for row in maps[0]] == [8] * 8
    assert maps[0][0][0] == "S"
    assert maps[0][7][7] == "G"


@pytest.mark.parametrize(
    ("task_id", "key", "value"),
    [
        ("FrozenLake-v1", "desc", ["SF", "F"]),
        ("FrozenLake-v1", "desc", ["FF", "FG"]),
        ("FrozenLake-v1", "desc", ["SX", "FG"]),
        ("FrozenLake-v1", "desc", [""]),
        ("FrozenLake-v1", "desc", ["S" * 600]),
        ("FrozenLake-v1", "desc", [1, 2]),
        ("FrozenLake-v1", "desc", "SFFG"),
        ("FrozenLake-v1", "map_name", "5x5"),
        ("FrozenLake-v1", "map_name", None),
        ("FrozenLake-v1", "size", 5),
        ("FrozenLake-v1", "success_rate", 1.5),
        ("FrozenLake-v1", "reward_schedule", (1, 0)),
        ("Catch-v0", "height", 1),
        ("Catch-v0", "width", 0),
        ("NChain-v0", "n", 0),
        ("NChain-v0", "slip", -0.1),
        ("Taxi-v3", "is_rainy", "yes"),
    ],
)
def test_bad_options_are_named(task_id: str, key: str, value: Any) -> None:
    with pytest.raises((ConfigError, ConfigTypeError), match=f"^{key}"):
        envpool.make(task_id, "gymnasium", **{key: value})


@pytest.mark.parametrize(("height", "width"), [(10, 5), (2, 1), (3, 8), (17, 2)])
def test_catch_follows_its_rules(height: int, width: int) -> None:
    n, seed = 50, 11
    env = envpool.make(
        "Catch-v0", "gymnasium", num_envs=n, seed=seed, height=height, width=width
    )
    streams = [np.random.default_rng(seed + i) for i in range(n)]
    players = np.random.default_rng(0)
    obs, _ = env.reset()
    for _ in range(20):
        ball = np.array([stream.integers(width) for stream in streams])
        paddle = np.full(n, width // 2)
        for row in range(height):
            board = np.zeros((n, height, width), np.float32)
            board[np.arange(n), row, ball] = 1
            board[np.arange(n), height - 1, paddle] = 1
            np.testing.assert_array_equal(obs, board)
            actions = players.integers(3, size=n)
            obs, reward, terminated, truncated, _ = env.step(actions)
            if row == height - 1:  # this step was the reset
                assert not np.concatenate([reward, terminated, truncated]).any()
                break
            paddle = np.clip(paddle + actions - 1, 0, width - 1)
            landed = row == height - 2
            prize = np.where(ball == paddle, 1, -1) if landed else np.zeros(n)
            np.testing.assert_array_equal(reward, prize)
            assert (terminated == landed).all()
            assert not truncated.any()


@pytest.mark.parametrize(
    "options",
    [{}, {"slip": 0.0}, {"slip": 1.0}, {"n": 1}, {"n": 9, "small": -1.5, "large": 7.0}],
)
def test_nchain_follows_its_rules(options: dict[str, Any]) -> None:
    rules = {"n": 5, "slip": 0.2, "small": 2.0, "large": 10.0, **options}
    n, seed = 20, 4
    env = envpool.make("NChain-v0", "gymnasium", num_envs=n, seed=seed, **options)
    assert env.single_observation_space.n == rules["n"]
    streams = [np.random.default_rng(seed + i) for i in range(n)]
    players = np.random.default_rng(1)
    state = np.zeros(n, int)
    obs, _ = env.reset()
    np.testing.assert_array_equal(obs, state)
    for step in range(1, 2500):
        actions = (players.random(n) < 0.3).astype(int)
        obs, reward, terminated, truncated, _ = env.step(actions)
        want = np.zeros(n, np.float32)
        if step % 1001 == 0:  # the reset after 1000 steps
            state[:] = 0
        else:
            slipped = np.array([stream.random() for stream in streams]) < rules["slip"]
            back = actions.astype(bool) ^ slipped
            want[~back & (state == rules["n"] - 1)] = rules["large"]
            want[back] = rules["small"]
            state = np.where(back, 0, np.minimum(state + 1, rules["n"] - 1))
        np.testing.assert_array_equal(obs, state)
        np.testing.assert_array_equal(reward, want)
        assert not terminated.any()
        assert (truncated == (step % 1001 == 1000)).all()
