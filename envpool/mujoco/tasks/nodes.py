# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Expressions as graphs: what a term computes, before it is compiled.

A node has a `size`: None for a number, else the length of a vector. Nodes are
immutable. Two pure nodes with equal contents are equal, so the compiler computes
them once; nodes that draw random numbers or keep a state are only equal to
themselves.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

__all__ = [
    "Node",
    "TermError",
    "binary",
    "concat",
    "constant",
    "gather",
    "quoted",
    "shortened",
    "unary",
]

_MAX_SHOWN = 160  # characters
_MAX_SIZE = 1_000_000  # values of a vector
_numbers = itertools.count(1)


class TermError(ValueError):
    """A term cannot be compiled; the text says what was expected."""


def quoted(text: Any) -> str:
    """Returns a text of the user for an error: its start, if it is long."""
    return shortened(repr(text))


def shortened(text: str) -> str:
    """Returns the start of a text that is long."""
    return text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 3] + "..."


@dataclasses.dataclass(frozen=True, eq=False)
class Node:
    """One value of an expression.

    Attributes:
      kind: "const", "place", "view", "concat", or an operation of a program.
      args: the operands.
      size: the length of a vector; None for a number.
      data: what else the kind needs: numbers, a field, an index.
      unique: a number of its own for nodes that are only equal to themselves.
    """

    kind: str
    args: tuple[Node, ...] = ()
    size: int | None = None
    data: Any = None
    unique: int = 0

    @property
    def count(self) -> int:
        """The number of values."""
        return 1 if self.size is None else self.size

    @property
    def values(self) -> tuple[float, ...] | None:
        """The values of a constant; None for other nodes."""
        return self.data if self.kind == "const" else None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Node) or hash(self) != hash(other):
            return False
        if self._own() != other._own() or self.args != other.args:
            return False
        # Equal nodes share operands, so that no pair of nodes is compared twice.
        object.__setattr__(other, "args", self.args)
        return True

    def _own(self) -> tuple[Any, ...]:
        """What tells nodes with equal operands apart; 0.0 is not -0.0."""
        data = self.data
        if self.kind == "const":
            data = [value.hex() for value in data]
        return self.kind, self.size, data, self.unique

    def __hash__(self) -> int:
        found = self.__dict__.get("_hash")
        if found is None:
            found = hash((self.kind, self.args, self.size, self.data, self.unique))
            object.__setattr__(self, "_hash", found)
        return int(found)


def fresh() -> int:
    """Returns a number for a node that is only equal to itself."""
    return next(_numbers)


def constant(value: float | Sequence[float]) -> Node:
    """Returns a constant: a number, or a vector of a sequence's numbers.

    Raises:
      TermError: an integer is too large for a float.
    """
    try:
        if isinstance(value, (int, float)):
            return Node("const", data=(float(value),))
        numbers = tuple(float(each) for each in value)
    except OverflowError:
        raise TermError("expected a float, got an integer that is too large") from None
    return Node("const", size=len(numbers), data=numbers)


_FOLDED_UNARY: dict[str, Callable[[float], float]] = {
    "neg": lambda x: -x,
    "abs": abs,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
    "cos": math.cos,
    "lnot": lambda x: float(x == 0),
}
_FOLDED_BINARY: dict[str, Callable[[float, float], float]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "pow": math.pow,
    "min": min,
    "max": max,
}


def unary(kind: str, a: Node) -> Node:
    """Returns an operation on each value."""
    if a.values is not None and kind in _FOLDED_UNARY:
        try:
            return Node("const", (), a.size, tuple(map(_FOLDED_UNARY[kind], a.values)))
        except (ValueError, OverflowError):
            pass  # not a number, or infinite, when it runs
    return Node(kind, (a,), a.size)


def common_size(a: Node, b: Node) -> int | None:
    """Returns the size of a result for each pair of values.

    Raises:
      TermError: the sizes differ, and neither operand is a number.
    """
    if a.size is None or b.size is None or a.size == b.size:
        return b.size if a.size is None else a.size
    raise TermError(f"expected operands of one length, got {a.size} and {b.size}")


def binary(kind: str, a: Node, b: Node) -> Node:
    """Returns an operation on each pair of values; numbers are repeated."""
    size = common_size(a, b)
    if a.values is not None and b.values is not None and kind in _FOLDED_BINARY:
        count = 1 if size is None else size
        pairs = zip(_repeated(a, count), _repeated(b, count), strict=True)
        try:
            numbers = tuple(_FOLDED_BINARY[kind](x, y) for x, y in pairs)
            return Node("const", (), size, numbers)
        except (ArithmeticError, ValueError):
            pass
    return Node(kind, (a, b), size)


def _repeated(node: Node, count: int) -> tuple[float, ...]:
    values = node.values or ()
    return values * count if node.size is None else values


def concat(parts: Sequence[Node]) -> Node:
    """Returns the values of all parts as one vector.

    Raises:
      TermError: there are too many.
    """
    count = sum(part.count for part in parts)
    if count > _MAX_SIZE:
        raise TermError(f"expected vectors of at most {_MAX_SIZE} values, got {count}")
    if all(part.values is not None for part in parts):
        return constant([value for part in parts for value in part.values or ()])
    if len(parts) == 1 and parts[0].size is not None:
        return parts[0]
    return Node("concat", tuple(parts), count)


def view(node: Node, first: int, step: int, size: int | None) -> Node:
    """Returns every `step`-th value from `first` on."""
    count = 1 if size is None else size
    if node.values is not None:
        picked = [node.values[first + i * step] for i in range(count)]
        return constant(picked[0]) if size is None else constant(picked)
    if node.kind == "load":
        field, at, stride = node.data
        return Node("load", (), size, (field, at + first * stride, step * stride))
    return Node("view", (node,), size, (first, step))


def gather(node: Node, indices: Sequence[int]) -> Node:
    """Returns the values at some indices, run by run of equal distances."""
    runs, first = [], 0
    while first < len(indices):
        end = first + 1
        step = indices[end] - indices[first] if end < len(indices) else 1
        while end < len(indices) and indices[end] - indices[end - 1] == step:
            end += 1
        runs.append(view(node, indices[first], step, end - first))
        first = end
    return concat(runs)
