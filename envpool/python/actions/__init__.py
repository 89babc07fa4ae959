# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Converts the arguments of `step`, `send` and `reset` to plain arrays."""
