# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The envs of dm_control's suite on the newest MuJoCo, for comparisons.

dm_control 1.0.38 makes no model with this MuJoCo, since it lists arrays that models no
longer have; nor does its newest release, 1.0.50. Without these names, which the suite
does not use, it works.
"""

from __future__ import annotations

from dataclasses import replace

import mujoco
from dm_control.mujoco.wrapper.mjbindings import sizes

from envpool.mujoco.dmc.oracle import PARITY as OLDER

__all__ = ["PARITY"]

for struct, cls in (("mjmodel", mujoco.MjModel), ("mjdata", mujoco.MjData)):
    arrays = sizes.array_sizes[struct]
    for name in [name for name in arrays if not hasattr(cls, name)]:
        del arrays[name]


# An episode and the start of the next one; in everyday tests, the start of the first.
PARITY = [
    (
        adapter,
        replace(
            case,
            steps=1020,
            episodes=1,
            part=100,
            options={**case.options, "mujoco_version": "4.0"},
        ),
    )
    for adapter, case in OLDER
]
