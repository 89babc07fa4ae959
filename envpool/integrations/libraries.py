# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The error for adaptors with a library that is not installed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from envpool.python.errors import EnvPoolError

__all__ = ["MissingLibraryError", "requires"]


class MissingLibraryError(EnvPoolError, ImportError):
    """The library of an adaptor is not installed."""


@contextlib.contextmanager
def requires(distribution: str, adaptor: str) -> Iterator[None]:
    """Imports a library within this context.

    Args:
      distribution: pip's name of the library.
      adaptor: the module that imports the library.

    Raises:
      MissingLibraryError: the library is not installed. Where it is, but does
        not work, its own error is raised.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = distribution.replace("-", "_")
        if (error.name or "").partition(".")[0] != package:
            raise
        raise MissingLibraryError(
            f"{adaptor} needs {distribution}: pip install {distribution}"
        ) from error
