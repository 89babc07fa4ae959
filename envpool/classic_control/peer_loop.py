# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PufferLib's CartPole in C, a system that `make bench` compares."""

from __future__ import annotations

from typing import Any

from envpool.bench.loop import play_library
from envpool.bench.pool import System
from envpool.bench.worker import Player

__all__ = ["SYSTEMS", "play"]


def play(pool: dict[str, Any]) -> Player:
    """Returns a player that steps PufferLib's envs.

    Args:
      pool: the pool, as a worker gets it.
    """
    return play_library(__file__, [], pool)


SYSTEMS = (
    System(
        key="pufferlib",
        title="PufferLib 3.0.0's CartPole in C, without Python",
        player="envpool.classic_control.peer_loop:play",
        plays=lambda pool: pool.key.startswith("cartpole-") and not pool.is_async,
    ),
)
