# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in one file of PyTorch: learns to run, by default as HalfCheetah.

`--env` takes any MuJoCo task of Gymnasium. `--env-type gymnasium` plays the
same tasks with a loop over Gymnasium's envs: the whole course of learning is the
same, only the speed is not.

NumPy's arrays and PyTorch's tensors share their memory here, by DLPack. What a
pool returns is never written to again, so no copy is needed to be safe.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import deque
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Independent, Normal

VectorEnv: TypeAlias = gymnasium.vector.VectorEnv[Any, Any, Any]

GAMMA, DECAY, CLIP = 0.99, 0.95, 0.2
CRITIC, MAX_NORM = 0.5, 0.5
FAR = 10.0  # no normalized number is further from 0


def make_env(args: argparse.Namespace, vectorization: str = "sync") -> VectorEnv:
    """Makes the envs: by either way they show the same.

    Args:
      args: of the command line.
      vectorization: of Gymnasium's envs: "sync", or "async" for processes.
    """
    limit = {"max_episode_steps": args.time_limit} if args.time_limit else {}
    if args.env_type == "envpool":
        import envpool

        pool = envpool.make_gymnasium(args.env, num_envs=args.num_envs, **limit)
        return cast(VectorEnv, pool)
    return gymnasium.make_vec(
        args.env, num_envs=args.num_envs, vectorization_mode=vectorization, **limit
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
        self.log_std = nn.Parameter(torch.zeros(num_actions))
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


def from_numpy(array: NDArray[Any]) -> Tensor:
    """Returns a tensor that shares the array's memory; of bools, a copy."""
    if array.dtype == np.bool_:
        return torch.from_dlpack(array.astype(np.uint8)).bool()
    return torch.from_dlpack(array)


class Collector:
    """Plays the envs, and keeps account of the episodes."""

    def __init__(self, agent: Agent, env: VectorEnv, args: argparse.Namespace) -> None:
        self.agent, self.env = agent, env
        space = env.single_action_space
        assert isinstance(space, gymnasium.spaces.Box)
        self.low, self.high = space.low.astype(float), space.high.astype(float)
        size = (args.horizon, args.num_envs)
        inputs, actions = len(agent.seen.mean), len(self.low)
        self.rollout = Rollout.empty(size, inputs, actions)
        obs, _ = self.env.reset(seed=args.seed)
        self.obs = self._normalized(obs)
        self.ended = np.zeros(args.num_envs, bool)
        self.running = np.zeros(args.num_envs)
        self.discounted = np.zeros(args.num_envs)
        self.returns: deque[float] = deque(maxlen=100)
        self.env_seconds = 0.0

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
            self._count(reward)
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

    def state(self) -> dict[str, Any]:
        """Returns what the next rollout depends on.

        Gymnasium's envs have no states to save: they begin new episodes.
        """
        names = ("obs", "ended", "running", "discounted", "returns")
        state = {name: getattr(self, name) for name in names}
        save = getattr(self.env, "save_state", None)
        return {**state, "envs": save()} if save else {"returns": self.returns}

    def load(self, state: dict[str, Any]) -> None:
        """Goes on from what `state` has returned."""
        rest = dict(state)
        envs = rest.pop("envs", None)
        if envs is not None:
            cast(Any, self.env).load_state(envs)
        for name, value in rest.items():
            setattr(self, name, value)

    def _count(self, reward: NDArray[Any]) -> None:
        self.running += reward
        self.returns.extend(self.running[self.ended].tolist())
        self.running[self.ended] = 0


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


class Progress:
    """A line that is written over in a terminal, and now and then in a log."""

    def __init__(self, total: int, every: float, done: int) -> None:
        self.total, self.every, self.before = total, every, done
        self.start = self.last = time.perf_counter()

    def show(self, steps: int, mean: float, env_seconds: float) -> None:
        """Shows how far it is."""
        now = time.perf_counter()
        done = steps >= self.total
        if not sys.stdout.isatty() and not done and now - self.last < self.every:
            return
        self.last, seconds = now, now - self.start
        bar = "#" * (20 * steps // self.total)
        print(
            f"[{bar:20}] {steps:>10,} steps, "
            f"{(steps - self.before) / seconds:6,.0f} per second, "
            f"{env_seconds / seconds:3.0%} of the time in envs, "
            f"mean return {mean:7.1f}",
            end="\n" if done or not sys.stdout.isatty() else "\r",
            flush=True,
        )


def save(
    path: str,
    collector: Collector,
    optimizer: torch.optim.Optimizer,
    curve: list[tuple[int, float]],
) -> None:
    """Saves all that the rest of a run depends on."""
    checkpoint = {
        "agent": collector.agent.state_dict(),
        "optimizer": optimizer.state_dict(),
        "collector": collector.state(),
        "curve": curve,
        "generator": torch.get_rng_state(),
    }
    torch.save(checkpoint, f"{path}.part")
    os.replace(f"{path}.part", path)  # so that there always is a whole one


def resume(
    path: str, collector: Collector, optimizer: torch.optim.Optimizer
) -> list[tuple[int, float]]:
    """Goes on from what `save` has written; returns the curve."""
    checkpoint: dict[str, Any] = torch.load(path, weights_only=False)
    collector.agent.load_state_dict(checkpoint["agent"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    collector.load(checkpoint["collector"])
    torch.set_rng_state(checkpoint["generator"])
    return list(checkpoint["curve"])


def draw(curve: list[tuple[int, float]], title: str, path: str) -> None:
    """Draws the learning curve, if an episode has ended."""
    known = [point for point in curve if not np.isnan(point[1])]
    if not known:
        print("no picture: no episode has ended")
        return
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    axes.plot(*zip(*known, strict=True), marker="." if len(known) == 1 else "")
    axes.set(xlabel="steps", ylabel="mean return of 100 episodes", title=title)
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)
    print(path)


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--env", default="HalfCheetah-v5", metavar="ID")
    parser.add_argument(
        "--env-type", choices=("envpool", "gymnasium"), default="envpool"
    )
    parser.add_argument(
        "--steps", type=int, default=1_000_000, help="in total, over all envs"
    )
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--horizon", type=int, default=128, help="steps per rollout")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--minibatches", type=int, default=32)
    parser.add_argument("--rate", type=float, default=3e-4, help="learning rate")
    parser.add_argument("--time-limit", type=int, help="maximum steps per episode")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve")
    parser.add_argument(
        "--checkpoint",
        metavar="FILE",
        help="save checkpoints here; {steps} stands for the number of steps",
    )
    parser.add_argument(
        "--checkpoint-every",
        type=int,
        default=100,
        metavar="N",
        help="updates between checkpoints",
    )
    parser.add_argument(
        "--resume", metavar="FILE", help="go on from a checkpoint that you trust"
    )
    parser.add_argument(
        "--log-every", type=float, default=10.0, help="seconds between lines"
    )
    return parser.parse_args()


def main() -> None:
    """Learns."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
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
    curve: list[tuple[int, float]] = []
    if args.resume:
        curve = resume(args.resume, collector, optimizer)
        if curve[-1][0] != len(curve) * per_update:
            raise SystemExit("--resume: expected the same --num-envs and --horizon")
        if len(curve) >= updates:
            raise SystemExit(f"--resume: {args.resume} has all --steps={args.steps}")
    first = len(curve) + 1
    progress = Progress(updates * per_update, args.log_every, len(curve) * per_update)
    for update in range(first, updates + 1):
        optimizer.param_groups[0]["lr"] = args.rate * (1 - (update - 1) / updates)
        rows = collector.collect()
        losses = learn(agent, optimizer, rows, args.epochs, args.minibatches)
        mean = float(np.mean(collector.returns or [np.nan]))
        curve.append((update * per_update, mean))
        progress.show(update * per_update, mean, collector.env_seconds)
        if args.checkpoint and (
            update % args.checkpoint_every == 0 or update == updates
        ):
            path = args.checkpoint.replace("{steps}", str(update * per_update))
            save(path, collector, optimizer, curve)
    print("policy loss {:.6f}, critic loss {:.6f}, entropy {:.6f}".format(*losses))
    if args.plot:
        draw(curve, f"PPO on {args.env}", args.plot)
    env.close()


if __name__ == "__main__":
    main()
