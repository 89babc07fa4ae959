# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Mode and difficulty as parameters, against ale-py's setMode and setDifficulty."""

from __future__ import annotations

from typing import Any

import ale_py
import gymnasium
import numpy as np
import pytest

import envpool
from envpool.atari.oracle import Oracle
from envpool.errors import ArgumentError
from envpool.testing.oracle import GymnasiumEnv

# For each episode, what is set before it, and when.
SWITCHES: list[tuple[int, int, Any]] = [
    (-1, -1, "reset"),
    (4, 1, "reset"),
    (8, 0, "now"),
    (-1, 1, "now"),
    (12, -1, "reset"),
    (-1, -1, "now"),
]
STEPS = 25


def choose(ale: Any, mode: int, difficulty: int) -> None:
    ale.setMode(ale.getAvailableModes()[0] if mode < 0 else mode)
    ale.setDifficulty(max(difficulty, 0))


@pytest.mark.parametrize("episodic_life", [False, True])
def test_envpool_rules(episodic_life: bool) -> None:
    """Switches are set per env, and are part of its state."""
    options: Any = {"max_episode_steps": STEPS, "episodic_life": episodic_life}
    envs = [envpool.make_gymnasium("Breakout-v5", num_envs=2, seed=3, **options)]
    envs.append(envpool.make_gymnasium("Breakout-v5", num_envs=2, seed=90, **options))
    oracles = [Oracle("breakout", 3 + i, **options) for i in range(2)]
    random = np.random.default_rng(1)
    envs[0].reset()
    for oracle in oracles:
        oracle.reset(forced=True)
    for mode, difficulty, when in SWITCHES:
        values = {"mode": mode, "difficulty": difficulty}
        envs[0].set_params(values, env_id=[0], when=when)
        envs[1].load_state(envs[0].save_state())
        envs.reverse()  # the other one goes on
        for _ in range(STEPS + 5):
            play(envs[0], oracles, random, (mode, difficulty))


def play(env: Any, oracles: Any, random: Any, chosen: Any) -> None:
    """Takes a step. The first console gets the chosen switches before a new game."""
    action = random.integers(4, size=2)
    obs, reward, terminated, truncated, info = env.step(action)
    first = oracles[0]
    if first.done and (not first._episodic_life or is_over(first)):
        choose(first._ale, *chosen)
    for i, oracle in enumerate(oracles):
        row = oracle.reset() if oracle.done else oracle.step(action[i])
        np.testing.assert_array_equal(obs[i], row.obs)
        assert (reward[i], info["lives"][i]) == (row.reward, row.lives)
        assert bool(terminated[i] | truncated[i]) == row.done


def is_over(oracle: Any) -> bool:
    return bool(oracle._ale.game_over() or oracle._elapsed >= oracle._limit)


def test_gymnasium_rules() -> None:
    """Switches are drawn at each reset, also at seeded ones, which reload the game."""
    rows = {"mode": ("choice", [0, 4, 12]), "difficulty": ("choice", [0, 1])}
    env = envpool.make_gymnasium(
        "Breakout-v5",
        seed=5,
        preprocessing="gymnasium",
        randomize=rows,
        max_episode_steps=STEPS,
        infos="all",
    )
    gymnasium.register_envs(ale_py)
    plain: Any = gymnasium.make(
        "ALE/Breakout-v5",
        frameskip=1,
        repeat_action_probability=0,
        max_num_frames_per_episode=4 * STEPS,
    )
    wrapped = gymnasium.wrappers.AtariPreprocessing(plain)
    official = GymnasiumEnv(gymnasium.wrappers.FrameStackObservation(wrapped, 4), 5)
    for episode in range(6):
        seed = {2: 8, 4: 5}.get(episode)
        obs, _ = env.reset(seed=seed)
        drawn = [
            each.item() for each in env.get_params(["mode", "difficulty"]).values()
        ]
        console = plain.unwrapped
        console._game_mode, console._game_difficulty = drawn
        choose(console.ale, *drawn)
        if seed is not None:
            official._seed = seed
        row = official.reset()
        np.testing.assert_array_equal(obs[0], row["obs"])
        for step in range(STEPS - 8):
            action = np.array([step % 4])
            found_step = env.step(action)
            row = official.step(action[0])
            np.testing.assert_array_equal(found_step[0][0], row["obs"])


@pytest.mark.parametrize("task", ["pong", "pitfall2", "montezuma_revenge"])
def test_values_that_a_game_does_not_have(task: str) -> None:
    name = "".join(word.capitalize() for word in task.split("_"))
    with envpool.make_gym(f"{name}-v5", num_envs=2) as env:
        meaning = env.params["mode"].meaning
        assert meaning.startswith("mode of the game: -1, 0")
        with pytest.raises(ArgumentError, match=r"mode: expected -1, 0(, 1)?, got 99$"):
            env.set_params({"mode": 99})
        assert env.get_params("mode")["mode"].tolist() == [-1, -1]


def test_the_error_lists_the_modes() -> None:
    with envpool.make_gym("Breakout-v5", num_envs=2) as env:
        with pytest.raises(ArgumentError, match=r"mode: expected -1, 0, 4, .*, got 5$"):
            env.set_params({"mode": [4, 5], "difficulty": 1})
        assert env.get_params("mode")["mode"].tolist() == [-1, -1]
        assert env.get_params("difficulty")["difficulty"].tolist() == [-1, -1]


def test_config_gives_defaults() -> None:
    with envpool.make_gym("Breakout-v5", mode=4, difficulty=1) as env:
        assert env.params["mode"].default.tolist() == [4]
        assert env.params["difficulty"].default.tolist() == [1]
