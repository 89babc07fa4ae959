# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`send`, `recv` and `step` as custom calls of XLA.

Shapes and dtypes are checked when a call is traced; values, such as env ids, are
checked when it runs. An error then raises `jax.errors.JaxRuntimeError` with the text of
EnvPool's own error.

Importing this module imports JAX.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from envpool.core import _xla
from envpool.python.actions.legal_actions import is_one_per_env
from envpool.python.actions.validate import check_env_ids
from envpool.python.array_spec import ArraySpec
from envpool.python.config.argument_checks import show
from envpool.python.errors import (
    ArgumentError,
    ArgumentTypeError,
    ClosedError,
    NotSupportedError,
)
from envpool.python.results import trees
from envpool.python.results.trees import Plan

__all__ = ["make_xla"]


def make_xla(obj: Any) -> tuple[NDArray[np.uint8], Any, Any, Any]:
    """Returns `handle, recv, send, step` of a pool; see `XlaMixin.xla`."""
    if obj.closed:
        raise ClosedError("this pool has been closed")
    _register()
    functions = _Functions(obj)
    return functions.handle, functions.recv, functions.send, functions.step


@functools.cache
def _register() -> None:
    """Registers the custom calls with JAX, for the CPU and for CUDA.

    JAX keeps registrations for missing platforms at no cost.

    Raises:
      NotSupportedError: this JAX does not accept them.
    """
    try:
        jax.devices()  # without this check, a refusal below would break JAX later
        for platform, handlers in _xla.handlers().items():
            for name, handler in handlers.items():
                target = f"envpool_{name}"
                jax.ffi.register_ffi_target(target, handler, platform=platform)
    except RuntimeError as error:
        raise NotSupportedError(
            f"xla: expected a JAX such as 0.10, got {jax.__version__}: {error}"
        ) from error


