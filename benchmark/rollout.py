# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures rollouts against loops of single steps, and Ant against `mujoco.rollout`.

All systems of a task take turns, and make the same number of steps with actions that
are drawn beforehand, except for random rollouts, which draw them. It prints the median
time of an env's step, and the median of the ratios to the rollout.

    bazel run //benchmark:rollout -- [--rounds 9]
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import envpool
from envpool.policies import OpenLoop, Random

__all__ = ["main"]

Calls = dict[str, Callable[[], Any]]


def _calls(task: str, num_envs: int, steps: int) -> Calls:
    def make() -> Any:
        env: Any = envpool.make_gymnasium(task, num_envs=num_envs, seed=0)
        env.reset()
        return env

    rolled, drawn, single = make(), make(), make()
    actions = drawn.rollout(steps, Random(1)).action
    policy = Random(2)

    def step() -> None:
        for row in actions:
            single.step(row)

    return {
        "rollout, open loop": lambda: rolled.rollout(steps, OpenLoop(actions)),
        "rollout, random": lambda: drawn.rollout(steps, policy),
        "single steps": step,
    }


def _mujoco_rollout(num_envs: int, steps: int) -> Calls:
    """Ant's model on MuJoCo's own threads, without observations and rewards."""
    mujoco = importlib.import_module("mujoco")
    module = importlib.import_module("mujoco.rollout")
    config = envpool.make_spec("Ant-v5").config
    model: Any = mujoco.MjModel.from_xml_path(config.xml_file)
    threads = len(importlib.import_module("os").sched_getaffinity(0))
    data = [mujoco.MjData(model) for _ in range(threads)]
    pool = module.Rollout(nthread=threads)
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    first = np.zeros(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, data[0], first, kind)
    rng = np.random.default_rng(0)
    controls = rng.uniform(-1, 1, (num_envs, steps, model.nu))
    repeated = np.repeat(controls, config.frame_skip, axis=1)
    states = np.tile(first, (num_envs, 1))
    return {"mujoco.rollout": lambda: pool.rollout(model, data, states, repeated)}


def measure(calls: Calls, rounds: int) -> dict[str, list[float]]:
    """Returns the seconds of each call in each round."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for number in range(rounds + 1):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            if number:  # the first round maps the memory pages
                times[name].append(time.perf_counter() - start)
    return times


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    cases = {
        "CartPole-v1": (1024, 128),
        "Ant-v5": (64, 50),
        "Pong-v5": (16, 64),
    }
    for task, (num_envs, steps) in cases.items():
        calls = _calls(task, num_envs, steps)
        if task == "Ant-v5":
            calls |= _mujoco_rollout(num_envs, steps)
        times = measure(calls, args.rounds)
        base = times["rollout, open loop"]
        print(f"{task}, {num_envs} envs, {steps} steps")
        for name, own in times.items():
            nanos = statistics.median(own) / (num_envs * steps) * 1e9
            ratio = statistics.median(
                mine / first for mine, first in zip(own, base, strict=True)
            )
            print(f"  {name:20}{nanos:12.1f} ns{ratio:8.2f}")


if __name__ == "__main__":
    main()
