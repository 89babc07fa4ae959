# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in PyTorch: learns to run, by default as HalfCheetah.

`--task` takes any MuJoCo task of Gymnasium. `--env-type gymnasium` plays the same
tasks with a loop over Gymnasium's envs: the whole course of learning is the same;
only the speed differs.

NumPy arrays and PyTorch tensors share memory here, through DLPack. A pool never
writes to returned arrays again, so no copy is needed.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, cast

import gymnasium
import numpy as np
import ppo
import ppo_runs
import torch
from numpy.typing import NDArray
from ppo import Rollout, Settings
from ppo_runs import Player, VectorEnv, from_numpy, limit_threads
from torch import Tensor, nn
from torch.distributions import Independent, Normal

SETTINGS = Settings(clip=0.2)
FAR = 10.0  # bound of normalized numbers
# The initial standard deviation of actions. With 0, two of three HalfCheetahs did not
# get beyond a return of 1,850.
LOG_STD = -1.0


def make_env(args: argparse.Namespace, vectorization: str = "sync") -> VectorEnv:
    """Makes the envs; both env types have the same observations.

    Args:
      args: the command line's arguments.
      vectorization: the mode of Gymnasium's envs: "sync", or "async" for processes.
    """
    limit = {"max_episode_steps": args.time_limit} if args.time_limit else {}
    if args.env_type == "envpool":
        import envpool

        pool = envpool.make_gymnasium(args.task, num_envs=args.num_envs, **limit)
        return cast(VectorEnv, pool)
    return gymnasium.make_vec(
        args.task, num_envs=args.num_envs, vectorization_mode=vectorization, **limit
    )


class Moments(nn.Module):
    """Running mean and variance, saved with the agent."""

    mean: Tensor
    var: Tensor
    count: Tensor

    def __init__(self, *shape: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(shape, dtype=torch.float64))
        self.register_buffer("var", torch.ones(shape, dtype=torch.float64))
        self.register_buffer("count", torch.tensor(1e-4, dtype=torch.float64))

    def update(self, batch: Tensor) -> None:
        """Adds a batch, with a row for each env."""
        total = self.count + len(batch)
        delta = batch.mean(0) - self.mean
        self.mean += delta * len(batch) / total
        spread = self.var * self.count + batch.var(0, unbiased=False) * len(batch)
        self.var.copy_(
            (spread + delta.square() * self.count * len(batch) / total) / total
        )
        self.count.copy_(total)

    def scale(self, values: Tensor) -> Tensor:
        """Returns the values in units of the standard deviation."""
        return (values / (self.var + 1e-8).sqrt()).clamp(-FAR, FAR).float()


def network(inputs: int, outputs: int, gain: float) -> nn.Sequential:
    """Returns a small network; `gain` is for the last layer's weights."""
    layers: list[nn.Module] = []
    sizes = [inputs, 64, 64, outputs]
    for k, scale in enumerate([2**0.5, 2**0.5, gain]):
        linear = nn.Linear(sizes[k], sizes[k + 1])
        nn.init.orthogonal_(linear.weight, scale)
        nn.init.zeros_(linear.bias)
        layers += [linear, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Agent(nn.Module):
    """Policy and critic, with running moments of observations and returns."""

    def __init__(self, num_inputs: int, num_actions: int) -> None:
        super().__init__()
        self.policy = network(num_inputs, num_actions, 0.01)
        self.log_std = nn.Parameter(torch.full((num_actions,), LOG_STD))
        self.critic = network(num_inputs, 1, 1.0)
        self.seen = Moments(num_inputs)
        self.returns = Moments()

    def forward(self, obs: Tensor) -> tuple[Independent, Tensor]:
        """Returns the distribution of actions and the values for normalized obs."""
        normal = Normal(self.policy(obs), self.log_std.exp())
        return Independent(normal, 1), self.critic(obs)[:, 0]


class Collector(Player):
    """Plays rollouts."""

    agent: Agent
    saved = ("obs", "ended", "running", "discounted", "returns")

    def __init__(self, agent: Agent, env: VectorEnv, args: argparse.Namespace) -> None:
        super().__init__(agent, env)
        space = env.single_action_space
        assert isinstance(space, gymnasium.spaces.Box)
        self.low, self.high = space.low.astype(float), space.high.astype(float)
        obs, _ = self.env.reset(seed=args.seed)
        self.obs = self._normalized(obs)
        action = torch.zeros(args.num_envs, len(self.low))
        self.rollout = Rollout.empty(args.horizon, self.obs, action)
        self.discounted = np.zeros(args.num_envs)

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
            # The policy's actions are unbounded, but the motors have bounds.
            motors = np.from_dlpack(action.double()).clip(self.low, self.high)
            start = time.perf_counter()
            obs, reward, terminated, truncated, _info = self.env.step(motors)
            self.env_seconds += time.perf_counter() - start
            reward = reward.astype(np.float32)
            rows.reward[t] = self._scaled(reward)
            self.ended = terminated | truncated
            rows.terminated[t] = from_numpy(terminated)
            rows.ended[t] = from_numpy(self.ended)
            self.obs = self._normalized(obs)
            self.count(reward)
        rows.value[-1] = self.agent(self.obs)[1]
        return rows

    def _normalized(self, obs: NDArray[Any]) -> Tensor:
        tensor = from_numpy(obs)
        self.agent.seen.update(tensor)
        return self.agent.seen.scale(tensor - self.agent.seen.mean)

    def _scaled(self, reward: NDArray[Any]) -> Tensor:
        """Returns rewards scaled to a deviation of discounted returns of about 1."""
        self.discounted = self.discounted * ppo.GAMMA * ~self.ended + reward
        self.agent.returns.update(from_numpy(self.discounted))
        return self.agent.returns.scale(from_numpy(reward))


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = ppo_runs.arguments(__doc__)
    parser.set_defaults(task="HalfCheetah-v5", steps=1_000_000, threads=1)
    parser.set_defaults(epochs=10, minibatches=32, rate=3e-4)
    return parser.parse_args()


def main() -> None:
    """Trains the agent."""
    args = arguments()
    torch.manual_seed(args.seed)
    limit_threads(args.threads)
    torch.distributions.Distribution.set_default_validate_args(False)
    env = make_env(args)
    shapes = env.single_observation_space.shape, env.single_action_space.shape
    assert shapes[0] is not None
    assert shapes[1] is not None
    agent = Agent(*shapes[0], *shapes[1])
    collector = Collector(agent, env, args)
    ppo.train(args, collector, SETTINGS)


if __name__ == "__main__":
    main()
