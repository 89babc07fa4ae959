# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares a pool with official envs: the same seed is the same episode.

What an official env is like, an adapter says; the rest is here. An adapter needs
one method:

    class Gymnasium(Adapter):
        def make(self, case, seed):
            return GymnasiumEnv(gymnasium.make(case.task_id, **case.options), seed)

    compare(Gymnasium(), Case("CartPole-v1", options={"max_episode_steps": 50}))

Envs that need another Python or another set of packages are recorded there, with
`envpool/testing/trace.py`, and played from the file: `Recorded(path)` is an adapter,
and its `cases` are what was recorded.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.testing import trace
from envpool.testing.rollout import leaves

__all__ = [
    "Adapter",
    "Case",
    "Found",
    "GymnasiumEnv",
    "Official",
    "Recorded",
    "Row",
    "compare",
]

# One result of one official env. `obs` is an array or nested dicts of arrays; the
# other keys are columns of the pool: `reward`, `terminated`, `truncated`, `discount`,
# `step_type`, and `info`, a dict. What a row does not have is not compared.
Row = Mapping[str, Any]

_COMMON = ("env_id", "players", "elapsed_step")  # in observations of dm
SEED_STEPS = 20  # in which another seed must show


class Official(Protocol):
    """An official env."""

    def reset(self) -> Row:
        """Starts an episode; the first one with the env's seed."""

    def step(self, action: Any) -> Row:
        """Takes a step."""


@dataclass(frozen=True)
class Case:
    """What to play.

    Attributes:
      task_id: the pool's id.
      steps: results of each env after the first, those of resets included.
      episodes: how many must end, of all envs together.
      options: the config of the pool.
      official: whatever the adapter's `make` wants to know.
    """

    task_id: str
    steps: int = 1000
    episodes: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    official: Any = None


class Found(NamedTuple):
    """What a comparison found.

    Attributes:
      steps: of all envs together.
      episodes: that ended.
      obs: the largest difference between observations, relative to numbers
        greater than 1.
      reward: the largest difference between rewards, likewise; the pool has
        them as float32.
    """

    steps: int
    episodes: int
    obs: float
    reward: float


class Adapter:
    """What the driver must know of official envs; `make` is the only must.

    Attributes:
      env_type: of the pool: "gymnasium" has flags, "dm" discounts and step types.
      num_envs: how many envs of each kind play.
      seed: of env 0; env i has `seed + i`.
    """

    env_type: Any = "gymnasium"
    num_envs: int = 2
    seed: int = 7

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env.

        Args:
          case: what is played.
          seed: of its first reset.
        """
        raise NotImplementedError

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that a pool has the spaces of an official env, if it has any."""

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns an action for each env; by default random ones, within bounds.

        Args:
          case: what is played.
          pool: the pool.
          rows: the last result of each official env.
          step: how many steps there have been.
          random: a NumPy generator to draw from.
        """
        space = pool.single_action_space
        if space.dtype.kind in "iu":
            first, last = space.start, space.start + space.n
            return np.asarray(random.integers(first, last, self.num_envs))
        low, high = np.maximum(space.low, -1e3), np.minimum(space.high, 1e3)
        drawn = random.uniform(low, high, (self.num_envs, *space.shape))
        return np.asarray(drawn, space.dtype)

    def tolerance(self, name: str) -> float:
        """Returns how far a column may be from the official one; 0: equal bits.

        Relative to numbers greater than 1. Rewards are rounded to float32 first.

        Args:
          name: of the column, such as `obs`, `reward` or `info.x_position`.
        """
        return 0.0

    def is_random(self, case: Case) -> bool:
        """Returns whether the seed makes a difference that soon shows."""
        return True


class GymnasiumEnv:
    """A Gymnasium env as an `Official`.

    Args:
      env: the env.
      seed: of its first reset.
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
            "obs": obs,
            "reward": reward,
            "terminated": terminated,
            "truncated": truncated,
            "info": {k: v for k, v in info.items() if k not in self._skipped},
        }


def _columns(result: Any, env_type: str, num_envs: int) -> dict[str, Any]:
    """Returns what a pool returned, by the names of rows."""
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


class _Comparison:
    """The rows of all steps, and the largest differences so far."""

    def __init__(self, adapter: Adapter, case: Case) -> None:
        self._adapter, self._case = adapter, case
        self.farthest = {"obs": 0.0, "reward": 0.0}

    def see(self, columns: Mapping[str, Any], i: int, row: Row, step: int) -> None:
        """Compares a row of the pool with an official one."""
        expected = trace.flatten(row)
        ours = {name for name in columns if name.split(".")[0] == "obs"}
        theirs = {name for name in expected if name.split(".")[0] == "obs"}
        where = f"{self._case.task_id}, step {step}, env {i}"
        assert theirs, f"{where}: the official env has no observation"
        assert ours == theirs, f"{where}: expected {theirs}, got {ours}"
        for name, value in expected.items():
            text = f"{where}, {name}"
            assert name in columns, f"{text}: the pool has none"
            self._compare(name, columns[name][i], value, text)

    def _compare(self, name: str, ours: Any, theirs: Any, where: str) -> None:
        is_array = isinstance(theirs, (np.ndarray, np.generic))
        ours, theirs = np.asarray(ours), np.asarray(theirs)
        if ours.nbytes > trace.DIGEST_FROM and theirs.nbytes == 16:
            ours = trace.digest(ours)
        assert ours.shape == theirs.shape, f"{where}: {ours.shape}, {theirs.shape}"
        kind = name.split(".")[0]
        if kind == "obs" and is_array:  # a Python number has no precision to compare
            assert ours.dtype == theirs.dtype, f"{where}: {ours.dtype}, {theirs.dtype}"
        if kind in self.farthest and ours.dtype.kind == "f" and ours.size:
            off = np.abs(ours.astype(np.float64) - theirs)
            off = off / np.maximum(np.abs(theirs), 1)
            self.farthest[kind] = max(self.farthest[kind], float(np.nanmax(off)))
        if name == "reward":
            theirs = theirs.astype(np.float32)
        bound = self._adapter.tolerance(name)
        if bound == 0:
            np.testing.assert_array_equal(ours, theirs, where)
        else:
            scale = np.maximum(np.abs(theirs), 1)
            np.testing.assert_array_less(
                np.abs(ours - theirs) / scale, bound, err_msg=where
            )


