# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""MarlGrid's envs are envs of an old Gym, and not on PyPI."""

WITHOUT = {".*": "MarlGrid's package needs Gym 0.17"}
