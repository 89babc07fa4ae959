# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Tests of a pool's effects on its process: signals, forks, threads, memory, exit."""
