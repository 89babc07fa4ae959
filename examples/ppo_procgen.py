# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in PyTorch: learns a game of Procgen from its pictures.

`--task` takes any task with channels first. The agent plays 200 levels; to see how
well it generalises, let it play other levels, with `start_level`. The official package
has no wheels for current Pythons, so there is only `--env-type envpool`.

The algorithm is that of ppo_atari.py; this file has a different agent.
"""

from __future__ import annotations

import argparse
from typing import cast

from ppo_atari import Collector, arguments, layer, train
from ppo_runs import VectorEnv
from torch import Tensor, nn
from torch.distributions import Categorical

LEVELS = 200


def make_env(args: argparse.Namespace) -> VectorEnv:
    """Makes the envs."""
    import envpool

    if args.env_type != "envpool":
        raise SystemExit("--env-type: expected envpool")
    pool = envpool.make_gymnasium(
        args.task,
        num_envs=args.num_envs,
        num_levels=LEVELS,
        max_episode_steps=args.time_limit,
    )
    return cast(VectorEnv, pool)


class Agent(nn.Module):
    """Policy and critic, on top of the convolutions of the first DQN."""

    def __init__(self, num_actions: int, channels: int = 3, side: int = 6) -> None:
        super().__init__()
        self.body = nn.Sequential(
            layer(nn.Conv2d(channels, 16, 8, 4)),
            nn.ReLU(),
            layer(nn.Conv2d(16, 32, 4, 2)),
            nn.ReLU(),
            nn.Flatten(),
            layer(nn.Linear(32 * side * side, 256)),
            nn.ReLU(),
        )
        self.policy = layer(nn.Linear(256, num_actions), 0.01)
        self.critic = layer(nn.Linear(256, 1), 1.0)

    def forward(self, obs: Tensor) -> tuple[Categorical, Tensor]:
        """Returns the distribution of actions and the values."""
        hidden = self.body(obs.float() / 255)
        return Categorical(logits=self.policy(hidden)), self.critic(hidden)[:, 0]


def main() -> None:
    """Learns a game."""
    args = arguments(
        __doc__,
        task="BigfishEasy-v0",
        steps=100_000,
        num_envs=64,
        horizon=64,
        minibatches=8,
        epochs=2,
        time_limit=0,
    )
    train(args, make_env(args), Agent, Collector)


if __name__ == "__main__":
    main()
