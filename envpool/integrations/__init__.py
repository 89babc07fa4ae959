# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Adaptors for other libraries, one in each module. Importing this loads none."""
