# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Python faces of the native pools; it knows no family by name."""
