# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The ids of connect4."""

from envpool.registration import Family

family = Family("connect4")
family.task("Connect4-v0", "Connect4", max_num_players=2)
