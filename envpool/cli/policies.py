# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Policies for `record` and `play`: random actions, or a user's function."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from typing import Any

import click

from envpool.speed import Actions

__all__ = ["Policy", "load_policy"]

# Gets the observation of a pool with one env, and returns an action for it.
Policy = Callable[[Any], Any]


def load_policy(name: str, pool: Any, seed: int) -> Policy:
    """Returns a policy.

    Args:
      name: "random", for random actions, legal ones if infos have an action mask; or
        the path of a Python file with a function `policy(observation)`, which gets and
        returns arrays with one row.
      pool: a pool of one env, for random actions.
      seed: the seed of random actions.

    Raises:
      click.UsageError: the file cannot be run, or has no such function.
    """
    if name == "random":
        actions = Actions(pool, seed)
        return lambda observation: actions.draw_legal()
    try:
        found = runpy.run_path(name)
    except Exception as error:  # its code may raise anything
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
