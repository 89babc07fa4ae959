# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Jumanji's envs are no Gymnasium envs."""

WITHOUT = {".*": "Jumanji has an API of its own"}