class _Functions:
    """The functions of `xla`, which keep the pool alive.

    Args:
      pool: a pool of any API.
    """

    def __init__(self, pool: Any) -> None:
        config = pool.spec.config
        number, self._signature, columns = _xla.describe(pool)
        self.handle = np.frombuffer(number.to_bytes(8, "little"), np.uint8).copy()
        self._pool = pool
        self._num_envs = len(pool)
        self._batch_size = config.batch_size if pool.is_async else None
        self._max_players = int(config.max_num_players)
        self._normalizer = pool._normalizer()
        self._entries = dict(list(pool._env_spec.action_array_spec.items())[2:])
        plans = pool._plans
        self._plan = plans.step if plans.steady is None else plans.steady
        self._ones = pool._columns.index["ones"]
        self._owners = pool._columns.index["info:players.env_id"]
        self._columns = [(np.dtype(c[1]), tuple(c[2]), c[4]) for c in columns]
        used = set(_columns_of(self._plan)) - {self._ones}
        for index in used:
            key, _, _, is_ragged, _ = columns[index]
            if is_ragged:
                raise NotSupportedError(
                    f"xla: expected arrays of one shape, but those of {key!r} differ"
                )
        self._used = sorted(used)

    def __deepcopy__(self, memo: Any) -> _Functions:
        return self  # like other functions; the handle determines the pool

    def __reduce__(self) -> Any:
        raise NotSupportedError(
            "functions of xla() cannot be pickled; pickle the pool, and call xla() "
            "of the copy"
        )

    def recv(self, handle: Any) -> tuple[jax.Array, Any]:
        """Waits for results: `recv` of the pool, as a custom call.

        A synchronous pool must have a result pending for each env.

        Args:
          handle: the array that `xla`, or the previous call, has returned.

        Returns:
          The handle for the next call, and the results.
        """
        rows = self._batch_size or self._num_envs
        results, attributes = self._results(rows)
        handle, *arrays = self._call("recv", handle, [], results, **attributes)
        return handle, self._build(arrays, rows)

    def send(self, handle: Any, action: Any, env_id: Any = None) -> jax.Array:
        """Sends actions without waiting: `send` of the pool, as a custom call.

        Args:
          handle: the array that `xla`, or the previous call, has returned.
          action: as in the pool's method.
          env_id: the envs, all of them by default.

        Returns:
          The handle for the next call.
        """
        operands, attributes, _ = self._operands(action, env_id)
        after: jax.Array = self._call("send", handle, operands, [], **attributes)[0]
        return after

    def step(
        self, handle: Any, action: Any, env_id: Any = None
    ) -> tuple[jax.Array, Any]:
        """Sends, then receives: `step` of the pool, as one custom call.

        Args:
          handle: the array that `xla`, or the previous call, has returned.
          action: as in the pool's method.
          env_id: the envs, all of them by default.

        Returns:
          The handle for the next call, and the results.
        """
        operands, attributes, count = self._operands(action, env_id)
        rows = self._batch_size or count
        results, more = self._results(rows)
        handle, *arrays = self._call(
            "step", handle, operands, results, **attributes, **more
        )
        return handle, self._build(arrays, rows)

    def _call(
        self,
        name: str,
        handle: Any,
        operands: list[Any],
        results: list[jax.ShapeDtypeStruct],
        **attributes: Any,
    ) -> list[Any]:
        token = _as_array("handle", handle)
        if token.shape != (8,) or token.dtype != np.uint8:
            raise ArgumentTypeError(
                "handle: expected the array of dtype uint8 and shape (8,) that xla() "
                f"returned, got dtype {token.dtype} and shape {token.shape}"
            )
        call = jax.ffi.ffi_call(
            f"envpool_{name}",
            [_struct((8,), np.uint8), *results],
            has_side_effect=True,
            input_output_aliases={0: 0},
        )
        signature = np.int64(self._signature)
        # XLA's compiler for GPUs may merge a call with the slices around it, of a scan
        # say, and then keeps both calls: the envs would step twice. Barriers hide
        # the slices from it.
        barrier: Callable[[list[Any]], list[Any]] = jax.lax.optimization_barrier
        operands = barrier(operands)
        after, *arrays = call(token, *operands, signature=signature, **attributes)
        return [after, *barrier(arrays)]

    def _results(self, rows: int) -> tuple[list[jax.ShapeDtypeStruct], dict[str, Any]]:
        """Returns the arrays that a call returns, and its attributes."""
        about = [self._columns[index] for index in self._used]
        structs = [
            _struct((rows * each, *shape), _narrow(dtype))
            for dtype, shape, each in about
        ]
        columns = np.array(self._used, np.int64)
        return structs, {"rows": np.int64(rows), "columns": columns}

    def _build(self, arrays: list[Any], rows: int) -> Any:
        columns: list[Any] = [None] * len(self._columns)
        for index, array in zip(self._used, arrays, strict=True):
            columns[index] = array
        columns[self._ones] = jnp.ones(rows, np.bool_)
        if self._max_players > 1:
            columns.append(columns[self._owners] >= 0)
        return trees.build(self._portable(self._plan), columns)

    def _portable(self, plan: Plan) -> Plan:
        """Returns the plan with only those features that JAX has.

        Texts stay arrays of bytes; without x64, 64-bit integers become 32-bit ones. The
        mask of per-player keys is the column after all others.
        """
        if isinstance(plan, int):
            return plan
        kind, content = plan[:2]
        if kind == "ones":
            is_of_players = self._columns[content][2] > 1
            return len(self._columns) if is_of_players else self._ones
        if kind == "pick":
            if plan[3] == "str":
                return content
            return kind, content, plan[2], _narrow(np.dtype(plan[3]))
        if kind == "tuple":
            return kind, [self._portable(child) for child in content]
        if kind == "dict":
            items = content.items()
            return kind, {key: self._portable(child) for key, child in items}
        if kind == "named":
            return kind, content, [self._portable(child) for child in plan[2]]
        return plan

    def _operands(
        self, action: Any, env_id: Any
    ) -> tuple[list[Any], dict[str, Any], int]:
        """Returns the operands, the attributes and the number of envs of a call."""
        values = self._normalizer.values(action)
        ids = self._ids(values.get("env_id"), env_id)
        count = self._num_envs if ids is None else ids.shape[0]
        owners = self._players(values.get("players.env_id"))
        if owners is None and self._is_one_each(values, count):
            owners = jnp.arange(count, dtype=jnp.int32) if ids is None else ids
        operands = [each for each in (ids, owners) if each is not None]
        for key, entry in self._entries.items():
            array = _as_array(key, values[key])
            rows, what = self._rows(entry, count, owners)
            self._pool._check_action_shape(key, array.shape, rows, what)
            array = array.reshape(rows, *entry.inner_shape)
            operands.append(_cast(key, entry.dtype, array))
        attributes = {"has_ids": ids is not None, "has_players": owners is not None}
        return operands, attributes, count

    def _is_one_each(self, values: dict[str, Any], count: int) -> bool:
        """Returns whether the action has one row for each env, not for each player."""
        keys = [key for key, entry in self._entries.items() if entry.is_per_player]
        return (
            self._max_players > 1
            and bool(keys)
            and is_one_per_env(keys)
            and all(np.shape(values[key])[:1] == (count,) for key in keys)
        )

    def _rows(self, entry: ArraySpec, count: int, owners: Any) -> tuple[int, str]:
        """Returns how many rows an array of actions has, and why."""
        if not entry.is_per_player or self._max_players == 1:
            return count, f"one row for each of {count} envs"
        if owners is not None:
            return owners.shape[0], "one row for each one of players.env_id"
        rows = count * self._max_players
        return rows, f"{self._max_players} rows for each of {count} envs"

    def _players(self, given: Any) -> Any:
        """Returns the env ids of the rows of players, if the action has them."""
        if given is None:
            return None
        if self._max_players == 1:
            raise ArgumentError(
                "players.env_id: expected none, as there is one player per env"
            )
        array = _as_array("players.env_id", given)
        if not jnp.issubdtype(array.dtype, np.integer):
            raise ArgumentTypeError(
                f"players.env_id: expected integers, got dtype {array.dtype}"
            )
        if array.ndim != 1:
            raise ArgumentError(
                f"players.env_id: expected one dimension, got shape {array.shape}"
            )
        return _to_ids(array)

    def _ids(self, of_action: Any, env_id: Any) -> Any:
        """Returns the ids of a call, given as an argument, in the action, or both."""
        found = [each for each in (env_id, of_action) if each is not None]
        if len(found) == 2 and env_id is not of_action:
            if any(isinstance(each, jax.core.Tracer) for each in found):
                raise ArgumentError(
                    "env_id: expected None, as the action has the key 'env_id': "
                    "traced ids cannot be compared"
                )
            one, other = (
                check_env_ids("env_id", each, self._num_envs) for each in found
            )
            if not np.array_equal(one, other):
                raise ArgumentError(
                    "env_id: expected the same ids as in the action's key 'env_id', "
                    f"got {show(env_id)} and {show(of_action)}"
                )
        return _env_ids(found[0], self._num_envs) if found else None


