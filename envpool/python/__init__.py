# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Python APIs of the native pools; this package knows no family by name."""
