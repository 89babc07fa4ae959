# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Files of motion-capture clips, which `ref_path` of the tracking task names.

dm_control downloads its clips as HDF5 files of 480 MB. `convert_clips` writes those
that a task shall play into a smaller file, once.

A file of clips has, in little-endian order, the bytes MAGIC; the number of bytes of a
value, 4 or 8, and the number of clips, as 32-bit integers; and then for each clip: its
name in 64 bytes, padded with zeros; the number of frames, a 32-bit integer; the seconds
between frames, a float64; and the frames. A frame has the values of all FIELDS, in
their order.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import os

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["FIELDS", "MAGIC", "Clip", "convert_clips", "write_clips"]

MAGIC = b"EPCLIPS1"

# The numbers of values of dm_control's WalkerPose for the CMU humanoid of 2020, with
# 56 joints and 31 bodies. That of 2019 has one body less.
FIELDS = {
    "position": 3,
    "quaternion": 4,
    "joints": 56,
    "center_of_mass": 3,
    "velocity": 3,
    "angular_velocity": 3,
    "joints_velocity": 56,
    "appendages": 15,
    "body_positions": 93,
    "body_quaternions": 124,
}
_NAME_SIZE = 64


class Clip(NamedTuple):
    """A clip.

    Attributes:
      name: such as "CMU_016_22".
      dt: seconds between frames.
      frames: the frames, one after the other, as bytes: float32 or float64.
      length: the number of frames.
    """

    name: str
    dt: float
    frames: bytes
    length: int


def write_clips(path: str | os.PathLike[str], clips: Iterable[Clip]) -> None:
    """Writes a file of clips.

    Args:
      path: the file to write.
      clips: the clips; their frames must have one dtype.

    Raises:
      ValueError: if there are no clips, a name is too long, or a clip's frames do not
        have the size that the others' have.
    """
    all_clips = list(clips)
    values = sum(FIELDS.values())
    sizes = {len(clip.frames) / max(clip.length * values, 1) for clip in all_clips}
    if sizes not in ({4.0}, {8.0}):
        raise ValueError(
            f"clips: expected at least one, with frames of {values} float32 or float64 "
            f"values, got values of {sorted(sizes)} bytes"
        )
    parts = [MAGIC, struct.pack("<2I", int(sizes.pop()), len(all_clips))]
    for clip in all_clips:
        name = clip.name.encode()
        if len(name) > _NAME_SIZE:
            raise ValueError(
                f"clips: expected names of at most {_NAME_SIZE} bytes, got {clip.name}"
            )
        parts.append(struct.pack(f"<{_NAME_SIZE}sId", name, clip.length, clip.dt))
        parts.append(clip.frames)
    Path(path).write_bytes(b"".join(parts))


def _field(clip: Any, name: str, key: str, count: int) -> NDArray[np.float64]:
    """Returns a field of a clip in an HDF5 file, one row per frame."""
    import numpy as np

    try:
        values = np.asarray(clip["walkers/walker_0"][key], np.float64)
    except (KeyError, TypeError, ValueError):
        raise ValueError(
            f"source: expected a clip with walkers/walker_0/{key}, got {name!r} without"
        ) from None
    if values.ndim != 2 or len(values) != count:
        raise ValueError(
            f"source: expected {count} rows in {key} of {name!r}, for the CMU humanoid "
            f"of 2020, got the shape {values.shape}"
        )
    return values.T


def _read_clip(file: Any, name: str) -> Clip:
    import numpy as np

    if name not in file:
        raise ValueError(f"ids: expected clips of the file, got {name!r}")
    clip = file[name]
    fields = [_field(clip, name, key, count) for key, count in FIELDS.items()]
    dt = clip.attrs.get("dt")
    if len({len(field) for field in fields}) != 1 or not isinstance(dt, float):
        raise ValueError(
            f"source: expected fields of equal length and a number dt in {name!r}"
        )
    frames = np.concatenate(fields, axis=1)
    return Clip(name, float(dt), frames.tobytes(), len(frames))


def convert_clips(
    source: str | os.PathLike[str],
    target: str | os.PathLike[str],
    ids: Iterable[str] | None = None,
) -> None:
    """Writes clips of an HDF5 file of dm_control into a file for `ref_path`.

    Args:
      source: the HDF5 file, such as dm_control's cmu_2020_dfe3e9e0.h5.
      target: the file to write, with float64 values.
      ids: the names of the clips, in the order of `clip_id`; all by default. Those of
        a data set are dm_control's `datasets.DATASETS["run_jump_tiny"].ids`.

    Raises:
      ImportError: if the package h5py is missing.
      OSError: if a file cannot be read or written.
      ValueError: if the file does not have the clips of the CMU humanoid of 2020.
    """
    try:
        import h5py
    except ImportError:
        raise ImportError(
            "HDF5 files need the package h5py: pip install h5py"
        ) from None
    with h5py.File(source, "r") as file:
        names = sorted(file.keys()) if ids is None else list(ids)
        write_clips(target, [_read_clip(file, name) for name in names])
