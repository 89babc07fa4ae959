# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Does something when another package is imported, without importing it."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types
from collections.abc import Callable, Sequence

__all__ = ["after_import"]


def after_import(package: str, callback: Callable[[], None]) -> None:
    """Calls `callback` once `package` is imported: now, or when that happens."""
    if sys.modules.get(package) is None:
        sys.meta_path.insert(0, _Finder(package, callback))
    else:
        callback()


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the package as others do, and lets a `_Loader` load it."""

    def __init__(self, package: str, callback: Callable[[], None]) -> None:
        self._package = package
        self.callback = callback

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """Returns the package's spec, and None for any other one."""
        del path, target
        if fullname != self._package:
            return None
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            sys.meta_path.insert(0, self)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self)
        return spec


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
        """Runs the package's code; nobody sees this loader any more."""
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        if self._finder in sys.meta_path:
            sys.meta_path.remove(self._finder)
            self._finder.callback()
