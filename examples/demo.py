# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`make demo`: a pool of CartPoles against a loop over Gymnasium's, live.

Takes about ten seconds; `--seconds` changes that.
"""

import argparse
import sys
import time
from collections.abc import Callable

import gymnasium
import numpy as np

import envpool

TASK = "CartPole-v1"
NUM_ENVS = 1024
REFRESH = 0.1


def show(text: str) -> None:
    """Replaces the last line of a terminal, or prints a line to a log."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K{text}", end="", flush=True)
    else:
        print(text, flush=True)


def picture(obs: np.ndarray) -> str:
    """Draws a cart on its track, with the pole leaning as it does."""
    place = int(np.clip((obs[0] + 2.4) / 4.8 * 24, 0, 24))
    lean = "\\|/"[1 + int(np.sign(np.round(obs[2] / 0.05)))]
    return f"[{'_' * place}{lean}{'_' * (24 - place)}]"


def run(
    name: str, play: Callable[[], tuple[int, np.ndarray]], seconds: float, base: float
) -> float:
    """Plays for some seconds with a live line.

    Args:
      name: of what is played.
      play: plays a while; returns how many steps, and an observation.
      seconds: how long.
      base: steps per second of what it is compared with; 0 if there is none.

    Returns:
      Steps per second.
    """
    refresh = REFRESH if sys.stdout.isatty() else 1.0
    steps = shown = 0
    start = last = time.perf_counter()
    now = start
    while now < start + seconds:
        done, obs = play()
        steps += done
        now = time.perf_counter()
        if now - last >= refresh:
            rate = (steps - shown) / (now - last)
            against = f", {rate / base:,.0f} times the loop" if base else ""
            show(f"{name:21} {picture(obs)} {rate:>13,.0f} steps/s{against}")
            last, shown = now, steps
    if sys.stdout.isatty():
        print()
    return steps / (now - start)


def gymnasium_loop() -> Callable[[], tuple[int, np.ndarray]]:
    """What one does without a pool: step the envs one by one."""
    envs = [gymnasium.make(TASK) for _ in range(8)]
    for seed, env in enumerate(envs):
        env.reset(seed=seed)
    actions = np.random.default_rng(0).integers(0, 2, (32, len(envs))).tolist()

    def play() -> tuple[int, np.ndarray]:
        for batch in actions:
            for env, action in zip(envs, batch, strict=True):
                obs, _reward, terminated, truncated, _info = env.step(action)
                if terminated or truncated:
                    obs, _info = env.reset()
        return len(actions) * len(envs), obs

    return play


def pool() -> Callable[[], tuple[int, np.ndarray]]:
    """The same with EnvPool: one call steps them all."""
    env = envpool.make(TASK, env_type="gym", num_envs=NUM_ENVS, seed=0)
    env.reset()
    actions = list(np.random.default_rng(0).integers(0, 2, (32, NUM_ENVS)))

    def play() -> tuple[int, np.ndarray]:
        for action in actions:
            obs, _reward, _terminated, _truncated, _info = env.step(action)
        return len(actions) * NUM_ENVS, obs[0]

    return play


def main() -> None:
    """Runs both and prints the difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=9.0, help="in all")
    seconds = parser.parse_args().seconds
    print(f"EnvPool {envpool.__version__}: {TASK}, random actions, one Python process")
    loop = run("loop over Gymnasium", gymnasium_loop(), seconds / 3, 0)
    ours = run(f"EnvPool, {NUM_ENVS:,} envs", pool(), seconds * 2 / 3, loop)
    print(
        f"\nEnvPool stepped {ours:,.0f} envs per second, the loop {loop:,.0f}: "
        f"{ours / loop:,.0f} times as many."
        "\nNext: examples/, or `make bench` for a comparison with care."
    )


if __name__ == "__main__":
    main()
