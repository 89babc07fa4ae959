# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Install hints for packages that are imported on first use."""

from __future__ import annotations

__all__ = ["missing_library"]

# pip's names, by the name of the package.
_DISTRIBUTIONS = {"dm_env": "dm-env", "gymnasium": "gymnasium"}


def missing_library(error: BaseException) -> str | None:
    """Returns how to install a missing package; None for other errors.

    Args:
      error: the exception of an import.
    """
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    if name not in _DISTRIBUTIONS:
        return None
    pip_name = _DISTRIBUTIONS[name]
    return f"the package {name}, which is not installed: pip install {pip_name}"
