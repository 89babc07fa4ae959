# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Self-play in ViZDoom: two policies learn a duel against each other, in NumPy.

Needs `pip install "envpool[vizdoom]"`. Each env is a game of two engines, with two
rows in each result, one per player. The policies are linear, and learn by REINFORCE.
`--match` plays an episode of the two through PettingZoo at the end.
"""

import argparse
import sys
import time
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

import envpool

Array = NDArray[np.float32]

TASK = "MultiDuel-v1"
OPTIONS: dict[str, Any] = {
    "max_num_players": 2,
    "use_combined_action": True,
    "stack_num": 1,
    "img_height": 24,
    "img_width": 32,
}
DISCOUNT = 0.95


class Policy:
    """A linear softmax over the pixels."""

    def __init__(self, rng: np.random.Generator, inputs: int, actions: int) -> None:
        self.rng = rng
        self.weights = np.zeros((inputs, actions), np.float32)

    def probabilities(self, pixels: Array) -> Array:
        """Returns the probability of each action, for rows of pixels."""
        logits = pixels @ self.weights
        grown = np.exp(logits - logits.max(-1, keepdims=True))
        chances: Array = grown / grown.sum(-1, keepdims=True)
        return chances

    def act(self, pixels: Array) -> NDArray[np.int64]:
        """Draws an action for each row."""
        chances = self.probabilities(pixels)
        draws = self.rng.gumbel(size=chances.shape)
        actions: NDArray[np.int64] = (np.log(chances + 1e-8) + draws).argmax(-1)
        return actions

    def learn(self, pixels: Array, actions: Any, returns: Array, rate: float) -> None:
        """Makes actions more likely in proportion to their standardised returns."""
        better = (returns - returns.mean()) / (returns.std() + 1e-6)
        wanted = np.eye(self.weights.shape[1], dtype=np.float32)[actions]
        error = (wanted - self.probabilities(pixels)) * better[:, None]
        self.weights += rate * pixels.T @ error / np.float32(len(pixels))


def see(obs: Any) -> Array:
    """Returns a row of numbers around 0 for each frame."""
    frames = np.asarray(obs, np.float32)
    return frames.reshape(len(frames), -1) / 127.5 - 1


def discounted(rewards: Array) -> Array:
    """Returns the discounted return after each step."""
    returns = np.zeros_like(rewards)
    running = np.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        running = rewards[step] + DISCOUNT * running
        returns[step] = running
    return returns


def play(env: Any, obs: Any, policies: list[Policy], steps: int) -> tuple[Any, Any]:
    """Plays all games; returns frames, actions and rewards, and the last frames.

    Rows are ordered by env, and within an env by player, so every other row belongs
    to the first player.
    """
    played: list[tuple[Array, Any, Any]] = []
    for _ in range(steps):
        pixels = see(obs)
        actions = np.zeros(len(pixels), np.int64)
        for player, policy in enumerate(policies):
            actions[player::2] = policy.act(pixels[player::2])
        obs, rewards, *_ = env.step(actions)
        played.append((pixels, actions, rewards))
    return [np.stack(column) for column in zip(*played, strict=True)], obs


def train(args: argparse.Namespace) -> list[Policy]:
    """Lets the policies learn from the same games, each from its player's rows."""
    env = envpool.make_gymnasium(
        TASK, num_envs=args.num_envs, seed=args.seed, **OPTIONS
    )
    obs, info = env.reset()
    assert info["players"]["env_id"].tolist() == sorted([*range(args.num_envs)] * 2)
    rng = np.random.default_rng(args.seed)
    sizes = (obs[0].size, int(cast(Any, env.single_action_space).n))
    policies = [Policy(rng, *sizes) for _ in range(2)]
    start = time.perf_counter()
    for update in range(1, args.updates + 1):
        (pixels, actions, rewards), obs = play(env, obs, policies, args.horizon)
        returns = discounted(rewards)
        for player, policy in enumerate(policies):
            mine = (slice(None), slice(player, None, 2))
            policy.learn(
                pixels[mine].reshape(-1, sizes[0]),
                actions[mine].ravel(),
                returns[mine].ravel(),
                args.rate,
            )
        speed = update * args.horizon * args.num_envs / (time.perf_counter() - start)
        show(update / args.updates, f"{speed:5.0f} steps/s, rewards {means(rewards)}")
    env.close()
    return policies


def means(rewards: Array) -> str:
    return " : ".join(f"{rewards[:, player::2].mean():+.3f}" for player in range(2))


def show(done: float, text: str) -> None:
    """Draws a progress bar."""
    bar = "#" * round(20 * done)
    end = "\r" if done < 1 and sys.stdout.isatty() else "\n"
    print(f"[{bar:<20}] {text}", end=end, flush=True)


def match(policies: list[Policy], seed: int, steps: int) -> None:
    """Plays an episode through the PettingZoo interface."""
    from envpool.integrations.pettingzoo import ParallelEnv

    env = ParallelEnv(TASK, seed=seed, max_episode_steps=steps, **OPTIONS)
    observations, infos = env.reset()
    while env.agents:
        actions = {
            agent: policy.act(see(observations[agent][None]))[0]
            for agent, policy in zip(env.agents, policies, strict=True)
        }
        observations, _, _, _, infos = env.step(actions)
    frags = {agent: int(info["FRAGCOUNT"]) for agent, info in infos.items()}
    print("frags:", ", ".join(f"{agent} {count}" for agent, count in frags.items()))
    env.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--updates", type=int, default=40)
    parser.add_argument("--horizon", type=int, default=64)
    parser.add_argument("--num-envs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--match", type=int, default=0, help="its number of steps")
    args = parser.parse_args()

    policies = train(args)
    if args.match:
        match(policies, args.seed, args.match)


if __name__ == "__main__":
    main()
