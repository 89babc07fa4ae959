# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's counterparts: see testing/system/official_test.py."""

WITHOUT = {".*": "the family's own tests compare them"}
