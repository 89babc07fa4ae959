# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Domain randomisation: PPO balances two poles with the usual masses, or random ones.

While the second agent learns, `randomize` draws each mass anew at each reset. Then both
play with other masses: `set_params` gives each env of one pool its own. This is
repeated for several seeds.
"""

from __future__ import annotations

import argparse
from typing import Any, cast

import numpy as np
import ppo
import ppo_mujoco
import torch
from numpy.typing import NDArray
from ppo_runs import VectorEnv, from_numpy, limit_threads, positive

import envpool

TASK = "InvertedDoublePendulum-v5"
LEAST, MOST = 0.5, 8.0
AGENTS: dict[str, dict[str, Any]] = {
    "usual masses": {},
    "random masses": {"body_mass": ("loguniform", LEAST, MOST, "scale")},
}
FACTORS = (0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
SETTINGS = {"num_envs": 64, "horizon": 64, "epochs": 2, "minibatches": 4, "rate": 2e-3}
INK = "#7a8594"  # readable on light and on dark pages
UNUSED = ("checkpoint", "resume", "plot")  # options of other examples


def train(
    randomize: dict[str, Any], seed: int, args: argparse.Namespace
) -> ppo_mujoco.Agent:
    """Returns an agent that has learnt with these draws."""
    torch.manual_seed(seed)
    pool = envpool.make_gymnasium(
        TASK, num_envs=args.num_envs, seed=seed, randomize=randomize
    )
    env = cast(VectorEnv, pool)
    assert env.single_observation_space.shape is not None
    assert env.single_action_space.shape is not None
    agent = ppo_mujoco.Agent(
        *env.single_observation_space.shape, *env.single_action_space.shape
    )
    args.seed = seed
    ppo.train(args, ppo_mujoco.Collector(agent, env, args), ppo_mujoco.SETTINGS)
    return agent


@torch.no_grad()
def evaluate(agent: ppo_mujoco.Agent, episodes: int) -> NDArray[np.float64]:
    """Returns the mean return with all masses scaled by each of `FACTORS`."""
    env = envpool.make_gymnasium(TASK, num_envs=len(FACTORS) * episodes)
    factors = np.repeat(FACTORS, episodes)
    env.set_params({"body_mass": env.params["body_mass"].default * factors[:, None]})
    seeds = np.tile(10_000 + np.arange(episodes), len(FACTORS))
    obs, _ = env.reset(seed=seeds.tolist())
    motors: Any = env.single_action_space
    returns = np.zeros(env.num_envs)
    playing = np.ones(env.num_envs, bool)
    while playing.any():
        inputs = agent.seen.scale(from_numpy(obs) - agent.seen.mean)
        action = np.from_dlpack(agent.policy(inputs)).clip(motors.low, motors.high)
        obs, reward, terminated, truncated, _ = env.step(action)
        returns += np.where(playing, reward, 0)
        playing &= ~(terminated | truncated)
    env.close()
    return returns.reshape(len(FACTORS), episodes).mean(-1)


def draw(results: dict[str, NDArray[np.float64]], path: str) -> None:
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


def _draw_lines(
    figure: Any, results: dict[str, NDArray[np.float64]], path: str
) -> None:
    axes = figure.subplots()
    axes.axvspan(LEAST, MOST, color=INK, alpha=0.1, lw=0, label="masses drawn")
    for (name, rows), color in zip(
        results.items(), ("#3f86c4", "#d1495b"), strict=True
    ):
        axes.plot(FACTORS, rows.mean(0), marker="o", ms=4, color=color, label=name)
        axes.fill_between(FACTORS, rows.min(0), rows.max(0), color=color, alpha=0.2)
    axes.set_xscale("log", base=2)
    axes.set_xticks(FACTORS, [f"{factor:g}" for factor in FACTORS])
    axes.set(xlabel="masses, relative to the usual ones", ylabel="return")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower left", frameon=False)
    unknown = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(path, format="svg", transparent=True, metadata=unknown)


def arguments() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=positive, default=600_000, help="of an agent")
    parser.add_argument("--seeds", type=positive, default=5)
    parser.add_argument("--episodes", type=positive, default=20, help="by factor")
    parser.add_argument("--threads", type=positive, default=1, help="of PyTorch")
    parser.add_argument("--log-every", type=float, default=10.0, help="seconds")
    parser.add_argument("--picture", metavar="SVG", help="draw the results")
    parser.set_defaults(task=TASK, **SETTINGS, **dict.fromkeys(UNUSED))
    return parser.parse_args()


def main() -> None:
    """Trains and evaluates."""
    args = arguments()
    limit_threads(args.threads)
    torch.distributions.Distribution.set_default_validate_args(False)
    results: dict[str, NDArray[np.float64]] = {}
    for name, randomize in AGENTS.items():
        rows = []
        for seed in range(1, args.seeds + 1):
            print(f"{name}, seed {seed}", flush=True)
            rows.append(evaluate(train(randomize, seed, args), args.episodes))
        results[name] = np.array(rows)
    print("factor" + "".join(f"{name:>23}" for name in results))
    for k, factor in enumerate(FACTORS):
        columns = [rows[:, k] for rows in results.values()]
        cells = (f"{x.mean():.0f} ({x.min():.0f} to {x.max():.0f})" for x in columns)
        print(f"{factor:6g}" + "".join(f"{text:>23}" for text in cells))
    if args.picture:
        draw(results, args.picture)


if __name__ == "__main__":
    main()
