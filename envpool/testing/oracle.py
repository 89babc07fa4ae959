# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares a pool with official envs: the same seed must give the same episode.

An adapter describes the official envs. It needs only one method:

    class Gymnasium(Adapter):
        def make(self, case, seed):
            return GymnasiumEnv(gymnasium.make(case.task_id, **case.options), seed)

    compare(Gymnasium(), Case("CartPole-v1", options={"max_episode_steps": 50}))

Envs that need another Python or other packages are recorded in that environment with
`envpool/testing/trace.py`, and played from the file: `recorded.Recorded(path)` is an
adapter, and its `cases` are the recorded cases.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
import pytest
from numpy.typing import NDArray

import envpool
from envpool.testing.comparison import Comparison
from envpool.testing.parity import ParityResult
from envpool.testing.rollout import leaves

__all__ = [
    "Adapter",
    "Case",
    "GymnasiumEnv",
    "Official",
    "ParityResult",
    "Row",
    "Step",
    "compare",
    "comparisons",
    "measure",
    "play",
]

# One result of one official env. `obs` is an array or nested dicts of arrays; the
# other keys are columns of the pool: `reward`, `terminated`, `truncated`, `discount`,
# `step_type`, and `info`, a dict. Keys that a row lacks are not compared.
Row = Mapping[str, Any]

_COMMON = ("env_id", "players", "elapsed_step")  # infos in dm observations
SEED_STEPS = 20  # within which another seed must make a difference


class Official(Protocol):
    """An official env."""

    def reset(self) -> Row:
        """Starts an episode; the first one with the env's seed."""

    def step(self, action: Any) -> Row:
        """Takes a step."""


@dataclass(frozen=True)
class Case:
    """A comparison to make.

    Attributes:
      task_id: the pool's id.
      steps: the number of results of each env after the first, with resets.
      episodes: the number of episodes that each env must finish.
      options: the config of the pool.
      official: any data for the adapter's `make`.
      max_steps: the most steps to play until `episodes` have ended; by default
        `steps`.
      part: the number of steps in the everyday test of `parity.csv`; by default all.
    """

    task_id: str
    steps: int = 1000
    episodes: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    official: Any = None
    max_steps: int = 0
    part: int = 0

    def first_part(self) -> Case:
        """Returns the case with its first `part` steps only, if `part` is set."""
        if not self.part:
            return self
        episodes = self.episodes * self.part // self.steps
        return replace(self, steps=self.part, episodes=episodes, max_steps=0)

    def __str__(self) -> str:
        options = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.task_id}({options})" if options else self.task_id


class Step(NamedTuple):
    """One step of all envs.

    Attributes:
      columns: the results of the pool, by the names of rows.
      rows: the results of the official envs.
      actions: the next actions; None at the end.
    """

    columns: Mapping[str, Any]
    rows: Sequence[Row]
    actions: Any


