# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads expressions: a small part of Python's own syntax.

Names are quantities; calls are functions of the vocabulary. They take expressions,
texts and numbers. Nothing is evaluated as Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from envpool.mujoco.tasks.nodes import (
    Node,
    TermError,
    binary,
    concat,
    constant,
    gather,
    quoted,
    shortened,
    unary,
    view,
)
from envpool.python.config.argument_checks import did_you_mean

__all__ = ["Names", "parse", "parse_assignment"]

_MAX_LENGTH = 20_000  # characters
_MAX_DEPTH = 60

_BINARY: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Mod: "mod",
    ast.Pow: "pow",
}
_COMPARED: dict[type[ast.AST], tuple[str, bool, bool]] = {
    # the operation, whether operands are swapped, whether the result is negated
    ast.Lt: ("lt", False, False),
    ast.LtE: ("le", False, False),
    ast.Gt: ("lt", True, False),
    ast.GtE: ("le", True, False),
    ast.Eq: ("eq", False, False),
    ast.NotEq: ("eq", False, True),
}


class Names:
    """What expressions may name.

    Args:
      quantities: the values of names.
      functions: what calls do; each gets the arguments and returns a node.
    """

    def __init__(
        self,
        quantities: Mapping[str, Callable[[], Node]],
        functions: Mapping[str, Callable[..., Node]],
    ) -> None:
        self.quantities = dict(quantities)
        self.functions = dict(functions)


def _tree(text: Any, mode: str) -> Any:
    if not isinstance(text, str):
        raise TermError(f"expected an expression, got {quoted(text)}")
    if len(text) > _MAX_LENGTH:
        raise TermError(f"expected at most {_MAX_LENGTH} characters, got {len(text)}")
    try:
        return ast.parse(text.strip(), mode=mode)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        problem = error.msg if isinstance(error, SyntaxError) else str(error)
        raise TermError(
            f"expected an expression, got {quoted(text)}: {shortened(problem)}"
        ) from None


def parse(text: Any, names: Names) -> Node:
    """Returns the graph of an expression; numbers stand for themselves.

    Raises:
      TermError: the text is wrong.
    """
    if isinstance(text, (bool, int, float)):
        return constant(text)
    if isinstance(text, (list, tuple)):
        return concat([parse(each, names) for each in text])
    return _Reader(names).node(_tree(text, "eval").body)


def parse_assignment(text: Any, names: Names) -> tuple[Any, Node | None]:
    """Reads `target = expression`, or a call that acts.

    Returns:
      The target's syntax tree and the value; or the call's tree and None.
    """
    if not isinstance(text, str):
        raise TermError(f"expected `name = expression`, got {quoted(text)}")
    at = _equals_sign(text)
    if at is None:
        call = _tree(text, "eval").body
        if not isinstance(call, ast.Call):
            raise TermError(f"expected `name = expression`, got {quoted(text)}")
        return call, None
    target = _tree(text[:at], "eval").body
    return target, parse(text[at + 1 :], names)


def _equals_sign(text: str) -> int | None:
    """Returns where an assignment's sign is: outside of brackets and texts."""
    depth, quote = 0, ""
    for i, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "=" and depth == 0 and not _compares(text, i):
            return i
    return None


def _compares(text: str, at: int) -> bool:
    """Tells whether the sign at this place is part of a comparison."""
    return text[at + 1 : at + 2] == "=" or (at > 0 and text[at - 1] in "=<>!")


