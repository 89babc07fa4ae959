# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Domain randomisation: PPO balances the usual pole, or poles of any mass.

    python cartpole_ppo_randomized.py --picture=randomized.svg

While the second agent learns, `randomize` draws mass and length of the pole anew at
each reset. Then both hold poles that are so many times as long and as heavy as the
usual one: `set_params` gives each env of one pool its own. This is repeated for several
seeds.
"""

import argparse
from typing import Any, cast

import numpy as np
from cartpole_ppo_native import NativeCollector, layers
from cartpole_ppo_numpy import Agent, VectorEnv
from numpy.typing import NDArray

import envpool
from envpool.policies import MLP

TASK = "CartPole-v1"
LIMIT = 500  # the steps of an episode
LEAST, MOST = 0.5, 16.0
POLE = ("masspole", "length")
AGENTS: dict[str, dict[str, Any]] = {
    "usual pole": {},
    "random poles": dict.fromkeys(POLE, ("loguniform", LEAST, MOST, "scale")),
}
FACTORS = (0.25, 0.5, 1.0, 2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0)
INK = "#7a8594"  # readable on light and on dark pages
Returns = NDArray[np.float64]
State = dict[str, Any]


def train(
    randomize: dict[str, Any], seed: int, args: argparse.Namespace
) -> tuple[Agent, State]:
    """Returns an agent that has learnt with these draws, and what it normalizes by."""
    env: Any = envpool.make_gymnasium(
        TASK,
        num_envs=args.num_envs,
        episode_stats=True,
        normalize_obs=True,
        randomize=randomize,
    )
    agent = Agent(np.random.default_rng(seed), num_obs=4, num_actions=2)
    collector = NativeCollector(agent, cast(VectorEnv, env), args.horizon, seed)
    for i in range(args.iterations):
        agent.learn(collector.collect(), rate=2e-3 * (1 - i / args.iterations))
    moments = env.normalization.state_dict()
    env.close()
    return agent, moments


def evaluate(agent: Agent, moments: State, episodes: int) -> Returns:
    """Returns the mean return with the pole scaled by each of `FACTORS`."""
    count = len(FACTORS) * episodes
    env: Any = envpool.make_gymnasium(TASK, num_envs=count, normalize_obs=True)
    env.normalization.load_state_dict(moments)
    env.normalization.frozen = True
    factors = np.repeat(FACTORS, episodes)
    env.set_params({name: env.params[name].default * factors for name in POLE})
    seeds = np.tile(10_000 + np.arange(episodes), len(FACTORS))
    env.reset(seed=seeds.tolist())
    batch = env.rollout(LIMIT, MLP(layers(agent.policy), sample=False))
    env.close()
    over = np.cumsum(batch.terminated | batch.truncated, axis=0) > 0
    steps = np.where(over.any(0), over.argmax(0) + 1, LIMIT)  # each has a reward of 1
    return cast(Returns, steps.reshape(len(FACTORS), episodes).mean(-1))


def draw(results: dict[str, Returns], path: str) -> None:
    """Draws mean and range of the seeds, for light and for dark pages."""
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ImportError:
        print("no picture: there is no matplotlib")
        return
    parts = (
        "text.color axes.labelcolor axes.edgecolor xtick.color ytick.color grid.color"
    )
    style: Any = dict.fromkeys(parts.split(), INK)
    style |= {"svg.fonttype": "none", "svg.hashsalt": "envpool"}
    with matplotlib.rc_context(style):
        _draw_lines(Figure((5.2, 3.6), layout="constrained"), results, path)
    print(path)


def _draw_lines(figure: Any, results: dict[str, Returns], path: str) -> None:
    axes = figure.subplots()
    axes.axvspan(LEAST, MOST, color=INK, alpha=0.1, lw=0, label="poles drawn")
    for (name, rows), color in zip(
        results.items(), ("#3f86c4", "#d1495b"), strict=True
    ):
        axes.plot(FACTORS, rows.mean(0), marker="o", ms=4, color=color, label=name)
        axes.fill_between(FACTORS, rows.min(0), rows.max(0), color=color, alpha=0.2)
    axes.set_xscale("log", base=2)
    axes.set_xticks(FACTORS, [f"{factor:g}" for factor in FACTORS])
    axes.set(xlabel="mass and length of the pole, relative", ylabel="return")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower left", frameon=False)
    unknown = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(path, format="svg", transparent=True, metadata=unknown)


def main() -> None:
    """Trains and evaluates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--num-envs", type=int, default=64)
    parser.add_argument("--horizon", type=int, default=64)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--episodes", type=int, default=20, help="by factor")
    parser.add_argument("--picture", metavar="SVG", help="draw the results")
    args = parser.parse_args()

    results: dict[str, Returns] = {}
    for name, randomize in AGENTS.items():
        print(f"learning with {name}", flush=True)
        agents = [train(randomize, seed, args) for seed in range(1, args.seeds + 1)]
        results[name] = np.array([evaluate(*each, args.episodes) for each in agents])
    print("factor" + "".join(f"{name:>20}" for name in results))
    for k, factor in enumerate(FACTORS):
        columns = [rows[:, k] for rows in results.values()]
        cells = (f"{x.mean():.0f} ({x.min():.0f} to {x.max():.0f})" for x in columns)
        print(f"{factor:6g}" + "".join(f"{text:>20}" for text in cells))
    if args.picture:
        draw(results, args.picture)


if __name__ == "__main__":
    main()
