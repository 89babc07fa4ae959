# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The soccer tasks of dm_control for comparisons: same seed, same episode."""

from __future__ import annotations

import math
import types
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from dm_control.composer import entity
from dm_control.locomotion import soccer
from numpy.typing import NDArray

from envpool.mujoco.dmc_locomotion.soccer_tasks import WALKERS, soccer_id
from envpool.mujoco.dmc_locomotion.tracking_oracle import our_clips, shipped_clips
from envpool.testing.oracle import Adapter, Case, Official, Row

__all__ = ["PARITY", "Soccer", "case_of", "chase", "make_official"]

_LAST_BITS = 1e-14


def _norm(values: Any) -> float:
    return math.sqrt(sum(float(each) * float(each) for each in values))


# Turns of walkers are divided by their norm. Whether NumPy rounds each product of a
# norm depends on the CPU; here, it does.
_linalg = types.SimpleNamespace(norm=_norm)
entity.np = types.SimpleNamespace(**{**vars(np), "linalg": _linalg})


def make_official(walker: str, seed: int, **options: Any) -> Any:
    """Returns an official env.

    Args:
      walker: the walker's name.
      seed: the seed.
      **options: the pool's config.
    """
    kind = soccer.WalkerType[walker.upper()]
    random = np.random.RandomState(seed)
    known = {"team_size": 2, **options}
    with our_clips(shipped_clips("soccer_humanoid")):
        return soccer.load(random_state=random, walker_type=kind, **known)


def case_of(walker: str, steps: int, *, episodes: int = 0, **options: Any) -> Case:
    """Returns a case.

    Args:
      walker: the walker's name.
      steps: the number of steps.
      episodes: the number of episodes that each env must finish.
      **options: the official options, which the pool has too.
    """
    return Case(soccer_id(walker), steps, episodes, options, walker)


def chase(obs: Mapping[str, Any]) -> NDArray[np.float64]:
    """Returns the action of a boxhead that pushes the ball to the opponents' goal.

    Args:
      obs: what the player observes.
    """
    ball, goal = obs["ball_ego_position"][0, :2], obs["opponent_goal_mid"][0, :2]
    away = (ball - goal) / np.linalg.norm(ball - goal)
    behind = ball + away * min(float(np.linalg.norm(ball)) / 3, 2)
    angle = math.atan2(behind[1], behind[0])
    turn = 4 * angle - obs["sensors_gyro"][0, 2]
    return np.array([-1 if abs(angle) < 0.7 else 0, np.clip(-0.3 * turn, -1, 1), 0])


class SoccerEnv:
    """An official env as an `Official`; the values of all players are stacked."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def reset(self) -> Row:
        """Starts an episode."""
        return self._row(self.env.reset())

    def step(self, action: Any) -> Row:
        """Takes a step."""
        return self._row(self.env.step(list(action)))

    def _row(self, time: Any) -> Row:
        players = time.observation
        row = {
            "obs": {
                key: np.stack([player[key] for player in players])
                for key, value in players[0].items()
                if np.size(value)  # ours have no observations without elements
            },
            "step_type": int(time.step_type),
            "reward": np.array(time.reward or [0.0] * len(players), np.float32),
        }
        if not time.first():
            row["discount"] = np.full(len(players), time.discount)
        return row


class Soccer(Adapter):
    """The official envs; `case.official` is the walker's name."""

    env_type = "dm"
    seed = 7

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env."""
        env = make_official(case.official, seed, **case.options)
        self._space = env.action_spec()[0]
        return SoccerEnv(env)

    def players(self, case: Case) -> int:
        """Returns the number of players."""
        return 2 * int(case.options.get("team_size", 2))

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that the specs are the official ones, except their names."""
        env = official.env
        ours, theirs = pool.observation_spec(), env.observation_spec()[0]
        for key, spec in theirs.items():
            if 0 in spec.shape:
                continue
            found = getattr(ours, key)
            assert (found.shape, found.dtype) == (spec.shape, spec.dtype), key
        spec = pool.action_spec()
        assert (spec.shape, spec.dtype) == (self._space.shape, self._space.dtype)
        np.testing.assert_array_equal(spec.minimum, self._space.minimum)
        np.testing.assert_array_equal(spec.maximum, self._space.maximum)

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns random actions; a team of boxheads at home tries to score."""
        players = self.players(case)
        shape = (self.num_envs, players, *self._space.shape)
        actions = np.asarray(random.uniform(-1, 1, shape))
        if case.official == "boxhead":
            for i, row in enumerate(rows):
                for player in range(players // 2):
                    obs = {key: each[player] for key, each in row["obs"].items()}
                    actions[i, player] = chase(obs)
        return actions

    def tolerance(self, name: str) -> float:
        """Returns the tolerance of a result.

        Sums of products may differ in the last bits, which vectors of up to 50 m have
        after the point: whether NumPy rounds each product depends on the CPU. No state
        depends on these sums.
        """
        key = name.rpartition(".")[2]
        is_rounded = key.startswith(("stats_vel", "stats_closest", "stats_home_avg"))
        is_place = key.startswith(
            ("team_goal", "opponent_goal", "field_", "appendages_pos")
        )
        return _LAST_BITS if name == "obs" or is_rounded or is_place else 0.0


PARITY = [
    (Soccer(), case_of("boxhead", 610, episodes=3, time_limit=5.0)),
    (Soccer(), case_of("ant", 510, episodes=3, time_limit=4.0)),
    (Soccer(), case_of("humanoid", 510, episodes=3, time_limit=4.0)),
]
assert {case.official for _, case in PARITY} == set(WALKERS)
