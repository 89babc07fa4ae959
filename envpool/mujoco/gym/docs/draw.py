# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the robots of MuJoCo's tasks: `bazel run //envpool/mujoco/gym:draw`."""

from __future__ import annotations

import argparse
import os
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

import envpool

TASKS = (
    "Ant",
    "HalfCheetah",
    "Hopper",
    "Humanoid",
    "HumanoidStandup",
    "Walker2d",
    "Swimmer",
    "InvertedPendulum",
    "InvertedDoublePendulum",
    "Reacher",
    "Pusher",
)
COLUMNS, SIZE, STEPS = 6, 160, 8


def picture(task: str) -> NDArray[np.uint8]:
    """Returns a task's picture after some steps."""
    env: Any = envpool.make_gym(f"{task}-v5", seed=1, render_mode="rgb_array")
    env.reset()
    random = np.random.default_rng(1)
    low, high = env.action_space.low, env.action_space.high
    for _ in range(STEPS):
        env.step(random.uniform(low, high)[None])
    frame = cv2.resize(env.render()[0], (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    return np.asarray(frame, np.uint8)


def main() -> None:
    """Writes the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY", ".")
    default = os.path.join(root, "docs", "env", "mujoco_gym.png")
    parser.add_argument("--out", default=default)
    frames = [picture(task) for task in TASKS]
    frames += [np.full_like(frames[0], 255)] * (-len(frames) % COLUMNS)
    rows = [np.hstack(frames[i : i + COLUMNS]) for i in range(0, len(frames), COLUMNS)]
    cv2.imwrite(parser.parse_args().out, np.vstack(rows)[:, :, ::-1])


if __name__ == "__main__":
    main()
