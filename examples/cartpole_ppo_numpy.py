# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in one file of NumPy: learns CartPole-v1 in a few seconds.

Shows how to learn from a pool that resets its envs automatically: the step after an
episode's end is not a transition, so it is left out of the loss, and the value of
the last observation counts only if the episode was truncated by the time limit.
"""

import argparse
import math
import sys
import time
from typing import Any, TypeAlias, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray

import envpool

Array = NDArray[np.float32]
VectorEnv: TypeAlias = gymnasium.vector.VectorEnv[Any, Any, Any]


class Net:
    """Two layers with a tanh between, trained by Adam."""

    def __init__(self, rng: np.random.Generator, sizes: tuple[int, int, int]) -> None:
        inputs, hidden, outputs = sizes
        first = rng.standard_normal((inputs, hidden)) / np.sqrt(inputs)
        last = rng.standard_normal((hidden, outputs)) * 0.01
        parts = (first, np.zeros(hidden), last, np.zeros(outputs))
        # All weights are in one array, so that Adam needs few operations.
        self.vector = np.concatenate([part.ravel() for part in parts], dtype=np.float32)
        self.mean, self.square = np.zeros_like(self.vector), np.zeros_like(self.vector)
        self.shapes = [part.shape for part in parts]
        self.updates = 0

    @property
    def weights(self) -> list[Array]:
        """The first layer's weights and biases, and the last layer's: views."""
        return self._split(self.vector)

    def _split(self, vector: Array) -> list[Array]:
        parts, begin = [], 0
        for shape in self.shapes:
            end = begin + math.prod(shape)
            parts.append(vector[begin:end].reshape(shape))
            begin = end
        return parts

    def forward(self, x: Array) -> tuple[Array, Array]:
        """Returns the outputs, and the hidden layer for `update`."""
        w1, b1, w2, b2 = self.weights
        hidden = np.tanh(x @ w1 + b1)
        return hidden @ w2 + b2, hidden

    def update(self, x: Array, hidden: Array, grad: Array, rate: float) -> None:
        """Makes a gradient step, given the gradient of the loss by the outputs."""
        back = (grad @ self.weights[2].T) * (1 - hidden**2)
        g = np.empty_like(self.vector)
        w1, b1, w2, b2 = self._split(g)
        np.matmul(x.T, back, out=w1)
        np.sum(back, axis=0, out=b1)
        np.matmul(hidden.T, grad, out=w2)
        np.sum(grad, axis=0, out=b2)
        self.updates += 1
        correction = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        self.mean += 0.1 * (g - self.mean)
        self.square += 0.001 * (g * g - self.square)
        step = np.float32(rate * correction) * self.mean
        self.vector -= step / (np.sqrt(self.square) + 1e-8)


def log_softmax(logits: Array) -> Array:
    shifted = logits - logits.max(-1, keepdims=True)
    total: Array = np.exp(shifted).sum(-1, keepdims=True)
    return shifted - np.log(total)


class Agent:
    """The policy, the critic, and PPO's update of them."""

    epochs, batches = 4, 4

    def __init__(
        self, rng: np.random.Generator, num_obs: int, num_actions: int
    ) -> None:
        self.rng = rng
        self.policy = Net(rng, (num_obs, 64, num_actions))
        self.critic = Net(rng, (num_obs, 64, 1))

    def act(self, obs: Array) -> tuple[NDArray[np.int64], Array]:
        """Draws actions; returns them and the logarithm of their probability."""
        logp = log_softmax(self.policy.forward(obs)[0])
        action = (logp + self.rng.gumbel(size=logp.shape)).argmax(-1)
        return action, np.take_along_axis(logp, action[:, None], -1)[:, 0]

    def value(self, obs: Array) -> Array:
        return self.critic.forward(obs)[0][..., 0]

    def learn(self, data: dict[str, Array], rate: float) -> None:
        """Updates policy and critic with a few epochs of minibatches."""
        rows = len(data["obs"])
        for _ in range(self.epochs):
            for batch in np.array_split(self.rng.permutation(rows), self.batches):
                self._minibatch({key: x[batch] for key, x in data.items()}, rate)

    def _minibatch(self, data: dict[str, Array], rate: float) -> None:
        obs, action = data["obs"], data["action"].astype(int)
        logits, hidden = self.policy.forward(obs)
        logp = log_softmax(logits)
        probs = np.exp(logp)
        chosen = np.take_along_axis(logp, action[:, None], -1)[:, 0]
        ratio = np.exp(chosen - data["logp"])
        advantage = data["advantage"]
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        # The clipped objective has no gradient where the ratio is already too far from
        # 1.
        flat = np.where(advantage > 0, ratio > 1.2, ratio < 0.8)
        by_logp = np.where(flat, 0, -advantage * ratio)[:, None]
        one_hot = np.eye(logits.shape[-1], dtype=np.float32)[action]
        entropy = -(probs * logp).sum(-1, keepdims=True)
        grad = by_logp * (one_hot - probs) + 0.01 * probs * (logp + entropy)
        self.policy.update(obs, hidden, (grad / len(obs)).astype(np.float32), rate)
        value, hidden = self.critic.forward(obs)
        error = value - data["target"][:, None]
        self.critic.update(obs, hidden, error / np.float32(len(obs)), rate)


