# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The method `render` of a pool, and its part of `metadata`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import as_camera
from envpool.python.config.keywords import Options
from envpool.python.errors import (
    ArgumentError,
    ConfigError,
    EnvPoolError,
    NotSupportedError,
)

if TYPE_CHECKING:
    from envpool.python.apis.window import Window
    from envpool.python.pool_base import PoolBase

__all__ = ["Frames", "camera_number", "metadata", "render"]

Frames = (
    NDArray[np.uint8]
    | tuple[NDArray[np.uint8], ...]
    | list[str]
    | tuple[str, ...]
    | None
)


def metadata(pool: PoolBase) -> dict[str, Any]:
    """Returns `render_modes` and `render_fps`, as Gymnasium calls them."""
    try:
        pool._render_size(0, 0)
        modes = ["human", "rgb_array"]
    except EnvPoolError:  # the env has no frames
        modes = []
    if pool._can_render_text:
        modes.append("ansi")
    fps = pool._env_spec._official.fps(pool.config)
    return {"render_modes": modes, "render_fps": fps}


def camera_number(pool: PoolBase) -> int:
    """Returns the number of the camera that `render_camera_id` selects.

    Raises:
      ConfigError: no camera has that name.
      NotSupportedError: the env cannot be rendered.
    """
    camera = pool._options.render_camera_id
    if not isinstance(camera, str):
        return camera
    try:
        return pool._camera_id(camera)
    except ArgumentError as error:
        reason = str(error).partition("expected")[2]
        raise ConfigError(f"render_camera_id: expected{reason}") from None


def render(pool: PoolBase, options: Options, env_ids: Any, camera_id: Any) -> Frames:
    """Renders according to `render_mode`; see `EnvPoolMixin.render`."""
    if options.render_mode is None:
        raise NotSupportedError(
            'render: expected a pool made with render_mode="rgb_array", "human" or '
            '"ansi"'
        )
    human = options.render_mode == "human"
    as_tuple = env_ids is None and pool.env_type == "gymnasium"
    if env_ids is None:
        env_ids = options.render_env_id
    if env_ids is None and (human or not as_tuple):
        env_ids = 0
    ids = pool._some_ids("env_ids", env_ids)
    if not len(ids):
        raise ArgumentError("env_ids: expected at least one env, got none")
    camera = options.render_camera_id
    if camera_id is not None:
        camera = as_camera("camera_id", camera_id)
    if human and len(ids) != 1:
        raise ArgumentError(
            f'env_ids: expected one env with render_mode="human", got {len(ids)}'
        )
    name = f"{type(pool).__module__}.{type(pool).__name__}"
    if options.render_mode == "ansi":
        if not pool._can_render_text:
            raise NotSupportedError(
                "render: expected an env that can be rendered as text with "
                f'render_mode="ansi" ({name})'
            )
        texts = pool._render_texts(ids)
        return tuple(texts) if as_tuple else texts
    try:
        frames = pool._render(ids, options.render_width, options.render_height, camera)
    except NotSupportedError as error:
        raise NotSupportedError(f"{error} ({name})") from None
    if not human:
        return tuple(frames) if as_tuple else frames
    if pool._window is None:
        pool._window = _open_window(pool, int(ids[0]))
    pool._window.show(frames[0])
    return None


def _open_window(pool: PoolBase, env_id: int) -> Window:
    from envpool.python.apis.window import Window

    title = f"{type(pool).__name__} env {env_id}"
    return Window(title, metadata(pool)["render_fps"])
