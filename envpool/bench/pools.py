# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What is measured: pools of one env each."""

from __future__ import annotations

import dataclasses

__all__ = ["POOLS", "Pool"]


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


def _atari(key: str, game: str, num_envs: int = 64, batch_size: int = 0) -> Pool:
    return Pool(
        key=f"atari-{key}",
        task_id=f"{game}-v5",
        num_envs=num_envs,
        batch_size=batch_size,
        gymnasium_id=f"ALE/{game}-v5",
        frames=4,
        python_peers=game == "Pong" and not batch_size,
    )


def _mujoco(robot: str) -> list[Pool]:
    def pool(suffix: str, num_envs: int, batch_size: int = 0) -> Pool:
        return Pool(
            key=f"mujoco-{robot}{suffix}",
            task_id="".join(map(str.capitalize, robot.split("_"))) + "-v5",
            num_envs=num_envs,
            batch_size=batch_size,
        )

    return [pool("", 64), pool("-async", 64, 16), pool("-1", 1)]


def _suite(task: str) -> Pool:
    return Pool(
        key=f"dmc-{task.lower()}",
        task_id=f"{task}-v1",
        num_envs=64,
        python_peers=False,
    )


POOLS: tuple[Pool, ...] = (
    Pool(key="cartpole-1", task_id="CartPole-v1", num_envs=1),
    Pool(key="cartpole-64", task_id="CartPole-v1", num_envs=64),
    Pool(key="cartpole-1024", task_id="CartPole-v1", num_envs=1024),
    Pool(
        key="cartpole-async",
        task_id="CartPole-v1",
        num_envs=1024,
        batch_size=256,
    ),
    Pool(key="taxi", task_id="Taxi-v3", num_envs=1024),
    Pool(key="frozenlake", task_id="FrozenLake-v1", num_envs=1024),
    Pool(key="mountaincar", task_id="MountainCar-v0", num_envs=1024),
    Pool(key="pendulum", task_id="Pendulum-v1", num_envs=1024),
    Pool(key="acrobot", task_id="Acrobot-v1", num_envs=1024),
    _atari("pong", "Pong"),
    _atari("pong-async", "Pong", batch_size=16),
    _atari("pong-1", "Pong", num_envs=1),
    _atari("breakout", "Breakout"),
    _atari("spaceinvaders", "SpaceInvaders"),
    _atari("qbert", "Qbert"),
    _atari("montezuma", "MontezumaRevenge"),
    *_mujoco("ant"),
    *_mujoco("half_cheetah"),
    *_mujoco("hopper"),
    *_mujoco("humanoid"),
    *map(_suite, ("ReacherEasy", "CheetahRun", "WalkerRun", "HumanoidWalk")),
)
