# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PPO in NumPy learns the ten tasks of Meta-World's MT10 with one network.

The layers are shared by all tasks, and each task has heads of its own. One thread
steps the envs and trains.
"""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from envpool.mujoco.metaworld.benchmarks import BENCHMARKS, make_benchmark

Array = NDArray[np.float32]
TASKS = BENCHMARKS["MT10"]["train"]
DISCOUNT = 0.99
TRACE = 0.95  # lambda of the advantages
CLIP = 0.2
LOGS = np.log(0.5), np.log(1.5)  # bounds of the logs of the actions' deviations
RECENT = 10  # success rates count the episodes of the last 10 iterations


class Net:
    """Two shared layers of tanh and a linear head for each task, trained by Adam.

    Inputs are tasks x samples x values.
    """

    def __init__(
        self, random: np.random.Generator, inputs: int, hidden: int, outputs: int
    ) -> None:
        def draw(scale: float, *shape: int) -> Array:
            return (scale * random.standard_normal(shape)).astype(np.float32)

        self.weights = [
            draw(inputs**-0.5, inputs, hidden),
            np.zeros(hidden, np.float32),
            draw(hidden**-0.5, hidden, hidden),
            np.zeros(hidden, np.float32),
            draw(0.01 * hidden**-0.5, len(TASKS), hidden, outputs),
            np.zeros((len(TASKS), 1, outputs), np.float32),
            np.zeros((len(TASKS), 1, outputs), np.float32),  # logs of deviations
        ]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, x: Array) -> tuple[Array, list[Array]]:
        """Returns the outputs, and the layers' inputs for `update`."""
        w = self.weights
        first = np.tanh(x @ w[0] + w[1])
        second = np.tanh(first @ w[2] + w[3])
        return second @ w[4] + w[5], [x, first, second]

    def update(self, layers: list[Array], grad: Array, of_log: Array | float) -> None:
        """Makes a step of Adam, given the gradients by outputs and deviations."""
        x, first, second = layers
        heads = [second.swapaxes(1, 2) @ grad, grad.sum(1, keepdims=True)]
        grad = (grad @ self.weights[4].swapaxes(1, 2) * (1 - second**2)).reshape(
            -1, second.shape[-1]
        )
        shared = [first.reshape(grad.shape).T @ grad, grad.sum(0)]
        grad = grad @ self.weights[2].T * (1 - first.reshape(grad.shape) ** 2)
        inputs = [x.reshape(-1, x.shape[-1]).T @ grad, grad.sum(0)]
        grads: list[Any] = [*inputs, *shared, *heads, of_log]
        norm = np.sqrt(sum(np.sum(np.square(g)) for g in grads))
        self.updates += 1
        rate = 5e-4 * np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, g, (m, v) in zip(self.weights, grads, self.moments, strict=True):
            g = g * np.float32(1 / max(1.0, norm))
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= np.float32(rate) * m / (np.sqrt(v) + 1e-5)
        np.clip(self.weights[-1], *LOGS, out=self.weights[-1])


class Scale:
    """The mean and the deviation of all observations so far."""

    def __init__(self, size: int) -> None:
        self.count, self.mean, self.square = 1e-4, np.zeros(size), np.ones(size)

    def add(self, obs: NDArray[Any]) -> None:
        self.count += len(obs)
        share = len(obs) / self.count
        self.mean += share * (obs.mean(0) - self.mean)
        self.square += share * (np.square(obs).mean(0) - self.square)

    def __call__(self, obs: NDArray[Any]) -> Array:
        deviation = np.sqrt(np.maximum(self.square - self.mean**2, 1e-8)) + 1e-3
        return np.clip((obs - self.mean) / deviation, -5, 5).astype(np.float32)


