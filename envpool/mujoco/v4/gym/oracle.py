# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's MuJoCo envs on the newest release, for comparisons."""

from __future__ import annotations

from dataclasses import replace

from envpool.mujoco.gym.oracle import PARITY as OLDER

__all__ = ["PARITY"]

# The official envs get no such option: their `mujoco` is the newest.
PARITY = [
    (
        adapter,
        replace(case, part=300, options={**case.options, "mujoco_version": "4.0"}),
    )
    for adapter, case in OLDER
]
