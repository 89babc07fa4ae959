# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test oracle: Gymnasium's toy-text envs, with the same episode per seed.

Taxi-v4 came with Gymnasium 1.3; it is compared with a record of Gymnasium 1.4.0.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from envpool.testing.oracle import Adapter, Case, GymnasiumEnv
from envpool.testing.recorded import Recorded

__all__ = ["PARITY", "TAXI_V4", "Official", "Player", "ToyEnv"]


def good_actions(table: dict[int, dict[int, list[Any]]]) -> NDArray[np.int64]:
    """Returns the best action of each state, by value iteration."""
    most = max(len(each) for actions in table.values() for each in actions.values())
    outcomes = np.zeros((len(table), len(table[0]), most, 4))
    for state, actions in table.items():
        for action, each in actions.items():
            outcomes[state, action, : len(each)] = each
    chance, following, reward, done = np.moveaxis(outcomes, -1, 0)
    places = following.astype(int)
    gain = chance * reward  # the first of 200 iterations
    for _ in range(199):
        value = gain.sum(axis=2).max(axis=1)
        gain = chance * (reward + np.where(done, 0, 0.99 * value[places]))
    return np.asarray(gain.sum(axis=2).argmax(axis=1))


class Player:
    """Plays well enough to end episodes, and badly enough to visit other states.

    Args:
      env: an official env.
      num_envs: number of envs.
      rng: a NumPy random generator.
      noise: probability of a random action in the last env; in the first, it is 0.1.
    """

    def __init__(self, env: Any, num_envs: int, rng: Any, noise: float) -> None:
        self.rng = rng
        self.num_envs = num_envs
        self.num_actions = env.action_space.n
        table = getattr(env.unwrapped, "P", None)
        self.best = None if table is None else good_actions(table)
        self.noise = np.linspace(0.1, noise, num_envs)  # by env

    def actions(self, obs: Any) -> NDArray[np.int64]:
        """Returns an action for each env."""
        random = self.rng.integers(self.num_actions, size=self.num_envs)
        if self.best is None:
            return np.asarray(random)
        is_random = self.rng.random(self.num_envs) < self.noise
        return np.asarray(np.where(is_random, random, self.best[obs]))


class ToyEnv(GymnasiumEnv):
    """An official env, with probabilities in float32 as in the pool."""

    def _row(self, *result: Any) -> Any:
        row = super()._row(*result)
        for key in row["info"].keys() & {"prob"}:
            row["info"][key] = np.float32(row["info"][key])
        return row


class Official(Adapter):
    """Gymnasium's envs; `case.official` is the id."""

    num_envs = 9

    def make(self, case: Case, seed: int) -> ToyEnv:
        """Returns an official env."""
        self._env: Any = gymnasium.make(case.official, **case.options)
        return ToyEnv(self._env, seed)

    def actions(self, case: Case, pool: Any, rows: Any, step: int, random: Any) -> Any:
        """Returns mostly good actions if the env has a transition table."""
        if step == 0:
            self._player = Player(self._env, self.num_envs, random, 0.3)
        return self._player.actions([row["obs"] for row in rows])

    def is_random(self, case: Case) -> bool:
        """Returns whether starts or transitions are drawn."""
        env = self._env.unwrapped
        if not hasattr(env, "P"):
            return True
        starts = np.count_nonzero(env.initial_state_distrib)
        return bool(starts > 1) or any(
            0 < p < 1
            for actions in env.P.values()
            for outcomes in actions.values()
            for p, *_ in outcomes
        )


# There is no official Catch or NChain.
_IDS = (
    "FrozenLake-v1",
    "FrozenLake8x8-v1",
    "Taxi-v3",
    "CliffWalking-v1",
    "CliffWalkingSlippery-v1",
    "Blackjack-v1",
)

PARITY: list[tuple[Adapter, Case]] = [
    (Official(), Case(task_id, 1000, 3, official=task_id, max_steps=10_000))
    for task_id in _IDS
]

TAXI_V4 = Recorded(Path(__file__).parent / "oracle_traces" / "taxi.npz")
PARITY += [(TAXI_V4, case) for case in TAXI_V4.cases]
