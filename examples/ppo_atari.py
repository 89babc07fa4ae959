# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in PyTorch: learns Pong from its pictures.

`--env-type gymnasium` plays the same games with a loop over Gymnasium's envs:
observations, rewards and therefore the whole course of learning are the same; only
the speed differs. Pong takes a few million steps, which takes hours on a CPU.

NumPy arrays and PyTorch tensors share memory here, through DLPack. A pool never
writes to returned arrays again, so no copy is needed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, cast

import gymnasium
import numpy as np
import ppo
import ppo_runs
import torch
from ppo import Rollout, Settings
from ppo_runs import Player, VectorEnv, from_numpy, limit_threads
from torch import Tensor, nn
from torch.distributions import Categorical

SETTINGS = Settings(clip=0.1, entropy=0.01)


def make_env(args: argparse.Namespace, vectorization: str = "sync") -> VectorEnv:
    """Makes the envs; both env types have the same observations.

    Args:
      args: the command line's arguments.
      vectorization: the mode of Gymnasium's envs: "sync", or "async" for processes.
    """
    if args.env_type == "envpool":
        import envpool

        pool = envpool.make_gymnasium(
            args.task,
            num_envs=args.num_envs,
            preprocessing="gymnasium",
            max_episode_steps=args.time_limit,
            ram=False,
        )
        return cast(VectorEnv, pool)
    import ale_py
    from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation

    gymnasium.register_envs(ale_py)
    return gymnasium.make_vec(
        f"ALE/{args.task}",
        num_envs=args.num_envs,
        vectorization_mode=vectorization,
        wrappers=[AtariPreprocessing, lambda env: FrameStackObservation(env, 4)],
        frameskip=1,
        repeat_action_probability=0,
        max_num_frames_per_episode=4 * args.time_limit,
    )


def layer(module: nn.Conv2d | nn.Linear, gain: float = 2**0.5) -> nn.Module:
    """Initializes a layer and returns it."""
    nn.init.orthogonal_(module.weight, gain)
    assert module.bias is not None
    nn.init.zeros_(module.bias)
    return module


class Agent(nn.Module):
    """Policy and critic, on top of the convolutions of DQN (Mnih et al., 2015)."""

    def __init__(self, num_actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            layer(nn.Conv2d(4, 32, 8, 4)),
            nn.ReLU(),
            layer(nn.Conv2d(32, 64, 4, 2)),
            nn.ReLU(),
            layer(nn.Conv2d(64, 64, 3, 1)),
            nn.ReLU(),
            nn.Flatten(),
            layer(nn.Linear(64 * 7 * 7, 512)),
            nn.ReLU(),
        )
        self.policy = layer(nn.Linear(512, num_actions), 0.01)
        self.critic = layer(nn.Linear(512, 1), 1.0)

    def forward(self, obs: Tensor) -> tuple[Categorical, Tensor]:
        """Returns the distribution of actions and the values."""
        hidden = self.body(obs.float() / 255)
        return Categorical(logits=self.policy(hidden)), self.critic(hidden)[:, 0]


class Collector(Player):
    """Plays rollouts."""

    def __init__(
        self, agent: nn.Module, env: VectorEnv, args: argparse.Namespace
    ) -> None:
        super().__init__(agent, env)
        obs, _ = self.env.reset(seed=args.seed)
        self.obs = self.to_tensor(obs)
        action = torch.zeros(args.num_envs, dtype=torch.int64)
        self.rollout = Rollout.empty(args.horizon, self.obs, action)

    @torch.no_grad()
    def collect(self) -> Rollout:
        """Plays a rollout; the next rollout reuses its memory."""
        rows = self.rollout
        for t in range(len(rows.action)):
            policy, value = self.agent(self.obs)
            action = policy.sample()
            rows.obs[t], rows.action[t], rows.value[t] = self.obs, action, value
            rows.logp[t] = policy.log_prob(action)
            rows.valid[t] = from_numpy(~self.ended)
            start = time.perf_counter()
            after, reward, terminated, truncated, _info = self.env.step(
                np.from_dlpack(action)
            )
            self.env_seconds += time.perf_counter() - start
            self.obs, self.ended = self.to_tensor(after), terminated | truncated
            rows.reward[t] = from_numpy(np.sign(reward).astype(np.float32))
            rows.terminated[t] = from_numpy(terminated)
            rows.ended[t] = from_numpy(self.ended)
            self.count(reward)
        rows.value[-1] = self.agent(self.obs)[1]
        return rows

    def to_tensor(self, obs: Any) -> Tensor:
        """Returns the agent's input for the envs' observations."""
        return from_numpy(obs)


def arguments(about: str | None, **defaults: Any) -> argparse.Namespace:
    """Reads the command line; `defaults` override the defaults here."""
    parser = ppo_runs.arguments(about)
    parser.set_defaults(task="Pong-v5", steps=10_000_000, time_limit=27_000)
    parser.set_defaults(epochs=4, minibatches=4, rate=5e-4)
    parser.set_defaults(**defaults)
    return parser.parse_args()


def train(
    args: argparse.Namespace,
    env: VectorEnv,
    make_agent: Callable[[int], nn.Module],
    make_collector: Callable[..., Collector],
) -> None:
    """Trains the agent, and shows the progress.

    Args:
      args: the command line's arguments.
      env: the envs; they are closed at the end.
      make_agent: called with the number of actions.
      make_collector: called with agent, env and args.
    """
    torch.manual_seed(args.seed)
    if args.threads:
        limit_threads(args.threads)
    space = env.single_action_space
    assert isinstance(space, gymnasium.spaces.Discrete)
    agent = make_agent(int(space.n))
    collector = make_collector(agent, env, args)
    ppo.train(args, collector, SETTINGS)


def main() -> None:
    """Learns to play Atari."""
    args = arguments(__doc__)
    train(args, make_env(args), Agent, Collector)


if __name__ == "__main__":
    main()
