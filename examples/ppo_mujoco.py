# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in PyTorch: learns to run, by default as HalfCheetah.

`--task` takes any MuJoCo task of Gymnasium. `--env-type gymnasium` plays the
same tasks with a loop over Gymnasium's envs: the whole course of learning is the
same, only the speed is not.

NumPy's arrays and PyTorch's tensors share their memory here, by DLPack. What a
pool returns is never written to again, so no copy is needed to be safe.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Any, cast

import gymnasium
import numpy as np
import ppo_runs
import torch
from numpy.typing import NDArray
from ppo_runs import (
    Player,
    Progress,
    VectorEnv,
    draw,
    from_numpy,
    limit_threads,
    resume,
    save,
)
from torch import Tensor, nn
from torch.distributions import Independent, Normal

GAMMA, DECAY, CLIP = 0.99, 0.95, 0.2
CRITIC, MAX_NORM = 0.5, 0.5
FAR = 10.0  # no normalized number is further from 0
# Of the standard deviation of actions at first. With 0, two of three HalfCheetahs
# did not get beyond a return of 1,850.
LOG_STD = -1.0


def make_env(args: argparse.Namespace, vectorization: str = "sync") -> VectorEnv:
    """Makes the envs: by either way they show the same.

    Args:
      args: of the command line.
      vectorization: of Gymnasium's envs: "sync", or "async" for processes.
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
    """Mean and variance of all that has been seen, saved with the agent."""

    mean: Tensor
    var: Tensor
    count: Tensor

    def __init__(self, *shape: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(shape, dtype=torch.float64))
        self.register_buffer("var", torch.ones(shape, dtype=torch.float64))
        self.register_buffer("count", torch.tensor(1e-4, dtype=torch.float64))

    def update(self, batch: Tensor) -> None:
        """Takes a row for each env into account."""
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
    """Returns a small network; `gain` is of its last layer's weights."""
    layers: list[nn.Module] = []
    sizes = [inputs, 64, 64, outputs]
    for k, scale in enumerate([2**0.5, 2**0.5, gain]):
        linear = nn.Linear(sizes[k], sizes[k + 1])
        nn.init.orthogonal_(linear.weight, scale)
        nn.init.zeros_(linear.bias)
        layers += [linear, nn.Tanh()]
    return nn.Sequential(*layers[:-1])


class Agent(nn.Module):
    """Policy and critic, with what they have seen of observations and returns."""

    def __init__(self, num_inputs: int, num_actions: int) -> None:
        super().__init__()
        self.policy = network(num_inputs, num_actions, 0.01)
        self.log_std = nn.Parameter(torch.full((num_actions,), LOG_STD))
        self.critic = network(num_inputs, 1, 1.0)
        self.seen = Moments(num_inputs)
        self.returns = Moments()

    def forward(self, obs: Tensor) -> tuple[Independent, Tensor]:
        """Returns the distribution of actions and the values, of normalized obs."""
        normal = Normal(self.policy(obs), self.log_std.exp())
        return Independent(normal, 1), self.critic(obs)[:, 0]


@dataclass
class Rollout:
    """What happened in `horizon` steps of all envs; a row per step, then per env."""

    obs: Tensor
    action: Tensor
    logp: Tensor
    value: Tensor
    reward: Tensor
    terminated: Tensor
    ended: Tensor
    valid: Tensor

    @classmethod
    def empty(cls, size: tuple[int, int], inputs: int, actions: int) -> Rollout:
        """Returns the memory for a rollout. Of value there is one row more."""
        horizon, num_envs = size
        return cls(
            torch.zeros(*size, inputs),
            torch.zeros(*size, actions),
            torch.zeros(size),
            torch.zeros(horizon + 1, num_envs),
            torch.zeros(size),
            *[torch.zeros(size, dtype=torch.bool) for _ in range(3)],
        )

    def advantages(self) -> Tensor:
        """Estimates by how much the actions were better than expected.

        An env that has ended shows its last observation, and its next step only
        resets it: the row after an end is no transition. So the value of what
        follows a step is always that of the next row, after a time limit as
        well, and it does not count if the task itself ended.
        """
        delta = self.reward - self.value[:-1]
        delta += GAMMA * self.value[1:] * ~self.terminated
        result = torch.zeros_like(delta)
        running = torch.zeros_like(delta[0])
        for t in reversed(range(len(delta))):
            running = delta[t] + GAMMA * DECAY * running * ~self.ended[t]
            result[t] = running
        return result


