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


def _traits(task_id: str, config: Any) -> str:
    """Returns the traits of a task, see loop.cc."""
    if task_id.startswith("Fetch"):
        return "wf" if config.block_gripper else "w"
    if task_id.startswith("Adroit"):
        return "a"
    return {"Hand": "o", "Fran": "v"}.get(task_id[:4], "-")


def _start(task_id: str, config: Any) -> list[float]:
    """Returns the first positions at the start of an episode."""
    import envpool

    if task_id.startswith("Fetch"):
        return [config.initial_slide0, config.initial_slide1, config.initial_slide2]
    if task_id.startswith("FrankaKitchen"):
        exact = {"robot_noise_ratio": 0.0, "object_noise_ratio": 0.0}
        env = envpool.make_gymnasium(task_id, num_envs=1, **exact)
        found = env.reset()[0]["observation"][0]
        return [*found[:9].tolist(), *found[18:39].tolist()]
    if scaling := getattr(config, "maze_size_scaling", 0):
        return [-scaling, scaling]  # the first free cell
    return []


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that steps robots of the pool's task.

    Raises:
      ValueError: the task is in a maze that is not the U maze.
    """
    import envpool

    task_id = pool["task_id"]
    config: Any = envpool.make_spec(task_id).config
    numbers = [config.frame_skip, config.max_episode_steps, _traits(task_id, config)]
    lift = getattr(config, "gripper_extra_height", 0.0)
    arguments = [str(each) for each in (*numbers, lift, *_start(task_id, config))]
    scaling = getattr(config, "maze_size_scaling", 0)
    if not scaling:
        return play_library(__file__, [config.xml_file, *arguments], pool)
    if config.maze_map != "U_MAZE":
        raise ValueError(f"maze_map: expected U_MAZE, got {config.maze_map}")
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write(_with_walls(config.xml_file, scaling, config.maze_height))
        file.flush()
        return play_library(__file__, [file.name, *arguments], pool)
