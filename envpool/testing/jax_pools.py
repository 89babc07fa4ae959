# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pools, actions and comparisons for tests with JAX."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import jax
import numpy as np
from numpy.typing import NDArray

import envpool

__all__ = [
    "APIS",
    "STEPS",
    "N",
    "actions",
    "assert_equal",
    "cartpole",
    "on_two_devices",
]

N = 5  # number of envs
STEPS = 40
APIS = {
    "gym": {"env_type": "gym"},
    "gym 0.21": {"env_type": "gym", "gym_api": "0.21"},
    "gymnasium": {"env_type": "gymnasium"},
    "dm": {"env_type": "dm"},
}


def cartpole(env_type: str = "gymnasium", num_envs: int = N, **config: Any) -> Any:
    """Returns a pool that has been reset; a sync pool has no pending result."""
    config = {"seed": 3, **config}
    env: Any = envpool.make("CartPole-v1", env_type, num_envs=num_envs, **config)
    env.async_reset() if env.is_async else env.reset()
    return env


def actions(steps: int = STEPS, num_envs: int = N) -> NDArray[np.int32]:
    """Returns actions of CartPole for some steps, always the same ones."""
    rng = np.random.default_rng(0)
    return rng.integers(0, 2, (steps, num_envs)).astype(np.int32)


def assert_equal(left: Any, right: Any) -> None:
    """Asserts that two trees are equal to the last bit, with names and dtypes."""
    left, right = jax.tree.map(np.asarray, (left, right))
    structures: list[Any] = [jax.tree.structure(tree) for tree in (left, right)]
    assert structures[0] == structures[1]
    for a, b in zip(jax.tree.leaves(left), jax.tree.leaves(right), strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


def on_two_devices(code: str) -> str:
    """Returns the output of a program that runs with two CPU devices in JAX."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": ":".join(sys.path),
            "XLA_FLAGS": "--xla_force_host_platform_device_count=2",
        },
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