class Agent:
    """A policy with normal actions, and values."""

    def __init__(self, random: np.random.Generator, pool: Any, hidden: int) -> None:
        self.random = random
        size = pool.single_observation_space.shape[0]
        self.policy = Net(random, size, hidden, pool.single_action_space.shape[0])
        self.value = Net(random, size, hidden, 1)
        self.scale = Scale(size)

    def inputs(self, obs: NDArray[Any]) -> Array:
        """Returns scaled observations, tasks first: the order of the pool's envs."""
        return self.scale(obs).reshape(len(TASKS), -1, obs.shape[-1])

    def act(self, inputs: Array) -> tuple[Array, Array]:
        """Returns actions and the logs of their densities, up to a constant."""
        mean, _ = self.policy.forward(inputs)
        noise = self.random.standard_normal(mean.shape).astype(np.float32)
        log = self.policy.weights[-1]
        density = -(noise**2 / 2 + log).sum(-1)
        return mean + noise * np.exp(log), density

    def learn(
        self, rows: dict[str, NDArray[Any]], epochs: int, batch: int = 100
    ) -> None:
        """Updates policy and values with rows of each task, tasks first."""
        count = rows["value"].shape[1]
        for _ in range(epochs):
            order = self.random.permutation(count)
            for first in range(0, count, batch):
                part = {k: v[:, order[first : first + batch]] for k, v in rows.items()}
                self._learn_values(part)
                self._learn_actions(part)

    def _learn_values(self, part: dict[str, Array]) -> None:
        value, layers = self.value.forward(part["inputs"])
        error = (value - part["goal"][..., None]) / np.float32(part["goal"].size)
        self.value.update(layers, error, 0.0)

    def _learn_actions(self, part: dict[str, Array]) -> None:
        mean, layers = self.policy.forward(part["inputs"])
        log = self.policy.weights[-1]
        noise = (part["action"] - mean) / np.exp(log)
        ratio = np.exp(-(noise**2 / 2 + log).sum(-1) - part["density"])
        gain = part["advantage"]
        moves = np.where(gain > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        grad = (-gain * ratio * moves / np.float32(gain.size))[..., None]
        of_log = (grad * (noise**2 - 1)).sum(1, keepdims=True)
        self.policy.update(layers, grad * noise / np.exp(log), of_log)


def play(
    pool: Any, agent: Agent, horizon: int
) -> tuple[dict[str, NDArray[Any]], NDArray[Any]]:
    """Plays an episode of each env; returns its rows, and which task succeeded."""
    obs, _ = pool.reset()
    seen, steps = [obs], []
    success = np.zeros(len(obs), bool)
    for _ in range(horizon):
        action, density = agent.act(agent.inputs(obs))
        clipped = np.clip(action, -1, 1).reshape(len(obs), -1)
        obs, reward, _, _, info = pool.step(clipped)
        seen.append(obs)
        steps.append((action, density, reward.reshape(density.shape)))
        success |= info["success"] > 0
    inputs = np.stack([agent.inputs(obs) for obs in seen], 2)
    rows = dict(
        zip(
            ("action", "density", "reward"),
            (np.stack(parts, 2) for parts in zip(*steps, strict=True)),
            strict=True,
        )
    )
    # tasks x envs x (steps + 1); the last value stands for what follows the episode
    flat = inputs.reshape(len(TASKS), -1, inputs.shape[-1])
    value = agent.value.forward(flat)[0].reshape(inputs.shape[:3])
    surprise = rows.pop("reward") + DISCOUNT * value[..., 1:] - value[..., :-1]
    advantage = np.zeros_like(value)
    for t in reversed(range(horizon)):
        advantage[..., t] = surprise[..., t] + DISCOUNT * TRACE * advantage[..., t + 1]
    advantage = advantage[..., :-1]
    rows |= {"inputs": inputs[:, :, :-1], "value": value[..., :-1]}
    rows["goal"] = advantage + rows["value"]
    mean, scale = (f(advantage, axis=(1, 2), keepdims=True) for f in (np.mean, np.std))
    rows["advantage"] = (advantage - mean) / (scale + 1e-6)
    agent.scale.add(np.concatenate(seen))
    merged = {
        key: np.asarray(part.reshape(len(TASKS), -1, *part.shape[3:]), np.float32)
        for key, part in rows.items()
    }
    return merged, success.reshape(len(TASKS), -1).mean(1)


def draw(minutes: list[float], rates: list[NDArray[Any]], path: str) -> None:
    """Draws each task's rate of success by the minutes of training."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, rows = plt.subplots(
        2, 5, figsize=(10, 4), sharex=True, sharey=True, layout="constrained"
    )
    for i, axes in enumerate(rows.flat):
        axes.plot(minutes, [rate[i] for rate in rates], color="#d1495b")
        axes.set_title(TASKS[i], fontsize=9)
        axes.set(ylim=(-0.03, 1.03))
    figure.supxlabel("minutes")
    figure.supylabel("success")
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--envs", type=int, default=2, help="of each task")
    parser.add_argument("--horizon", type=int, default=500, help="steps of an episode")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--picture", metavar="FILE", help="draws the curves")
    args = parser.parse_args()
    random = np.random.default_rng(args.seed)
    pool = make_benchmark(
        "MT10",
        num_envs=args.envs,
        seed=args.seed,
        use_one_hot=True,
        reward_normalization_method="gymnasium",
        num_threads=1,
    )
    agent = Agent(random, pool, args.hidden)
    start = time.perf_counter()
    minutes: list[float] = []
    successes: list[NDArray[Any]] = []
    rates: list[NDArray[Any]] = []
    while not minutes or minutes[-1] < args.minutes:
        rows, success = play(pool, agent, args.horizon)
        agent.learn(rows, args.epochs)
        successes.append(success)
        rates.append(np.mean(successes[-RECENT:], axis=0))
        minutes.append((time.perf_counter() - start) / 60)
        steps = len(minutes) * args.horizon * len(TASKS) * args.envs
        each = " ".join(f"{rate:4.0%}" for rate in rates[-1])
        print(
            f"{minutes[-1]:5.1f} min {steps:9,} steps  success "
            f"{rates[-1].mean():4.0%}: {each}",
            flush=True,
        )
    pool.close()
    for task, rate in zip(TASKS, rates[-1], strict=True):
        print(f"{task:26} {rate:4.0%}")
    if args.picture:
        draw(minutes, rates, args.picture)


if __name__ == "__main__":
    main()
