# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Wave function collapse against the official generator.

The published package of MiniGrid lacks the pictures that its generator reads, so
they are here. Where its solver runs into a contradiction it fails, though it was
meant to begin again, as minigrid 3.2.0 does; here it begins again as well.
"""

import gymnasium
import minigrid  # noqa: F401  registers the official ids
import numpy as np
import pytest
from minigrid.envs.wfc.config import WFC_PRESETS, WFCConfig
from minigrid.envs.wfc.wfcenv import WFCEnv
from minigrid.envs.wfc.wfclogic import control

import envpool

PICTURES = {
    "MazeSimple": ".... .### .#.# .###",
    "DungeonMazeScaled": (
        "........ ........ ..###### ..###### ..##..## ..##..## ..###### ..######"
    ),
    "RoomsFabric": "..#.. ..... ##### ..... ..#..",
    "ObstaclesBlackdots": "... .#. ...",
    "ObstaclesAngular": (
        "........... .....#####. .....#####. .....#####. .....#####. .#########. "
        ".#########. .#########. .#########. .#########. ..........."
    ),
    "ObstaclesHogs3": (
        "................. .......#....#.... ..#...###..###... .###...#....#.... "
        "..#.............. .........#....... ....#...###...#.. ...###...#...###. "
        "....#.........#.. ................. .......#....#.... ..#...###..###... "
        ".###...#....#.... ..#..#...#....#.. ....###.###..###. .....#...#....#.. "
        "................."
    ),
}


class Generator:
    """The official generator.

    Attributes:
      contradictions: how many there have been.
      small: in how many levels the largest part was less than half of all places;
        then their order is that of a set.
    """

    def __init__(self, monkeypatch):
        self.contradictions = self.small = 0
        self._adjacencies = {}
        self._extract = control.adjacency_extraction
        self._run = control.run
        self._largest = WFCEnv._get_largest_component
        monkeypatch.setattr(WFCConfig, "wfc_kwargs", property(_arguments))
        monkeypatch.setattr(control, "adjacency_extraction", self._extract_once)
        monkeypatch.setattr(control, "run", self._run_again)
        monkeypatch.setattr(WFCEnv, "_get_largest_component", self._count_small)

    def make(self, preset, **options):
        task_id = f"MiniGrid-WFC-{preset}-v0"
        env = gymnasium.make(task_id, disable_env_checker=True, **options)
        return env.unwrapped

    def _extract_once(self, grid, catalog, *args):
        """What takes most of the time, and is the same for all levels."""
        key = tuple(catalog)
        if key not in self._adjacencies:
            self._adjacencies[key] = self._extract(grid, catalog, *args)
        return self._adjacencies[key]

    def _run_again(self, wave, *args, **kwargs):
        while True:
            try:
                return self._run(wave.copy(), *args, **kwargs)
            except control.Contradiction:
                self.contradictions += 1

    def _count_small(self, graph):
        places = sum(d["navigable"] > 0 for _, d in graph.nodes(data=True))
        largest = self._largest(graph)
        self.small += 2 * len(largest) < places
        return largest


def _arguments(config):
    (name,) = (name for name, each in WFC_PRESETS.items() if each is config)
    rows = [[255 * (c == ".") for c in row] for row in PICTURES[name].split()]
    keys = set(config.__dataclass_fields__) - {"pattern_path"}
    image = np.repeat(np.array(rows, np.uint8)[:, :, None], 3, axis=2)
    return {"image": image, **{key: getattr(config, key) for key in keys}}


@pytest.fixture
def official(monkeypatch):
    return Generator(monkeypatch)


def compare(official, preset, seeds, episodes=2, **options):
    """Compares levels; those of a seed after the first go on with its stream."""
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
