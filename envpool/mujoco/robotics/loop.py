# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The loop of loop.cc, a system of `make bench`."""

from __future__ import annotations

import tempfile
from typing import Any
from xml.etree import ElementTree

from envpool.bench.loop import play_library
from envpool.bench.worker import Player

__all__ = ["bare"]

_U_MAZE = ("11111", "10001", "11101", "10001", "11111")


def _with_walls(model: str, scaling: float, height: float) -> str:
    """Returns the text of a model with the walls of the U maze."""
    tree = ElementTree.parse(model)
    world = tree.find(".//worldbody")
    if world is None:
        raise ValueError(f"{model}: expected a world")
    middle = (len(_U_MAZE) - 1) / 2
    half_height = height / 2 * scaling
    for i, row in enumerate(_U_MAZE):
        for j, cell in enumerate(row):
            if cell == "1":
                place = (j - middle) * scaling, (middle - i) * scaling, half_height
                half_sides = scaling / 2, scaling / 2, half_height
                ElementTree.SubElement(
                    world,
                    "geom",
                    type="box",
                    pos=" ".join(map(str, place)),
                    size=" ".join(map(str, half_sides)),
                    contype="1",
                    conaffinity="1",
                )
    return ElementTree.tostring(tree.getroot(), "unicode")


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps robots of the pool's task.

    Raises:
      ValueError: the task is in a maze that is not the U maze.
    """
    import envpool

    config: Any = envpool.make_spec(pool["task_id"]).config
    traits = "w" if pool["task_id"].startswith("Fetch") else ""
    traits += "f" if getattr(config, "block_gripper", False) else ""
    traits += "o" if "Manipulate" in pool["task_id"] else ""
    numbers = [str(config.frame_skip), str(config.max_episode_steps), traits or "-"]
    scaling = getattr(config, "maze_size_scaling", 0)
    if not scaling:
        return play_library(__file__, [config.xml_file, *numbers], pool)
    if config.maze_map != "U_MAZE":
        raise ValueError(f"maze_map: expected U_MAZE, got {config.maze_map}")
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(_with_walls(config.xml_file, scaling, config.maze_height))
        file.flush()
        start = [str(-scaling), str(scaling)]  # the first free cell
        return play_library(__file__, [file.name, *numbers, *start], pool)
