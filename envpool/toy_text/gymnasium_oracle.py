# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's counterparts: see testing/system/official_test.py."""

WITHOUT = {
    "tabular/.*": "another name of a plain task; theirs needs JAX",
    "(Catch|NChain|CliffWalking)-v0": "Gymnasium has none",
    "Taxi-v4": "it came with Gymnasium 1.3; the family has a record of it",
}
