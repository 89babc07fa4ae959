# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The official envs of MiniGrid and BabyAI, for comparisons."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import minigrid  # noqa: F401  registers the official ids
import numpy as np
from minigrid.core.constants import COLOR_TO_IDX
from numpy.typing import NDArray

from envpool.minigrid.options import WFC_PRESETS
from envpool.registration import registry
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, Row

__all__ = ["IDS", "PARITY", "Official", "case_of", "official_of"]

IDS = [
    task_id
    for task_id, (package, _, _) in registry.specs.items()
    if package == "envpool.minigrid" and "-WFC-" not in task_id
]
# Probabilities of left, right, forward, pickup, drop, toggle and done that lead to
# many events.
_CHANCES = (0.15, 0.15, 0.42, 0.1, 0.05, 0.12, 0.01)
_TYPES = ("key", "ball", "box")


def _look_id(words: Sequence[str]) -> int:
    color, kind = words
    return 3 * int(COLOR_TO_IDX[color]) + _TYPES.index(kind)


def _mission_id(task_id: str, mission: str) -> int:
    """Returns EnvPool's number of a mission."""
    words = mission.split()
    if task_id.startswith(("BabyAI-", "MiniGrid-WFC-")):
        return -1
    if "-Fetch-" in task_id:
        syntax = ("get", "go get", "fetch", "go fetch", "you must fetch")
        *first, _, color, kind = words
        number = 12 * syntax.index(" ".join(first)) + 2 * int(COLOR_TO_IDX[color])
        return number + (kind == "ball")
    if "-GoToDoor-" in task_id or "-UnlockPickup-" in task_id:
        return int(COLOR_TO_IDX[words[-2]])
    if "-GoToObject-" in task_id:
        return _look_id(words[-2:])
    if "-PutNear-" in task_id:
        return 18 * _look_id(words[2:4]) + _look_id(words[-2:])
    return 0


def official_of(task_id: str) -> tuple[str, dict[str, Any]]:
    """Returns an id of minigrid 3.0.0, and options that make it the same task."""
    if task_id == "MiniGrid-MultiRoom-N4-S5-v1":  # added in minigrid 3.2.0
        return task_id.replace("v1", "v0"), {"minNumRooms": 4, "maxNumRooms": 4}
    return task_id, {}


class OfficialEnv(GymnasiumEnv):
    """An official env, with EnvPool's infos.

    Args:
      env: the env.
      seed: the seed of its first reset.
      task_id: EnvPool's id.
    """

    def __init__(self, env: Any, seed: int, task_id: str) -> None:
        super().__init__(env, seed)
        self._task_id = task_id

    def _row(
        self, obs: Any, reward: Any, terminated: Any, truncated: Any, info: Any
    ) -> Row:
        row = super()._row(obs, reward, terminated, truncated, info)
        x, y = self.env.unwrapped.agent_pos
        row["info"]["agent_pos"] = np.array([x, y], np.int32)
        row["info"]["mission_id"] = _mission_id(self._task_id, obs["mission"])
        return row


class Official(Adapter):
    """The official envs; `case.official` are options of the constructor."""

    def make(self, case: Case, seed: int) -> OfficialEnv:
        """Returns an official env."""
        task_id, options = official_of(case.task_id)
        options |= case.official or {}
        see = options.pop("see_through_walls", None)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # for outdated ids
            env: Any = gymnasium.make(task_id, disable_env_checker=True, **options)
        if see is not None:  # most constructors do not take it as an argument
            env.unwrapped.see_through_walls = see
        return OfficialEnv(env, seed, case.task_id)

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that the spaces are equal, in both directions of `==`."""
        assert pool.single_observation_space == official.env.observation_space
        assert official.env.observation_space == pool.single_observation_space
        assert pool.single_action_space == official.env.action_space

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns random actions that move the agent around."""
        count = int(pool.single_action_space.n)
        chances = np.array(_CHANCES[:count]) / sum(_CHANCES[:count])
        return np.asarray(random.choice(count, size=self.num_envs, p=chances))

    def is_random(self, case: Case) -> bool:
        """Returns whether the levels of a case differ between seeds."""
        fixed = case.task_id.startswith(("MiniGrid-Empty-", "MiniGrid-DistShift"))
        config = {**registry.specs[case.task_id][2], **case.options}
        return not fixed or config.get("agent_start_pos", ()) in (None, (-1, -1))


def case_of(
    task_id: str,
    options: Mapping[str, Any],
    official: Mapping[str, Any],
    steps: int = 50,
    limit: int = 150,
) -> Case:
    """Returns a case of three episodes, each of at most `limit` steps.

    Args:
      task_id: EnvPool's id.
      options: the pool's options.
      official: options of the official constructor.
      steps: the minimum number of steps of each env.
      limit: the largest number of steps of an episode.
    """
    limit = min(limit, registry.specs[task_id][2]["max_episode_steps"] or limit)
    options = {**options, "max_episode_steps": limit}
    return Case(task_id, steps, 3, options, {**official, "max_steps": limit}, 10_000)


class OfficialWfc(Official):
    """The official envs of wave function collapse, with their missing pictures."""

    def make(self, case: Case, seed: int) -> OfficialEnv:
        """Returns an official env."""
        _complete_generator()
        return super().make(case, seed)


@functools.cache
def _complete_generator() -> Any:
    from envpool.minigrid.wfc_oracle import Generator

    return Generator(setattr)


# The official generator needs seconds for its largest levels.
_SMALL = {"size": 11}
_WFC_IDS = [f"MiniGrid-WFC-{preset}-v0" for preset in WFC_PRESETS]
PARITY = [(Official(), case_of(task_id, {}, {}, steps=500)) for task_id in IDS]
PARITY += [
    (OfficialWfc(), case_of(task_id, _SMALL, _SMALL, steps=500)) for task_id in _WFC_IDS
]
