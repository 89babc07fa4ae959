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
from envpool.python.errors import NotSupportedError
from envpool.registration import registry

__all__ = ["name_of", "pictures"]

HEIGHT = 144  # pixels
QUALITY = 82  # of WebP, in percent

# How many random steps a task takes before its picture if it is played from pictures:
# games have something to show then. Others are drawn as they begin.
STEPS = 60

# The picture on the first page: so many thumbnails in so many rows.
HERO = (2, 12)

FOLDER = Path(__file__).absolute().parent / "gallery"


def name_of(task_id: str) -> str:
    """Returns a task's name: its id without namespace, version and kind of action."""
    name = re.sub(r"-v\d+$", "", task_id.rsplit("/", 1)[-1])
    return name.removesuffix("-MultiBinary")


def pictures(package: str) -> dict[str, str]:
    """Returns the tasks of a family, of which each has a picture if one has.

    Args:
      package: the family's.

    Returns:
      The newest id of each, by name, sorted.
    """
    found: dict[str, str] = {}
    for task_id in sorted(envpool.list_all_envs(), key=_version):
        if registry.specs[task_id][0] == package:
            found[name_of(task_id)] = task_id
    return dict(sorted(found.items()))


def _version(task_id: str) -> int:
    match = re.search(r"-v(\d+)$", task_id)
    return int(match[1]) if match else 0


def draw(task_id: str) -> NDArray[np.uint8]:
    """Returns a frame of a task's first episode, RGB.

    Args:
      task_id: the task.

    Raises:
      NotSupportedError: it cannot be rendered.
    """
    env: Any = envpool.make_gymnasium(task_id, seed=7, render_mode="rgb_array")
    try:
        env.reset()
        frame = env.render()[0]
        env.action_space.seed(7)
        shape = env.single_observation_space.shape
        for _ in range(STEPS if shape and len(shape) == 3 else 0):
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
    """Writes the picture on the first page, from thumbnails in a folder.

    The families take turns, each with pictures from all over its list.
    """
    rows, columns = HERO
    lists = [sorted(each.glob("*.webp")) for each in sorted(folder.iterdir())]
    lists = [files for files in lists if files]
    turns = -(-rows * columns // len(lists))
    chosen = [
        files[len(files) * turn // turns] for turn in range(turns) for files in lists
    ][: rows * columns]
    frames = [square(cv2.imread(str(path))) for path in chosen]
    frames = [cv2.resize(one, (HEIGHT, HEIGHT)) for one in frames]
    lines = [
        np.hstack(frames[start : start + columns])
        for start in range(0, len(frames), columns)
    ]
    path = folder / "hero.webp"
    cv2.imwrite(str(path), np.vstack(lines), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


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
            try:
                frame = draw(task_id)
            except NotSupportedError:
                break  # none of this family
            write(path, frame)
            print("wrote", path)
    write_hero(options.out)


if __name__ == "__main__":
    main()
