# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Spaces as attributes of a pool."""

from __future__ import annotations

from typing import Any

__all__ = ["LazySpace"]


class LazySpace:
    """An attribute that makes its space when it is first read.

    The bounds of a batched space take more memory than the observations, so a pool
    makes such spaces only on request. Users may also set the attribute.

    Args:
      source: an attribute of the spec.
      of_spec: whether that attribute is the space itself; else it is a function
        that makes the space for all envs of the pool.
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
        # This is no data descriptor, so later reads find the instance's own entry. If
        # several threads make the space, all get the first one.
        return pool.__dict__.setdefault(self._name, space)
