# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The functions of expressions that need no model: NumPy's, kernels of rewards."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from envpool.mujoco.tasks.nodes import (
    Node,
    TermError,
    binary,
    common_size,
    concat,
    constant,
    fresh,
    quoted,
    unary,
)

__all__ = ["FUNCTIONS", "where"]

FUNCTIONS: dict[str, Callable[..., Node]] = {}


def _function(function: Callable[..., Node]) -> Callable[..., Node]:
    FUNCTIONS[function.__name__.rstrip("_")] = function
    return function


def _unary(name: str, kind: str) -> None:
    def function(x: Node) -> Node:
        return unary(kind, x)

    FUNCTIONS[name] = function


for _name in ("sqrt", "exp", "log", "log1p", "sin", "cos", "tan", "tanh", "floor"):
    _unary(_name, _name)
for _name, _kind in {
    "abs": "abs",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "sign": "sign",
    "isfinite": "isfinite",
    "isnan": "isnan",
}.items():
    _unary(_name, _kind)


def number(x: Any) -> float:
    """Returns the value of a constant number.

    Raises:
      TermError: it is something else.
    """
    if not isinstance(x, Node) or x.values is None or x.size is not None:
        raise TermError("expected a number that is known in advance")
    return x.values[0]


def integer(x: Any, low: int, high: int) -> int:
    """Returns the value of a constant integer in [low, high]."""
    value = number(x)
    if not (value.is_integer() and low <= value <= high):
        raise TermError(f"expected an integer in [{low}, {high}], got {value}")
    return int(value)


@_function
def minimum(x: Node, y: Node) -> Node:
    """The smaller of each pair."""
    return binary("min", x, y)


@_function
def maximum(x: Node, y: Node) -> Node:
    """The larger of each pair."""
    return binary("max", x, y)


@_function
def clip(x: Node, low: Node, high: Node) -> Node:
    """Each value, at least `low` and at most `high`."""
    return binary("min", binary("max", x, low), high)


@_function
def arctan2(y: Node, x: Node) -> Node:
    """The angle of (x, y), in radians."""
    return binary("atan2", y, x)


@_function
def square(x: Node) -> Node:
    """X * x."""
    return binary("mul", x, x)


@_function
def where(condition: Node, x: Node, y: Node) -> Node:
    """X where the condition holds, else y."""
    if condition.values is not None and condition.size is None:
        chosen = x if condition.values[0] else y
        if x.size == y.size:
            return chosen
    size = common_size(x, y)
    if condition.size is not None:
        size = common_size(condition, Node("const", (), size, ()))
    return Node("select", (x, y, condition), size)


def _reduction(name: str, kind: str) -> None:
    def function(x: Node) -> Node:
        return Node(kind, (x,)) if x.size is not None else x

    FUNCTIONS[name] = function


for _name, _kind in {
    "sum": "sum",
    "total": "total",
    "prod": "prod",
    "min": "lowest",
    "max": "highest",
    "any": "any",
    "all": "all",
}.items():
    _reduction(_name, _kind)


@_function
def mean(x: Node) -> Node:
    """The mean of a vector."""
    return binary("div", FUNCTIONS["sum"](x), constant(float(x.count)))


@_function
def dot(x: Node, y: Node) -> Node:
    """The sum of products."""
    if x.size is None or x.size != y.size:
        raise TermError(f"expected two vectors of one length, got {x.size}, {y.size}")
    return Node("dot", (x, y))


@_function
def norm(x: Node) -> Node:
    """The length of a vector."""
    return unary("sqrt", dot(x, x))


def _geometry(kind: str, sizes: tuple[int, ...], size: int) -> None:
    def function(*args: Node) -> Node:
        found = tuple(arg.count for arg in args)
        if found != sizes:
            raise TermError(f"expected vectors of lengths {sizes}, got {found}")
        return Node(kind, args, size)

    FUNCTIONS[kind] = function


