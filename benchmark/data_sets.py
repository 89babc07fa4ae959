# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures how much recording a data set slows rollouts down.

Rollouts with and without a data set take turns. The time with one includes writing all
of its episodes, except for those that are not over at the end of a turn, which the next
turn writes. It prints the median time of an env's step, the median ratio of the two,
the bytes of the file for each step, and the time in which Minari's own writer adds some
of the same episodes to a data set.

    bazel run //benchmark:data_sets -- [TASK ...] [--num-envs 64] [--steps 64]
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import tempfile
import time
from typing import Any

import minari
import numpy as np
from minari.data_collector import EpisodeBuffer

import envpool
from envpool.datasets import Minari
from envpool.policies import Linear, Policy, Random

__all__ = ["main"]

# It balances the pole for most of the 500 steps. Random episodes have 20.
BALANCE = np.array([[0.0] * 4, [0.1, 0.5, 1.0, 1.0]], np.float32)


def play(env: Any, policy: Policy, steps: int, calls: int, data: Minari | None) -> Any:
    """Returns the seconds of some rollouts."""
    start = time.perf_counter()
    for _ in range(calls):
        env.rollout(steps, policy, record=data)
    if data is not None:
        data.flush()
    return time.perf_counter() - start


def minari_nanos(data: Minari, most: int = 200) -> float:
    """Returns the time of Minari's writer for a step of some episodes."""
    source = minari.MinariDataset(os.path.join(data.path, "data"))
    episodes = list(source.iterate_episodes(range(min(most, len(source)))))
    if not episodes:
        return math.nan
    buffers = [
        EpisodeBuffer(
            observations=each.observations,
            actions=each.actions,
            rewards=list(each.rewards),
            terminations=list(each.terminations),
            truncations=list(each.truncations),
        )
        for each in episodes
    ]
    start = time.perf_counter()
    minari.create_dataset_from_buffers(
        f"minari/{os.path.basename(data.path)}",
        buffers,
        observation_space=source.observation_space,
        action_space=source.action_space,
        jpeg_encoding=False,
    )
    seconds = time.perf_counter() - start
    return seconds / sum(map(len, episodes)) * 1e9


def compare(task: str, policy: Policy, args: argparse.Namespace, root: str) -> None:
    """Measures a task, and prints."""
    envs = [
        envpool.make_gymnasium(task, num_envs=args.num_envs, seed=0) for _ in range(2)
    ]
    for env in envs:
        env.reset()
    name = f"{task}-{type(policy).__name__}-v0".replace("/", "-")
    with Minari(name, root) as data:
        kinds = (None, data)
        once = play(envs[0], policy, args.steps, 3, None) / 3
        calls = max(1, round(args.seconds / once))
        times: list[list[float]] = [[], []]
        for number in range(args.rounds + 1):
            for own, env, kind in zip(times, envs, kinds, strict=True):
                seconds = play(env, policy, args.steps, calls, kind)
                if number:  # the first round is slower
                    own.append(seconds)
    size = os.path.getsize(os.path.join(data.path, "data", "main_data.hdf5"))
    plain, recorded = (
        statistics.median(own) / (calls * args.steps * args.num_envs) * 1e9
        for own in times
    )
    ratio = statistics.median(a / b for a, b in zip(*times, strict=True))
    print(
        f"{task}, {type(policy).__name__}: {plain:.0f} ns, recorded {recorded:.0f} ns, "
        f"{ratio:.1%} of the speed; {data.total_episodes} episodes, "
        f"{size / max(1, data.total_steps):.0f} bytes a step; Minari's writer "
        f"{minari_nanos(data):.0f} ns",
        flush=True,
    )


def main() -> None:
    """Compares the tasks that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "tasks", nargs="*", default=["CartPole-v1", "HalfCheetah-v5", "Pong-v5"]
    )
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as root:
        os.environ["MINARI_DATASETS_PATH"] = root
        for task in args.tasks:
            compare(task, Random(0), args, root)
            if task == "CartPole-v1":
                compare(task, Linear(BALANCE, sample=False), args, root)


if __name__ == "__main__":
    main()
