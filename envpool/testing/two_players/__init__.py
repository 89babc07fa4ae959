# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A family for tests of the Python APIs, written as external authors do."""

from envpool.python.api import py_env
from envpool.registration import register
from envpool.testing.two_players.two_players_envpool import _DuelEnvPool, _DuelEnvSpec

DuelEnvSpec, DuelDMEnvPool, DuelGymnasiumEnvPool = py_env(_DuelEnvSpec, _DuelEnvPool)

register(
    task_id="Duel-v0",
    import_path="envpool.testing.two_players",
    spec_cls="DuelEnvSpec",
    dm_cls="DuelDMEnvPool",
    gymnasium_cls="DuelGymnasiumEnvPool",
    max_num_players=2,
)
