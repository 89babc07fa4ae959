# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Gymnasium's vector wrappers that compute with NumPy, around pools of tensors.

They fail somewhere within, or turn tensors into arrays. A wrapper does not tell the
env that it is around it, so it is looked for among the callers of `reset`, which each
wrapper calls.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from typing import Any

from envpool.python.errors import NotSupportedError

__all__ = ["refuse_numpy_wrappers"]

_PACKAGE = "gymnasium.wrappers.vector."
# By the names of classes, and so of their subclasses as well.
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
    """Raises if a wrapper that calls the caller's `reset` needs NumPy's arrays.

    Args:
      output: the option of the pool, "torch" or "jax".

    Raises:
      NotSupportedError: there is one.
    """
    for wrapper in _wrappers():
        names = [
            base.__name__
            for base in type(wrapper).__mro__
            if base.__module__.startswith(_PACKAGE)
        ]
        if "ArrayConversion" in names:
            return  # those around it get other arrays
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

    frame = sys._getframe(3)  # this one, the function above, the pool's `reset`
    last = None
    # f_locals of any other function would keep its variables, and so the pool, alive.
    while frame is not None and _is_reset(frame.f_code):
        wrapper = frame.f_locals.get("self")
        if not isinstance(wrapper, VectorWrapper):
            return
        if wrapper is not last:
            yield wrapper
        last, frame = wrapper, frame.f_back  # type: ignore[assignment]


def _is_reset(code: types.CodeType) -> bool:
    return code.co_name == "reset" and code.co_varnames[:1] == ("self",)
