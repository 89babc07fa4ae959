# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Detects Gymnasium's vector wrappers that need NumPy, around pools of tensors.

Such wrappers fail inside, or turn tensors into arrays. An env does not know the
wrappers around it, so this module looks for them among the callers of `reset`, which
each wrapper calls.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from typing import Any

from envpool.python.errors import NotSupportedError

__all__ = ["refuse_numpy_wrappers"]

_PACKAGE = "gymnasium.wrappers.vector."
# By class names, which also match subclasses.
_OF_BOTH = frozenset(
    {
        "DtypeObservation",
        "FilterObservation",
        "FlattenObservation",
        "GrayscaleObservation",
        "RescaleObservation",
        "ReshapeObservation",
        "ResizeObservation",
        "VectorizeTransformObservation",
    }
)
_STATISTICS = {"NormalizeObservation", "NormalizeReward", "RecordEpisodeStatistics"}
_NUMPY_ONLY = {
    "torch": _OF_BOTH | _STATISTICS,
    "jax": _OF_BOTH | {"ClipReward", "VectorizeTransformReward"},
}
_INSTEAD = {
    "torch": "gymnasium.wrappers.vector.NumpyToTorch(env)",
    "jax": "gymnasium.wrappers.vector.ArrayConversion(env, numpy, jax.numpy)",
}


def refuse_numpy_wrappers(output: str) -> None:
    """Raises an error if a wrapper among the callers of `reset` needs NumPy arrays.

    Args:
      output: the option of the pool, "torch" or "jax".

    Raises:
      NotSupportedError: there is such a wrapper.
    """
    for wrapper in _wrappers():
        names = [
            base.__name__
            for base in type(wrapper).__mro__
            if base.__module__.startswith(_PACKAGE)
        ]
        if "ArrayConversion" in names:
            return  # outer wrappers get converted arrays
        if _NUMPY_ONLY[output].intersection(names):
            also = ", or use episode_stats=True"
            raise NotSupportedError(
                f'output: expected "numpy" within {type(wrapper).__name__}, which '
                f'computes with NumPy\'s arrays, got "{output}"; put '
                f"{_INSTEAD[output]} around the wrappers instead"
                + (also if "RecordEpisodeStatistics" in names else "")
            )


def _wrappers() -> Iterator[Any]:
    """Yields the wrappers among the callers, from the inner to the outer ones."""
    from gymnasium.vector import VectorWrapper

    frame = sys._getframe(3)  # skips three: up to the pool's `reset`
    last = None
    # Reading f_locals of any other function would keep its variables, and so the pool,
    # alive.
    while frame is not None and _is_reset(frame.f_code):
        wrapper = frame.f_locals.get("self")
        if not isinstance(wrapper, VectorWrapper):
            return
        if wrapper is not last:
            yield wrapper
        last, frame = wrapper, frame.f_back  # type: ignore[assignment]


def _is_reset(code: types.CodeType) -> bool:
    return code.co_name == "reset" and code.co_varnames[:1] == ("self",)
