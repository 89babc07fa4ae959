# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's counterparts: see testing/system/official_test.py."""

import importlib
import warnings

WITHOUT = {".*-v2": "Gymnasium has their third version only"}
HAS_REMAINS = True


def register() -> None:
    """Registers the official envs."""
    with warnings.catch_warnings():
        # Where the warning about SWIG's types is an error, the interpreter crashes.
        warnings.simplefilter("ignore")
        importlib.import_module("Box2D")
