# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""TD3 with hindsight experience replay in NumPy: learns FetchReach-v4 in a minute.

Rewards are sparse: 0 at the goal and -1 elsewhere. Most sampled transitions get another
goal, one that was achieved later in their episode, and the reward that the pool's
`compute_reward` returns for it.
"""

import argparse
import itertools
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool

Array = NDArray[np.float32]
STEPS = 50  # of an episode
DISCOUNT = 0.95
HINDSIGHT = 0.8  # the share of transitions with other goals
AVERAGING = 0.02  # of the weights of targets


class Net:
    """Two hidden layers of ReLUs, trained by Adam."""

    def __init__(self, random: np.random.Generator, *sizes: int) -> None:
        self.weights: list[Array] = []
        for inputs, outputs in itertools.pairwise(sizes):
            scale = np.sqrt(2 / inputs) if outputs != sizes[-1] else 0.01
            weight = scale * random.standard_normal((inputs, outputs))
            self.weights += [weight.astype(np.float32), np.zeros(outputs, np.float32)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def copy(self, other: "Net", share: float = 1) -> None:
        """Moves the weights towards those of another net."""
        for mine, theirs in zip(self.weights, other.weights, strict=True):
            mine += np.float32(share) * (theirs - mine)

    def forward(self, x: Array) -> tuple[Array, list[Array]]:
        """Returns the outputs, and the layers' inputs for `backward`."""
        layers = [x]
        for i in range(0, len(self.weights) - 2, 2):
            x = np.maximum(x @ self.weights[i] + self.weights[i + 1], 0)
            layers.append(x)
        return x @ self.weights[-2] + self.weights[-1], layers

    def backward(self, layers: list[Array], grad: Array) -> tuple[Array, list[Array]]:
        """Returns the gradients by the inputs and by the weights."""
        grads: list[Array] = []
        for i in reversed(range(len(layers))):
            grads = [layers[i].T @ grad, grad.sum(0), *grads]
            grad = grad @ self.weights[2 * i].T
            if i > 0:
                grad = grad * (layers[i] > 0)
        return grad, grads

    def update(self, grads: list[Array], rate: float = 1e-3) -> None:
        """Makes a step of Adam."""
        self.updates += 1
        correction = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, g, (m, v) in zip(self.weights, grads, self.moments, strict=True):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= np.float32(rate * correction) * m / (np.sqrt(v) + 1e-8)


class Replay:
    """Whole episodes, and transitions from them with goals in hindsight."""

    def __init__(self, random: np.random.Generator, pool: Any, episodes: int) -> None:
        self.random, self.pool = random, pool
        spaces = pool.single_observation_space.spaces
        size, goal = (spaces[key].shape[0] for key in ("observation", "desired_goal"))
        self.obs = np.zeros((episodes, STEPS + 1, size))
        self.achieved = np.zeros((episodes, STEPS + 1, goal))
        self.desired = np.zeros((episodes, goal))
        actions = pool.single_action_space.shape
        self.action = np.zeros((episodes, STEPS, *actions), np.float32)
        self.count = 0

    def add(self, rows: list[dict[str, Any]], actions: list[Array]) -> None:
        """Adds an episode of each env: its observations and its actions."""
        envs = len(actions[0])
        places = (self.count + np.arange(envs)) % len(self.obs)
        self.obs[places] = np.stack([row["observation"] for row in rows], 1)
        self.achieved[places] = np.stack([row["achieved_goal"] for row in rows], 1)
        self.desired[places] = rows[0]["desired_goal"]
        self.action[places] = np.stack(actions, 1)
        self.count += envs

    def sample(self, size: int) -> tuple[NDArray[Any], ...]:
        """Returns observations, goals, actions, next observations and rewards."""
        episode = self.random.integers(min(self.count, len(self.obs)), size=size)
        step = self.random.integers(STEPS, size=size)
        later = self.random.integers(step + 1, STEPS + 1)
        other = self.random.random(size) < HINDSIGHT
        goal = np.where(
            other[:, None], self.achieved[episode, later], self.desired[episode]
        )
        reward = self.pool.compute_reward(self.achieved[episode, step + 1], goal)
        return (
            self.obs[episode, step],
            goal,
            self.action[episode, step],
            self.obs[episode, step + 1],
            reward,
        )


