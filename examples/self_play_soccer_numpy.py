# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Self-play in soccer of dm_control: PPO in NumPy, one policy for all players.

Needs `pip install "envpool[robotics]"`. What a player observes is relative to itself
and to the goal of its opponents, so one policy plays both teams. Goals are rare, so
players also get a little for running to the ball and for moving it towards that goal;
both speeds are observations. At the end, the policy plays against random actions.
"""

import argparse
import itertools
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool

Array = NDArray[np.float32]

TASK = "dm_control/locomotion/soccer_boxhead"
FRAMES = 10  # steps of the simulation, of 5 ms, in a step
DISCOUNT, DECAY, CLIP = 0.99, 0.95, 0.2
TO_BALL, BALL_TO_GOAL = 0.005, 0.02  # rewards for speeds in m/s
GOAL = 5.0


class Net:
    """Two hidden layers with tanh, trained by Adam."""

    def __init__(self, rng: np.random.Generator, *sizes: int) -> None:
        self.weights: list[Array] = []
        for i, (rows, columns) in enumerate(itertools.pairwise(sizes)):
            scale = 0.01 if i == len(sizes) - 2 else 1 / np.sqrt(rows)
            first = scale * rng.standard_normal((rows, columns))
            self.weights += [first.astype(np.float32), np.zeros(columns, np.float32)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def forward(self, x: Array) -> tuple[Array, list[Array]]:
        """Returns the outputs, and the layers' inputs for `update`."""
        layers = [x]
        for w, b in zip(self.weights[:-2:2], self.weights[1:-2:2], strict=True):
            layers.append(np.tanh(layers[-1] @ w + b))
        return layers[-1] @ self.weights[-2] + self.weights[-1], layers

    def update(self, layers: list[Array], grad: Array, rate: float) -> None:
        """Makes a step of Adam, given the gradient of the loss by the outputs."""
        grads: list[Array] = []
        for i in reversed(range(len(layers))):
            grads = [layers[i].T @ grad, grad.sum(0), *grads]
            grad = (grad @ self.weights[2 * i].T) * (1 - layers[i] ** 2)
        self.updates += 1
        correction = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for w, g, (m, v) in zip(self.weights, grads, self.moments, strict=True):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= np.float32(rate * correction) * m / (np.sqrt(v) + 1e-8)


