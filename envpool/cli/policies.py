# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Who plays, for `record` and `play`: random actions, or a function of yours."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import Any

import click

from envpool.speed import Actions

__all__ = ["Policy", "load_policy"]

# Gets the observations of a pool with one env, and returns actions for it.
Policy = Callable[[Any], Any]


def load_policy(name: str, pool: Any, seed: int) -> Policy:
    """Returns a policy.

    Args:
      name: "random", for actions that are legal as far as infos tell, or the path of
        a Python file with a function `policy(observation)`; it gets and returns arrays
        with one row.
      pool: of one env, for random actions.
      seed: of these.

    Raises:
      click.UsageError: the file cannot be run, or has no such function.
    """
    if name == "random":
        actions = Actions(pool, seed)
        return lambda observation: actions.draw_legal()
    try:
        found = runpy.run_path(name)
    except Exception as error:  # whatever its code raises
        raise click.UsageError(
            f"--policy: expected 'random' or a Python file: {name}: "
            f"{type(error).__name__}: {error}"
        ) from error
    policy = found.get("policy")
    if not callable(policy):
        raise click.UsageError(
            f"--policy: expected a function named policy in {name}, got none"
        )
    result: Policy = policy
    return result