for _kind, _sizes, _result in (
    ("rotate", (9, 3), 3),
    ("unrotate", (9, 3), 3),
    ("quat_rotate", (4, 3), 3),
    ("quat_unrotate", (4, 3), 3),
    ("quat_mul", (4, 4), 4),
    ("quat_mat", (4,), 9),
    ("quat_error", (4, 4), 3),
    ("axis_angle", (3, 1), 4),
    ("cross", (3, 3), 3),
):
    _geometry(_kind, _sizes, _result)


@_function
def concat_(*parts: Node) -> Node:
    """All values as one vector."""
    return concat(parts)


@_function
def full(count: Node, value: Node) -> Node:
    """A vector of one repeated number."""
    return concat([value] * integer(count, 1, 100_000))


@_function
def zeros(count: Node) -> Node:
    """A vector of zeros."""
    return constant([0.0] * integer(count, 1, 100_000))


# Random numbers, of the env's own generator.


def _draw(kind: str, args: tuple[Node, ...], size: int | None) -> Node:
    return Node(kind, args, size, None, fresh())


def _size(count: Node | None) -> int | None:
    return None if count is None else integer(count, 0, 100_000)


@_function
def random(count: Node | None = None) -> Node:
    """Numbers in [0, 1), drawn anew each time."""
    return _draw("random", (), _size(count))


@_function
def normal(count: Node | None = None) -> Node:
    """Numbers of the standard normal distribution."""
    return _draw("normal", (), _size(count))


@_function
def uniform(low: Node, high: Node, count: Node | None = None) -> Node:
    """Numbers in [low, high)."""
    size = common_size(low, high)
    return _draw("uniform", (low, high), size if count is None else _size(count))


@_function
def integers(low: Node, high: Node, count: Node | None = None) -> Node:
    """Integers in [low, high)."""
    size = common_size(low, high)
    return _draw("integers", (low, high), size if count is None else _size(count))


# Kernels of rewards.


@_function
def track(error: Node, std: Node) -> Node:
    """exp(-sum(error ** 2) / std ** 2): 1 without an error."""
    squares = FUNCTIONS["sum"](square(error))
    return unary("exp", binary("div", unary("neg", squares), square(std)))


@_function
def inside(x: Node, low: Node, high: Node) -> Node:
    """Whether all values are in [low, high]."""
    return FUNCTIONS["all"](_within(x, low, high))


def _within(x: Node, low: Node, high: Node) -> Node:
    return binary("land", binary("le", low, x), binary("le", x, high))


# By slope, in native order: what distances are multiplied by, so that the reward at the
# margin is as wanted.
_FACTORS: dict[str, Callable[[float], float]] = {
    "gaussian": lambda at_margin: math.sqrt(-2 * math.log(at_margin)),
    "long_tail": lambda at_margin: math.sqrt(1 / at_margin - 1),
    "reciprocal": lambda at_margin: 1 / at_margin - 1,
    "linear": lambda at_margin: 1 - at_margin,
    "quadratic": lambda at_margin: math.sqrt(1 - at_margin),
}


@_function
def tolerance(
    x: Node,
    low: Node | None = None,
    high: Node | None = None,
    margin: Node | None = None,
    slope: str = "gaussian",
    at_margin: Node | None = None,
) -> Node:
    """The reward of the DeepMind Control suite: 1 in [low, high], less beside it.

    Args:
      x: the value, or values.
      low: the interval's start, 0 by default.
      high: the interval's end, 0 by default.
      margin: the distance at which the reward is `at_margin`; 0 for none.
      slope: "gaussian", "long_tail", "reciprocal", "linear" or "quadratic".
      at_margin: 0.1 by default.
    """
    if slope not in _FACTORS:
        raise TermError(
            f"slope: expected one of {tuple(_FACTORS)}, got {quoted(slope)}"
        )
    bounds = [constant(0.0) if each is None else each for each in (low, high, margin)]
    if any(each.size is not None for each in bounds):
        raise TermError("expected numbers for low, high and margin")
    at = 0.1 if at_margin is None else number(at_margin)
    factor = constant(_FACTORS[slope](at))
    return Node("tolerance", (x, *bounds, factor), x.size, list(_FACTORS).index(slope))
