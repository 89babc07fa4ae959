# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The module that registers the families, under its name in EnvPool 1.x."""

from __future__ import annotations

from envpool.registration.entry import load_all, load_own

__all__ = ["load_all", "load_own"]
