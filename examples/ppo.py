# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Proximal policy optimization (Schulman et al., 2017), for the PPO examples.

This is a module, not a program. Each example defines the agent and the collector,
which plays the envs.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from ppo_runs import Progress, draw, resume, save
from torch import Tensor, nn

GAMMA, DECAY = 0.99, 0.95
CRITIC, MAX_NORM = 0.5, 0.5


@dataclass
class Settings:
    """The settings that differ between the examples.

    Attributes:
      clip: the maximum distance of the ratio of probabilities from 1.
      entropy: the weight of the policy's entropy in the loss.
    """

    clip: float
    entropy: float = 0.0


@dataclass
class Rollout:
    """The data of `horizon` steps of all envs, indexed by step, then by env."""

    obs: Tensor
    action: Tensor
    logp: Tensor
    value: Tensor
    reward: Tensor
    terminated: Tensor
    ended: Tensor
    valid: Tensor

    @classmethod
    def empty(cls, horizon: int, obs: Tensor, action: Tensor) -> Rollout:
        """Returns the memory for a rollout, with one more row of values.

        Args:
          horizon: the number of steps.
          obs: one observation of each env.
          action: one action of each env.
        """
        size = (horizon, len(obs))
        return cls(
            torch.zeros((horizon, *obs.shape), dtype=obs.dtype),
            torch.zeros((horizon, *action.shape), dtype=action.dtype),
            torch.zeros(size),
            torch.zeros(horizon + 1, len(obs)),
            torch.zeros(size),
            *[torch.zeros(size, dtype=torch.bool) for _ in range(3)],
        )

    def advantages(self) -> Tensor:
        """Estimates the advantages: how much better the actions were than expected.

        At the end of an episode, an env shows its last observation, and its next step
        only resets it: the row after an end is not a transition. So the value of the
        state after a step is always in the next row, also after a time limit; it does
        not count if the episode was terminated.
        """
        delta = self.reward - self.value[:-1]
        delta += GAMMA * self.value[1:] * ~self.terminated
        result = torch.zeros_like(delta)
        running = torch.zeros_like(delta[0])
        for t in reversed(range(len(delta))):
            running = delta[t] + GAMMA * DECAY * running * ~self.ended[t]
            result[t] = running
        return result


def learn(
    agent: nn.Module,
    optimizer: torch.optim.Optimizer,
    rows: Rollout,
    args: argparse.Namespace,
    settings: Settings,
) -> list[float]:
    """Improves the agent.

    Args:
      agent: the agent to improve.
      optimizer: the optimizer of its weights.
      rows: the agent's rollout.
      args: has the numbers of `epochs` and of `minibatches` per epoch.
      settings: the settings of the update.

    Returns:
      The losses of policy and critic, and the entropy, in the last minibatch.
    """
    valid = rows.valid.flatten().nonzero()[:, 0]
    obs, action = rows.obs.flatten(0, 1), rows.action.flatten(0, 1)
    logp, advantages = rows.logp.flatten(), rows.advantages()
    target = (advantages + rows.value[:-1]).flatten()
    advantages = advantages.flatten()
    for _ in range(args.epochs):
        order = valid[torch.randperm(len(valid))]
        for batch in order.chunk(args.minibatches):
            policy, value = agent(obs[batch])
            ratio = (policy.log_prob(action[batch]) - logp[batch]).exp()
            gain = advantages[batch]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            by_policy = -torch.minimum(ratio * gain, clipped * gain).mean()
            by_critic = (value - target[batch]).square().mean() / 2
            loss = by_policy + CRITIC * by_critic
            if settings.entropy:
                loss = loss - settings.entropy * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), MAX_NORM)
            optimizer.step()
    entropy = policy.entropy().mean()
    return [by_policy.item(), by_critic.item(), entropy.item()]


def train(args: argparse.Namespace, collector: Any, settings: Settings) -> None:
    """Learns, and shows the progress.

    Args:
      args: the command line's arguments.
      collector: a `Player` with `collect`. Its envs are closed at the end.
      settings: the settings of the updates.
    """
    optimizer = torch.optim.Adam(collector.agent.parameters(), args.rate, eps=1e-5)
    per_update = args.horizon * args.num_envs
    updates = max(1, args.steps // per_update)
    curve = resume(args, collector, optimizer)
    first = len(curve) + 1
    progress = Progress(updates * per_update, args.log_every, len(curve) * per_update)
    for update in range(first, updates + 1):
        optimizer.param_groups[0]["lr"] = args.rate * (1 - (update - 1) / updates)
        rows = collector.collect()
        losses = learn(collector.agent, optimizer, rows, args, settings)
        mean = float(np.mean(collector.returns or [np.nan]))
        curve.append((update * per_update, mean))
        progress.show(update * per_update, mean, collector.env_seconds)
        save(args, collector, optimizer, curve)
    print("policy loss {:.6f}, critic loss {:.6f}, entropy {:.6f}".format(*losses))
    if args.plot:
        draw(curve, f"PPO on {args.task}", args.plot)
    collector.env.close()
