# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""How to install packages that are only imported when they are used."""

from __future__ import annotations

__all__ = ["missing_library"]

# What pip installs, by the name of the package.
_DISTRIBUTIONS = {"dm_env": "dm-env", "gymnasium": "gymnasium"}


def missing_library(error: BaseException) -> str | None:
    """Says how to install a package that is not there; None for other errors.

    Args:
      error: what an import raised.
    """
    name = error.name if isinstance(error, ModuleNotFoundError) else None
    if name not in _DISTRIBUTIONS:
        return None
    pip_name = _DISTRIBUTIONS[name]
    return f"the package {name}, which is not installed: pip install {pip_name}"
