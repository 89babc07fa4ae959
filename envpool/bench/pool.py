# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What is measured: a pool of one env."""

from __future__ import annotations

import dataclasses

__all__ = ["Pool"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Pool:
    """A pool to measure.

    Attributes:
      key: its name on the command line.
      task_id: the env.
      num_envs: how many of them.
      batch_size: the rows of a `recv`; 0 for all, that is for `step`.
      imports: modules that register the env.
      peer_id: the env's id in EnvPool 1.2.5, if it has another one there.
      gymnasium_id: its id in Gymnasium, if that is not EnvPool 1.2.5's.
      frames: how many frames of its own the env plays in a step.
      python_peers: whether peers written in Python play it. With Atari those take
        long to start, and are about as fast in one game as in another; others
        are not among Gymnasium's envs.
      note: what is special about it.
    """

    key: str
    task_id: str
    num_envs: int
    batch_size: int = 0
    imports: tuple[str, ...] = ()
    peer_id: str = ""
    gymnasium_id: str = ""
    frames: int = 1
    python_peers: bool = True
    note: str = ""

    @property
    def is_async(self) -> bool:
        """Whether it is played by `send` and `recv`."""
        return self.batch_size > 0

    @property
    def is_atari(self) -> bool:
        """Whether it is a game of the Arcade Learning Environment."""
        return self.gymnasium_id.startswith("ALE/")

    @property
    def is_mujoco(self) -> bool:
        """Whether it is a robot of MuJoCo."""
        return self.key.startswith("mujoco-")

    @property
    def title(self) -> str:
        """Its name in tables and plots."""
        size = f"{self.num_envs:,}"
        if self.is_async:
            size += f", batches of {self.batch_size:,}"
        title = f"{self.peer_id or self.task_id} x {size}"
        return f"{title} ({self.note})" if self.note else title
