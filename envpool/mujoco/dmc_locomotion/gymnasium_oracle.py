# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Gymnasium counterparts of the tasks, for testing/system/official_test.py."""

WITHOUT = {".*": "Gymnasium has no locomotion tasks of dm_control"}
