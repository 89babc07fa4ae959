# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""ViZDoom: scenarios of the first-person shooter Doom."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "vizdoom_envpool")
