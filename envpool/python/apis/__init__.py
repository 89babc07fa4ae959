# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Parts of pools other than steps: frames, states, views, single envs."""
