# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Environments of the newest release of MuJoCo, for `mujoco_version="4.0"`."""
