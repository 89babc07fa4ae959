# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools for these tests; also imported by child processes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool

__all__ = ["first_and_last", "make", "ones"]


def make(num_envs: int = 8, **kwargs: Any) -> Any:
    """Returns a pool of CartPoles with two workers, which do all the work."""
    kwargs = {"num_threads": 2, "caller_helps": False, **kwargs}
    return envpool.make_gymnasium("CartPole-v1", num_envs=num_envs, **kwargs)


def ones(count: int = 8) -> NDArray[np.int32]:
    """Returns an action for each of `count` envs."""
    return np.ones(count, dtype=np.int32)


def first_and_last(seed: int) -> tuple[Any, Any]:
    """Returns the first observation of a new pool and the one after 50 steps."""
    with make(seed=seed) as env:
        first = env.reset()[0]
        for _ in range(50):
            last = env.step(ones())[0]
    return first.tolist(), last.tolist()
