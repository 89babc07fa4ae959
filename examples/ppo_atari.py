# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in one file of PyTorch: learns Pong from its pictures.

`--env-type gymnasium` plays the same games with a loop over Gymnasium's envs:
observations, rewards and so the whole course of learning are the same, only the
speed is not. Pong takes some millions of steps, which are hours on a CPU.

NumPy's arrays and PyTorch's tensors share their memory here, by DLPack. What a
pool returns is never written to again, so no copy is needed to be safe.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical

VectorEnv: TypeAlias = gymnasium.vector.VectorEnv[Any, Any, Any]

GAMMA, DECAY, CLIP = 0.99, 0.95, 0.1
ENTROPY, CRITIC, MAX_NORM = 0.01, 0.5, 0.5


def make_env(args: argparse.Namespace, vectorization: str = "sync") -> VectorEnv:
    """Makes the envs: by either way they show the same.

    Args:
      args: of the command line.
      vectorization: of Gymnasium's envs: "sync", or "async" for processes.
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
    """Initializes a layer."""
    nn.init.orthogonal_(module.weight, gain)
    assert module.bias is not None
    nn.init.zeros_(module.bias)
    return module


class Agent(nn.Module):
    """Policy and critic, upon the convolutions of DQN (Mnih et al., 2015)."""

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
    def empty(cls, horizon: int, obs: Tensor) -> Rollout:
        """Returns the memory for a rollout. Of value there is one row more."""
        num_envs = len(obs)
        flags = [torch.zeros(horizon, num_envs, dtype=torch.bool) for _ in range(3)]
        return cls(
            torch.zeros((horizon, *obs.shape), dtype=obs.dtype),
            torch.zeros((horizon, num_envs), dtype=torch.int64),
            torch.zeros(horizon, num_envs),
            torch.zeros(horizon + 1, num_envs),
            torch.zeros(horizon, num_envs),
            *flags,
        )

    def advantages(self) -> Tensor:
        """Estimates by how much the actions were better than expected.

        An env that has ended shows its last observation, and its next step only
        resets it: the row after an end is no transition. So the value of what
        follows a step is always that of the next row, and it does not count if
        the task itself ended.
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

    def __init__(
        self, agent: nn.Module, env: VectorEnv, args: argparse.Namespace
    ) -> None:
        self.agent, self.env = agent, env
        obs, _ = self.env.reset(seed=args.seed)
        self.obs = self.to_tensor(obs)
        self.rollout = Rollout.empty(args.horizon, self.obs)
        self.ended = np.zeros(args.num_envs, bool)
        self.running = np.zeros(args.num_envs)
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
            start = time.perf_counter()
            after, reward, terminated, truncated, _info = self.env.step(
                np.from_dlpack(action)
            )
            self.env_seconds += time.perf_counter() - start
            self.obs, self.ended = self.to_tensor(after), terminated | truncated
            rows.reward[t] = from_numpy(np.sign(reward).astype(np.float32))
            rows.terminated[t] = from_numpy(terminated)
            rows.ended[t] = from_numpy(self.ended)
            self._count(reward)
        rows.value[-1] = self.agent(self.obs)[1]
        return rows

    def to_tensor(self, obs: Any) -> Tensor:
        """Returns what the agent sees of the envs' observations."""
        return from_numpy(obs)

    def state(self) -> dict[str, Any]:
        """Returns what the next rollout depends on.

        Gymnasium's envs have no states to save: they begin new episodes.
        """
        names = ("obs", "ended", "running", "returns")
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
    agent: nn.Module,
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
    obs = rows.obs.flatten(0, 1)
    action, logp = rows.action.flatten(), rows.logp.flatten()
    advantages = rows.advantages()
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
            entropy = policy.entropy().mean()
            optimizer.zero_grad()
            (by_policy + CRITIC * by_critic - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), MAX_NORM)
            optimizer.step()
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
            f"mean return {mean:6.2f}",
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


def arguments(about: str | None, **defaults: Any) -> argparse.Namespace:
    """Reads the command line; the defaults replace those here."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--task", default="Pong-v5")
    parser.add_argument(
        "--env-type", choices=("envpool", "gymnasium"), default="envpool"
    )
    parser.add_argument(
        "--steps", type=int, default=10_000_000, help="in total, over all envs"
    )
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--horizon", type=int, default=128, help="steps per rollout")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate")
    parser.add_argument(
        "--time-limit", type=int, default=27000, help="maximum steps per episode"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="threads of PyTorch")
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
    parser.set_defaults(**defaults)
    return parser.parse_args()


def train(
    args: argparse.Namespace,
    env: VectorEnv,
    make_agent: Callable[[int], nn.Module],
    make_collector: Callable[..., Collector],
) -> None:
    """Learns, and shows how far it is.

    Args:
      args: of the command line.
      env: the envs; they are closed at the end.
      make_agent: is called with the number of actions.
      make_collector: is called with agent, env and args.
    """
    torch.manual_seed(args.seed)
    if args.threads:
        torch.set_num_threads(args.threads)
    space = env.single_action_space
    assert isinstance(space, gymnasium.spaces.Discrete)
    agent = make_agent(int(space.n))
    collector = make_collector(agent, env, args)
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
        draw(curve, f"PPO on {args.task}", args.plot)
    env.close()


def main() -> None:
    """Learns to play Atari."""
    args = arguments(__doc__)
    train(args, make_env(args), Agent, Collector)


if __name__ == "__main__":
    main()