def compare(adapter: Adapter, case: Case) -> Found:
    """Plays a pool and official envs, and compares all results.

    Where the seed matters, it also demands that another seed gives the pool other
    observations: what does not change at all proves nothing.

    Args:
      adapter: says what official envs are like.
      case: what is played.

    Returns:
      What was found.

    Raises:
      AssertionError: they differ; the text tells id, step, env and column.
    """
    count = adapter.num_envs
    official = [adapter.make(case, adapter.seed + i) for i in range(count)]
    pool = _make(adapter, case, adapter.seed)
    adapter.check_spaces(pool, official[0])
    random = np.random.default_rng(adapter.seed)
    comparison = _Comparison(adapter, case)
    rows = [each.reset() for each in official]
    result = pool.reset()
    history: list[tuple[Any, Any]] = []
    episodes = 0
    for step in range(case.steps + 1):
        columns = _columns(result, adapter.env_type, count)
        for i, row in enumerate(rows):
            comparison.see(columns, i, row, step)
        over = [_is_last(row) for row in rows]
        episodes += sum(over)
        if step == case.steps:
            break
        actions = adapter.actions(case, pool, rows, step, random)
        if step < SEED_STEPS:
            history.append((columns, actions))
        result = pool.step(actions)
        rows = [
            each.reset() if over[i] else each.step(actions[i])
            for i, each in enumerate(official)
        ]
    pool.close()
    assert episodes >= case.episodes, f"{case.task_id}: {episodes} episodes ended"
    if adapter.is_random(case):
        _check_other_seed(adapter, case, history)
    return Found(case.steps * count, episodes, *comparison.farthest.values())


def _make(adapter: Adapter, case: Case, seed: int) -> Any:
    infos = {"infos": "all"} if adapter.env_type == "gymnasium" else {}
    kwargs: dict[str, Any] = {**infos, **case.options}
    kwargs |= {"num_envs": adapter.num_envs, "seed": seed}
    return envpool.make(case.task_id, adapter.env_type, **kwargs)


def _is_last(row: Row) -> bool:
    if "step_type" in row:
        return bool(row["step_type"] == 2)
    return bool(row.get("terminated") or row.get("truncated"))


def _check_other_seed(
    adapter: Adapter, case: Case, history: Sequence[tuple[Any, Any]]
) -> None:
    """Demands that the pool does something else with another seed."""
    pool = _make(adapter, case, adapter.seed + 1000)
    result = pool.reset()
    for columns, actions in history:
        found = _columns(result, adapter.env_type, adapter.num_envs)
        if any(
            not np.array_equal(found[name], column)
            for name, column in columns.items()
            if name.split(".")[0] == "obs"
        ):
            return
        result = pool.step(actions)
    raise AssertionError(f"{case.task_id}: another seed makes no difference")


class Recorded(Adapter):
    """Plays a file that `envpool/testing/trace.py` wrote.

    Args:
      path: of the file.

    Attributes:
      cases: what was recorded, for `compare`.
    """

    def __init__(self, path: Any) -> None:
        self.cases = [
            Case(each.task_id, len(each.columns["action"]) - 1, 0, each.options, each)
            for each in trace.load(path)
        ]
        seeds = {case.official.seed for case in self.cases}
        counts = {case.official.columns["action"].shape[1] for case in self.cases}
        assert len(seeds) == len(counts) == 1, "one seed and number of envs per file"
        (self.seed,), (self.num_envs,) = seeds, counts

    def make(self, case: Case, seed: int) -> Official:
        """Returns what plays the record of an env."""
        return _Player(case.official.columns, seed - self.seed)

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns the recorded actions."""
        return np.asarray(case.official.columns["action"][step])


class _Player:
    """One recorded env."""

    def __init__(self, columns: Mapping[str, Any], env: int) -> None:
        self._columns, self._env, self._step = columns, env, -1

    def reset(self) -> Row:
        return self._next(True)

    def step(self, action: Any) -> Row:
        return self._next(False)

    def _next(self, is_reset: bool) -> Row:
        self._step += 1
        at = (self._step, self._env)
        assert self._columns["is_reset"][at] == is_reset, "the record goes another way"
        return {
            name: column[at]
            for name, column in self._columns.items()
            if name not in ("action", "is_reset")
            and not name.startswith("?")
            and (f"?{name}" not in self._columns or self._columns[f"?{name}"][at])
        }
