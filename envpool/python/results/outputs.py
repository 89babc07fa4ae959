# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""`make(output=...)`: results as tensors of PyTorch or as arrays of JAX.

Both share the memory of the underlying NumPy array, and keep it alive. The conversion
is part of the pool's plans, so that pools without it have no extra cost.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from envpool.python.config.argument_checks import show
from envpool.python.errors import ArgumentError, ClosedError, NotSupportedError
from envpool.python.results import trees
from envpool.python.results.cuda_copies import CudaCopies, StaticCudaCopies, lock_pages
from envpool.python.results.plans import ApiPlans, Columns, Hook

if TYPE_CHECKING:
    from envpool.python.pool_base import PoolBase
    from envpool.python.spec_base import SpecBase

__all__ = ["Convert", "converted", "converter", "move", "prepare"]

ConvertOne = Callable[[NDArray[Any]], Any]
# A function of one array, or what converts all arrays of a result together.
Convert = ConvertOne | CudaCopies


def _package(output: str, name: str, pip_name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise NotSupportedError(
            f'output="{output}": expected the package {pip_name}, which cannot be '
            f"imported ({error}); install it with: pip install {pip_name}"
        ) from error


def _torch() -> Any:
    return _package("torch", "torch", "torch")


def converter(output: str) -> ConvertOne | None:
    """Returns the conversion of a result's NumPy arrays; None for NumPy.

    Raises:
      NotSupportedError: the package is not installed.
    """
    convert: ConvertOne | None = None
    if output == "torch":
        convert = _torch().from_numpy
    elif output == "jax":
        convert = _package("jax", "jax.dlpack", "jax").from_dlpack
    return convert


def converted(
    plans: ApiPlans, convert: Convert | None, spec: SpecBase, columns: Columns
) -> ApiPlans:
    """Returns the plans with `convert` applied to the arrays.

    Object arrays and texts are not converted.

    Args:
      plans: the plans of NumPy arrays.
      convert: the conversion; None for NumPy arrays.
      spec: the spec of the envs.
      columns: the columns of the pool.
    """
    if convert is None:
        return plans
    entries = spec.state_array_spec
    ragged = {columns.index[key] for key in entries if entries[key].is_ragged}
    plan = functools.partial(_converted_plan, convert, ragged)
    return ApiPlans(
        step=plan(plans.step),
        reset=plan(plans.reset),
        hook=None if plans.hook is None else _converted_hook(plans.hook, convert),
        hook_columns=plans.hook_columns,
        observation=plan(plans.observation),
    )


def _converted_plan(convert: Convert, ragged: Collection[int], plan: Any) -> Any:
    if not isinstance(convert, CudaCopies):
        return _with_leaves(lambda leaf: ("call", convert, leaf), ragged, plan)
    parts = _with_leaves(lambda leaf: ("part", leaf), ragged, plan)
    again = [convert.again] if isinstance(convert, StaticCudaCopies) else []
    return "together", convert, parts, *again


def _with_leaves(
    change: Callable[[Any], Any], ragged: Collection[int], plan: Any
) -> Any:
    """Returns the plan with other leaves for arrays of numbers."""
    inner = functools.partial(_with_leaves, change, ragged)
    if isinstance(plan, int):
        return plan if plan in ragged else change(plan)
    kind, content = plan[:2]
    if kind == "tuple":
        return "tuple", [inner(item) for item in content], *plan[2:]
    if kind == "dict":
        return "dict", {key: inner(item) for key, item in content.items()}
    if kind == "named":
        return kind, content, [inner(item) for item in plan[2]]
    is_text = kind == "pick" and plan[3] == "str"
    return plan if is_text or content in ragged else change(plan)


def _converted_hook(hook: Hook, convert: Convert) -> Hook:
    """Converts the arrays that the hook adds to the infos, a result's last part."""

    def call(result: Any, columns: list[Any]) -> Any:
        before = set(result[-1])
        result = hook(result, columns)
        infos = result[-1]
        added = {key: value for key, value in infos.items() if key not in before}
        if not isinstance(convert, CudaCopies):
            infos.update(_map_numbers(convert, added))
            return result
        arrays: list[NDArray[Any]] = []
        _map_numbers(arrays.append, added)
        values = iter(convert(arrays))
        infos.update(_map_numbers(lambda array: next(values), added))
        return result

    return call


def _map_numbers(function: Callable[[NDArray[Any]], Any], tree: Any) -> Any:
    """Returns the tree with `function(array)` instead of each array of numbers.

    An array of objects contains a tree, or None, for each env.
    """

    def leaf(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        if value.dtype != np.object_:
            return function(value)
        rows = np.empty_like(value)
        for i, row in enumerate(value):
            rows[i] = trees.map_arrays(leaf, row)
        return rows

    return trees.map_arrays(leaf, tree)


def prepare(pool: PoolBase) -> None:
    """Configures the native pool for the option `output`."""
    options = pool._options
    if options.output == "torch":
        pool._set_tensor_type(_torch().Tensor)
    if options.static_output:
        pool._make_static()


def move(pool: PoolBase, device: Any, use: Callable[[Convert], None]) -> None:
    """Makes `use` convert results to tensors of a device; see `EnvPoolMixin.to`."""
    options = pool._options
    if options.output != "torch":
        raise NotSupportedError(
            f'to: expected a pool made with output="torch", got "{options.output}"'
        )
    if pool.closed:
        raise ClosedError("to: this pool has been closed")
    torch = _torch()
    try:
        found = torch.empty(0, device=torch.device(device)).device
    except (AssertionError, NotImplementedError, RuntimeError, TypeError) as error:
        raise ArgumentError(
            f"device: expected one that PyTorch has here, got {show(device)}: "
            f"{str(error).partition(chr(10))[0]}"
        ) from error
    if found == pool._device:
        return
    use(_mover(pool, torch, found))
    pool._device = found


def _mover(pool: PoolBase, torch: Any, device: Any) -> Convert:
    """Returns the conversion of arrays to tensors of a device."""
    if device.type == "cpu":
        convert: Convert = torch.from_numpy
        return convert
    is_static = pool._options.static_output
    if device.type == "cuda" and is_static:
        return StaticCudaCopies(torch, device)
    if device.type == "cuda":
        if not pool._has_locked_pages:
            lock_pages(torch, pool)
            pool._has_locked_pages = True
        return CudaCopies(torch, device)
    if is_static:
        raise NotSupportedError(
            f"device: expected the CPU or CUDA with static_output=True, got {device}"
        )
    # Each copy ends before the pool may reuse the memory.
    return lambda array: torch.from_numpy(array).to(device)
