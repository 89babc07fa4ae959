# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs a callback when another package is imported, without importing it.

Gymnasium reads no entry points, and importing it takes longer than importing this
package. So a finder waits for the import, and removes itself afterwards.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import sys
import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    import importlib.abc  # slow to import

__all__ = ["after_import"]


def after_import(name: str, callback: Callable[[], None]) -> None:
    """Calls `callback` after the import of the module `name`, now or later.

    If other threads are importing the module, one of them calls `callback`, or this
    thread does so after waiting for them. Rarely, the callback is called twice.

    Args:
      name: the module's full name.
      callback: must not raise.
    """
    finder = _Finder(name, callback)
    sys.meta_path.insert(0, finder)
    root = name.partition(".")[0]
    if sys.modules.get(root) is None:
        return  # the import has not begun; the finder will see it
    try:
        # Waits for a thread that is importing the package. Importing a submodule
        # directly would not wait: both threads would see unfinished modules.
        importlib.import_module(root)
        importlib.import_module(name)
    except Exception:
        return  # the code that imports the module gets the error
    finder.module_is_imported()


class _Finder:
    """Finds the module as the other finders do, and wraps its loader in a `_Loader`."""

    def __init__(self, name: str, callback: Callable[[], None]) -> None:
        self._name = name
        self._callback = callback
        self._done = False

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """Returns the module's spec; None for any other module."""
        if fullname != self._name or self._done:
            return None
        for finder in list(sys.meta_path):
            if finder is self:
                continue
            spec = finder.find_spec(fullname, path, target)
            if spec is not None:
                if spec.loader is not None:
                    loader = _Loader(spec.loader, self)
                    spec.loader = cast("importlib.abc.Loader", loader)
                return spec
        return None

    def module_is_imported(self) -> None:
        """Calls the callback once, and removes this finder."""
        if not self._done:
            self._done = True
            # Assigns a new list: threads that iterate over the old one would skip an
            # entry.
            sys.meta_path = [each for each in sys.meta_path if each is not self]
            self._callback()


class _Loader:
    """Loads by the original loader, then calls back."""

    def __init__(self, loader: importlib.abc.Loader, finder: _Finder) -> None:
        self._loader = loader
        self._finder = finder

    def create_module(
        self, spec: importlib.machinery.ModuleSpec
    ) -> types.ModuleType | None:
        """Delegates to the original loader."""
        return self._loader.create_module(spec)

    def exec_module(self, module: types.ModuleType) -> None:
        """Runs the module's code, and hides this loader."""
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._finder.module_is_imported()
