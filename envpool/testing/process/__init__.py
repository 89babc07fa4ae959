# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What a pool does to its process: signals, forks, threads, memory, exit."""