class Collector:
    """Plays the envs, and computes advantages and the critic's targets."""

    def __init__(self, agent: Agent, env: VectorEnv, horizon: int, seed: int) -> None:
        self.agent, self.env, self.horizon = agent, env, horizon
        self.obs, _ = env.reset(seed=seed)
        self.ended = np.zeros(env.num_envs, bool)
        self.returns: list[float] = []

    def collect(self) -> dict[str, Array]:
        """Plays `horizon` steps; returns the transitions.

        The infos have the statistics of finished episodes, as from a pool with
        `episode_stats=True` or from Gymnasium's `RecordEpisodeStatistics`.
        """
        rows: dict[str, list[Array]] = {}
        for _ in range(self.horizon):
            action, logp = self.agent.act(self.obs)
            after, reward, terminated, truncated, info = self.env.step(action)
            row = {"obs": self.obs, "action": action, "logp": logp}
            # Rewards of Gymnasium's envs are float64.
            row |= {"after": after, "reward": reward.astype(np.float32)}
            row |= {"terminated": terminated}
            # A row that only resets is not a transition.
            row |= {"valid": ~self.ended, "ended": terminated | truncated}
            for key, value in row.items():
                rows.setdefault(key, []).append(value)
            self.obs, self.ended = after, terminated | truncated
            if self.ended.any():
                self.returns.extend(info["episode"]["r"][info["_episode"]])
        data = {key: np.stack(value) for key, value in rows.items()}
        value, future = (self.agent.value(data[key]) for key in ("obs", "after"))
        self._estimate(data, value, future)
        valid = data["valid"]
        names = ("obs", "action", "logp", "advantage", "target")
        return {key: data[key][valid] for key in names}

    def _estimate(
        self, data: dict[str, NDArray[Any]], value: Array, future: Array
    ) -> None:
        """Adds generalised advantages and the critic's targets.

        Args:
          data: the arrays of all steps.
          value: the critic's values of the observations before the actions.
          future: those of the observations after the actions.
        """
        gamma, decay = 0.99, 0.95
        future = np.where(data["terminated"], 0, future)
        # Scaled so that values stay below 1, since a new critic learns these quickly.
        delta = data["reward"] * (1 - gamma) + gamma * future - value
        advantage = np.zeros_like(delta)
        running = np.zeros_like(delta[0])
        for t in reversed(range(self.horizon)):
            running = delta[t] + np.where(data["ended"][t], 0, gamma * decay * running)
            advantage[t] = running
        data["advantage"], data["target"] = advantage, advantage + value


def draw(
    curve: list[tuple[int, float]], path: str, title: str = "PPO on CartPole-v1"
) -> None:
    """Plots the learning curve, if an episode has ended."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        print("no picture: there is no matplotlib")
        return
    known = [point for point in curve if not np.isnan(point[1])]
    if not known:
        print("no picture: no episode has ended")
        return
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.plot(*zip(*known, strict=True), marker="." if len(known) == 1 else "")
    axes.set(xlabel="steps", ylabel="mean return", title=title)
    axes.grid(alpha=0.3)
    figure.savefig(path, dpi=120)
    print(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=80)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--horizon", type=int, default=64)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--until", type=float, help="stop at this mean return")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve")
    args = parser.parse_args()

    agent = Agent(np.random.default_rng(args.seed), num_obs=4, num_actions=2)
    env = envpool.make_gymnasium(
        "CartPole-v1", num_envs=args.num_envs, episode_stats=True
    )
    collector = Collector(agent, cast(VectorEnv, env), args.horizon, args.seed)
    curve: list[tuple[int, float]] = []
    start = time.perf_counter()
    for i in range(1, args.iterations + 1):
        agent.learn(collector.collect(), rate=2e-3 * (1 - (i - 1) / args.iterations))
        steps = i * args.horizon * args.num_envs
        mean = float(np.mean(collector.returns[-100:] or [np.nan]))
        curve.append((steps, mean))
        is_enough = args.until is not None and mean >= args.until
        if sys.stdout.isatty() or i % 10 == 0 or i == args.iterations or is_enough:
            print(
                f"{steps:>9,} steps, mean return {mean:5.1f}, "
                f"{time.perf_counter() - start:4.1f} s",
                end="\r" if sys.stdout.isatty() else "\n",
                flush=True,
            )
        if is_enough:
            break
    if sys.stdout.isatty():
        print()
    if args.plot:
        draw(curve, args.plot)


if __name__ == "__main__":
    main()
