# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The documentation's first examples, run with any id and any actions."""

from __future__ import annotations

import contextlib
import itertools
import warnings
from typing import Any

import gymnasium
import numpy as np

import envpool
from envpool.testing.rollout import NotApplicable, leaves

__all__ = ["check_snippets", "run_snippet"]

SYNC = """
env = envpool.make("CartPole-v1", env_type="gym", num_envs=100)
obs, info = env.reset(); act = np.zeros(100, dtype=int)
obs, rew, term, trunc, info = env.step(act)
obs, rew, term, trunc, info = env.step(act[:10], env_id=np.arange(10)); env_id = info["env_id"]
"""  # noqa: E501
MAKE_GYM = """
env = envpool.make_gym("CartPole-v1", num_envs=100)
obs, info = env.reset(); act = np.zeros(100, dtype=int)
obs, rew, term, trunc, info = env.step(act)
"""
OLD_GYM = """
env = envpool.make("CartPole-v1", env_type="gym", num_envs=100, gym_api="0.21")
act = np.zeros(100, dtype=int)
obs = env.reset(); obs, rew, done, info = env.step(act)
"""
ASYNC = """
env = envpool.make("CartPole-v1", env_type="gym", num_envs=64, batch_size=16)
action_num = env.action_space.n
env.async_reset()
while True:
    obs, rew, term, trunc, info = env.recv(); env_id = info["env_id"]
    env.send(np.random.randint(action_num, size=16), env_id)
"""
GYMNASIUM = """
import gymnasium
import envpool
envs = gymnasium.make_vec("envpool/CartPole-v1", num_envs=8)
env = gymnasium.make("envpool/CartPole-v1")
"""
FEWER = {"num_envs=8": "num_envs=2", "100": "12", "64": "8", "=16": "=2"}


def run_snippet(
    snippet: str, task_id: str, names: dict[str, Any] | None = None, fewer: bool = True
) -> dict[str, Any]:
    """Runs a snippet with another id, and with actions of the env's shape.

    Args:
      snippet: the text, about CartPole-v1.
      task_id: the id.
      names: modules that replace others in the snippet.
      fewer: whether to make fewer envs than the snippet says.

    Returns:
      The names that the snippet defines.
    """
    text = snippet
    for number, less in FEWER.items() if fewer else ():
        text = text.replace(number, less)
    # Gymnasium's ids have one slash only.
    other = task_id.replace("/", ".") if snippet is GYMNASIUM else task_id
    text = text.replace("CartPole-v1", other)
    space = envpool.make_spec(task_id).action_space
    if space.shape:
        number = "12" if fewer else "100"
        size = ", ".join(map(str, (number, *space.shape)))
        kind = ", dtype=int" if np.dtype(space.dtype).kind in "iu" else ""
        text = text.replace(
            f"np.zeros({number}, dtype=int)", f"np.zeros(({size}){kind})"
        )
    scope = {"envpool": envpool, "np": np, **(names or {})}
    exec(compile(text, "snippet", "exec"), scope)
    return scope


class _StopLoopError(Exception):
    """Ends a snippet's endless loop."""


class _Random:
    """A replacement of `np.random` that ends the loop after 100 calls."""

    def __init__(self) -> None:
        self._counter = itertools.count()
        self._random = np.random.default_rng(0)

    def randint(self, n: int, size: int) -> Any:
        """Returns random actions."""
        if next(self._counter) == 100:
            raise _StopLoopError
        return self._random.integers(n, size=size)


class _NumPy:
    def __init__(self) -> None:
        self.random = _Random()


def check_snippets(task_id: str) -> None:
    """Runs each snippet with this id."""
    spec: Any = envpool.make_spec(task_id)
    space = spec.action_space
    if spec.config.max_num_players > 1 or len(spec.action_array_spec) > 3:
        raise NotApplicable("the lines are for one player and one action")
    scope = run_snippet(SYNC, task_id)
    assert scope["env_id"].tolist() == list(range(10))
    assert scope["rew"].shape == (10,)
    scope["env"].close()
    for snippet in (MAKE_GYM, OLD_GYM):
        scope = run_snippet(snippet, task_id)
        assert scope["rew"].shape == (len(scope["env"]),)
        scope["env"].close()
    if hasattr(space, "n") and not space.shape:  # Discrete, not MultiBinary
        with contextlib.suppress(_StopLoopError):
            run_snippet(ASYNC, task_id, {"np": _NumPy()})
    if task_id not in envpool.list_all_envs():
        return  # the task of a file, which Gymnasium has no id for
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*is out of date")
        # Officially, too: hidden goals are zeros.
        warnings.filterwarnings("ignore", ".*maximum and minimum values are equal")
        _check_gymnasium(run_snippet(GYMNASIUM, task_id))


def _check_gymnasium(scope: dict[str, Any]) -> None:
    """Resets the results of `gymnasium.make` and `gymnasium.make_vec`."""
    env, envs = scope["env"], scope["envs"]
    obs, _ = envs.reset(seed=1)
    assert all(len(leaf) == 2 for leaf in leaves(obs).values())
    obs, _ = env.reset(seed=1)
    assert obs in env.observation_space
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    for each in (env, envs):
        each.close()
