# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Loads the module trace.py beside this file, without its package, as `trace`.

For scripts that record official envs in another Python:

    sys.path.append("envpool/testing")
    trace = importlib.import_module("load_trace").trace

`import trace` would find the module of the standard library.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

__all__ = ["trace"]

_spec = importlib.util.spec_from_file_location(
    "trace", Path(__file__).with_name("trace.py")
)
assert _spec is not None
assert _spec.loader is not None
trace = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(trace)
