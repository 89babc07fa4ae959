# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]

# The released EnvPool takes half a minute to make 64 envs of mjlab's.
_PEERS = {
    "playground_go1_joystick_flat_terrain": "Go1JoystickFlatTerrain-v1",
    "mjlab_velocity_flat_go1": "Mjlab-Velocity-Flat-Unitree-Go1-v0",
    "mjlab_velocity_flat_g1": "Mjlab-Velocity-Flat-Unitree-G1-v0",
}
POOLS = tuple(
    Pool(
        key=f"tasks-{table}-64",
        task_id=f"{table}.toml",
        num_envs=64,
        peer_id=peer_id,
        python_peers=False,
    )
    for table, peer_id in _PEERS.items()
)
