# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures rollouts of Atari games against their emulators.

    bazel run //envpool/atari:rollout_speed -- [TASK ...] [--rounds 9]

The latter play random actions in C++ threads, without a pool; see emulator.cc.
"screens" has emulated frames and their screens, and "images" also the images of
observations.
"""

from __future__ import annotations

import argparse
import functools
from typing import Any

import envpool
from benchmark.rollout import Calls, compare
from envpool.bench.loop import play_library

__all__ = ["main"]


def _emulators(task: str, num_envs: int, steps: int) -> Calls:
    config: Any = envpool.make_spec(task).config
    calls: Calls = {}
    for kind in ("screens", "images"):
        arguments = [config.rom_dir, config.task, kind]
        pool = {"task_id": task, "num_envs": num_envs}
        player = play_library(__file__, arguments, pool)
        calls[f"emulator, {kind}"] = functools.partial(player.play, range(steps))
    return calls


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks", nargs="*", default=["Pong-v5"])
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    for task in args.tasks:
        others = _emulators(task, args.num_envs, args.steps)
        compare(task, args.num_envs, args.steps, others, args.rounds)


if __name__ == "__main__":
    main()
