# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The name that EnvPool 1.x has for what registers the families."""

from __future__ import annotations

from envpool.registration.entry import load_all, load_own

__all__ = ["load_all", "load_own"]
