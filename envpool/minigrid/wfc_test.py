# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Wave function collapse against the official generator."""

import numpy as np
import pytest

import envpool
from envpool.minigrid.wfc_oracle import PICTURES, Generator


@pytest.fixture
def official(monkeypatch):
    return Generator(monkeypatch.setattr)


def compare(official, preset, seeds, episodes=2, **options):
    """Compares `episodes` consecutive levels of each seed."""
    env = official.make(preset, **options)
    levels = []
    for seed in seeds:
        pool = envpool.make_gymnasium(
            f"MiniGrid-WFC-{preset}-v0",
            seed=seed,
            infos="all",
            observation="fully_observed",
            **options,
        )
        for episode in range(episodes):
            obs, info = pool.reset()
            expected, _ = env.reset(seed=None if episode else seed)
            grid = env.grid.encode()
            grid[env.agent_pos] = (10, 0, env.agent_dir)
            np.testing.assert_array_equal(obs["image"][0], grid)
            np.testing.assert_array_equal(info["agent_pos"][0], env.agent_pos)
            assert obs["mission"][0] == expected["mission"]
            levels.append(grid.tobytes())
    assert len(set(levels)) == len(levels)


@pytest.mark.parametrize("preset", PICTURES)
def test_levels(official, preset):
    compare(official, preset, range(2), size=11)
    compare(official, preset, [2], size=9, ensure_connected=False)


def test_official_size(official):
    compare(official, "ObstaclesBlackdots", [1], episodes=1)


def test_largest_part_is_small(official):
    compare(official, "MazeSimple", range(4), size=9)
    assert official.small > 0


def test_contradictions(official):
    compare(official, "ObstaclesHogs3", range(4), size=7, ensure_connected=False)
    assert official.contradictions > 0


def test_episode(official):
    env = official.make("MazeSimple", size=11)
    pool = envpool.make_gymnasium(
        "MiniGrid-WFC-MazeSimple-v0", seed=3, size=11, max_episode_steps=0
    )
    env.reset(seed=3)
    pool.reset()
    random = np.random.default_rng(0)
    truncated = False
    while not truncated:
        action = random.choice([0, 1, 2, 2])
        expected, reward, terminated, truncated, _ = env.step(action)
        obs, rewards, terminations, truncations, _ = pool.step(np.array([action]))
        np.testing.assert_array_equal(obs["image"][0], expected["image"])
        assert obs["direction"][0] == expected["direction"]
        assert rewards[0] == np.float32(reward)
        assert (terminations[0], truncations[0]) == (terminated, truncated)
        if terminated:
            env.reset()
            pool.step(np.array([0]))
