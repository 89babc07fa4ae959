# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The test kit: what must hold for every registered id.

    python -m envpool check ID

runs it for one id. It knows no family by name, and uses the public API alone.
"""
