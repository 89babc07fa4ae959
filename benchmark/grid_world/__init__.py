# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A grid world as an `Env<Spec>` and as a `BatchEnv<Spec>`."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "grid_world_envpool")
