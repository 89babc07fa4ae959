# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in PyTorch: the quadruped Go1 learns to walk.

    python ppo_go1.py --plot=curve.png --film=walk.png

The task is the table `go1_walk.toml`, so all of a step is C++; so is the policy while
it plays: `rollout` returns the actions with their log-probabilities and values, and no
Python runs between the steps. PyTorch only learns.
"""

from __future__ import annotations

import argparse
from typing import Any, cast

import numpy as np
import ppo
import ppo_runs
import torch
from numpy.typing import NDArray
from ppo import Rollout, Settings
from ppo_mujoco import Agent
from ppo_runs import Player, VectorEnv, from_numpy, limit_threads
from torch import nn

import envpool
from envpool.policies import MLP, Layer

SETTINGS = Settings(clip=0.2)


class WalkingAgent(Agent):
    """The agent of `ppo_mujoco`, as layers of the native policy."""

    def layers(self, network: nn.Sequential) -> list[Layer]:
        """Returns a network's layers for observations that are not normalized."""
        linear = [each for each in network if isinstance(each, nn.Linear)]
        found = [(each.weight.detach(), each.bias.detach()) for each in linear]
        weight, bias = found[0]
        scale = 1 / (self.seen.var + 1e-8).sqrt()
        first = weight.double() * scale
        found[0] = (first.float(), (bias - first @ self.seen.mean).float())
        return [(np.from_dlpack(w), np.from_dlpack(b)) for w, b in found]

    def native(self, **options: Any) -> MLP:
        """Returns the policy that runs in C++."""
        log_std = np.from_dlpack(self.log_std.detach())
        return MLP(self.layers(self.policy), log_std=log_std, **options)


class Collector(Player):
    """Plays rollouts in C++."""

    agent: WalkingAgent
    saved = ("obs", "ended", "running", "returns", "steps")

    def __init__(
        self, agent: WalkingAgent, env: VectorEnv, args: argparse.Namespace
    ) -> None:
        super().__init__(agent, env)
        self.pool = cast(Any, env)
        self.seed, self.horizon, self.steps = args.seed, args.horizon, 0
        obs, _ = env.reset(seed=args.seed)
        self.obs: NDArray[Any] = np.array(obs)
        agent.seen.update(from_numpy(self.obs))

    @torch.no_grad()
    def collect(self) -> Rollout:
        """Plays a rollout; the observations are normalized as the policy did."""
        agent = self.agent
        policy = agent.native(
            critic=agent.layers(agent.critic),
            log_prob=True,
            seed=self.seed,
            step=self.steps,
        )
        batch = self.pool.rollout(self.horizon, policy)
        self.steps = policy.step
        over = batch.terminated | batch.truncated
        before = from_numpy(np.concatenate([self.obs[None], batch.obs[:-1]]))
        normalized = agent.seen.scale(before - agent.seen.mean)
        last = from_numpy(batch.obs[-1])
        value = agent.critic(agent.seen.scale(last - agent.seen.mean))[:, 0]
        rows = Rollout(
            obs=normalized,
            action=from_numpy(batch.action).float(),
            logp=from_numpy(batch.log_prob),
            value=torch.cat([from_numpy(batch.value), value[None]]),
            # Values of a new critic are near 0, and returns are then near 1.
            reward=from_numpy(batch.reward.astype(np.float32)) * (1 - ppo.GAMMA),
            terminated=from_numpy(batch.terminated),
            ended=from_numpy(over),
            valid=from_numpy(~np.concatenate([self.ended[None], over[:-1]])),
        )
        for t, reward in enumerate(batch.reward):
            self.count(reward)
            self.ended = over[t]
        for obs in batch.obs[:: max(1, self.horizon // 8)]:
            agent.seen.update(from_numpy(obs))
        self.obs = batch.obs[-1]
        return rows


def film(agent: WalkingAgent, task: str, path: str, steps: int = 75) -> None:
    """Draws a strip of pictures of an env that walks, one every 15 steps."""
    from PIL import Image

    env = envpool.make_gymnasium(
        task, num_envs=1, seed=0, render_mode="rgb_array", frame_size=(240, 320)
    )
    env.reset()
    policy = agent.native(sample=False)
    frames = []
    for _ in range(steps // 15):
        env.rollout(15, policy)
        frames.append(np.asarray(env.render())[0])
    Image.fromarray(np.concatenate(frames, axis=1)).save(path)
    env.close()


def measure(agent: WalkingAgent, task: str, steps: int = 500) -> str:
    """Returns how the best actions walk: the facts of an episode of 64 envs."""
    env = envpool.make_gymnasium(task, num_envs=64, seed=1, term_infos=True)
    env.reset()
    batch = env.rollout(steps, agent.native(sample=False), infos=["measures"])
    fallen = int(batch.terminated.any(0).sum())
    error = np.abs(batch.info["measures"][50:, :, 0]).mean()
    env.close()
    return f"{fallen} of 64 fell; speed is wrong by {error:.3f} m/s in the mean"


def main() -> None:
    """Trains the agent, and shows how it walks."""
    parser = ppo_runs.arguments(__doc__)
    parser.add_argument("--film", metavar="PNG", help="draw pictures of the walk")
    parser.set_defaults(task="go1_walk.toml", steps=3_000_000, threads=2)
    parser.set_defaults(num_envs=128, horizon=48, epochs=4, minibatches=6, rate=1e-3)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    limit_threads(args.threads)
    torch.distributions.Distribution.set_default_validate_args(False)
    limit = {"max_episode_steps": args.time_limit} if args.time_limit else {}
    env = envpool.make_gymnasium(args.task, num_envs=args.num_envs, **limit)
    sizes = env.single_observation_space.shape[0], env.single_action_space.shape[0]
    agent = WalkingAgent(*sizes)
    ppo.train(args, Collector(agent, cast(VectorEnv, env), args), SETTINGS)
    print(measure(agent, args.task))
    if args.film:
        film(agent, args.task, args.film)


if __name__ == "__main__":
    main()
