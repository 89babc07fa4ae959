# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings of pools: actions to play again, and videos.

`envpool.make(..., record_actions=...)` and `record=...` make pools of a subclass
that sees all calls; other pools know nothing of this package.

    pool.py        the subclass
    episodes.py    where episodes start and end, in the rows of results
    action_log.py  writes seeds and actions; log_format.py and header.py have the format
    log_reader.py  reads them; envpool/replays/recording.py plays them
    videos.py      which episodes are drawn, and when
    encoder.py     writes videos, in a thread of its own
    ffmpeg.py      writes one video
"""

from __future__ import annotations

import functools
from typing import Any

__all__ = ["recording_class"]


@functools.cache
def recording_class(cls: type[Any]) -> type[Any]:
    """Returns the subclass of a pool's class that records.

    Args:
      cls: the class of a pool, of any API.
    """
    from envpool.recording.pool import RecordingMixin

    make: Any = type(cls)
    names = {"__module__": cls.__module__, "__doc__": cls.__doc__}
    made: type[Any] = make(cls.__name__, (RecordingMixin, cls), names)
    return made
