# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's counterparts: see testing/system/official_test.py."""

WITHOUT = {
    "phys2d/.*": "another name of a plain task; theirs needs JAX",
    "Pendulum-v0": "Gymnasium has none",
}
