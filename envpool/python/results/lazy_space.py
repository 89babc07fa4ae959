# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Spaces as attributes of a pool."""

from __future__ import annotations

from typing import Any

__all__ = ["LazySpace"]


class LazySpace:
    """An attribute that makes its space when it is first read.

    The bounds of a batched space take more memory than the observations, so
    a pool makes them when they are first read. The attribute may be set, as users
    do.

    Args:
      source: an attribute of the spec.
      of_spec: whether it is a space, which is taken as it is; else it is a
        function that makes one for all envs of the pool.
    """

    def __init__(self, source: str, of_spec: bool = False) -> None:
        self._source = source
        self._of_spec = of_spec

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    def __get__(self, pool: Any, owner: type[Any]) -> Any:
        if pool is None:
            return self
        space = getattr(pool._env_spec, self._source)
        if not self._of_spec:
            space = space(len(pool))
        # Not a data descriptor: from now on the instance's own entry is found.
        # The first one counts, if several threads make it.
        return pool.__dict__.setdefault(self._name, space)
