# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws pictures of many envs for a page; used by the families' docs/draw.py."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import envpool

__all__ = ["main", "opaque", "picture"]

GAP = ((2, 2), (2, 2), (0, 0))  # transparent, around each frame


def picture(task_id: str, seed: int, actions: Iterable[Any] = ()) -> NDArray[np.uint8]:
    """Returns a frame of a task.

    Args:
      task_id: the task's id.
      seed: the seed of the env.
      actions: the env's actions, one for each step after the reset.
    """
    env: Any = envpool.make_gym(task_id, seed=seed, render_mode="rgb_array")
    try:
        env.reset()
        for action in actions:
            env.step(np.array([action], env.action_space.dtype))
        return np.array(env.render()[0], np.uint8)
    finally:
        env.close()


def opaque(frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns an RGB frame as RGBA."""
    return np.pad(frame, ((0, 0), (0, 0), (0, 1)), constant_values=255)


def main(
    about: str | None,
    name: str,
    frames: Sequence[NDArray[np.uint8]],
    size: tuple[int, int],
    columns: int,
) -> None:
    """Writes a picture of all frames, each scaled to the same size.

    Args:
      about: the description of the program, for its help.
      name: the picture's file in docs/env, unless `--out` gives another.
      frames: RGB or RGBA frames of any size.
      size: width and height of each frame in the picture.
      columns: the number of frames per row.
    """
    parser = argparse.ArgumentParser(description=about)
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")
    parser.add_argument("--out", default=os.path.join(root, "docs", "env", name))
    out = parser.parse_args().out
    whole = [opaque(one) if one.shape[-1] == 3 else one for one in frames]
    cells = [cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in whole]
    cells = [np.pad(one, GAP) for one in cells]
    rows = [np.hstack(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    missing = rows[0].shape[1] - rows[-1].shape[1]
    sides = missing // 2, missing - missing // 2  # centres the last row
    rows[-1] = np.pad(rows[-1], ((0, 0), sides, (0, 0)))
    picture = cv2.cvtColor(np.vstack(rows), cv2.COLOR_RGBA2BGRA)
    cv2.imwrite(out, picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
