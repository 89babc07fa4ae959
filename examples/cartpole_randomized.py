# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Domain randomisation: PPO on CartPole-v1 with the usual masses, and with random ones.

The option `randomize` draws the masses at each reset, natively. Then both agents play a
grid of masses; `set_params` gives each env of one pool its own.
"""

import argparse
from typing import Any, cast

import numpy as np
from cartpole_ppo_numpy import Agent, Collector, VectorEnv
from numpy.typing import NDArray

import envpool

TASK = "CartPole-v1"
RANDOM = {
    "masscart": ("loguniform", 0.25, 8.0),
    "masspole": ("loguniform", 0.025, 3.2),
}
CARTS = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0]
POLES = [0.025, 0.1, 0.4, 0.8, 1.6, 3.2]
LIMIT = 500  # steps of an episode


def train(randomize: dict[str, Any], args: argparse.Namespace) -> Agent:
    """Returns an agent that has learnt with these draws."""
    agent = Agent(np.random.default_rng(args.seed), num_obs=4, num_actions=2)
    env = envpool.make_gymnasium(
        TASK, num_envs=64, episode_stats=True, randomize=randomize
    )
    collector = Collector(agent, cast(VectorEnv, env), args.horizon, args.seed)
    for i in range(args.iterations):
        agent.learn(collector.collect(), rate=2e-3 * (1 - i / args.iterations))
    mean = np.mean(collector.returns[-100:] or [np.nan])
    print(f"trained with {'random' if randomize else 'usual'} masses: {mean:.0f}")
    env.close()
    return agent


def evaluate(agent: Agent, episodes: int) -> NDArray[np.float64]:
    """Returns the mean length of an episode for each mass of pole and cart."""
    poles, carts = np.meshgrid(POLES, CARTS, indexing="ij")
    env = envpool.make_gymnasium(TASK, num_envs=poles.size * episodes, seed=10_000)
    env.set_params(
        {
            "masspole": np.repeat(poles.ravel(), episodes),
            "masscart": np.repeat(carts.ravel(), episodes),
        }
    )
    obs, _ = env.reset()
    lengths = np.zeros(env.num_envs)
    playing = np.ones(env.num_envs, bool)
    for _ in range(LIMIT):
        actions = agent.policy.forward(obs)[0].argmax(-1)
        obs, _, terminated, truncated, _ = env.step(actions)
        lengths += playing
        playing &= ~(terminated | truncated)
    env.close()
    return lengths.reshape(*poles.shape, episodes).mean(-1)


def draw(results: dict[str, NDArray[np.float64]], path: str) -> None:
    """Draws a map of episode lengths for each agent."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        print("no picture: there is no matplotlib")
        return
    figure, panels = plt.subplots(1, len(results), figsize=(9, 4), layout="constrained")
    for axes, (name, lengths) in zip(panels, results.items(), strict=True):
        axes.imshow(lengths, origin="lower", vmin=0, vmax=LIMIT, cmap="viridis")
        axes.set(
            xticks=range(len(CARTS)),
            xticklabels=[f"{mass:g}" for mass in CARTS],
            yticks=range(len(POLES)),
            yticklabels=[f"{mass:g}" for mass in POLES],
            xlabel="mass of the cart (kg)",
            ylabel="mass of the pole (kg)",
            title=name,
        )
        for (row, column), length in np.ndenumerate(lengths):
            colour = "white" if length < LIMIT / 2 else "black"
            axes.text(
                column, row, f"{length:.0f}", ha="center", va="center", color=colour
            )
    figure.suptitle("Steps of an episode of CartPole, at most 500")
    figure.savefig(path, dpi=110)
    print(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=120)
    parser.add_argument("--horizon", type=int, default=64)
    parser.add_argument("--episodes", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", metavar="PNG", help="draw both agents' results")
    args = parser.parse_args()
    results = {}
    for name, randomize in (("usual masses", {}), ("random masses", RANDOM)):
        lengths = evaluate(train(randomize, args), args.episodes)
        results[f"Trained with {name}"] = lengths
        print(f"{name}: {lengths.mean():.0f} steps on average over the grid")
        print(np.round(lengths).astype(int))
    if args.plot:
        draw(results, args.plot)


if __name__ == "__main__":
    main()
