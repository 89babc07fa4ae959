# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Texts under version control that record behaviour which must not change."""