class Collector(Player):
    """Plays rollouts."""

    agent: Agent
    saved = ("obs", "ended", "running", "discounted", "returns")

    def __init__(self, agent: Agent, env: VectorEnv, args: argparse.Namespace) -> None:
        super().__init__(agent, env)
        space = env.single_action_space
        assert isinstance(space, gymnasium.spaces.Box)
        self.low, self.high = space.low.astype(float), space.high.astype(float)
        size = (args.horizon, args.num_envs)
        inputs, actions = len(agent.seen.mean), len(self.low)
        self.rollout = Rollout.empty(size, inputs, actions)
        obs, _ = self.env.reset(seed=args.seed)
        self.obs = self._normalized(obs)
        self.discounted = np.zeros(args.num_envs)

    @torch.no_grad()
    def collect(self) -> Rollout:
        """Plays a rollout, into memory that the next one will use again."""
        rows = self.rollout
        for t in range(len(rows.action)):
            policy, value = self.agent(self.obs)
            action = policy.sample()
            rows.obs[t], rows.action[t], rows.value[t] = self.obs, action, value
            rows.logp[t] = policy.log_prob(action)
            rows.valid[t] = from_numpy(~self.ended)
            # A policy has no bounds, the motors have.
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
        """Returns rewards that make returns, as discounted, about 1 apart."""
        self.discounted = self.discounted * GAMMA * ~self.ended + reward
        self.agent.returns.update(from_numpy(self.discounted))
        return self.agent.returns.scale(from_numpy(reward))


def learn(
    agent: Agent,
    optimizer: torch.optim.Optimizer,
    rows: Rollout,
    epochs: int,
    minibatches: int,
) -> list[float]:
    """Improves the agent.

    Args:
      agent: to be improved.
      optimizer: of its weights.
      rows: what it did.
      epochs: passes over the rows.
      minibatches: of a pass.

    Returns:
      The losses of policy and critic, and the entropy, in the last minibatch.
    """
    valid = rows.valid.flatten().nonzero()[:, 0]
    obs, action = rows.obs.flatten(0, 1), rows.action.flatten(0, 1)
    logp, advantages = rows.logp.flatten(), rows.advantages()
    target = (advantages + rows.value[:-1]).flatten()
    advantages = advantages.flatten()
    for _ in range(epochs):
        order = valid[torch.randperm(len(valid))]
        for batch in order.chunk(minibatches):
            policy, value = agent(obs[batch])
            ratio = (policy.log_prob(action[batch]) - logp[batch]).exp()
            gain = advantages[batch]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            by_policy = -torch.minimum(ratio * gain, clipped * gain).mean()
            by_critic = (value - target[batch]).square().mean() / 2
            optimizer.zero_grad()
            (by_policy + CRITIC * by_critic).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), MAX_NORM)
            optimizer.step()
    entropy = policy.entropy().mean()
    return [by_policy.item(), by_critic.item(), entropy.item()]


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = ppo_runs.arguments(__doc__)
    parser.set_defaults(task="HalfCheetah-v5", steps=1_000_000, threads=1)
    parser.set_defaults(epochs=10, minibatches=32, rate=3e-4)
    return parser.parse_args()


def main() -> None:
    """Learns."""
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
    optimizer = torch.optim.Adam(agent.parameters(), args.rate, eps=1e-5)
    per_update = args.horizon * args.num_envs
    updates = max(1, args.steps // per_update)
    curve = resume(args, collector, optimizer)
    first = len(curve) + 1
    progress = Progress(updates * per_update, args.log_every, len(curve) * per_update)
    for update in range(first, updates + 1):
        optimizer.param_groups[0]["lr"] = args.rate * (1 - (update - 1) / updates)
        rows = collector.collect()
        losses = learn(agent, optimizer, rows, args.epochs, args.minibatches)
        mean = float(np.mean(collector.returns or [np.nan]))
        curve.append((update * per_update, mean))
        progress.show(update * per_update, mean, collector.env_seconds)
        save(args, collector, optimizer, curve)
    print("policy loss {:.6f}, critic loss {:.6f}, entropy {:.6f}".format(*losses))
    if args.plot:
        draw(curve, f"PPO on {args.task}", args.plot)
    env.close()


if __name__ == "__main__":
    main()
