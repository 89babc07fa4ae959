# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""PGX's games are no Gymnasium envs."""

WITHOUT = {".*": "PGX has an API of its own"}
