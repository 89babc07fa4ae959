# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Imports the registration modules, so that all ids are known.

Importing this module registers the families of this package. Those of other
packages, which name theirs in the entry-point group `envpool.families`

    [project.entry-points."envpool.families"]
    my_family = "my_package.registration"

(a module, or `module:function` to call) are imported when an id is asked for
that is not known otherwise, or when all ids are listed: `import envpool` should
not pay for them.

A registration that fails takes no other with it: what went wrong is kept in
`failures`, by the family's name.
"""

from __future__ import annotations

import importlib
import threading

from envpool.families import FAMILIES

__all__ = ["ENTRY_POINT_GROUP", "failures", "load_families", "load_plugins"]

ENTRY_POINT_GROUP = "envpool.families"

failures: dict[str, BaseException] = {}

_lock = threading.RLock()
_plugins_loaded = False


def load_families() -> None:
    """Registers the families of this package."""
    for family in FAMILIES:
        try:
            importlib.import_module(family.registration)
        except Exception as error:
            failures[family.name] = error


def load_plugins() -> bool:
    """Registers the families of other packages; returns whether it was new."""
    import importlib.metadata  # takes its time

    global _plugins_loaded
    with _lock:
        if _plugins_loaded:
            return False
        _plugins_loaded = True
        for point in importlib.metadata.entry_points(group=ENTRY_POINT_GROUP):
            try:
                loaded = point.load()  # the module, or a function to call
                if callable(loaded):
                    loaded()
            except Exception as error:
                failures[point.name] = error
        return True


load_families()
