# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Gymnasium counterparts of the tasks, for testing/system/official_test.py."""

import importlib
import warnings

WITHOUT = {".*-v2": "Gymnasium has their third version only"}
HAS_REMAINS = True


def register() -> None:
    """Registers the official envs."""
    with warnings.catch_warnings():
        # The interpreter crashes if the warning about SWIG's types becomes an error.
        warnings.simplefilter("ignore")
        importlib.import_module("Box2D")
