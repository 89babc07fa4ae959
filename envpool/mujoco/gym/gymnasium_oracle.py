# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Gymnasium counterparts of the tasks, for testing/system/official_test.py."""

WITHOUT = {
    ".*-v[23]": "they need mujoco-py and are gone",
    "Pusher-v4": "it needs MuJoCo 2",
}
HAS_REMAINS = True
