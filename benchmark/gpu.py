# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Measures a policy of PyTorch on a GPU that plays a pool on the CPUs.

    numpy    NumPy arrays: `torch.from_numpy(obs).to(device)`, `action.cpu().numpy()`
    torch    `output="torch"` and `env.to(device)`
    static   the same with `static_output=True`
    graph    the same, and the policy is a CUDA graph (only on a GPU)

Pong has the network of the DQN paper (Mnih et al., 2015), CartPole two layers of 64.
The methods take turns; medians are printed. Needs PyTorch: `pip install torch`, then
`python benchmark/gpu.py`. benchmark/xla.py measures the same for programs of JAX.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

import envpool

CASES = {"CartPole-v1": 1024, "Pong-v5": 256}
OPTIONS: dict[str, dict[str, Any]] = {
    "numpy": {},
    "torch": {"output": "torch"},
    "static": {"output": "torch", "static_output": True},
    "graph": {"output": "torch", "static_output": True},
}
Policy = Callable[[torch.Tensor], torch.Tensor]


def make_policy(env: Any, device: torch.device) -> Policy:
    """Returns a function from observations to actions, both on the device."""
    shape = env.single_observation_space.shape
    layers: list[nn.Module]
    if len(shape) == 3:
        layers = [
            nn.Conv2d(shape[0], 32, 8, 4),
            nn.ReLU(),
            nn.Conv2d(32, 64, 4, 2),
            nn.ReLU(),
            nn.Conv2d(64, 64, 3, 1),
            nn.ReLU(),
            nn.Flatten(),
        ]
    else:
        layers = [nn.Flatten()]
    layers += [nn.LazyLinear(64), nn.ReLU(), nn.LazyLinear(env.single_action_space.n)]
    network = nn.Sequential(*layers).to(device)

    def policy(obs: torch.Tensor) -> torch.Tensor:
        return network(obs.float()).argmax(1)

    return policy


def player(way: str, env: Any, device: torch.device) -> Callable[[int], None]:
    """Returns a function that steps the pool a number of times with the policy."""
    policy = make_policy(env, device)
    last = {"obs": env.reset()[0]}
    graphs: dict[int, tuple[Any, torch.Tensor]] = {}

    def through_numpy(obs: Any) -> Any:
        return policy(torch.from_numpy(obs).to(device)).cpu().numpy()

    def through_graph(obs: torch.Tensor) -> torch.Tensor:
        if obs.data_ptr() not in graphs:
            policy(obs)  # PyTorch records only what has run before
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                chosen = policy(obs)
            graphs[obs.data_ptr()] = graph, chosen
        graph, chosen = graphs[obs.data_ptr()]
        graph.replay()
        return chosen

    choose = {"numpy": through_numpy, "graph": through_graph}.get(way, policy)

    @torch.no_grad()
    def play(steps: int) -> None:
        for _ in range(steps):
            last["obs"] = env.step(choose(last["obs"]))[0]
        if device.type == "cuda":
            torch.cuda.synchronize(device)

    return play


def measure(
    task: str, num_envs: int, steps: int, rounds: int, device: torch.device
) -> dict[str, float]:
    """Returns the median steps per second of each method."""
    players = {}
    for way, options in OPTIONS.items():
        if way == "graph" and device.type != "cuda":
            continue
        env: Any = envpool.make_gymnasium(task, num_envs=num_envs, seed=0, **options)
        players[way] = player(way, env if way == "numpy" else env.to(device), device)
    found: dict[str, list[float]] = {way: [] for way in players}
    for number in range(rounds + 1):
        for way, play in players.items():
            start = time.perf_counter()
            play(steps)
            if number:  # the first round starts the GPU's libraries
                found[way].append(steps * num_envs / (time.perf_counter() - start))
    return {way: statistics.median(speeds) for way, speeds in found.items()}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100, help="of a round")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--device", default="cuda")
    args = parser.parse_args()
    device = torch.device(args.device)
    for task, num_envs in CASES.items():
        speeds = measure(task, num_envs, args.steps, args.rounds, device)
        for way, speed in speeds.items():
            print(
                f"{task} x {num_envs:5}  {way:7} {speed:>12,.0f} steps/s, "
                f"{speed / speeds['numpy']:5.2f} times numpy"
            )


if __name__ == "__main__":
    main()
