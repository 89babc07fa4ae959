# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What NumPy computes differently on some processors."""

from __future__ import annotations

import functools

from numpy.lib import introspect

__all__ = ["has_vector_math"]


@functools.cache
def has_vector_math() -> bool:
    """Returns whether NumPy has vector versions of powers, arc tangents and such.

    It has them on processors with AVX-512. Their results differ from those of the C
    library, which EnvPool calls, in the last bit.
    """
    (found,) = introspect.opt_func_info(func_name="^arctan2$").values()
    return not found["ddd"]["current"].startswith("baseline")
