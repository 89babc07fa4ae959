# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Does something when another package is imported, without importing it.

Gymnasium reads no entry points, and to import it takes longer than to import this
package. So a finder waits for the import, and goes once it has happened.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Callable, Sequence

__all__ = ["after_import"]


def after_import(name: str, callback: Callable[[], None]) -> None:
    """Calls `callback` once the module `name` is imported: now, or when it is.

    Threads may import it meanwhile: the call then comes from one of them, or
    from this one when they are done. Now and then it comes twice.

    Args:
      name: the module's full name.
      callback: must not raise.
    """
    finder = _Finder(name, callback)
    sys.meta_path.insert(0, finder)
    root = name.partition(".")[0]
    if sys.modules.get(root) is None:
        return  # not yet being imported: the finder will see it
    try:
        # This waits for a thread that is importing the package. To import a
        # submodule would not: it would run beside that thread, and both would
        # see unfinished modules.
        importlib.import_module(root)
        importlib.import_module(name)
    except Exception:
        return  # code that needs the module gets the error
    finder.module_is_imported()


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the module as the other finders do; a `_Loader` loads it."""

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
        """Returns the module's spec, and None for any other one."""
        if fullname != self._name or self._done:
            return None
        for finder in list(sys.meta_path):
            if finder is self:
                continue
            spec = finder.find_spec(fullname, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader, self)
                return spec
        return None

    def module_is_imported(self) -> None:
        """Calls back, once, and removes this finder."""
        if not self._done:
            self._done = True
            # A new list: threads that iterate over the old one would skip an entry.
            sys.meta_path = [each for each in sys.meta_path if each is not self]
            self._callback()


class _Loader(importlib.abc.Loader):
    """Loads by the original loader, then calls back."""

    def __init__(self, loader: importlib.abc.Loader, finder: _Finder) -> None:
        self._loader = loader
        self._finder = finder

    def create_module(
        self, spec: importlib.machinery.ModuleSpec
    ) -> types.ModuleType | None:
        """Leaves it to the original loader."""
        return self._loader.create_module(spec)

    def exec_module(self, module: types.ModuleType) -> None:
        """Runs the module's code, and hides this loader."""
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._finder.module_is_imported()
