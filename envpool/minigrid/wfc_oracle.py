# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The official generator of wave function collapse, for comparisons.

The published package of MiniGrid lacks the pictures that its generator reads, so
this module contains them. On a contradiction the solver of minigrid 3.0.0 fails; here
it starts again, as in minigrid 3.2.0.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import gymnasium
import minigrid  # noqa: F401  registers the official ids
import numpy as np
from minigrid.envs.wfc.config import WFC_PRESETS, WFCConfig
from minigrid.envs.wfc.wfcenv import WFCEnv

__all__ = ["PICTURES", "Generator"]

# The generator calls functions through this module, so they are replaced here.
control: Any = importlib.import_module("minigrid.envs.wfc.wfclogic.control")

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
    """The official generator, with the pictures and with retries.

    Args:
      set_attribute: replaces attributes of the generator: `setattr`, or pytest's
        `monkeypatch.setattr`.

    Attributes:
      contradictions: the number of contradictions so far.
      small: the number of levels in which the largest part was less than half of all
        places; NetworkX orders these places as a set.
    """

    def __init__(self, set_attribute: Callable[[Any, str, Any], None]) -> None:
        self.contradictions = self.small = 0
        self._adjacencies: dict[tuple[Any, ...], Any] = {}
        self._extract: Any = control.adjacency_extraction
        self._run: Any = control.run
        self._largest: Any = WFCEnv._get_largest_component
        set_attribute(WFCConfig, "wfc_kwargs", property(_arguments))
        set_attribute(control, "adjacency_extraction", self._extract_once)
        set_attribute(control, "run", self._run_again)
        set_attribute(WFCEnv, "_get_largest_component", self._count_small)

    def make(self, preset: str, **options: Any) -> Any:
        """Returns an official env."""
        task_id = f"MiniGrid-WFC-{preset}-v0"
        env: Any = gymnasium.make(task_id, disable_env_checker=True, **options)
        return env.unwrapped

    def _extract_once(self, grid: Any, catalog: Any, *args: Any) -> Any:
        """Caches the slowest step, which has the same result for all levels."""
        key = tuple(catalog)
        if key not in self._adjacencies:
            self._adjacencies[key] = self._extract(grid, catalog, *args)
        return self._adjacencies[key]

    def _run_again(self, wave: Any, *args: Any, **kwargs: Any) -> Any:
        while True:
            try:
                return self._run(wave.copy(), *args, **kwargs)
            except control.Contradiction:
                self.contradictions += 1

    def _count_small(self, graph: Any) -> Any:
        places = sum(d["navigable"] > 0 for _, d in graph.nodes(data=True))
        largest = self._largest(graph)
        self.small += 2 * len(largest) < places
        return largest


def _arguments(config: Any) -> dict[str, Any]:
    (name,) = (name for name, each in WFC_PRESETS.items() if each is config)
    rows = [[255 * (c == ".") for c in row] for row in PICTURES[name].split()]
    keys = set(config.__dataclass_fields__) - {"pattern_path"}
    image = np.repeat(np.array(rows, np.uint8)[:, :, None], 3, axis=2)
    return {"image": image, **{key: getattr(config, key) for key in keys}}
