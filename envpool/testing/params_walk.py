# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tries extreme and random values of all parameters of an env, in a separate process.

A value may be refused, and the simulation may become unstable, which is an error of
that env; but the process must neither crash nor hang.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

import envpool
from envpool.errors import ArgumentError, EnvStepError

__all__ = ["walk"]

_SECONDS = 240


def walk(task_id: str, steps: int = 3) -> None:
    """Tries all parameters.

    Args:
      task_id: the task.
      steps: how many steps to take with each, and again after a reset.

    Raises:
      AssertionError: the process crashed or did not end.
    """
    command = [sys.executable, "-m", __name__, task_id, str(steps)]
    try:
        done = subprocess.run(command, timeout=_SECONDS, capture_output=True, text=True)
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f"{task_id} hangs after {error.stdout!r}") from error
    tail = (done.stdout[-200:], done.stderr[-2000:])
    assert done.returncode == 0, (task_id, done.returncode, *tail)


def _actions(env: Any, random: Any) -> NDArray[Any]:
    space = env.single_action_space
    if space.dtype.kind in "iu":
        return np.asarray(random.integers(space.n, size=env.num_envs))
    low, high = np.maximum(space.low, -1), np.minimum(space.high, 1)
    drawn = random.uniform(low, high, (env.num_envs, *space.shape))
    return np.asarray(drawn, space.dtype)


def _main(task_id: str, steps: int) -> None:
    random = np.random.default_rng(1)
    env = envpool.make_gymnasium(task_id, num_envs=4, num_threads=1, seed=1)
    for name in env.params:
        print(name, flush=True)
        info = env.params[name]
        current = env.get_params(name)[name]
        uniform = random.uniform(info.low, info.high, info.shape)
        scaled = current[0] * random.uniform(0.2, 3, info.shape)
        tried = [
            np.full(info.shape, info.low),
            np.full(info.shape, info.high),
            uniform,
            np.clip(scaled, info.low, info.high),
        ]
        env.reset()
        for row, values in enumerate(tried):
            try:
                env.set_params({name: values}, env_id=[row])
            except ArgumentError:
                continue
        try:
            for _ in range(steps):
                env.step(_actions(env, random))
            env.reset()
            for _ in range(steps):
                env.step(_actions(env, random))
        except EnvStepError:
            pass
        # A task may have set values out of the range, such as heights above 1.
        env.set_params({name: np.clip(current, info.low, info.high)})


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]))
