# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A digest of the behaviour of each id.

It does not depend on the processor if the envs use only functions of lane_math.h,
which give the same bits everywhere; functions of the C library may not. The actions
are samples of the spaces, so another release of Gymnasium or NumPy may also change
the digest.
"""

from __future__ import annotations

import hashlib

from envpool.testing.kit_plugin import ids_of
from envpool.testing.profile import scaled
from envpool.testing.rollout import Script, trajectory_digests

__all__ = ["signature"]

ENVS = 2
STEPS = 1000


def signature(package: str) -> str:
    """Returns the text of a family: a line for each id.

    Args:
      package: the package that registers the ids.
    """
    ids = sorted(ids_of(package))
    return "".join(f"{task_id} {_of(task_id)}\n" for task_id in ids)


def _of(task_id: str) -> str:
    """Returns a digest of all results of each of ENVS envs."""
    steps = scaled(task_id, STEPS)
    script = Script(task_id, ENVS, steps, legal=False)
    digests = trajectory_digests(task_id, script, steps, seed=1)
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]
