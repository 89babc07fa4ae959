# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records Gymnasium's CartPole: record_cartpole.py [FILE].

The file contains the versions of the packages used. An example of a recording script:
it runs in any Python with NumPy and the official package, without this package.
"""

from __future__ import annotations

import importlib
import sys
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

HERE = Path(__file__).absolute().parent
sys.path.append(str(HERE.parent))
trace = importlib.import_module("load_trace").trace
PINS = {"gymnasium": gymnasium.__version__, "numpy": np.__version__}


class Official:
    """One env; its first reset uses the seed."""

    def __init__(self, seed: int, limit: int) -> None:
        self.env = gymnasium.make("CartPole-v1", max_episode_steps=limit)
        self.seed: int | None = seed

    def reset(self) -> dict[str, Any]:
        """Starts an episode."""
        obs, _ = self.env.reset(seed=self.seed)
        self.seed = None
        return {"obs": obs}

    def step(self, action: Any) -> dict[str, Any]:
        """Takes a step."""
        obs, reward, terminated, truncated, _ = self.env.step(int(action))
        return {
            "obs": obs,
            "reward": np.float32(reward),
            "terminated": terminated,
            "truncated": truncated,
        }


def main(path: Any = HERE / "cartpole.npz") -> None:
    """Writes the file."""
    actions = np.random.default_rng(5).integers(2, size=(120, 3)).astype(np.int8)
    cases = [
        trace.record(
            partial(Official, limit=limit),
            "CartPole-v1",
            7,
            actions,
            {"max_episode_steps": limit},
        )
        for limit in (500, 15)
    ]
    trace.save(path, cases, PINS)


if __name__ == "__main__":
    main(*sys.argv[1:])
