# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Cart pole, pendulum, mountain cars and acrobot."""

from envpool.python.api import export_family

__getattr__, __dir__ = export_family(__name__, "classic_control_envpool")
