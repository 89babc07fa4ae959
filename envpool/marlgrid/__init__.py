# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""MarlGrid: grid worlds with several agents."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "marlgrid_envpool")
