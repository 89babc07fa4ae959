# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Physical parameters of envs: their names, their values, random ones."""
