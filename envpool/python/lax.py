# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pool as functions for XLA: not implemented yet."""

from __future__ import annotations

from typing import Any

from envpool.python.errors import NotSupportedError

__all__ = ["XlaMixin"]


class XlaMixin:
    """The method `xla`."""

    def xla(self) -> tuple[Any, Any, Any, Any]:
        """Returns `handle, recv, send, step` for use within `jax.jit`.

        Raises:
          NotSupportedError: always, in this release.
        """
        raise NotSupportedError(
            "xla: this release does not support calls from within jax.jit; call "
            "step or recv outside of it"
        )
