# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws a thumbnail of each env that has a page: `bazel run //docs:draw_gallery`.

The pictures are in docs/gallery/<family's page>/. Existing pictures are kept, unless
`--all` is given.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import envpool
from docs.env_text import Env, envs_of
from envpool.bench.random_steps import draw_actions
from envpool.families import FAMILIES
from envpool.python.errors import NotSupportedError
from envpool.registration import registry

__all__ = ["pictures", "write_film"]

HEIGHT = 144  # pixels
QUALITY = 82  # of WebP, in percent

# Random steps before the picture of a task with image observations, because games show
# more then. Other tasks are drawn after their reset, unless their text has `steps`.
STEPS = 60

# Settings of the films on the envs' pages.
FILM_HEIGHT, FILM_QUALITY = 240, 60
FILM_RATE = 15  # maximum frames per second
FILM_SECONDS, FILM_STEPS = 4, 200

FOLDER = Path(__file__).absolute().parent / "gallery"


def pictures(package: str) -> dict[str, str]:
    """Returns the envs of a family: either all or none have pictures.

    Args:
      package: the family's package.

    Returns:
      The id that is shown, by the name of the page, sorted.
    """
    envs = envs_of(package).items()
    return dict(sorted((name, env.pictured) for name, env in envs))


def text_of(task_id: str) -> Env | None:
    """Returns the description of the env that a task's pictures are of, if any.

    Args:
      task_id: the task.
    """
    envs = envs_of(registry.specs[task_id][0]).values()
    return next((env for env in envs if env.pictured == task_id), None)


class Frames:
    """The frames of a task played by a random policy.

    Args:
      task_id: the task.
      seed: the seed of the env and of the policy.

    Raises:
      NotSupportedError: the task cannot be rendered.
    """

    def __init__(self, task_id: str, seed: int) -> None:
        text = text_of(task_id)
        self._env: Any = envpool.make_gymnasium(
            task_id,
            seed=seed,
            render_mode="rgb_array",
            render_camera_id=-1 if text is None else text.camera,
        )
        self._env.action_space.seed(seed)
        self._rng = np.random.default_rng(seed)
        self.steps = 0 if text is None else text.steps
        shape = self._env.single_observation_space.shape
        self.is_from_pixels = bool(shape and len(shape) == 3)
        self.per_second = float(self._env.metadata.get("render_fps") or 30)

    def play(self, steps: int, until_end: bool = True) -> Iterator[NDArray[np.uint8]]:
        """Yields the frames of a reset and of steps, RGB, and closes the env.

        Args:
          steps: the number of steps.
          until_end: whether to stop at the end of an episode.
        """
        with contextlib.closing(self._env) as env:
            obs, info = env.reset()
            yield np.asarray(env.render()[0], np.uint8)
            for _ in range(steps):
                if "action_mask" in {*info, *(obs if isinstance(obs, dict) else ())}:
                    space = env.single_action_space
                    action = draw_actions(space, obs, info, self._rng)
                else:
                    action = env.action_space.sample()
                obs, _, terminated, truncated, info = env.step(action)
                if until_end and np.any(terminated | truncated):
                    break
                yield np.asarray(env.render()[0], np.uint8)


def draw(task_id: str) -> NDArray[np.uint8]:
    """Returns a frame of a task's first episode, RGB.

    Args:
      task_id: the task.

    Raises:
      NotSupportedError: it cannot be rendered.
    """
    frames = Frames(task_id, 7)
    *_, last = frames.play(max(frames.steps, STEPS if frames.is_from_pixels else 0))
    return last


def write_film(path: Path, task_id: str) -> None:
    """Writes a film of random steps, in real time, as an animated picture.

    Args:
      path: the path of the film.
      task_id: the task.

    Raises:
      NotSupportedError: it cannot be rendered.
    """
    frames = Frames(task_id, 7)
    every = max(1, round(frames.per_second / FILM_RATE))
    steps = int(min(FILM_SECONDS * frames.per_second, FILM_STEPS))
    played = list(frames.play(steps, until_end=False))[::every]
    film = cv2.Animation()
    film.frames = [small(frame, FILM_HEIGHT)[:, :, ::-1].copy() for frame in played]
    duration = max(round(1000 * every / frames.per_second), 1000 // FILM_RATE)
    film.durations = [duration] * len(played)
    cv2.imwriteanimation(str(path), film, [cv2.IMWRITE_WEBP_QUALITY, FILM_QUALITY])


def small(frame: NDArray[np.uint8], height: int) -> NDArray[np.uint8]:
    """Returns a frame scaled to another height."""
    size = (round(frame.shape[1] * height / frame.shape[0]), height)
    way = cv2.INTER_AREA if frame.shape[0] > height else cv2.INTER_NEAREST
    return np.asarray(cv2.resize(frame, size, interpolation=way), np.uint8)


def write(path: Path, frame: NDArray[np.uint8]) -> None:
    """Writes a frame as a thumbnail."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = small(frame, HEIGHT)[:, :, ::-1]
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


def square(frame: NDArray[np.uint8], begin: float) -> NDArray[np.uint8]:
    """Returns a square part of a frame, as large as its shorter side.

    Args:
      frame: the frame.
      begin: the beginning of the part along the longer side, from 0 to 1.
    """
    height, width = frame.shape[:2]
    size = min(height, width)
    top, left = round((height - size) * begin), round((width - size) * begin)
    return frame[top : top + size, left : left + size]


def write_hero(folder: Path) -> None:
    """Writes the picture of the first page, from thumbnails in a folder."""
    columns = []
    for family in FAMILIES:
        # A family's thumbnails, counted from the top, and the position of the square
        # along the longer side: 0 is its start, 1 its end.
        shown = importlib.import_module(f"{family.package}.docs.tasks").SHOWN_FIRST
        if not shown:
            continue
        files = [folder / family.page / f"{name}.webp" for name in shown]
        frames = [
            square(np.asarray(cv2.imread(str(path))), begin)
            for path, begin in zip(files, shown.values(), strict=True)
        ]
        columns.append(np.vstack([small(frame, HEIGHT) for frame in frames]))
    path = folder / "hero.webp"
    cv2.imwrite(str(path), np.hstack(columns), [cv2.IMWRITE_WEBP_QUALITY, QUALITY])


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
                break  # no env of this family can be rendered
            write(path, frame)
            print("wrote", path)
    write_hero(options.out)


if __name__ == "__main__":
    main()