def _struct(shape: tuple[int, ...], dtype: Any) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(shape, dtype)  # type: ignore[no-untyped-call]


def _narrow(dtype: np.dtype[Any]) -> Any:
    """Returns JAX's dtype for it: 32 bits for 64 without x64."""
    return jax.dtypes.canonicalize_dtype(dtype)


def _columns_of(plan: Plan) -> list[int]:
    """Returns the columns that a plan uses."""
    if isinstance(plan, int):
        return [plan]
    kind, content = plan[:2]
    if kind in ("pick", "view", "ones"):
        return [] if kind == "ones" else [content]
    children = {"dict": lambda: content.values(), "named": lambda: plan[2]}
    return [
        column
        for child in children.get(kind, lambda: content)()
        for column in _columns_of(child)
    ]


def _as_array(name: str, value: Any) -> Any:
    if isinstance(value, jax.Array):
        return value
    given = value
    try:
        if not any(isinstance(leaf, jax.Array) for leaf in jax.tree.leaves(value)):
            value = np.asarray(value)
        array = jnp.asarray(value)
    except Exception as error:
        raise ArgumentTypeError(
            f"{name}: expected an array, got {show(given)}"
        ) from error
    if isinstance(value, np.ndarray) and value.dtype.kind in "iu" and value.size:
        # Without x64, JAX drops the upper half of 64-bit values.
        info = np.iinfo(array.dtype)
        if int(value.min()) < info.min or int(value.max()) > info.max:
            raise ArgumentError(
                f"{name}: expected values that fit {array.dtype}, as jax_enable_x64 is "
                f"off, got values from {value.min()} to {value.max()}"
            )
    return array


def _env_ids(env_id: Any, num_envs: int) -> Any:
    """Returns ids as an array of int32, and checks them unless they are traced."""
    if not isinstance(env_id, jax.core.Tracer):
        return jnp.asarray(check_env_ids("env_id", env_id, num_envs))
    array = env_id[None] if env_id.ndim == 0 else env_id
    if not jnp.issubdtype(array.dtype, np.integer):
        raise ArgumentTypeError(f"env_id: expected integers, got dtype {array.dtype}")
    if array.ndim != 1:
        raise ArgumentError(f"env_id: expected one dimension, got shape {array.shape}")
    if array.shape[0] > num_envs:
        raise ArgumentError(
            f"env_id: expected at most {num_envs} envs, got {array.shape[0]}"
        )
    return _to_ids(array)


def _cast(key: str, dtype: np.dtype[Any], array: Any) -> Any:
    """Returns the array with the dtype that the call takes."""
    is_float = jnp.issubdtype(array.dtype, np.floating)
    is_number = is_float or jnp.issubdtype(array.dtype, np.integer)
    kind = dtype.kind
    if kind == "f" and (is_number or array.dtype == np.bool_):
        if array.dtype == np.float32:
            return array  # the pool widens it, and marks the action as float32
        return array.astype(_narrow(dtype))
    if kind in "iu" and not is_float and (is_number or array.dtype == np.bool_):
        # The native side converts integers and refuses those that do not fit. It
        # supports neither bools as integers nor JAX's integers of a few bits.
        return array if array.dtype.kind in "iu" else array.astype(np.int8)
    if kind == "b" and array.dtype == np.bool_:
        return array
    raise ArgumentTypeError(f"{key}: expected {dtype}, got dtype {array.dtype}")


def _to_ids(array: Any) -> Any:
    """Returns ids as int32, clamped to its limits.

    The limits are no valid ids, so they are refused when the call runs.
    """
    if np.can_cast(array.dtype, np.int32):
        return array.astype(np.int32)
    have, want = np.iinfo(array.dtype), np.iinfo(np.int32)
    low, high = max(have.min, want.min), min(have.max, want.max)
    return jnp.clip(array, low, high).astype(np.int32)
