# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What resets can do besides assignments."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

from envpool.mujoco.tasks.compiler import Compiler
from envpool.mujoco.tasks.functions import FUNCTIONS, integer
from envpool.mujoco.tasks.nodes import (
    Node,
    TermError,
    binary,
    concat,
    constant,
    quoted,
    unary,
)
from envpool.mujoco.tasks.parser import Names, parse
from envpool.mujoco.tasks.quantities import BALL, FREE, HINGE, SLIDE
from envpool.python.config.argument_checks import did_you_mean

__all__ = ["act"]


def act(compiler: Compiler, names: Names, call: ast.Call) -> None:
    """Compiles a call that acts.

    Raises:
      TermError: it does not exist, or has wrong arguments.
    """
    name = call.func.id if isinstance(call.func, ast.Name) else ast.unparse(call.func)
    if name not in _ACTS:
        raise TermError(f"no reset {quoted(name)}{did_you_mean(name, _ACTS)}")
    args = [
        each.value
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
        else parse(ast.unparse(each), names)
        for each in call.args
    ]
    if call.keywords:
        raise TermError(f"{name}: keywords are not allowed")
    try:
        _ACTS[name](compiler, names, *args)
    except TypeError as error:
        raise TermError(f"{name}: wrong arguments: {error}") from None


def _forward(compiler: Compiler, names: Names) -> None:
    """Computes everything that depends on positions and velocities."""
    compiler.add("forward")


def _settle(compiler: Compiler, names: Names, steps: Node) -> None:
    """Steps MuJoCo, and sets the time to 0."""
    compiler.add("settle", k=integer(steps, 1, 10_000))
    compiler.store(names.quantities["time"](), constant(0.0))


def _until(compiler: Compiler, names: Names, condition: Node) -> None:
    """Repeats the resets since `again()`, or all, until a condition holds."""
    compiler.retry(condition)


def _again(compiler: Compiler, names: Names) -> None:
    """Marks where `until` goes back to."""
    compiler.mark()


def _keyframe(compiler: Compiler, names: Names, name: Any) -> None:
    """Sets the positions and velocities of a keyframe."""
    compiler.store(names.quantities["qpos"](), names.functions["key_pos"](name))
    facts = compiler.facts
    size = facts["fields"]["qvel"][0]
    number = facts["keyframe"].index(name)
    velocities = Node("load", (), size, ("key_qvel", number * size, 1))
    compiler.store(names.quantities["qvel"](), velocities)


def _randomize_joints(compiler: Compiler, names: Names) -> None:
    """Draws all joints as the DeepMind Control suite does.

    Limited joints are between their limits, unlimited hinges and balls anywhere; free
    joints only get an orientation.
    """
    facts = compiler.facts
    for joint, kind in enumerate(facts["joint_type"]):
        at = facts["joint_qpos"][joint]
        limited = bool(facts["joint_limited"][joint])
        low = Node("load", (), None, ("jnt_range", 2 * joint, 1))
        high = Node("load", (), None, ("jnt_range", 2 * joint + 1, 1))
        value = None
        if kind in (HINGE, SLIDE) and limited:
            value = FUNCTIONS["uniform"](low, high)
        elif kind == HINGE:
            value = FUNCTIONS["uniform"](constant(-math.pi), constant(math.pi))
        elif kind == BALL and limited:
            axis = _normalized(FUNCTIONS["normal"](constant(3.0)))
            angle = binary("mul", FUNCTIONS["random"](), high)
            value = FUNCTIONS["axis_angle"](axis, angle)
        elif kind == BALL:
            value = _normalized(FUNCTIONS["normal"](constant(4.0)))
        elif kind == FREE and not limited:
            at += 3
            value = _normalized(FUNCTIONS["random"](constant(4.0)))
        if value is not None:
            target = Node("load", (), value.size, ("qpos", at, 1))
            compiler.store(target, value)


def _normalized(vector: Node) -> Node:
    return binary("div", vector, unary("sqrt", FUNCTIONS["dot"](vector, vector)))


def _pose(compiler: Compiler, names: Names, name: Any, *parts: Node) -> None:
    """Places a free joint: its position, and a turn about the vertical axis."""
    if len(parts) != 2 or parts[0].count != 3 or parts[1].count != 1:
        raise TermError("expected a joint, a position of 3 numbers and an angle")
    half = binary("mul", constant(0.5), parts[1])
    zero = constant(0.0)
    turn = concat([unary("cos", half), zero, zero, unary("sin", half)])
    joint = names.functions["joint_pos"](name)
    field, at, _ = joint.data if joint.kind == "load" else ("", 0, 0)
    if field != "qpos" or joint.count != 7:
        raise TermError(f"expected a free joint, got {quoted(name)}")
    compiler.store(Node("load", (), 7, ("qpos", at, 1)), concat([parts[0], turn]))


_ACTS: dict[str, Callable[..., None]] = {
    "again": _again,
    "forward": _forward,
    "keyframe": _keyframe,
    "pose": _pose,
    "randomize_joints": _randomize_joints,
    "settle": _settle,
    "until": _until,
}
