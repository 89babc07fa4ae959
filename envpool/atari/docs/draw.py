# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws how an Atari observation is made: `bazel run //envpool/atari:draw`.

The frames come from ale-py, and the result is compared with a pool's observations
after the same actions.
"""

from __future__ import annotations

import argparse
import os
from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

import ale_py
import cv2
import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

import envpool

TASK, ROM = "Asteroids-v5", "asteroids"
STEPS, SKIP, DEPTH = 40, 4, 4
RIGHT = 3  # ALE's action number
GREY = "#808890"  # legible on light and dark pages

Picture = NDArray[np.uint8]


class Stages(NamedTuple):
    """The stages of preprocessing the frames of one step."""

    indices: list[Picture]  # palette indices of the last two frames
    gray: list[Picture]
    pooled: Picture
    small: Picture
    stack: Picture


def frames(ale: Any) -> tuple[list[Picture], list[Picture]]:
    """Plays one step and returns its last two frames, as indices and in gray."""
    seen = []
    for _ in range(SKIP):
        ale.act(ale_py.Action(RIGHT))
        seen.append((np.array(ale.getScreen()), np.array(ale.getScreenGrayscale())))
    indices, gray = zip(*seen[-2:], strict=True)
    return list(indices), list(gray)


def play() -> Iterator[Stages]:
    """Yields the stages of each step."""
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    ale = ale_py.ALEInterface()
    ale.setFloat("repeat_action_probability", 0)
    roms = os.path.join(os.path.dirname(ale_py.__file__), "roms")
    ale.loadROM(os.path.join(roms, f"{ROM}.bin"))
    ale.reset_game()
    size = (84, 84)
    first = cv2.resize(ale.getScreenGrayscale(), size, interpolation=cv2.INTER_AREA)
    stack = deque([first] * DEPTH, maxlen=DEPTH)
    for _ in range(STEPS):
        indices, gray = frames(ale)
        pooled = np.maximum(*gray)
        small = cv2.resize(pooled, size, interpolation=cv2.INTER_AREA)
        stack.append(small)
        yield Stages(indices, gray, pooled, small.astype(np.uint8), np.array(stack))


def stages() -> Stages:
    """Returns the last step's stages, after comparing each step with a pool."""
    env = envpool.make_gym(
        TASK, noop_max=0, use_fire_reset=False, full_action_space=True
    )
    env.reset()
    for found in play():
        obs, *_ = env.step([RIGHT])
        np.testing.assert_array_equal(obs[0], found.stack)
    return found


def draw(found: Stages, path: str) -> None:
    """Draws the stages from left to right."""
    mpl.use("Agg")
    mpl.rcParams["text.color"] = GREY
    from matplotlib import pyplot as plt

    inches = (11.0, 4.3)
    figure = plt.figure(figsize=inches, dpi=100)

    def show(x: float, y: float, height: float, picture: Picture, title: str) -> None:
        rows, columns = picture.shape
        width = height * columns / rows * inches[1] / inches[0]
        axes = figure.add_axes((x, y, width, height))
        palette = "nipy_spectral" if "indices" in title else "gray"
        axes.imshow(picture, palette, vmin=0, vmax=255, aspect="auto")
        axes.set(xticks=[], yticks=[])
        for spine in axes.spines.values():
            spine.set(color="white")
        axes.set_title(title, fontsize=8, pad=4)

    def arrow(x: float, y: float, text: str) -> None:
        figure.text(x, y, "\u2192", fontsize=20, ha="center", va="center")
        figure.text(x, y - 0.07, text, fontsize=8, ha="center", va="center")

    for row, (number, y) in enumerate(((3, 0.53), (4, 0.05))):
        show(0.025, y, 0.4, found.indices[row], f"frame {number}, palette indices")
        arrow(0.177, y + 0.2, "look up")
        show(0.215, y, 0.4, found.gray[row], f"frame {number}, gray")
    arrow(0.375, 0.5, "maximum")
    show(0.42, 0.29, 0.42, found.pooled, "210 x 160")
    arrow(0.585, 0.5, "resize")
    show(0.63, 0.36, 0.28, found.small, "84 x 84")
    arrow(0.775, 0.5, "stack")
    for i, picture in enumerate(found.stack):
        show(0.81 + 0.025 * i, 0.55 - 0.12 * i, 0.28, picture, "" if i else "oldest")
    figure.text(0.94, 0.13, "newest", fontsize=8, ha="center")
    figure.savefig(path, transparent=True)
    plt.close(figure)


def main() -> None:
    """Writes the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")
    default = os.path.join(root, "docs", "env", "atari.png")
    parser.add_argument("--out", default=default)
    draw(stages(), parser.parse_args().out)


if __name__ == "__main__":
    main()
