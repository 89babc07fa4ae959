# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A pool for JAX: as functions for compiled programs, and with arrays of JAX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from envpool.python.errors import NotSupportedError

if TYPE_CHECKING:
    from envpool.python.config.keywords import Options
    from envpool.python.results.jax_arrays import JaxPool

__all__ = ["XlaMixin"]


class XlaMixin:
    """The methods `xla` and `as_jax`."""

    _options: Options

    def xla(self) -> tuple[Any, Any, Any, Any]:
        """Returns `handle, recv, send, step` for use within `jax.jit`.

        `handle` is an array that represents the pool. Each function takes the handle
        that the previous one returned, which keeps the calls in order:

            recv(handle) -> (handle, result)
            send(handle, action, env_id=None) -> handle
            step(handle, action, env_id=None) -> (handle, result)

        Results are those of the methods of the same name, as arrays of JAX. They
        are computed on the CPU; in programs for NVIDIA's GPUs, actions and results
        are copied. If envs may have several players, per-player arrays have
        `max_num_players` rows for each env, even if it has fewer players:
        `info["players"]["env_id"]` is -1 in padding rows. An action may contain that
        array as `players.env_id`, and its padding is ignored; without it, an action
        has `max_num_players` rows for each env, all of which are used.

        Raises:
          ClosedError: the pool is closed.
          NotSupportedError: JAX is not installed or too old, arrays differ in
            shape, or the pool changes observations, rewards or actions.
        """
        if self._options.transforms:
            raise NotSupportedError(
                f"xla: expected a pool made without {self._options.transforms[0]}"
            )
        _import_jax("xla")
        from envpool.python.xla_template import make_xla

        return make_xla(self)

    def as_jax(self) -> JaxPool:
        """Returns this pool with results that are arrays of JAX.

        On the CPU, they share the memory of the pool's own results.

        Raises:
          NotSupportedError: JAX is not installed or too old, or the pool was made
            with `output="torch"` or `static_output`.
        """
        if self._options.output == "torch":
            raise NotSupportedError(
                'as_jax: expected a pool made with output="numpy", got "torch"'
            )
        if self._options.static_output:
            raise NotSupportedError(
                "as_jax: expected a pool made with static_output=False, got True: "
                "arrays of JAX never change"
            )
        _import_jax("as_jax")
        from envpool.python.results.jax_arrays import JaxPool

        return JaxPool(self)


def _import_jax(name: str) -> None:
    try:
        import jax.ffi  # noqa: F401
    except ImportError as error:
        raise NotSupportedError(
            f"{name}: expected a recent jax, which cannot be imported: {error}; "
            "install it with `pip install jax`"
        ) from error
