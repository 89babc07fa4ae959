# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""From what users pass to `step`, `send` and `reset` to plain arrays."""
