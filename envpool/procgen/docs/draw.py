# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Draws the games of Procgen: `bazel run //envpool/procgen:draw`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from docs import pictures
from envpool.procgen.registration import GAMES

COLUMNS, SIZE, STEPS = 8, (80, 80), 12
RIGHT = 7


def picture(name: str) -> NDArray[np.uint8]:
    """Returns a frame of a game, after some steps to the right."""
    env: Any = envpool.make_gym(
        f"procgen-{name}-v0",
        seed=3,
        render_mode="rgb_array",
        autoreset_mode="same_step",
    )
    env.reset()
    for _ in range(STEPS):
        env.step(np.array([RIGHT]))
    return np.asarray(env.render()[0], np.uint8)


if __name__ == "__main__":
    frames = [picture(name) for name in GAMES]
    pictures.main(__doc__, "procgen.png", frames, SIZE, COLUMNS)
