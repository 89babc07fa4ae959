# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The quadruped Go1 learns to walk, with PPO in NumPy and a policy in C++.

    python go1_ppo_native.py --plot=curve.png --film=walk.webp

The task is the package's table `go1_walk.toml`, so all of a step is C++, and so is the
policy while it plays: no Python runs between the steps of an iteration.
"""

import argparse
import time
from typing import Any, cast

import numpy as np
from cartpole_ppo_native import NativeCollector, layers
from cartpole_ppo_numpy import Agent, Array, Net, VectorEnv, draw

import envpool
from envpool.policies import MLP, Layer

HIDDEN = 128
EVERY = 4  # steps of 20 ms from picture to picture
TASK = "go1_walk.toml"


class Walker(Agent):
    """An agent that draws normal actions and normalizes observations."""

    def __init__(
        self, rng: np.random.Generator, num_obs: int, num_actions: int
    ) -> None:
        self.rng = rng
        self.policy = Net(rng, (num_obs, HIDDEN, num_actions))
        self.critic = Net(rng, (num_obs, HIDDEN, 1))
        self.log_std = np.full(num_actions, -1, np.float32)
        self.momentum = np.zeros(num_actions, np.float32)
        self.mean, self.var = np.zeros(num_obs), np.ones(num_obs)
        self.count = 1e-4

    def normalized(self, obs: Array) -> Array:
        """Returns observations with a mean of about 0 and a variance of about 1."""
        scaled = (obs - self.mean) / np.sqrt(self.var + 1e-8)
        return cast(Array, scaled.astype(np.float32))

    def value(self, obs: Array) -> Array:
        """Returns the critic's values of observations."""
        return super().value(self.normalized(obs))

    def native(self, net: Net) -> list[Layer]:
        """Returns a network's layers for observations that are not normalized."""
        (first, bias), *others = layers(net)
        weight = np.asarray(first) / np.sqrt(self.var + 1e-8)
        moved = np.asarray(bias) - weight @ self.mean
        return [(weight.astype(np.float32), moved.astype(np.float32)), *others]

    def learn(self, data: dict[str, Array], rate: float) -> None:
        """Updates policy and critic, and then the moments of observations."""
        obs = data["obs"]
        super().learn({**data, "obs": self.normalized(obs)}, rate)
        total = self.count + len(obs)
        delta = obs.mean(0) - self.mean
        spread = self.var * self.count + obs.var(0) * len(obs)
        self.mean = self.mean + delta * len(obs) / total
        self.var = (spread + delta**2 * self.count * len(obs) / total) / total
        self.count = total

    def _minibatch(self, data: dict[str, Array], rate: float) -> None:
        obs, size = data["obs"], np.float32(len(data["obs"]))
        mean, hidden = self.policy.forward(obs)
        std = np.exp(self.log_std)
        z = (data["action"] - mean) / std
        logp = (-0.5 * z**2 - self.log_std - 0.5 * np.log(2 * np.pi)).sum(-1)
        ratio = np.exp(logp - data["logp"])
        advantage = data["advantage"]
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        flat = np.where(advantage > 0, ratio > 1.2, ratio < 0.8)
        by_logp = np.where(flat, 0, -advantage * ratio)[:, None]
        grad = (by_logp * z / std / size).astype(np.float32)
        self.policy.update(obs, hidden, grad, rate)
        # The deviation follows the sign of its gradient, as it would with Adam.
        self.momentum += 0.1 * ((by_logp * (z**2 - 1)).mean(0) - self.momentum)
        step = self.momentum / (np.abs(self.momentum) + 1e-3)
        self.log_std = np.clip(self.log_std - rate * step, -3, 0).astype(np.float32)
        value, hidden = self.critic.forward(obs)
        error = value - data["target"][:, None]
        self.critic.update(obs, hidden, error / size, rate)


class Collector(NativeCollector):
    """Plays the envs without Python between the steps."""

    agent: Walker

    def policy(self) -> MLP:
        """Returns the agent as a policy that runs in C++."""
        agent = self.agent
        return MLP(
            agent.native(agent.policy),
            critic=agent.native(agent.critic),
            log_std=agent.log_std,
            log_prob=True,
            step=self.steps,
        )


def measure(agent: Walker, steps: int) -> str:
    """Returns how the likeliest actions walk, in an episode of 64 envs."""
    env = envpool.make_gymnasium(TASK, num_envs=64, seed=1)
    env.reset()
    policy = MLP(agent.native(agent.policy), sample=False)
    batch = env.rollout(steps, policy, infos=["measures"])
    env.close()
    fallen = int(batch.terminated.any(0).sum())
    error = np.abs(batch.info["measures"][steps // 10 :, :, 0]).mean()
    return f"{fallen} of 64 fell; the speed is wrong by {error:.3f} m/s in the mean"


def film(agent: Walker, path: str, seconds: float = 6.0) -> None:
    """Writes an animated picture of the walk, in real time.

    Args:
      agent: the walker.
      path: the path of the file, whose name ends in ".webp".
      seconds: how long the film is.
    """
    import cv2

    env: Any = envpool.make_gymnasium(
        TASK,
        num_envs=1,
        seed=0,
        render_mode="rgb_array",
        render_width=320,
        render_height=200,
        render_camera_id="tracking",
    )
    env.reset()
    policy = MLP(agent.native(agent.policy), sample=False)
    env.rollout(50, policy)
    result = cv2.Animation()
    frames = []
    for _ in range(round(seconds * 50 / EVERY)):
        env.rollout(EVERY, policy)
        frames.append(np.asarray(env.render())[0, :, :, ::-1].copy())
    env.close()
    result.frames, result.durations = frames, [20 * EVERY] * len(frames)
    cv2.imwriteanimation(path, result, [cv2.IMWRITE_WEBP_QUALITY, 60])
    print(path)


def main() -> None:
    """Trains the agent, and shows how it walks."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--num-envs", type=int, default=128)
    parser.add_argument("--horizon", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--measured", type=int, default=500, help="steps in the end")
    parser.add_argument("--plot", metavar="PNG", help="draw the learning curve")
    parser.add_argument("--film", metavar="WEBP", help="film the walk")
    args = parser.parse_args()

    env = envpool.make_gymnasium(TASK, num_envs=args.num_envs, episode_stats=True)
    (num_obs,), num_actions = env.single_observation_space.shape or (0,), 12
    agent = Walker(np.random.default_rng(args.seed), num_obs, num_actions)
    collector = Collector(agent, cast(VectorEnv, env), args.horizon, args.seed)
    curve: list[tuple[int, float]] = []
    start = time.perf_counter()
    for i in range(1, args.iterations + 1):
        agent.learn(collector.collect(), rate=1e-3 * (1 - (i - 1) / args.iterations))
        steps = i * args.horizon * args.num_envs
        mean = float(np.mean(collector.returns[-100:] or [np.nan]))
        curve.append((steps, mean))
        if i % 10 == 0 or i == args.iterations:
            seconds = time.perf_counter() - start
            print(
                f"{steps:>9,} steps, mean return {mean:6.1f}, {seconds:5.0f} s, "
                f"{time.process_time():5.0f} s of CPU time",
                flush=True,
            )
    env.close()
    print(measure(agent, args.measured))
    if args.plot:
        draw(curve, args.plot, "PPO: Go1 learns to walk")
    if args.film:
        film(agent, args.film)


if __name__ == "__main__":
    main()
