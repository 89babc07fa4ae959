# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Learns CartPole from a data set of an expert's episodes.

The expert is a linear function of the observation, with noise. Its episodes become a
data set of Minari. A network learns to predict the expert's actions, without playing,
and then plays itself.

    pip install "envpool[minari]"
"""

import argparse
import tempfile
from typing import Any

import minari
import numpy as np

import envpool
from envpool.datasets import Minari
from envpool.policies import MLP, Layer, Linear, Policy, Random

Array = np.ndarray[Any, Any]

# The expert's logit of pushing the cart to the right: it should stay in the middle,
# the pole upright.
EXPERT = np.array([[0.0] * 4, [1.0, 3.0, 10.0, 10.0]], np.float32)


def score(policy: Policy, episodes: int = 64) -> float:
    """Returns the mean return of a policy's first episodes."""
    env: Any = envpool.make_gymnasium(
        "CartPole-v1", num_envs=episodes, seed=1000, autoreset_mode="same_step"
    )
    env.reset()
    batch = env.rollout(500, policy)
    ends = batch.terminated | batch.truncated
    is_first = np.cumsum(ends, axis=0) - ends == 0
    return float((batch.reward * is_first).sum() / episodes)


def record(dataset_id: str, root: str, steps: int) -> None:
    """Makes a data set of the expert's episodes."""
    env: Any = envpool.make_gymnasium("CartPole-v1", num_envs=16, seed=0)
    env.reset()
    with Minari(dataset_id, root, algorithm_name="a linear function") as data:
        env.rollout(steps, Linear(EXPERT), record=data)
    print(f"recorded {data.total_episodes} episodes, {data.total_steps} steps")


def load(path: str) -> tuple[Array, Array]:
    """Returns all observations with an action, and these actions."""
    episodes = list(minari.MinariDataset(path))
    observations = np.concatenate([each.observations[:-1] for each in episodes])
    return observations, np.concatenate([each.actions for each in episodes])


def clone(
    observations: Array, actions: Array, epochs: int, rng: np.random.Generator
) -> list[Layer]:
    """Returns a network that minimises the cross-entropy, by Adam."""
    sizes = [(32, 4), (2, 32)]
    weights = [rng.normal(size=s) / np.sqrt(s[1]) for s in sizes]
    parameters = [weights[0], np.zeros(32), weights[1], np.zeros(2)]
    moments = [[np.zeros_like(p), np.zeros_like(p)] for p in parameters]
    step = 0
    for _ in range(epochs):
        for rows in np.array_split(
            rng.permutation(len(actions)), max(1, len(actions) // 256)
        ):
            x = observations[rows]
            w1, b1, w2, b2 = parameters
            hidden = np.tanh(x @ w1.T + b1)
            logits = hidden @ w2.T + b2
            chances = np.exp(logits - logits.max(axis=1, keepdims=True))
            chances /= chances.sum(axis=1, keepdims=True)
            error = (chances - np.eye(2)[actions[rows]]) / len(rows)
            back = error @ w2 * (1 - hidden**2)
            step += 1
            slopes = [back.T @ x, back.sum(0), error.T @ hidden, error.sum(0)]
            for p, slope, moment in zip(parameters, slopes, moments, strict=True):
                moment[0] += 0.1 * (slope - moment[0])
                moment[1] += 0.001 * (slope**2 - moment[1])
                mean, square = (
                    moment[0] / (1 - 0.9**step),
                    moment[1] / (1 - 0.999**step),
                )
                p -= 0.003 * mean / (np.sqrt(square) + 1e-8)
    return [(parameters[0], parameters[1]), (parameters[2], parameters[3])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2000, help="of each of 16 envs")
    parser.add_argument("--epochs", type=int, default=10)
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as root:
        record("cartpole/expert-v0", root, args.steps)
        observations, actions = load(f"{root}/cartpole/expert-v0/data")
    rng = np.random.default_rng(0)
    layers = clone(observations, actions, args.epochs, rng)
    print(f"random: {score(Random()):.0f}")
    print(f"expert: {score(Linear(EXPERT)):.0f}")
    print(f"clone: {score(MLP(layers, sample=False)):.0f}")


if __name__ == "__main__":
    main()
