# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments of custom_env."""

from envpool.python.api import export_family

from custom_env import registration  # noqa: F401  so that importing is enough

# The C++ module is loaded when a class is first accessed.
__getattr__, __dir__ = export_family(__name__, "custom_env_envpool")