class Adapter:
    """Describes official envs to the driver; only `make` must be overridden.

    Attributes:
      env_type: the API of the pool: "gymnasium" has flags, "dm" discounts and step
        types.
      has_discounts: whether rows have both discounts and flags, so that a second pool
        of type "dm" must play along.
      same_infos: whether the pool's default infos must be exactly the official
        ones; if not, the pool has all infos.
      num_envs: the number of envs of each kind.
      seed: the seed of env 0; env i has `seed + i`.
    """

    env_type: Any = "gymnasium"
    has_discounts: bool = False
    same_infos: bool = False
    num_envs: int = 2
    seed: int = 7

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env.

        Args:
          case: the case that is played.
          seed: the seed of the env's first reset.
        """
        raise NotImplementedError

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that a pool has the spaces of an official env, if that has spaces."""

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns an action for each env; by default random ones, within bounds.

        Args:
          case: the case that is played.
          pool: the pool.
          rows: the last result of each official env.
          step: the number of steps so far.
          random: the NumPy generator for draws.
        """
        space = pool.single_action_space
        if space.dtype.kind in "iu":
            first, last = space.start, space.start + space.n
            return np.asarray(random.integers(first, last, self.num_envs))
        low, high = np.maximum(space.low, -1e3), np.minimum(space.high, 1e3)
        drawn = random.uniform(low, high, (self.num_envs, *space.shape))
        return np.asarray(drawn, space.dtype)

    def parity_row(self, found: ParityResult) -> ParityResult:
        """Returns the row of `parity.csv` for a comparison made on this machine.

        On another CPU, observations may differ more than here. So the row states the
        difference that `tolerance` allows, if that is larger.
        """
        return found._replace(obs=max(found.obs, self.tolerance("obs")))

    def players(self, case: Case) -> int:
        """Returns the number of players of each env.

        With several, rows, columns and actions have an axis for the players of an env.
        """
        return 1

    def tolerance(self, name: str) -> float:
        """Returns the allowed deviation of a column; 0 demands equal bits.

        The difference is relative for numbers greater than 1. Rewards are rounded to
        float32 first.

        Args:
          name: the name of the column, such as `obs`, `reward` or `info.x_position`.
        """
        return 0.0

    def is_random(self, case: Case) -> bool:
        """Returns whether another seed makes a difference within SEED_STEPS steps."""
        return True


class GymnasiumEnv:
    """A Gymnasium env as an `Official`.

    Args:
      env: the env.
      seed: the seed of the first reset.
      skipped: keys of infos that are not compared.
    """

    def __init__(self, env: Any, seed: int, skipped: Collection[str] = ()) -> None:
        self.env = env
        self._seed: int | None = seed
        self._skipped = skipped

    def reset(self) -> Row:
        """Starts an episode."""
        obs, info = self.env.reset(seed=self._seed)
        self._seed = None
        return self._row(obs, 0.0, False, False, info)

    def step(self, action: Any) -> Row:
        """Takes a step."""
        return self._row(*self.env.step(action))

    def _row(
        self, obs: Any, reward: Any, terminated: Any, truncated: Any, info: Any
    ) -> Row:
        return {
            "obs": _as_dict(obs),
            "reward": reward,
            "terminated": terminated,
            "truncated": truncated,
            "info": {k: v for k, v in info.items() if k not in self._skipped},
        }


def _as_dict(obs: Any) -> Any:
    """Returns an observation with each tuple replaced by a dict, by position."""
    if isinstance(obs, tuple):
        return {str(i): _as_dict(each) for i, each in enumerate(obs)}
    return obs


class _Pools:
    """The pool, and a second pool for discounts if the adapter has_discounts."""

    def __init__(self, adapter: Adapter, case: Case, seed: int) -> None:
        self._env_type, self._num_envs = adapter.env_type, adapter.num_envs
        self._players = adapter.players(case)
        options: dict[str, Any] = {**case.options}
        options |= {"num_envs": adapter.num_envs, "seed": seed}
        all_infos = adapter.env_type == "gymnasium" and not adapter.same_infos
        infos = {"infos": "all"} if all_infos else {}
        self.pool: Any = envpool.make(
            case.task_id, self._env_type, **{**infos, **options}
        )
        self._second: Any = None
        if adapter.has_discounts:
            self._second = envpool.make(case.task_id, "dm", **options)

    def reset(self) -> dict[str, Any]:
        second = self._second and self._second.reset()
        return self._columns(self.pool.reset(), second)

    def step(self, actions: Any) -> dict[str, Any]:
        if self._players > 1:
            actions = actions.reshape(-1, *actions.shape[2:])
        second = self._second and self._second.step(actions)
        return self._columns(self.pool.step(actions), second)

    def close(self) -> None:
        self.pool.close()
        if self._second is not None:
            self._second.close()

    def _columns(self, result: Any, second: Any) -> dict[str, Any]:
        found = _columns(result, self._env_type, self._num_envs)
        if second is not None:
            found["discount"] = second.discount
        if self._players > 1:
            found = {name: self._by_env(column) for name, column in found.items()}
        return found

    def _by_env(self, column: Any) -> Any:
        rows = self._num_envs * self._players
        if len(column) != rows:
            return column
        return column.reshape(self._num_envs, self._players, *column.shape[1:])


def _columns(result: Any, env_type: str, num_envs: int) -> dict[str, Any]:
    """Returns a pool's result as columns with the names of rows."""
    if env_type == "dm":
        obs = result.observation._asdict()
        common = {key: obs.pop(key) for key in _COMMON if key in obs}
        found = {**result._asdict(), "observation": None, "info": common, "obs": obs}
        del found["observation"]
        return leaves(found)
    names = ("obs", "reward", "terminated", "truncated", "info")
    if len(result) == 2:
        zeros = np.zeros(num_envs, np.float32)
        result = (result[0], zeros, zeros.astype(bool), zeros.astype(bool), result[1])
    return leaves(dict(zip(names, result, strict=True)))


