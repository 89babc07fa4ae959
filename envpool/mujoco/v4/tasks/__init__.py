# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""MuJoCo 4: tasks that are tables of terms."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "tasks_envpool")
