# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The arguments that say which envs in Python a pool has."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

__all__ = ["EnvSource", "PythonEnvs"]

# An id of Gymnasium, or functions that make envs.
EnvSource = str | Callable[..., Any] | Sequence[Callable[..., Any]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class PythonEnvs:
    """Envs in Python, as a task of `envpool.make_mixed`.

    Attributes:
      env: an id of Gymnasium, a function that makes an env, or a list of functions, one
        for each env; as of `envpool.from_gymnasium`, which describes the others, too.
      workers: the number of processes.
      env_kwargs: keywords for `gymnasium.make`, or for the functions.
      timeout: how many seconds a step or reset of one env may take.
      info_bytes: how many bytes the pickled infos of a row may take.
      threads: whether the workers are threads of this process.
    """

    env: EnvSource = dataclasses.field(kw_only=False)
    workers: int | None = None
    env_kwargs: Mapping[str, Any] | None = None
    timeout: float | None = None
    info_bytes: int = 65536
    threads: bool = False

    @property
    def name(self) -> str:
        """The id, or the name of the function."""
        first = self.env[0] if isinstance(self.env, (list, tuple)) else self.env
        return first if isinstance(first, str) else _name_of(first)


def _name_of(function: Any) -> str:
    inner = getattr(function, "func", function)  # of functools.partial
    return getattr(inner, "__name__", type(inner).__name__)
