# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Procgen: sixteen games whose levels are generated."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "procgen_envpool")
