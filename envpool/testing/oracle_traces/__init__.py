# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recorded episodes of official envs, and the scripts that recorded them."""
