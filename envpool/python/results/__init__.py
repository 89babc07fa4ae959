# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""From columns of the engine to what `step` and `recv` return."""
