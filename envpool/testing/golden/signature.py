# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""One number for the behaviour of all envs, and a part of it for each id.

It depends on no processor as long as the envs compute with our own functions:
those of lane_math.h give the same bits on each, those of the C library need not.
The actions are samples of the spaces, so that another release of Gymnasium or
NumPy may change it too.
"""

from __future__ import annotations

import hashlib

import envpool
from envpool.testing.rollout import Script, scaled, trajectory_digests

__all__ = ["signature"]

ENVS = 2
STEPS = 1000


def signature() -> str:
    """Returns the text: the number, then the parts by id."""
    ids = sorted(envpool.list_all_envs())
    parts = [f"{task_id} {_of(task_id)}\n" for task_id in ids]
    return f"signature {_digest(parts)}\n{''.join(parts)}"


def _of(task_id: str) -> str:
    """Returns a digest of all results of each of ENVS envs."""
    steps = scaled(task_id, STEPS)
    script = Script(task_id, ENVS, steps)
    return _digest(trajectory_digests(task_id, script, steps, seed=1))


def _digest(texts: list[str]) -> str:
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:16]
