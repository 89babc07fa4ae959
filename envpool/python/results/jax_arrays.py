# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool with arrays of JAX as results.

Importing this module imports JAX.
"""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

__all__ = ["JaxPool"]


class JaxPool:
    """A pool that returns `jax.Array`s, and otherwise behaves like the pool within.

    On the CPU, the arrays share the pool's memory, which the pool does not reuse
    while they are alive. Actions may be arrays of JAX. Arrays without a dtype in
    JAX, such as texts, are not converted.

    Args:
      pool: a pool of any API; also the attribute `pool`.
    """

    def __init__(self, pool: Any) -> None:
        self.pool = pool

    def reset(self, *args: Any, **kwargs: Any) -> Any:
        """`reset` of the pool."""
        return _convert(self.pool.reset(*args, **kwargs))

    def step(self, action: Any, env_id: Any = None) -> Any:
        """`step` of the pool."""
        return _convert(self.pool.step(_to_numpy(action), _to_numpy(env_id)))

    def send(self, action: Any, env_id: Any = None) -> None:
        """`send` of the pool."""
        self.pool.send(_to_numpy(action), _to_numpy(env_id))

    def recv(
        self,
        reset: bool = False,
        return_info: bool = True,
        timeout: float | None = None,
    ) -> Any:
        """`recv` of the pool."""
        return _convert(self.pool.recv(reset, return_info, timeout))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.pool, name)

    def __len__(self) -> int:
        return len(self.pool)

    def __enter__(self) -> JaxPool:
        return self

    def __exit__(self, *args: object) -> None:
        self.pool.close()

    def __reduce__(self) -> Any:
        return JaxPool, (self.pool,)

    def __repr__(self) -> str:
        return f"JaxPool({self.pool!r})"


def _to_numpy(tree: Any) -> Any:
    return jax.tree.map(_host_array, tree)


def _host_array(value: Any) -> Any:
    if not isinstance(value, jax.Array):
        return value
    try:
        return np.asarray(value)
    except Exception:
        return value  # the pool raises an error that names the argument


def _convert(result: Any) -> Any:
    return jax.tree.map(_to_jax, result)


def _to_jax(array: Any) -> Any:
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf":
        return array
    if jax.dtypes.canonicalize_dtype(array.dtype) != array.dtype:
        # Uses 32 bits, as JAX does without x64, and the device of the other arrays.
        return jax.device_put(array, jax.devices("cpu")[0])
    return jax.dlpack.from_dlpack(array)