class _Reader:
    """Turns syntax trees into nodes."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._depth = 0

    def node(self, tree: ast.AST) -> Node:
        """Returns the node of an expression."""
        return self._as_node(self.value(tree))

    def value(self, tree: ast.AST) -> Any:
        """Returns the node of an expression, or a text."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise TermError(f"expected at most {_MAX_DEPTH} nested expressions")
        try:
            read = getattr(self, f"_read_{type(tree).__name__.lower()}", None)
            if read is None:
                raise TermError(f"{quoted(ast.unparse(tree))} is not allowed here")
            return read(tree)
        finally:
            self._depth -= 1

    def _read_constant(self, tree: ast.Constant) -> Any:
        if isinstance(tree.value, str):
            return tree.value
        if isinstance(tree.value, (bool, int, float)):
            return constant(tree.value)
        raise TermError(f"{quoted(tree.value)} is not a number or a text")

    def _read_name(self, tree: ast.Name) -> Node:
        made = self._names.quantities.get(tree.id)
        if made is None:
            known = [*self._names.quantities, *self._names.functions]
            raise TermError(
                f"no quantity {quoted(tree.id)}{did_you_mean(tree.id, known)}"
            )
        return made()

    def _read_list(self, tree: ast.List | ast.Tuple) -> Any:
        values = [self.value(each) for each in tree.elts]
        if values and all(isinstance(each, str) for each in values):
            return values
        return concat([self._as_node(each) for each in values])

    _read_tuple = _read_list

    @staticmethod
    def _as_node(value: Any) -> Node:
        if not isinstance(value, Node):
            raise TermError(f"expected a number or a quantity, got {quoted(value)}")
        return value

    def _read_binop(self, tree: ast.BinOp) -> Node:
        a, b = self.node(tree.left), self.node(tree.right)
        if isinstance(tree.op, ast.FloorDiv):
            return unary("floor", binary("div", a, b))
        kind = _BINARY.get(type(tree.op))
        if kind is None:
            raise TermError(
                f"{quoted(ast.unparse(tree))}: this operator is not allowed"
            )
        if kind == "pow" and b.values == (2.0,):
            return binary("mul", a, a)
        if kind == "pow" and b.values == (0.5,):
            return unary("sqrt", a)
        return binary(kind, a, b)

    def _read_unaryop(self, tree: ast.UnaryOp) -> Node:
        a = self.node(tree.operand)
        if isinstance(tree.op, ast.USub):
            return unary("neg", a)
        if isinstance(tree.op, (ast.Not, ast.Invert)):
            return unary("lnot", a)
        return a

    def _read_boolop(self, tree: ast.BoolOp) -> Node:
        kind = "land" if isinstance(tree.op, ast.And) else "lor"
        result = self.node(tree.values[0])
        for each in tree.values[1:]:
            result = binary(kind, result, self.node(each))
        return result

    def _read_compare(self, tree: ast.Compare) -> Node:
        result = None
        left = self.node(tree.left)
        for op, each in zip(tree.ops, tree.comparators, strict=True):
            right = self.node(each)
            if type(op) not in _COMPARED:
                raise TermError(
                    f"{quoted(ast.unparse(tree))}: this operator is not allowed"
                )
            kind, swapped, negated = _COMPARED[type(op)]
            one = binary(kind, right, left) if swapped else binary(kind, left, right)
            one = unary("lnot", one) if negated else one
            result = one if result is None else binary("land", result, one)
            left = right
        assert result is not None
        return result

    def _read_ifexp(self, tree: ast.IfExp) -> Node:
        where = self._names.functions["where"]
        return where(self.node(tree.test), self.node(tree.body), self.node(tree.orelse))

    def _read_call(self, tree: ast.Call) -> Node:
        if not isinstance(tree.func, ast.Name):
            raise TermError(f"{quoted(ast.unparse(tree.func))} is not a function")
        name = tree.func.id
        function = self._names.functions.get(name)
        if function is None:
            known = [*self._names.functions, *self._names.quantities]
            raise TermError(f"no function {quoted(name)}{did_you_mean(name, known)}")
        args = [self.value(each) for each in tree.args]
        named = {}
        for keyword in tree.keywords:
            if keyword.arg is None:
                raise TermError("'**' is not allowed")
            named[keyword.arg] = self.value(keyword.value)
        try:
            return function(*args, **named)
        except TermError as error:
            raise TermError(f"{name}: {error}") from None
        except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
            raise TermError(f"{name}: wrong arguments: {error}") from None

    def _read_subscript(self, tree: ast.Subscript) -> Node:
        return subscript(self.node(tree.value), self.index(tree.slice))

    def index(self, tree: ast.AST) -> Any:
        """Returns an index: an int, a slice or a list of ints."""
        if isinstance(tree, ast.Slice):
            parts = [
                None if each is None else self._integer(each)
                for each in (tree.lower, tree.upper, tree.step)
            ]
            return slice(*parts)
        if isinstance(tree, (ast.List, ast.Tuple)):
            return [self._integer(each) for each in tree.elts]
        return self._integer(tree)

    def _integer(self, tree: ast.AST) -> int:
        values = self.node(tree).values
        if values is None or len(values) != 1 or not values[0].is_integer():
            raise TermError(
                f"expected an integer index, got {quoted(ast.unparse(tree))}"
            )
        return int(values[0])


def subscript(node: Node, index: Any) -> Node:
    """Returns some values of a vector.

    Raises:
      TermError: an index is out of range, or the node is a number.
    """
    if node.size is None:
        raise TermError("a number has no elements")
    try:
        if isinstance(index, int):
            return view(node, range(node.size)[index], 1, None)
        if isinstance(index, slice):
            return gather(node, range(node.size)[index])
        return gather(node, [range(node.size)[each] for each in index])
    except (IndexError, ValueError):
        raise TermError(
            f"expected an index of a vector of {node.size}, got {index}"
        ) from None