class Agent:
    """A Gaussian policy, a critic, and PPO's update of them."""

    def __init__(self, rng: np.random.Generator, inputs: int, actions: int) -> None:
        self.rng, self.noise = rng, np.float32(0.5)
        self.policy = Net(rng, inputs, 64, 64, actions)
        self.critic = Net(rng, inputs, 64, 64, 1)
        self.count, self.mean, self.square = 1e-4, np.zeros(inputs), np.ones(inputs)

    def inputs(self, obs: Array) -> Array:
        """Returns standardised observations."""
        scale = np.sqrt(np.maximum(self.square - self.mean**2, 1e-4))
        return np.clip((obs - self.mean) / scale, -5, 5).astype(np.float32)

    def measure(self, obs: Array) -> None:
        """Counts observations for their mean and standard deviation."""
        self.count += len(obs)
        share = len(obs) / self.count
        self.mean += share * (obs.mean(0, dtype=float) - self.mean)
        self.square += share * ((obs.astype(float) ** 2).mean(0) - self.square)

    def act(self, x: Array) -> tuple[Array, Array]:
        """Draws actions; returns them and the logarithm of their density."""
        mean = self.policy.forward(x)[0]
        action = mean + self.noise * self.rng.standard_normal(mean.shape, np.float32)
        return action, self.density(mean, action)

    def density(self, mean: Array, action: Array) -> Array:
        logs: Array = -(((action - mean) / self.noise) ** 2).sum(-1) / 2
        return logs

    def value(self, x: Array) -> Array:
        return self.critic.forward(x)[0][..., 0]

    def learn(self, data: dict[str, Array], rate: float) -> None:
        """Updates policy and critic with a few epochs of minibatches."""
        for _ in range(4):
            for rows in np.array_split(self.rng.permutation(len(data["x"])), 8):
                self._minibatch({key: each[rows] for key, each in data.items()}, rate)

    def _minibatch(self, data: dict[str, Array], rate: float) -> None:
        size = np.float32(len(data["x"]))
        mean, layers = self.policy.forward(data["x"])
        ratio = np.exp(self.density(mean, data["action"]) - data["density"])
        better = data["advantage"]
        better = (better - better.mean()) / (better.std() + 1e-8)
        flat = np.where(better > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        weight = np.where(flat, 0, -better * ratio)[:, None]
        grad = weight * (data["action"] - mean) / self.noise**2 / size
        self.policy.update(layers, grad.astype(np.float32), rate)
        value, layers = self.critic.forward(data["x"])
        self.critic.update(layers, (value - data["target"][:, None]) / size, rate)


def see(obs: Any) -> Array:
    """Returns a row of numbers for each player, without the statistics."""
    parts = [
        each.reshape(len(each), -1) for key, each in obs.items() if key[:5] != "stats"
    ]
    return np.concatenate(parts, -1).astype(np.float32)


def shaped(obs: Any, reward: Array) -> Array:
    """Returns the rewards to learn from."""
    to_ball, to_goal = obs["stats_vel_to_ball"], obs["stats_vel_ball_to_goal"]
    little = TO_BALL * to_ball[:, 0] + BALL_TO_GOAL * to_goal[:, 0]
    return (GOAL * reward + little).astype(np.float32)


class Games:
    """The games, and the transitions of all players."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.env: Any = envpool.make_gymnasium(
            TASK,
            num_envs=args.num_envs,
            seed=args.seed,
            team_size=args.team_size,
            frame_skip=FRAMES,
            time_limit=args.seconds,
        )
        self.players = 2 * args.team_size
        self.obs, _ = self.env.reset()
        self.ended = np.zeros(args.num_envs, bool)

    def play(self, agent: Agent, steps: int) -> tuple[dict[str, Array], Any]:
        """Plays; returns the transitions, goals per minute, and speeds to the ball."""
        rows: dict[str, list[Array]] = {}
        goals, moments, speeds = 0, 0, []
        for _ in range(steps):
            seen = see(self.obs)
            agent.measure(seen)
            x = agent.inputs(seen)
            action, density = agent.act(x)
            self.obs, reward, goal, late, _ = self.env.step(np.clip(action, -1, 1))
            # A row that only resets an env is not a transition.
            valid, self.ended = ~self.ended, goal | late
            goals, moments = goals + goal.sum(), moments + valid.sum()
            speeds.append(self.obs["stats_vel_to_ball"].mean())
            row = {"x": x, "action": action, "density": density}
            row |= {"reward": shaped(self.obs, reward)}
            row |= {"after": agent.inputs(see(self.obs))}
            for name, flag in (("valid", valid), ("goal", goal), ("ended", self.ended)):
                row[name] = np.repeat(flag, self.players)
            for key, each in row.items():
                rows.setdefault(key, []).append(each)
        data = {key: np.stack(each) for key, each in rows.items()}
        minutes = moments * FRAMES * 0.005 / 60
        return estimated(agent, data), (goals / minutes, np.mean(speeds))


def estimated(agent: Agent, data: dict[str, NDArray[Any]]) -> dict[str, Array]:
    """Returns the transitions, with generalised advantages and critics' targets."""
    value = agent.value(data["x"])
    future = np.where(data["goal"], 0, agent.value(data["after"]))
    delta = data["reward"] + DISCOUNT * future - value
    advantage, running = np.zeros_like(delta), np.zeros_like(delta[0])
    for t in reversed(range(len(delta))):
        running = delta[t] + np.where(data["ended"][t], 0, DISCOUNT * DECAY * running)
        advantage[t] = running
    data |= {"advantage": advantage, "target": advantage + value}
    names = ("x", "action", "density", "advantage", "target")
    return {key: data[key][data["valid"]] for key in names}


def match(agent: Agent, args: argparse.Namespace) -> tuple[int, int]:
    """Plays at home against random actions; returns the goals of both teams."""
    games = Games(args)
    rng = np.random.default_rng(args.seed)
    scores = np.zeros(2, int)
    for _ in range(args.match):
        action = agent.policy.forward(agent.inputs(see(games.obs)))[0]
        action = np.clip(action, -1, 1).reshape(-1, games.players, action.shape[-1])
        guests = action[:, games.players // 2 :]
        guests[:] = rng.uniform(-1, 1, guests.shape)
        action = action.reshape(-1, action.shape[-1])
        games.obs, reward, *_ = games.env.step(action)
        first = reward[:: games.players]
        scores += [(first > 0).sum(), (first < 0).sum()]
    games.env.close()
    return int(scores[0]), int(scores[1])


def draw(curve: NDArray[Any], path: str) -> None:
    """Draws goals and speeds by the minutes of training, over 20 iterations each."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
    window = np.ones(min(20, len(curve))) / min(20, len(curve))
    smooth = [np.convolve(column, window, "valid") for column in curve.T]
    names = ("goals per minute of play", "m/s towards the ball")
    for each, column, name in zip(axes, smooth[1:], names, strict=True):
        each.plot(smooth[0], column, color="#d1495b")
        each.set(xlabel="minutes of training", ylabel=name)
    figure.suptitle("Self-play in soccer of boxheads")
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--num-envs", type=int, default=32)
    parser.add_argument("--team-size", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20, help="of an episode")
    parser.add_argument("--horizon", type=int, default=128)
    parser.add_argument("--minutes", type=float, default=10, help="of training")
    parser.add_argument("--iterations", type=int, default=10**6, help="at most")
    parser.add_argument("--match", type=int, default=800, help="steps of the match")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", metavar="FILE", help="draws the curve")
    args = parser.parse_args()
    games = Games(args)
    rng = np.random.default_rng(args.seed)
    actions = games.env.single_action_space.shape[0]
    agent = Agent(rng, see(games.obs).shape[-1], actions)
    curve: list[tuple[float, ...]] = []
    start = time.perf_counter()
    minutes = 0.0
    for i in range(1, args.iterations + 1):
        data, found = games.play(agent, args.horizon)
        agent.learn(data, 1e-3 * max(1 - minutes / args.minutes, 0.1))
        agent.noise = np.float32(max(0.5 * (1 - minutes / args.minutes), 0.2))
        minutes = (time.perf_counter() - start) / 60
        curve.append((minutes, *found))
        over = minutes > args.minutes or i == args.iterations
        if sys.stdout.isatty() or i % 20 == 0 or over:
            goals, speed = np.mean(curve[-20:], 0)[1:]
            steps = i * args.horizon * args.num_envs
            print(
                f"{minutes:4.1f} min, {steps:9,} steps, {goals:5.2f} goals a minute, "
                f"{speed:5.2f} m/s towards the ball",
                flush=True,
            )
        if over:
            break
    games.env.close()
    if args.match:
        print("against random actions: {} to {} goals".format(*match(agent, args)))
    if args.picture:
        draw(np.array(curve), args.picture)


if __name__ == "__main__":
    main()
