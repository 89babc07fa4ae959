# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Records digests of pictures: record_frames.py [FILE].

It needs the same packages as record_highway.py, beside which it lies.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

steered: Any = importlib.import_module("record_steered")

_FILE = Path(__file__).with_name("frames.json")
SEED, STEPS = 11, 6
IDS = (
    "highway-fast-v0",
    "exit-v0",
    "merge-v0",
    "merge-generic-v0",
    "two-way-v0",
    "u-turn-v0",
    "roundabout-v0",
    "roundabout-generic-v0",
    "intersection-v0",
    "intersection-v1",
    "parking-v0",
    "parking-parked-v0",
    "racetrack-v0",
    "racetrack-large-v0",
    "racetrack-oval-v0",
    "lane-keeping-v0",
)


def record(task_id: str) -> dict[str, Any]:
    """Returns actions, and the digests of the pictures before and after them."""
    env = steered.Official(SEED, task_id, {}).env
    env.unwrapped.render_mode = "rgb_array"
    env.unwrapped.config["offscreen_rendering"] = True
    space = env.action_space
    random = np.random.default_rng(3)
    env.reset(seed=SEED)
    actions: list[Any] = []
    frames = [env.unwrapped.render()]
    over = False
    while len(actions) < STEPS and not over:
        if space.shape:
            action: Any = random.uniform(-0.5, 0.5, space.shape).astype(np.float32)
        else:
            action = int(random.integers(space.n))
        actions.append(np.asarray(action).tolist())
        _, _, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
        frames.append(env.unwrapped.render())
    digests = [hashlib.blake2b(one.tobytes(), digest_size=16) for one in frames]
    return {
        "shape": list(frames[0].shape),
        "actions": actions,
        "frames": [one.hexdigest() for one in digests],
    }


def main(path: Any = _FILE) -> None:
    """Writes the file."""
    found = {"seed": SEED, "tasks": {task_id: record(task_id) for task_id in IDS}}
    Path(path).write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