def play(adapter: Adapter, case: Case, seed: int | None = None) -> Iterator[Step]:
    """Plays a pool and official envs with the same actions.

    Args:
      adapter: describes the official envs.
      case: the case to play.
      seed: the seed of env 0; the adapter's by default.

    Yields:
      The results of pool and official envs, resets included, until the case is over.
    """
    first = adapter.seed if seed is None else seed
    official = [adapter.make(case, first + i) for i in range(adapter.num_envs)]
    pools = _Pools(adapter, case, first)
    adapter.check_spaces(pools.pool, official[0])
    random = np.random.default_rng(first)
    rows = [each.reset() for each in official]
    columns = pools.reset()
    episodes = np.zeros(len(official), int)
    for step in itertools.count():
        over = [_is_last(row) for row in rows]
        episodes += over
        enough = case.steps if (episodes >= case.episodes).all() else case.max_steps
        if step >= max(case.steps, enough):
            break
        actions = adapter.actions(case, pools.pool, rows, step, random)
        yield Step(columns, rows, actions)
        columns = pools.step(actions)
        rows = [
            each.reset() if over[i] else each.step(actions[i])
            for i, each in enumerate(official)
        ]
    yield Step(columns, rows, None)
    pools.close()


def compare(adapter: Adapter, case: Case, seed: int | None = None) -> ParityResult:
    """Plays a pool and official envs, and compares all results.

    If the seed matters, it also demands that another seed changes the pool's
    observations; otherwise equal results would prove nothing.

    Args:
      adapter: describes the official envs.
      case: the case to play.
      seed: the seed of env 0; the adapter's by default.

    Returns:
      The largest differences.

    Raises:
      AssertionError: the results differ; the text has id, step, env and column.
    """
    comparison = Comparison(case.task_id, adapter.tolerance, adapter.same_infos)
    history: list[Step] = []
    episodes = np.zeros(adapter.num_envs, int)
    for number, step in enumerate(play(adapter, case, seed)):
        comparison.see(step.columns, step.rows, number)
        episodes += [_is_last(row) for row in step.rows]
        if number < SEED_STEPS and step.actions is not None:
            history.append(step)
    fewest = min(episodes)
    assert fewest >= case.episodes, f"{case}: {fewest} episodes ended in some env"
    if adapter.is_random(case):
        other = (adapter.seed if seed is None else seed) + 1000
        _check_other_seed(adapter, case, other, history)
    farthest = comparison.farthest.values()
    return ParityResult(number * adapter.num_envs, int(sum(episodes)), *farthest)


def measure(adapter: Adapter, case: Case) -> ParityResult:
    """Compares, and returns the row of `parity.csv` for a case.

    Args:
      adapter: describes the official envs.
      case: the case to play.
    """
    return adapter.parity_row(compare(adapter, case))


def comparisons(
    adapter: Adapter, cases: Sequence[Case], seeds: Sequence[int] | None = None
) -> Callable[..., None]:
    """Returns a pytest test, parametrized by cases and seeds.

        test_options = comparisons(Official(), [Case("CartPole-v1"), ...])

    Args:
      adapter: describes the official envs.
      cases: the cases to play.
      seeds: seeds of env 0; the adapter's by default.
    """

    @pytest.mark.parametrize("seed", seeds or [adapter.seed])
    @pytest.mark.parametrize("case", cases, ids=str)
    def test(case: Case, seed: int) -> None:
        compare(adapter, case, seed)

    return test


def _is_last(row: Row) -> bool:
    if "step_type" in row:
        return bool(row["step_type"] == 2)
    return bool(row.get("terminated") or row.get("truncated"))


def _check_other_seed(
    adapter: Adapter, case: Case, seed: int, history: Sequence[Step]
) -> None:
    """Demands that the pool's observations change with another seed."""
    pools = _Pools(adapter, case, seed)
    columns = pools.reset()
    for step in history:
        if any(
            not np.array_equal(columns[name], column)
            for name, column in step.columns.items()
            if name.split(".")[0] == "obs"
        ):
            return
        columns = pools.step(step.actions)
    raise AssertionError(f"{case.task_id}: another seed makes no difference")
