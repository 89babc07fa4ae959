# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The engine (`libenvpool_engine.so`), its binding and its base module `_core`."""
