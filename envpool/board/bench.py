# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The games that `make bench` measures."""

from __future__ import annotations

from envpool.bench.pool import Pool

__all__ = ["POOLS"]

POOLS = (
    Pool(key="tictactoe", task_id="TicTacToe-v1", num_envs=1024, python_peers=False),
    Pool(key="play2048", task_id="Play2048-v1", num_envs=1024, python_peers=False),
    Pool(key="othello", task_id="Othello-v1", num_envs=1024, python_peers=False),
    Pool(key="chess", task_id="Chess-v1", num_envs=64, python_peers=False),
    Pool(key="shogi", task_id="Shogi-v1", num_envs=64, python_peers=False),
    Pool(key="go9", task_id="Go9x9-v1", num_envs=64, python_peers=False),
    Pool(key="go19", task_id="Go19x19-v1", num_envs=64, python_peers=False),
)
