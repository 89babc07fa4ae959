# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the pool of a suite: `envpool.make_suite`."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Literal, overload

from envpool.python.config.argument_checks import as_bool, as_int, show
from envpool.python.errors import ConfigError
from envpool.python.protocol import DMEnvPool, GymEnvPool, GymnasiumEnvPool
from envpool.registration.env_registry import registry
from envpool.suites.catalogue import find_suite, score_of
from envpool.suites.pool import scored_class
from envpool.suites.suite import Suite

__all__ = ["make_suite"]


@overload
def make_suite(
    name: str,
    num_envs: int = ...,
    *,
    env_type: Literal["gym"] = ...,
    batch_size: int | None = ...,
    num_threads: int | str = ...,
    seed: int | Sequence[int] | None = ...,
    pad: bool = ...,
    score: bool | None = ...,
    **options: Any,
) -> GymEnvPool: ...
@overload
def make_suite(
    name: str,
    num_envs: int = ...,
    *,
    env_type: Literal["gymnasium"],
    batch_size: int | None = ...,
    num_threads: int | str = ...,
    seed: int | Sequence[int] | None = ...,
    pad: bool = ...,
    score: bool | None = ...,
    **options: Any,
) -> GymnasiumEnvPool: ...
@overload
def make_suite(
    name: str,
    num_envs: int = ...,
    *,
    env_type: Literal["dm"],
    batch_size: int | None = ...,
    num_threads: int | str = ...,
    seed: int | Sequence[int] | None = ...,
    pad: bool = ...,
    score: bool | None = ...,
    **options: Any,
) -> DMEnvPool: ...
@overload
def make_suite(
    name: str,
    num_envs: int = ...,
    *,
    env_type: str,
    batch_size: int | None = ...,
    num_threads: int | str = ...,
    seed: int | Sequence[int] | None = ...,
    pad: bool = ...,
    score: bool | None = ...,
    **options: Any,
) -> Any: ...
def make_suite(
    name: str,
    num_envs: int = 1,
    *,
    env_type: str = "gym",
    batch_size: int | None = None,
    num_threads: int | str = 0,
    seed: int | Sequence[int] | None = 42,
    pad: bool = False,
    score: bool | None = None,
    **options: Any,
) -> Any:
    """Makes one pool of all tasks of a suite: a list of tasks that papers report.

    The pool is that of `make_mixed`. In results in which an episode ended,
    `info["score"]`, float64 of shape (rows,), is the published score of its return,
    such as the human-normalised one; NaN in other rows and for tasks without one. With
    `env_type="gymnasium"`, `info["_score"]` is the mask. `envpool.scores` has the
    reference returns, and aggregates scores over tasks.

    Args:
      name: the name of the suite, one of `list_suites()`.
      num_envs: the number of envs of each task.
      env_type: "gym", "gymnasium" or "dm", as for `make`.
      batch_size: the rows of a result; None for all envs.
      num_threads: as for `make`.
      seed: as for `make`.
      pad: whether to pad spaces that differ; see `make_mixed`.
      score: whether infos have scores, which turns `episode_stats` on; by default they
        do, except with `env_type="dm"`.
      **options: options of `make` for the pool, and env keys for all tasks.

    Returns:
      The pool.

    Raises:
      ConfigError: there is no such suite, or a key changes rewards or tasks such that
        the scores do not apply.
      The same as `make_mixed`.
    """
    further = {"batch_size": batch_size, "num_threads": num_threads, "seed": seed}
    return _make(name, num_envs, env_type, score, pad, {**further, **options})


def _make(
    name: str,
    num_envs: int,
    env_type: str,
    score: bool | None,
    pad: bool,
    kwargs: Mapping[str, Any],
) -> Any:
    from envpool.mixed.making import make_mixed

    suite = find_suite(name)
    count = as_int("num_envs", num_envs, 1)
    has_scores = env_type != "dm" if score is None else as_bool("score", score)
    given = dict(kwargs)
    if has_scores:
        _check(suite, env_type, given)
        given["episode_stats"] = True
    tasks = [(task_id, count) for task_id in suite.tasks]
    wrap = scored_class if has_scores else None
    pool = make_mixed(registry, tasks, env_type, pad, given, wrap)
    again = (name, num_envs, env_type, score, pad, copy.deepcopy(dict(kwargs)))
    pool._recipe = _make, again
    return pool


def _check(suite: Suite, env_type: str, kwargs: Mapping[str, Any]) -> None:
    """Refuses keywords with which returns have no score."""
    if env_type == "dm":
        raise ConfigError(
            'score: expected None or False with env_type="dm", whose results have no '
            "episode statistics, got True"
        )
    stats = kwargs.get("episode_stats", True)
    if not as_bool("episode_stats", stats):
        raise _refusal("episode_stats", True, stats)
    for task_id in suite.tasks:
        score = score_of(task_id)
        needed = {} if score is None else score.settings
        given = {key: kwargs[key] for key in needed if key in kwargs}
        if given:
            config = registry.make_spec(task_id, **given).config  # translates names
            for key, value in given.items():
                if config[key] != needed[key]:
                    raise _refusal(key, needed[key], value)


def _refusal(key: str, expected: Any, value: Any) -> ConfigError:
    return ConfigError(
        f"{key}: expected {expected!r}, for which scores were published, got "
        f"{show(value)}; score=False leaves the scores out"
    )
