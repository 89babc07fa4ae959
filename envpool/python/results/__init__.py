# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the results of `step` and `recv` from columns of the engine."""
