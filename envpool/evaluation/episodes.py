# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Plays a fixed set of episodes with a policy: `envpool.evaluate`.

The episodes are fixed before the first step: episode k has the seed `seed + k`, is
played to its end, and counts once. Stepping a pool until n episodes have ended would
count short episodes too often. An env that has finished an episode starts the next
one that is left; after the last one it rests.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from envpool.evaluation.players import Players
from envpool.evaluation.result import Evaluation
from envpool.python.config.argument_checks import as_choice, as_int, as_seed, show
from envpool.python.config.rules import check_seeds, is_sequence
from envpool.python.errors import (
    ArgumentTypeError,
    ConfigError,
    NotSupportedError,
)
from envpool.python.results import trees
from envpool.registration.env_registry import registry

if TYPE_CHECKING:
    from envpool.recording.episodes import Rows

__all__ = ["evaluate"]

IntArray = NDArray[np.int64]

_FILMS = ("best", "worst")
_MAX_ENVS = 32
# This module sets these keywords; `seed` and `num_envs` are its own arguments.
_FIXED = ("autoreset_mode", "batch_size", "env_seed", "env_type", "static_output")


def evaluate(
    policy: Callable[..., Any],
    task_id: str,
    episodes: int = 100,
    *,
    seed: int | Sequence[int] = 0,
    film: Literal["best", "worst"] | None = None,
    num_envs: int | None = None,
    device: Any = None,
    **kwargs: Any,
) -> Evaluation:
    """Plays exactly `episodes` episodes and returns their returns and lengths.

    The episodes are fixed up front by their seeds and all are played to their ends,
    so that the mean is not biased towards short ones. With the same seed and policy
    the result is the same, for any number of envs and threads (Procgen excepted,
    where an episode depends on the env's id, too).

    Args:
      policy: gets the observations of some envs, as `env_type="gymnasium"` returns
        them, and returns an action for each row: an array, or a dict of arrays if
        the action has several entries. With `output="torch"` or `"jax"` it gets
        tensors and may return tensors. A `torch.nn.Module` gets tensors on its
        parameters' device; it is in evaluation mode meanwhile. Gradients are not
        recorded. In envs with several players it gets the infos as a second
        argument, and its action has a row for each player of the observations,
        or one for each env in games where one player moves at a time.
      task_id: one of `list_all_envs()`.
      episodes: the number of episodes.
      seed: episode k has seed + k; or a sequence of one seed for each episode.
      film: "best" or "worst": `film` of the result is the episode with the highest
        or the lowest return, summed over players, to be drawn or saved as a video.
      num_envs: how many episodes are played at a time, by default 32 or as many as
        there are episodes.
      device: the device of tensors, for `output="torch"`; see the pool's `to`.
      **kwargs: further keywords of `make`, such as `max_episode_steps`.

    Raises:
      ArgumentError, ArgumentTypeError: an argument is wrong.
      ConfigError: a keyword is wrong, or is one that `evaluate` decides.
      NotSupportedError: the envs cannot be drawn.
    """
    seeds = _seeds(seed, as_int("episodes", episodes, 1))
    if not callable(policy):
        raise ArgumentTypeError(f"policy: expected a function, got {show(policy)}")
    for name in _FIXED:
        if name in kwargs:
            raise ConfigError(
                f"{name}: expected none, since evaluate decides it, got "
                f"{show(kwargs[name])}"
            )
    if film is not None:
        as_choice("film", film, _FILMS)
    count = len(seeds)
    limit = _MAX_ENVS if num_envs is None else as_int("num_envs", num_envs, 1)
    module = _torch_module(policy)
    if module is not None:
        kwargs.setdefault("output", "torch")
        device = module.device if device is None else device
    with _log(kwargs, film) as path:
        pool = registry.make(
            task_id,
            "gymnasium",
            num_envs=min(limit, count),
            autoreset_mode="disabled",
            **kwargs,
        )
        with pool, _inference_mode(module, kwargs.get("output") == "torch"):
            if film is not None:
                _check_drawing(pool, task_id)
            if device is not None:
                pool.to(device)
            run = _Run(pool, seeds)
            run.play(policy)
        found = run.result(task_id)
        if film is not None:
            from envpool.replays import Recording
            from envpool.replays.config import caller_config

            number = found.best if film == "best" else found.worst
            config = caller_config(task_id, kwargs)
            found.film = Recording(path, config).episode(*run.played[number])
    return found


