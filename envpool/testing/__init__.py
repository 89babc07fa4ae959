# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test kit: checks that must hold for every registered id.

    python -m envpool check ID

runs it for one id. It refers to no family by name, and uses only the public API.
"""
