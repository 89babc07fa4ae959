# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings of pools: actions to play again, and videos.

`envpool.make(..., record_actions=...)` and `record=...` make pools of a subclass
that sees all calls; other pools do not use this package.

    pool.py        the subclass
    episodes.py    the starts and ends of episodes in the rows of results
    action_log.py  writes seeds and actions; format: log_format.py and header.py
    log_reader.py  reads them; envpool/replays/recording.py plays them
    videos.py      selects the episodes to draw, and draws them
    encoder.py     writes videos in a separate thread
    ffmpeg.py      writes one video
"""

from __future__ import annotations

import functools
from typing import Any

__all__ = ["recording_class"]


@functools.cache
def recording_class(cls: type[Any]) -> type[Any]:
    """Returns the recording subclass of a pool's class.

    Args:
      cls: the class of a pool, of any API.
    """
    from envpool.recording.pool import RecordingMixin

    make: Any = type(cls)
    names = {"__module__": cls.__module__, "__doc__": cls.__doc__}
    made: type[Any] = make(cls.__name__, (RecordingMixin, cls), names)
    return made
