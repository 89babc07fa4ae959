# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Boards: board and card games with the rules of PGX."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "board_envpool")
