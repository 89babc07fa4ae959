# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]


def _table(key: str, table: str, peer_id: str, num_envs: int) -> Pool:
    return Pool(
        key=f"tasks-{key}-{num_envs}",
        task_id=f"{table}.toml",
        num_envs=num_envs,
        peer_id=peer_id,
        python_peers=False,
    )


# The released EnvPool needs 29 s to make mjlab's tasks; see robot_speed.py.
POOLS = tuple(
    _table(*row, num_envs)
    for num_envs in (64, 1024)
    for row in (
        (
            "joystick",
            "playground_go1_joystick_flat_terrain",
            "Go1JoystickFlatTerrain-v1",
        ),
        ("go1", "mjlab_velocity_flat_go1", ""),
        ("g1", "mjlab_velocity_flat_g1", ""),
    )
)