class Agent:
    """A policy and two critics with averaged copies: TD3."""

    def __init__(self, random: np.random.Generator, replay: Replay) -> None:
        self.random, self.replay = random, replay
        size = replay.obs.shape[-1] + replay.desired.shape[-1]
        actions = replay.action.shape[-1]
        hidden = 64

        def nets(*sizes: int) -> tuple[Net, Net]:
            net, target = (Net(random, *sizes) for _ in range(2))
            target.copy(net)
            return net, target

        self.policy, self.policy_target = nets(size, hidden, hidden, actions)
        both = [nets(size + actions, hidden, hidden, 1) for _ in range(2)]
        self.critics, self.critic_targets = zip(*both, strict=True)
        self.mean, self.scale = np.zeros(size), np.ones(size)

    def normalize(self) -> None:
        """Measures the observations and goals so far."""
        count = min(self.replay.count, len(self.replay.obs))
        obs = self.replay.obs[:count].reshape(-1, self.replay.obs.shape[-1])
        goal = self.replay.achieved[:count].reshape(-1, self.replay.desired.shape[-1])
        self.mean = np.concatenate([obs.mean(0), goal.mean(0)])
        self.scale = np.concatenate([obs.std(0), goal.std(0)]) + 1e-2

    def inputs(self, obs: NDArray[Any], goal: NDArray[Any]) -> Array:
        both = (np.concatenate([obs, goal], -1) - self.mean) / self.scale
        return np.clip(both, -5, 5).astype(np.float32)

    def act(self, obs: dict[str, Any], noise: float = 0) -> Array:
        """Returns actions, some of them random if there is noise."""
        inputs = self.inputs(obs["observation"], obs["desired_goal"])
        action = np.tanh(self.policy.forward(inputs)[0])
        if noise > 0:
            action = action + noise * self.random.standard_normal(action.shape)
            anything = self.random.uniform(-1, 1, action.shape)
            action = np.where(
                self.random.random((len(action), 1)) < 0.2, anything, action
            )
        return np.clip(action, -1, 1).astype(np.float32)

    def learn(self, updates: int, batch: int = 256) -> None:
        """Updates the critics, and the policy half as often."""
        for i in range(updates):
            obs, goal, action, after, reward = self.replay.sample(batch)
            now, then = self.inputs(obs, goal), self.inputs(after, goal)
            self._learn_values(now, action, then, reward)
            if i % 2 == 0:
                self._learn_actions(now)

    def _learn_values(
        self, now: Array, action: Array, then: Array, reward: Array
    ) -> None:
        noise = np.clip(0.1 * self.random.standard_normal(action.shape), -0.3, 0.3)
        following = np.tanh(self.policy_target.forward(then)[0]) + noise
        following = np.clip(following, -1, 1).astype(np.float32)
        inputs = np.concatenate([then, following], -1)
        values = [target.forward(inputs)[0][:, 0] for target in self.critic_targets]
        goal = reward + DISCOUNT * np.minimum(*values)
        goal = np.clip(goal, -1 / (1 - DISCOUNT), 0)[:, None]
        inputs = np.concatenate([now, action], -1)
        for critic in self.critics:
            value, layers = critic.forward(inputs)
            error = ((value - goal) / len(now)).astype(np.float32)
            critic.update(critic.backward(layers, error)[1])

    def _learn_actions(self, now: Array) -> None:
        outputs, layers = self.policy.forward(now)
        action = np.tanh(outputs)
        critic = self.critics[0]
        _, critic_layers = critic.forward(np.concatenate([now, action], -1))
        grad = np.full((len(now), 1), -1 / len(now), np.float32)
        grad = critic.backward(critic_layers, grad)[0][:, now.shape[1] :]
        grad = (grad + 0.5 * action / action.size) * (1 - action**2)
        self.policy.update(self.policy.backward(layers, grad)[1])
        pairs = [(self.policy_target, self.policy)]
        for target, net in [
            *pairs,
            *zip(self.critic_targets, self.critics, strict=True),
        ]:
            target.copy(net, AVERAGING)


def play(pool: Any, agent: Agent, noise: float) -> tuple[list[Any], list[Any], float]:
    """Plays an episode of each env; returns it, and the share that ends at the goal."""
    obs, _ = pool.reset()
    rows, actions = [obs], []
    for _ in range(STEPS):
        actions.append(agent.act(rows[-1], noise))
        obs, _, _, _, info = pool.step(actions[-1])
        rows.append(obs)
    return rows, actions, float(info["is_success"].mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="FetchReach-v4")
    parser.add_argument("--num-envs", type=int, default=16)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--updates", type=int, default=400, help="per iteration")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random = np.random.default_rng(args.seed)
    pool: Any = envpool.make(
        args.env, env_type="gymnasium", num_envs=args.num_envs, seed=args.seed
    )
    replay = Replay(random, pool, episodes=4096)
    agent = Agent(random, replay)
    start = time.perf_counter()
    for iteration in range(1, args.iterations + 1):
        rows, actions, _ = play(pool, agent, noise=0.2)
        replay.add(rows, actions)
        agent.normalize()
        agent.learn(args.updates)
        *_, success = play(pool, agent, noise=0)
        print(
            f"{iteration * args.num_envs * STEPS:7,} steps  success {success:4.0%}  "
            f"{time.perf_counter() - start:5.1f} s",
            flush=True,
        )
    pool.close()


if __name__ == "__main__":
    main()
