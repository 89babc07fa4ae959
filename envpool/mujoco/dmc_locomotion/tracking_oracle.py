# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tracking task of dm_control for comparisons, with clips of our files."""

from __future__ import annotations

import contextlib
import functools
import os
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from dm_control import composer
from dm_control.locomotion import arenas
from dm_control.locomotion.mocap import cmu_mocap_data, loader, mocap_pb2
from dm_control.locomotion.tasks.reference_pose import tracking, types
from dm_control.locomotion.walkers import cmu_humanoid
from numpy.typing import NDArray

import envpool
from envpool.mujoco.dmc_locomotion.clips import FIELDS, MAGIC
from envpool.mujoco.dmc_locomotion.tracking_tasks import TRACKING_ID
from envpool.testing.oracle import Adapter, Case, Official, Row

__all__ = [
    "PARITY",
    "Tracking",
    "case_of",
    "make_official",
    "our_clips",
    "read_clips",
    "shipped_clips",
]

_HEAD = "<64sId"
_LAST_BITS = 1e-14
_NEAR_ZERO = 1e-5  # of angles per second: arccos near 1, divided by 30 ms
_REWARD = 1e-6


def shipped_clips(name: str = "walk_tiny") -> str:
    """Returns the path of a file of clips; the task plays walk_tiny by default."""
    base = envpool.make_spec(TRACKING_ID).config.base_path
    return os.path.join(base, "mujoco", "dmc_locomotion", "assets", f"{name}.clips")


def read_clips(path: str) -> Iterator[tuple[str, float, NDArray[np.float64]]]:
    """Yields the name, the seconds between frames and the frames of each clip."""
    data = Path(path).read_bytes()
    assert data.startswith(MAGIC)
    at = len(MAGIC) + 8
    size, count = struct.unpack_from("<2I", data, len(MAGIC))
    width = sum(FIELDS.values())
    for _ in range(count):
        name, frames, dt = struct.unpack_from(_HEAD, data, at)
        at += struct.calcsize(_HEAD)
        values = np.frombuffer(data, f"<f{size}", frames * width, at)
        at += values.nbytes
        rows = values.reshape(frames, width).astype(np.float64)
        yield name.rstrip(b"\0").decode(), dt, rows


@functools.cache
class _Loader(loader.TrajectoryLoader):  # type: ignore[misc]
    """Loads clips of our files, in place of dm_control's HDF5 files."""

    def __init__(self, path: str, proto_modifier: Any = None) -> None:
        super().__init__(proto_modifier=proto_modifier)
        self._clips = {name: (dt, rows) for name, dt, rows in read_clips(path)}
        self.get_trajectory = functools.cache(super().get_trajectory)

    def keys(self) -> list[str]:
        """Returns the names of all clips."""
        return list(self._clips)

    def _get_proto_for_key(self, key: str) -> Any:
        dt, rows = self._clips[key]
        proto = mocap_pb2.FittedTrajectory(identifier=key, dt=dt)
        proto.walkers.add()
        ends = np.cumsum(list(FIELDS.values()))[:-1]
        for row in rows:
            pose = proto.timesteps.add().walkers.add()
            for field, values in zip(FIELDS, np.split(row, ends), strict=True):
                getattr(pose, field).extend(values)
            # Rewards compute a difference from them, which they do not use.
            pose.end_effectors.extend(np.zeros(12))
        return proto


@contextlib.contextmanager
def our_clips(path: str) -> Iterator[None]:
    """Makes dm_control read its clips from a file of ours, and not download them."""
    before = loader.HDF5TrajectoryLoader, cmu_mocap_data.get_path_for_cmu
    loader.HDF5TrajectoryLoader = _Loader
    cmu_mocap_data.get_path_for_cmu = lambda version: path
    try:
        yield
    finally:
        loader.HDF5TrajectoryLoader, cmu_mocap_data.get_path_for_cmu = before