class _Run:
    """Plays the episodes of an evaluation.

    Attributes:
      played: for each episode, the env that played it and its index among that env's
        episodes.
    """

    def __init__(self, pool: Any, seeds: IntArray) -> None:
        from envpool.recording.episodes import Episodes

        count, players = len(seeds), int(pool.config.max_num_players)
        self._players = Players(pool) if players > 1 else None
        self._returns = np.zeros(count)
        self._player_returns = np.zeros((count, players))
        self._lengths = np.zeros(count, np.int64)
        self._terminated = np.zeros(count, np.bool_)
        self.played: list[tuple[int, int]] = [(-1, -1)] * count
        self._pool = pool
        self._seeds = seeds
        self._next = 0
        self._current = np.full(len(pool), -1)  # the running episode, by env
        self._ends = Episodes(len(pool), same_step=False)

    def play(self, policy: Callable[..., Any]) -> None:
        """Plays all episodes."""
        self._start(self._pool.all_env_ids)
        while self._pool._outstanding:
            result = self._pool.recv()
            rows = self._ends.update(self._pool._last_columns(), self._pool._columns)
            if self._players is not None:
                self._players.update(rows)
            self._finish(rows)
            going = ~rows.ends
            if going.any():
                action = policy(*self._seen(result, going))
                self._pool.send(action, rows.ids[going])
            self._start(rows.ids[rows.ends])

    def result(self, task_id: str) -> Evaluation:
        """Returns the results of the episodes."""
        more = self._lengths, self._terminated
        each = self._player_returns.T if self._players is not None else ()
        players = tuple(Evaluation(task_id, self._seeds, r, *more) for r in each)
        return Evaluation(task_id, self._seeds, self._returns, *more, players)

    def _seen(self, result: Any, going: NDArray[np.bool_]) -> tuple[Any, ...]:
        """Returns the policy's arguments for the envs of a result that go on."""
        if self._players is not None:
            if going.all():
                return result[0], result[-1]
            return self._players.some(going)
        if going.all():
            return (result[0],)
        return (_take(result[0], np.flatnonzero(going)),)

    def _start(self, ids: NDArray[np.int32]) -> None:
        """Starts the next episodes in these envs, while any are left."""
        first = self._next
        self._next = min(first + len(ids), len(self._seeds))
        ids = np.ascontiguousarray(ids[: self._next - first])
        if len(ids):
            self._current[ids] = range(first, self._next)
            seeds = np.ascontiguousarray(self._seeds[first : self._next])
            self._pool._reset_seeded(ids, seeds, False)

    def _finish(self, rows: Rows) -> None:
        for row in np.flatnonzero(rows.ends):
            env_id = int(rows.ids[row])
            number = self._current[env_id]
            self._returns[number] = rows.returns[row]
            self._lengths[number] = rows.lengths[row]
            self._terminated[number] = rows.terminated[row]
            if self._players is not None:
                self._player_returns[number] = self._players.returns[env_id]
            self.played[number] = env_id, int(rows.episodes[row])


def _check_drawing(pool: Any, task_id: str) -> None:
    try:
        pool._render_size(0, 0)
    except NotSupportedError as error:
        raise NotSupportedError(
            f"film: expected an env that can be drawn, got {task_id!r}: {error}"
        ) from None


def _seeds(seed: Any, episodes: int) -> IntArray:
    if is_sequence(seed):
        return np.array(check_seeds("seed", seed, episodes), np.int64)
    first = as_seed("seed", seed)
    as_seed("seed + episodes - 1", first + episodes - 1)
    return first + np.arange(episodes, dtype=np.int64)


def _take(tree: Any, rows: NDArray[np.intp]) -> Any:
    """Returns some rows of observations."""

    def take(leaf: Any) -> Any:
        return tuple(leaf[i] for i in rows) if trees.is_texts(leaf) else leaf[rows]

    return trees.map_arrays(take, tree)


class _Module:
    """A policy that is a `torch.nn.Module`."""

    def __init__(self, module: Any) -> None:
        self.module = module
        first = next(module.parameters(), None)
        self.device = None if first is None else first.device


def _torch_module(policy: Any) -> _Module | None:
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(policy, torch.nn.Module):
        return None
    return _Module(policy)


@contextlib.contextmanager
def _inference_mode(module: _Module | None, no_gradients: bool) -> Iterator[None]:
    """Disables gradients, dropout and the like while the policy runs with PyTorch."""
    with contextlib.ExitStack() as stack:
        if no_gradients:
            stack.enter_context(sys.modules["torch"].no_grad())
        if module is not None:
            stack.callback(module.module.train, module.module.training)
            module.module.eval()
        yield


@contextlib.contextmanager
def _log(kwargs: dict[str, Any], film: str | None) -> Iterator[str]:
    """Makes the pool record its actions if a film needs them; yields the file."""
    with contextlib.ExitStack() as stack:
        if film is not None and kwargs.get("record_actions") is None:
            import tempfile  # slow to import

            folder = stack.enter_context(tempfile.TemporaryDirectory())
            kwargs["record_actions"] = os.path.join(folder, "evaluation.actions")
        path = kwargs.get("record_actions")
        yield "" if path is None else os.fspath(path)
