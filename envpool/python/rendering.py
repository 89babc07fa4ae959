# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures of envs, and their window."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.errors import ArgumentError, NotSupportedError
from envpool.python.options import Options
from envpool.python.values import as_int

if TYPE_CHECKING:
    from envpool.python.envpool import EnvPoolMixin

__all__ = ["render"]

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def render(
    pool: EnvPoolMixin, options: Options, env_ids: Any, camera_id: Any
) -> NDArray[np.uint8] | None:
    """Renders as `render_mode` says; see `EnvPoolMixin.render`."""
    if options.render_mode is None:
        raise NotSupportedError(
            'render: expected a pool made with render_mode="rgb_array" or '
            '"human", got None'
        )
    ids = pool._some_ids(
        "env_ids", options.render_env_id if env_ids is None else env_ids
    )
    if not len(ids):
        raise ArgumentError("env_ids: expected at least one env, got none")
    camera = options.render_camera_id
    if camera_id is not None:
        camera = as_int("camera_id", camera_id, -1)
    human = options.render_mode == "human"
    if human and len(ids) != 1:
        raise ArgumentError(
            f'env_ids: expected one env with render_mode="human", got {len(ids)}'
        )
    try:
        frames = pool._render(ids, options.render_width, options.render_height, camera)
    except NotSupportedError as error:
        name = f"{type(pool).__module__}.{type(pool).__name__}"
        raise NotSupportedError(f"{error} ({name})") from None
    if not human:
        return frames
    _show(f"{type(pool).__name__} env {ids[0]}", frames[0])
    return None


def _show(title: str, frame: NDArray[np.uint8]) -> None:
    try:
        import cv2
    except ImportError as error:
        raise NotSupportedError(
            'render: render_mode="human" needs the package opencv-python'
        ) from error
    # Without one, OpenCV's windows end the process.
    if sys.platform == "linux" and not any(map(os.environ.get, _DISPLAYS)):
        raise NotSupportedError(
            'render: render_mode="human" needs a display, but none of '
            f"{', '.join(_DISPLAYS)} is set"
        )
    try:
        cv2.imshow(title, frame[:, :, ::-1])
        cv2.waitKey(1)
    except cv2.error as error:
        raise NotSupportedError(f"render: OpenCV cannot show it: {error}") from error
