# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Box2D: lunar landers, walkers and a racing car."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "box2d_envpool")
