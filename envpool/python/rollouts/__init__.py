# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Many steps in one call: the methods `rollout` and `evaluate` of pools."""
