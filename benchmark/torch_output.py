# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of getting results into a PyTorch rollout buffer.

    numpy    NumPy arrays, torch.from_numpy, a copy into the buffer
    torch    output="torch", a copy into the buffer
    static   the same with static_output=True
    out      output="torch" and step(out=...): no copy

The methods take turns, rollout by rollout; medians are printed, and each time relative
to the first method's. Needs PyTorch: `pip install torch`, then
`python benchmark/torch_output.py`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

import envpool

CASES = {"CartPole-v1": 1024, "Pong-v5": 64}
WAYS: dict[str, dict[str, Any]] = {
    "numpy": {},
    "torch": {"output": "torch"},
    "static": {"output": "torch", "static_output": True},
    "out": {"output": "torch"},
}
KEYS = ("obs", "reward", "terminated", "truncated")
Buffer = dict[str, torch.Tensor]


def make_buffer(env: Any, steps: int) -> Buffer:
    """Returns zeros for `steps` results."""
    space = env.single_observation_space
    obs = torch.from_numpy(np.zeros((steps, env.num_envs, *space.shape), space.dtype))
    rows = (steps, env.num_envs)
    flags = {key: torch.zeros(rows, dtype=torch.bool) for key in KEYS[2:]}
    return {"obs": obs, "reward": torch.zeros(rows), **flags}


def stepper(way: str, env: Any, buffer: Buffer) -> Callable[[int, torch.Tensor], None]:
    """Returns a function that makes step t and stores its result."""
    columns = [buffer[key] for key in KEYS]

    def numpy(t: int, action: torch.Tensor) -> None:
        for column, array in zip(columns, env.step(action.numpy()), strict=False):
            column[t].copy_(torch.from_numpy(array))

    def copy(t: int, action: torch.Tensor) -> None:
        for column, tensor in zip(columns, env.step(action), strict=False):
            column[t].copy_(tensor)

    def out(t: int, action: torch.Tensor) -> None:
        env.step(action, out={key: buffer[key][t] for key in KEYS})

    return {"numpy": numpy, "torch": copy, "static": copy, "out": out}[way]


def measure(task: str, num_envs: int, steps: int, rounds: int) -> dict[str, float]:
    """Returns the median time of a step, in microseconds, for each method."""
    runs = {}
    for way, options in WAYS.items():
        env = envpool.make_gymnasium(task, num_envs=num_envs, seed=0, **options)
        env.reset()
        runs[way] = stepper(way, env, make_buffer(env, steps))
    space: Any = env.single_action_space
    high = int(space.n)
    actions = torch.randint(high, (steps, num_envs), generator=torch.manual_seed(0))
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    for number in range(rounds + 1):
        for way, step in runs.items():
            start = time.perf_counter()
            for t in range(steps):
                step(t, actions[t])
            if number:  # the first round maps the memory pages
                times[way].append((time.perf_counter() - start) / steps * 1e6)
    return {way: statistics.median(found) for way, found in times.items()}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=32, help="of a rollout")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--task", choices=CASES, action="append")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = {
        task: measure(task, CASES[task], args.steps, args.rounds)
        for task in args.task or CASES
    }
    if args.json:
        print(json.dumps(found, indent=1))
        return
    for task, times in found.items():
        print(f"{task}, {CASES[task]} envs")
        for way, micros in times.items():
            ratio = micros / times["numpy"]
            print(f"  {way:8}{micros:10.1f} us a step  {ratio:.2f}")


if __name__ == "__main__":
    main()
