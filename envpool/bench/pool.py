# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The descriptions of pools to measure, and of systems to compare."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["Cost", "GymnasiumEnv", "Pool", "System", "standard_pools"]

# A wrapper of an env: `module:function`, and the keyword arguments after the env.
Wrapper = tuple[str, Mapping[str, Any]]


@dataclasses.dataclass(frozen=True, kw_only=True)
class GymnasiumEnv:
    """The env of Gymnasium that peers play, configured for the same task as EnvPool's.

    Attributes:
      task_id: its id in Gymnasium, if it differs from the id in the released EnvPool.
      module: the module that registers it, if Gymnasium does not.
      options: keyword arguments of `gymnasium.make`.
      wrappers: its wrappers, the innermost first.
      sb3_wrappers: its wrappers for Stable-Baselines3, which has its own.
      sb3_vector_wrappers: the wrappers of the vector env there.
      vector_system: the key of the system that plays the vectorised env of its
        library, if there is one.
      vector_options: keyword arguments of that system's `gymnasium.make_vec`.
      shared_memory: whether one process per env can put observations into shared
        memory; observations with texts cannot.
      needs_own_python: whether it needs a package that is not among the peers'.
    """

    task_id: str = ""
    module: str = ""
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    wrappers: tuple[Wrapper, ...] = ()
    sb3_wrappers: tuple[Wrapper, ...] = ()
    sb3_vector_wrappers: tuple[Wrapper, ...] = ()
    vector_system: str = ""
    vector_options: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    shared_memory: bool = True
    needs_own_python: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pool:
    """A pool to measure.

    Attributes:
      key: its name on the command line.
      task_id: the env.
      num_envs: the number of envs.
      batch_size: the rows of a `recv`; 0 for all rows, with `step`.
      options: further keyword arguments of `envpool.make`, also valid for 1.x;
        `gymnasium` has the equivalents for other libraries.
      imports: modules that register the env.
      peer_id: the env's id in the released EnvPool, if it differs.
      gymnasium: how peers make the env.
      frames: the number of frames that the env simulates per step.
      python_peers: whether peers written in Python play it. Some take long to
        start, and are about as fast in another env; some envs are not among
        Gymnasium's.
      note: a remark for the report.
      readme: a remark for README.md's table; None if the pool is not in it.
    """

    key: str
    task_id: str
    num_envs: int
    batch_size: int = 0
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict, hash=False)
    imports: tuple[str, ...] = ()
    peer_id: str = ""
    gymnasium: GymnasiumEnv = dataclasses.field(default=GymnasiumEnv(), hash=False)
    frames: int = 1
    python_peers: bool = True
    note: str = ""
    readme: str | None = None

    @property
    def is_async(self) -> bool:
        """Whether it is played by `send` and `recv`."""
        return self.batch_size > 0

    @property
    def title(self) -> str:
        """Its name in tables and plots."""
        size = f"{self.num_envs:,}"
        if self.is_async:
            size += f", batches of {self.batch_size:,}"
        title = f"{self.peer_id or self.task_id} x {size}"
        return f"{title} ({self.note})" if self.note else title


@dataclasses.dataclass(frozen=True, kw_only=True)
class System:
    """A way to play many envs.

    Attributes:
      key: its name on the command line.
      title: its name in tables and plots.
      player: the name of the function in worker.py that plays it, or of one in
        another module or file, as `module:function` or `/path/file.py:function`.
      python: the interpreter: "own"; "released", which has the released EnvPool; or
        "peers", which has the packages of the other peers, or else this one.
      plays: tells whether it can and should play a pool.
      is_baseline: whether ratios may be relative to it.
      is_upper_bound: whether it is an upper bound for the others.
    """

    key: str
    title: str
    player: str
    python: str = "own"
    plays: Callable[[Pool], bool]
    is_baseline: bool = False
    is_upper_bound: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class Cost:
    """Limits for a task's envs, apart from the time of steps: see benchmark/memory.py.

    Attributes:
      task_id: the task.
      make_seconds: the maximum time to make 64 envs.
      of_loop: the maximum memory of an env, as a multiple of that in the bare loop;
        0 for no limit.
      of_released: the same, as a multiple of that in the released EnvPool.
    """

    task_id: str
    make_seconds: float
    of_loop: float = 0
    of_released: float = 0


def standard_pools(
    key: str, task_id: str, in_readme: bool = False, **fields: Any
) -> list[Pool]:
    """Returns pools of one task: 64 envs, the same in batches of 16, and one env.

    Args:
      key: the key of the first pool; the others add "-async" and "-1".
      task_id: the env.
      in_readme: whether the first pool is in README.md's table.
      **fields: further fields of all three pools.
    """
    sizes = {"": (64, 0), "-async": (64, 16), "-1": (1, 0)}
    return [
        Pool(
            key=key + suffix,
            task_id=task_id,
            num_envs=num_envs,
            batch_size=batch_size,
            readme="" if in_readme and not suffix else None,
            **fields,
        )
        for suffix, (num_envs, batch_size) in sizes.items()
    ]
