# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes the pool of a suite: `envpool.make_suite`."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from envpool.mixed.making import make_mixed
from envpool.python.config.argument_checks import as_bool, as_int, show
from envpool.python.errors import ConfigError
from envpool.registration.env_registry import registry
from envpool.suites.catalogue import find_suite, score_of
from envpool.suites.pool import scored_class
from envpool.suites.suite import Suite

__all__ = ["make_suite"]


def make_suite(
    name: str,
    num_envs: int,
    env_type: str,
    score: bool | None,
    pad: bool,
    kwargs: Mapping[str, Any],
) -> Any:
    """Makes the pool of a suite; see `envpool.make_suite`."""
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
    pool._recipe = make_suite, again
    return pool


def _check(suite: Suite, env_type: str, kwargs: Mapping[str, Any]) -> None:
    """Refuses keywords with which returns have no score."""
    if env_type == "dm":
        raise ConfigError(
            'score: expected None or False with env_type="dm", whose results have no '
            "episode statistics, got True"
        )
    needed: dict[str, Any] = {"episode_stats": True}
    for task_id in suite.tasks:
        score = score_of(task_id)
        needed.update({} if score is None else score.settings)
    for key in needed.keys() & kwargs.keys():
        if kwargs[key] != needed[key]:
            raise ConfigError(
                f"{key}: expected {needed[key]!r}, for which scores were published, "
                f"got {show(kwargs[key])}; score=False leaves the scores out"
            )
