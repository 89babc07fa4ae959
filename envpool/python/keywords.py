# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The types of the keywords of `make` that all tasks have.

`envpool.MakeKeywords` is for annotations of one's own: `**kwargs: Unpack[...]`. The
signatures of `make` and the like, in `envpool/making.pyi`, are generated from it.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Collection, Sequence
from typing import Any, Literal, TypedDict

from numpy.typing import NDArray

__all__ = ["MakeKeywords"]

AutoresetMode = Literal["next_step", "same_step", "disabled"] | enum.Enum
GymApi = Literal["0.26", "0.21"]
Infos = Literal["official", "all", "none"] | Collection[str]
Integers = Sequence[int] | NDArray[Any]
NumThreads = int | Literal["auto"]
Numa = Literal["auto", "off"]
Output = Literal["numpy", "torch", "jax"]
PathLike = str | os.PathLike[str]
RecordFormat = Literal["mp4", "gif"]
RenderMode = Literal["rgb_array", "human", "ansi"]


class MakeKeywords(TypedDict, total=False):
    """The config and the options that all tasks have; families add more config.

    `envpool.make` says what they mean.
    """

    num_envs: int
    batch_size: int
    num_threads: NumThreads
    max_num_players: int
    thread_affinity_offset: int
    base_path: PathLike
    seed: int | Integers | None
    env_seed: Integers
    gym_reset_return_info: bool
    max_episode_steps: int | None
    from_pixels: bool
    autoreset_mode: AutoresetMode
    episode_stats: bool
    infos: Infos | None
    gym_api: GymApi
    gym_spaces: bool | None
    output: Output
    static_output: bool
    render_mode: RenderMode | None
    render_env_id: int | None
    render_width: int
    render_height: int
    render_camera_id: int | str
    caller_helps: bool
    chunk: int
    shared_threads: bool
    numa: Numa
    record: PathLike | None
    record_every: int
    record_envs: Integers
    record_format: RecordFormat
    record_actions: PathLike | None