def make_official(seed: int, path: str = "", **options: Any) -> Any:
    """Returns an official env that plays all clips of a file, in their order.

    Args:
      seed: the seed.
      path: the file of clips; those that the package ships by default.
      **options: official options, instead of those of cmu_2020_tracking.
    """
    path = path or shipped_clips()
    ids = tuple(name for name, *_ in read_clips(path))
    known = {"ref_steps": (1, 2, 3, 4, 5), "min_steps": 10, "reward_type": "comic"}
    with our_clips(path):
        task = tracking.MultiClipMocapTracking(
            walker=cmu_humanoid.CMUHumanoidPositionControlledV2020,
            arena=arenas.Floor(),
            ref_path=path,
            dataset=types.ClipCollection(ids=ids),
            **{**known, **options},
        )
    return composer.Environment(
        time_limit=30,
        task=task,
        random_state=np.random.RandomState(seed),
        strip_singleton_obs_buffer_dim=True,
    )


def case_of(steps: int, *, episodes: int = 0, **options: Any) -> Case:
    """Returns a case.

    Args:
      steps: the number of steps.
      episodes: the number of episodes that each env must finish.
      **options: the official options, which the pool has too.
    """
    return Case(TRACKING_ID, steps, episodes, options)


def row_of(time: Any, left_out: Sequence[str] = ()) -> Row:
    """Returns an official result as a row.

    Args:
      time: the official time step.
      left_out: names of observations that the pool does not have.
    """
    # Results of the pool have no observations without elements.
    obs = {
        key.replace("/", "_"): np.array(each)  # as fields of a namedtuple
        for key, each in time.observation.items()
        if np.size(each) and key not in left_out
    }
    row = {
        "obs": obs,
        "step_type": int(time.step_type),
        "reward": time.reward or 0.0,
    }
    return row if time.first() else {**row, "discount": time.discount}


class _Env:
    """An official env as an `Official`."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def reset(self) -> Row:
        """Starts an episode."""
        return row_of(self.env.reset())

    def step(self, action: Any) -> Row:
        """Takes a step."""
        return row_of(self.env.step(action))


class Tracking(Adapter):
    """The official envs."""

    env_type = "dm"
    seed = 7

    def make(self, case: Case, seed: int) -> Official:
        """Returns an official env."""
        env = make_official(seed, **case.options)
        self._space = env.action_spec()
        return _Env(env)

    def check_spaces(self, pool: Any, official: Any) -> None:
        """Asserts that actions have the same bounds, and clips the same dtype."""
        spec = pool.action_spec()
        assert spec.shape == self._space.shape
        np.testing.assert_array_equal(spec.minimum, self._space.minimum)
        np.testing.assert_array_equal(spec.maximum, self._space.maximum)
        clip = official.env.observation_spec()["walker/clip_id"]
        ours = pool.observation_spec().walker_clip_id
        assert (ours.shape, ours.dtype) == (clip.shape, clip.dtype)

    def actions(
        self, case: Case, pool: Any, rows: Sequence[Row], step: int, random: Any
    ) -> NDArray[Any]:
        """Returns random actions, which are weak where the clip shall be followed."""
        shape = (self.num_envs, *self._space.shape)
        scale = 0.3 if step % 200 < 100 else 1.0
        return np.asarray(random.uniform(-scale, scale, shape))

    def tolerance(self, name: str) -> float:
        """Returns the tolerance of a result.

        NumPy's functions and its products of vectors, quaternions and matrices may
        differ in the last bits: whether each product is rounded depends on the CPU. No
        state depends on them.
        """
        if name == "reward":
            return _REWARD
        if name.endswith("gyro_control"):
            return _NEAR_ZERO
        exact = ("rel_joints", "pos_global", "reference_appendages_pos", "clip_id")
        is_rounded = ("reference_" in name or "control" in name) and not name.endswith(
            exact
        )
        return _LAST_BITS if is_rounded or name.endswith("sensors_torque") else 0.0


PARITY = [(Tracking(), case_of(500, episodes=3))]
