#!/usr/bin/env python3
# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Fills a PyTorch rollout buffer without copying any observation.

The envs write their rows directly into the buffer: row t + 1 of `obs` is the
result of step t. Run it with `python torch_rollout.py`; it needs PyTorch.
"""

from __future__ import annotations

import torch

import envpool

NUM_ENVS = 64
STEPS = 128


def main() -> dict[str, torch.Tensor]:
    """Returns the buffer after one rollout."""
    env = envpool.make(
        "CartPole-v1", env_type="gymnasium", num_envs=NUM_ENVS, output="torch"
    )
    policy = torch.nn.Sequential(
        torch.nn.Linear(4, 64), torch.nn.Tanh(), torch.nn.Linear(64, 2)
    )
    buffer = {
        "obs": torch.zeros(STEPS + 1, NUM_ENVS, 4),
        "action": torch.zeros(STEPS, NUM_ENVS, dtype=torch.int64),
        "reward": torch.zeros(STEPS, NUM_ENVS),
        "terminated": torch.zeros(STEPS, NUM_ENVS, dtype=torch.bool),
        "truncated": torch.zeros(STEPS, NUM_ENVS, dtype=torch.bool),
    }
    env.async_reset()
    env.recv(reset=True, out={"obs": buffer["obs"][0]})
    for t in range(STEPS):
        with torch.no_grad():
            logits = policy(buffer["obs"][t])
            buffer["action"][t] = torch.distributions.Categorical(
                logits=logits
            ).sample()
        env.step(
            buffer["action"][t],
            out={
                "obs": buffer["obs"][t + 1],
                "reward": buffer["reward"][t],
                "terminated": buffer["terminated"][t],
                "truncated": buffer["truncated"][t],
            },
        )
    return buffer


if __name__ == "__main__":
    rollout = main()
    print(
        f"{STEPS} steps of {NUM_ENVS} envs, {int(rollout['terminated'].sum())} "
        "episodes ended"
    )
