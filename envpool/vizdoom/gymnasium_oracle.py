# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's counterparts: see testing/system/official_test.py."""

import importlib

WITHOUT = {".*": "the family's own tests compare them"}


def register() -> None:
    """Registers the official envs."""
    importlib.import_module("vizdoom.gymnasium_wrapper")
