# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Planning: puzzles, packing and routing problems with the rules of Jumanji."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "planning_envpool")
