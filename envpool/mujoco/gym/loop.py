# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""MuJoCo without environments: further systems that `make bench` compares.

`bare` plays loop.cc, which only simulates, with the official `mj_step`. `STEPPER` is
the same loop with the stepper of EnvPool's envs: no pool can be faster. `ROLLOUT` is
the thread pool of the official package. It gets one action per call, as for an agent
that chooses each action by the last observation.
"""

from __future__ import annotations

import ctypes
import importlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from envpool.bench.loop import load, num_threads
from envpool.bench.pool import Pool, System
from envpool.bench.worker import Player, draw_actions

__all__ = ["SYSTEMS", "bare", "make_loop", "rollout", "stepper"]

MAX_STEPS = 1000


def _plays(pool: Pool) -> bool:
    return pool.key.startswith("mujoco-") and not pool.is_async


ROLLOUT = System(
    key="rollout",
    title="mujoco.rollout",
    player="envpool.mujoco.gym.loop:rollout",
    plays=_plays,
)
STEPPER = System(
    key="stepper",
    title="bare loop with EnvPool's stepper",
    player="envpool.mujoco.gym.loop:stepper",
    plays=lambda pool: pool.key.startswith("mujoco-"),
)
BATCH = System(
    key="mjbatch",
    title="mjbatch",
    player=f"{Path(__file__).with_name('batch_loop.py').absolute()}:play",
    python="released",
    plays=_plays,
)
SYSTEMS = (ROLLOUT, STEPPER, BATCH)


def _spec(task_id: str) -> Any:
    import envpool

    return envpool.make_spec(task_id)


def make_loop(
    task_id: str, num_envs: int, has_stepper: bool = False
) -> tuple[ctypes.CDLL, ctypes.c_void_p]:
    """Returns the library of loop.cc, and a loop over robots."""
    library = load(__file__)
    model = os.fsencode(_spec(task_id).config.xml_file)
    name = task_id.partition("-")[0].encode("ascii")
    threads = num_threads(num_envs)
    loop = library.LoopMake(name, model, num_envs, threads, has_stepper)
    if not loop:
        raise ValueError(f"{task_id}: not among the tasks of loop.cc")
    return library, ctypes.c_void_p(loop)


def bare(pool: dict[str, Any]) -> Player:
    """Returns a player that calls `mj_step` in a C++ loop, with one thread per CPU."""
    return _play_loop(pool, has_stepper=False)


def stepper(pool: dict[str, Any]) -> Player:
    """Returns a player of the same loop with the stepper of EnvPool's envs."""
    return _play_loop(pool, has_stepper=True)


def _play_loop(pool: dict[str, Any], has_stepper: bool) -> Player:
    rows = pool["num_envs"]
    library, loop = make_loop(pool["task_id"], rows, has_stepper)
    drawn = draw_actions(_spec(pool["task_id"]).action_space, rows)
    controls = np.array(drawn, np.float64)

    # A batch is an index into `controls`; the indices of a call are consecutive.
    def play(batches: Sequence[Any]) -> None:
        first = ctypes.c_void_p(controls[batches[0]].ctypes.data)
        library.LoopPlay(loop, first, len(batches))

    return Player(play, list(range(len(controls))), rows, "3.6.0")


class Rollout:
    """Robots with their states in NumPy arrays, as `mujoco.rollout` expects them.

    Args:
      task_id: the task.
      num_envs: the number of robots.
    """

    def __init__(self, task_id: str, num_envs: int) -> None:
        mujoco = importlib.import_module("mujoco")
        config = _spec(task_id).config
        threads = num_threads(num_envs)
        self.model: Any = mujoco.MjModel.from_xml_path(config.xml_file)
        self.data = [mujoco.MjData(self.model) for _ in range(threads)]
        module = importlib.import_module("mujoco.rollout")
        self._pool = module.Rollout(nthread=threads if threads > 1 else 0)
        self._skip = config.frame_skip
        self._noise = config.reset_noise_scale
        self._rng = np.random.default_rng(0)
        # A state begins with the time, followed by the positions.
        self._ranges = [
            (1 + position, *limits)
            for position, limits in self._healthy(task_id.partition("-")[0], config)
        ]
        size = mujoco.mj_stateSize(self.model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
        self._first = np.zeros(size)
        mujoco.mj_getState(
            self.model,
            self.data[0],
            self._first,
            mujoco.mjtState.mjSTATE_FULLPHYSICS,
        )
        self.state = np.tile(self._first, (num_envs, 1))
        self._steps = np.zeros(num_envs, int)
        self.reset(np.ones(num_envs, bool))

    @staticmethod
    def _healthy(name: str, config: Any) -> list[tuple[int, tuple[float, float]]]:
        found = []
        is_planar = name in ("Hopper", "Walker2d")
        if hasattr(config, "healthy_z_min"):
            limits = config.healthy_z_min, config.healthy_z_max
            found.append((1 if is_planar else 2, limits))
        if hasattr(config, "healthy_angle_min"):
            found.append((2, (config.healthy_angle_min, config.healthy_angle_max)))
        return found

    def reset(self, which: Any) -> None:
        """Resets the robots of a mask."""
        fresh = np.tile(self._first, (int(which.sum()), 1))
        moving = 1 + self.model.nq + self.model.nv
        noise = self._rng.uniform(-1, 1, (len(fresh), moving - 1))
        fresh[:, 1:moving] += self._noise * noise
        self.state[which] = fresh
        self._steps[which] = 0

    def controls(self, action: Any) -> Any:
        """Returns the argument of `step`: each action, repeated frame_skip times."""
        return np.repeat(action[:, None], self._skip, 1).astype(np.float64)

    def step(self, controls: Any) -> None:
        """Steps all robots and resets the robots with ended episodes."""
        states, _sensors = self._pool.rollout(
            self.model, self.data, self.state, controls
        )
        self.state = states[:, -1].copy()
        self._steps += 1
        ended = self._steps == MAX_STEPS
        for at, low, high in self._ranges:
            ended |= (self.state[:, at] < low) | (self.state[:, at] > high)
        if ended.any():
            self.reset(ended)


def rollout(pool: dict[str, Any]) -> Player:
    """Returns a player that steps MuJoCo's own thread pool."""
    mujoco = importlib.import_module("mujoco")
    robots = Rollout(pool["task_id"], pool["num_envs"])
    drawn = draw_actions(_spec(pool["task_id"]).action_space, pool["num_envs"])

    def play(batches: Sequence[Any]) -> None:
        for controls in batches:
            robots.step(controls)

    batches = [robots.controls(action) for action in drawn]
    return Player(play, batches, pool["num_envs"], mujoco.__version__)
