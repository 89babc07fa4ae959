# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The official envs need packages that the tests do not have."""

WITHOUT = {".*": "the family's own tests play recorded episodes"}
