# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments of the physics engine MuJoCo."""
