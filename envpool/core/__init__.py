# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The engine (`libenvpool_core.so`) and its base module `_core`."""
