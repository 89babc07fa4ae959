# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The games that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]


def _game(key: str, game: str, num_envs: int = 64, batch_size: int = 0) -> Pool:
    return Pool(
        key=f"atari-{key}",
        task_id=f"{game}-v5",
        num_envs=num_envs,
        batch_size=batch_size,
        gymnasium_id=f"ALE/{game}-v5",
        frames=4,
        python_peers=game == "Pong" and not batch_size,
    )


POOLS = (
    _game("pong", "Pong"),
    _game("pong-async", "Pong", batch_size=16),
    _game("pong-1", "Pong", num_envs=1),
    _game("breakout", "Breakout"),
    _game("spaceinvaders", "SpaceInvaders"),
    _game("qbert", "Qbert"),
    _game("montezuma", "MontezumaRevenge"),
)
