# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a thumbnail of each task: `bazel run //docs:gallery`.

The pictures are in docs/gallery/<family's page>/, one for all versions of a
task. Those that exist are kept, unless `--all` is given.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.families import FAMILIES
from envpool.registration import registry

__all__ = ["name_of", "pictures"]

HEIGHT = 144  # pixels
QUALITY = 82  # of WebP, in percent

# How many random steps a task takes before its picture, unless 0: most initial
# states are drawn as they are.
STEPS = {"atari": 200, "box2d": 30, "procgen": 10, "vizdoom": 10}
LONGER = {"CarRacing": 110}
NOT_DRAWN = {"toy_text"}  # families whose envs cannot be rendered

# The picture on the first page: these thumbnails, in rows of so many.
HERO_COLUMNS = 12
HERO = (
    *("atari/Pong", "mujoco_gym/Ant", "procgen/CoinrunHard", "vizdoom/Deathmatch"),
    *("minigrid/BabyAI-BossLevel", "atari/Breakout", "mujoco_dmc/DogRun"),
    *("box2d/LunarLander", "procgen/StarpilotHard", "atari/Seaquest"),
    *("mujoco_gym/Humanoid", "procgen/MazeHard", "mujoco_dmc/QuadrupedEscape"),
    *("atari/SpaceInvaders", "box2d/CarRacing", "minigrid/MiniGrid-KeyCorridorS6R3"),
    *("mujoco_gym/HalfCheetah", "vizdoom/Basic", "atari/MsPacman"),
    *("procgen/JumperHard", "mujoco_dmc/ManipulatorBringBall", "atari/Qbert"),
    *("classic_control/CartPole", "vizdoom/DefendTheCenter"),
)


def name_of(task_id: str) -> str:
    """Returns a task's name: its id without namespace, version and kind of action."""
    name = re.sub(r"-v\d+$", "", task_id.rsplit("/", 1)[-1])
    return name.removesuffix("-MultiBinary")


def pictures(package: str) -> dict[str, str]:
    """Returns the tasks of a family that have a picture.

    Args:
      package: the family's.

    Returns:
      The newest id of each, by name, sorted.
    """
    found: dict[str, str] = {}
    if package.removeprefix("envpool.") in NOT_DRAWN:
        return found
    for task_id in sorted(envpool.list_all_envs(), key=_version):
        if registry.specs[task_id][0] == package:
            found[name_of(task_id)] = task_id
    return dict(sorted(found.items()))


def _version(task_id: str) -> int:
    match = re.search(r"-v(\d+)$", task_id)
    return int(match[1]) if match else 0


def draw(task_id: str, steps: int) -> NDArray[np.uint8]:
    """Returns a frame of a task's first episode, RGB.

    Args:
      task_id: the task.
      steps: how many random actions are taken; fewer if the episode ends.
    """
    env: Any = envpool.make_gymnasium(task_id, seed=7, render_mode="rgb_array")
    try:
        env.reset()
        frame = env.render()[0]
        env.action_space.seed(7)
        for _ in range(steps):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if np.any(terminated | truncated):
                break
            frame = env.render()[0]
        return np.asarray(frame, np.uint8)
    finally:
        env.close()


def write(path: Path, frame: NDArray[np.uint8]) -> None:
    """Writes a frame as a thumbnail."""
    height, width = frame.shape[:2]
    size = (round(width * HEIGHT / height), HEIGHT)
    way = cv2.INTER_AREA if height > HEIGHT else cv2.INTER_NEAREST
    small = cv2.resize(frame, size, interpolation=way)[:, :, ::-1]
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), small, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def square(frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns the middle of a frame, as high and wide as the shorter side."""
    height, width = frame.shape[:2]
    size = min(height, width)
    top, left = (height - size) // 2, (width - size) // 2
    return frame[top : top + size, left : left + size]


def write_hero(folder: Path) -> None:
    """Writes the picture on the first page, from thumbnails in a folder."""
    frames = [square(cv2.imread(str(folder / f"{name}.webp"))) for name in HERO]
    frames = [cv2.resize(one, (HEIGHT, HEIGHT)) for one in frames]
    starts = range(0, len(frames), HERO_COLUMNS)
    rows = [np.hstack(frames[start : start + HERO_COLUMNS]) for start in starts]
    path = folder / "hero.webp"
    cv2.imwrite(str(path), np.vstack(rows), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def main() -> None:
    """Writes the pictures into the workspace."""
    parser = argparse.ArgumentParser(description=__doc__)
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")
    parser.add_argument("--out", type=Path, default=Path(root, "docs", "gallery"))
    parser.add_argument("--all", action="store_true", help="draw all of them anew")
    options = parser.parse_args()
    for family in FAMILIES:
        for name, task_id in pictures(family.package).items():
            path = options.out / family.page / f"{name}.webp"
            if path.exists() and not options.all:
                continue
            write(path, draw(task_id, LONGER.get(name, STEPS.get(family.page, 0))))
            print("wrote", path)
    write_hero(options.out)


if __name__ == "__main__":
    main()
