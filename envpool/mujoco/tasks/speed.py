# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares tables with the same envs in C++, which play in turns.

bazel run //envpool/mujoco/tasks:speed -- [--num-envs 64 1024] [--rounds 9] [table ...]
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

import numpy as np

import envpool
from envpool.registration import register

# The C++ env of each table.
ENVS = {
    "ant": "Ant-v5",
    "half_cheetah": "HalfCheetah-v5",
    "hopper": "Hopper-v5",
    "humanoid": "Humanoid-v5",
    "walker2d": "Walker2d-v5",
    "acrobot_swingup": "AcrobotSwingup-v1",
    "ball_in_cup_catch": "BallInCupCatch-v1",
    "cartpole_balance": "CartpoleBalance-v1",
    "cartpole_swingup": "CartpoleSwingup-v1",
    "cheetah_run": "CheetahRun-v1",
    "finger_spin": "FingerSpin-v1",
    "hopper_hop": "HopperHop-v1",
    "pendulum_swingup": "PendulumSwingup-v1",
    "point_mass_easy": "PointMassEasy-v1",
    "reacher_easy": "ReacherEasy-v1",
    "walker_walk": "WalkerWalk-v1",
}
_LIMIT = 1000  # equal, as the cost of a step depends on the state
_CLASSES = ("TaskEnvSpec", "TaskDMEnvPool", "TaskGymnasiumEnvPool")


class _Player:
    """A pool that random actions are sent to."""

    def __init__(self, task_id: str, num_envs: int) -> None:
        self._pool: Any = envpool.make_gym(
            task_id, num_envs=num_envs, num_threads=1, max_episode_steps=_LIMIT
        )
        self._pool.reset()
        space = self._pool.action_space
        rng = np.random.default_rng(0)
        shape = (16, num_envs, *space.shape)
        self._actions = rng.uniform(-1, 1, shape).astype(space.dtype)

    def rate(self, seconds: float) -> float:
        """Plays for some time; returns the steps per second of CPU time.

        Other programs on the machine disturb it less than the time of the clock.
        """
        steps, start = 0, time.process_time()
        while time.process_time() < start + seconds:
            for action in self._actions:
                self._pool.step(action)
            steps += self._actions.shape[0] * self._actions.shape[1]
        return steps / (time.process_time() - start)


def compare(table: str, num_envs: int, rounds: int, seconds: float) -> list[float]:
    """Returns the median rates of the table and of the C++ env, and of their ratio."""
    task_id = f"Speed-{table}"
    register(task_id, "envpool.mujoco.tasks", *_CLASSES, table=table)
    players = [_Player(task_id, num_envs), _Player(ENVS[table], num_envs)]
    rates = []
    for i in range(rounds + 1):  # the first one warms up
        pair = [players[j].rate(seconds) for j in (i % 2, 1 - i % 2)]
        rates.append(pair if i % 2 == 0 else pair[::-1])
    columns = [
        [one for one, _ in rates[1:]],
        [two for _, two in rates[1:]],
        [one / two for one, two in rates[1:]],
    ]
    return [statistics.median(column) for column in columns]


def main() -> None:
    """Prints a row for each table and number of envs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", default=list(ENVS))
    parser.add_argument("--num-envs", type=int, nargs="*", default=[64, 1024])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5)
    args = parser.parse_args()
    print(f"{'table':18} {'envs':>5} {'table/s':>9} {'C++/s':>9} {'ratio':>6}")
    for table in args.tables:
        for num_envs in args.num_envs:
            ours, theirs, ratio = compare(table, num_envs, args.rounds, args.seconds)
            row = f"{table:18} {num_envs:5} {ours:9.0f} {theirs:9.0f} {ratio:6.3f}"
            print(row, flush=True)


if __name__ == "__main__":
    main()
