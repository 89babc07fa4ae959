# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Lowers a table to a program: each term to operations of a section."""

from __future__ import annotations

import ast
import contextlib
import functools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from envpool.mujoco.tasks import resets
from envpool.mujoco.tasks.compiler import (
    MEASURE,
    OBSERVATION,
    REWARD,
    Compiler,
    Program,
)
from envpool.mujoco.tasks.functions import FUNCTIONS
from envpool.mujoco.tasks.nodes import (
    Node,
    TermError,
    binary,
    concat,
    constant,
    quoted,
    view,
)
from envpool.mujoco.tasks.parser import Names, parse, parse_assignment
from envpool.mujoco.tasks.quantities import Quantities
from envpool.mujoco.tasks.table import groups_of
from envpool.mujoco.tasks.terrain import Curriculum
from envpool.python.config.argument_checks import as_float, as_int

__all__ = ["lower"]

_MAX_ACTIONS = 10_000


class _NamedError(TermError):
    """The text says which term is wrong."""


@contextlib.contextmanager
def _naming(kind: str, name: str) -> Iterator[None]:
    """Names a term in the errors about it, unless a term that it needs has a name."""
    try:
        yield
    except _NamedError:
        raise
    except TermError as error:
        raise _NamedError(f"{kind} {quoted(name)}: {error}") from None
    except RecursionError:
        raise _NamedError(
            f"{kind} {quoted(name)}: expected terms that are less nested"
        ) from None


class _Lowering:
    """One table on its way to a program."""

    def __init__(
        self, table: Mapping[str, Any], facts: Mapping[str, Any], operations: list[str]
    ) -> None:
        self._table = table
        self._facts = facts
        self.compiler = Compiler(facts, operations)
        self._actions = dict(table["actions"])
        with _naming("actions", "size"):
            self.low, self.high = self._bounds()
        self._action = self.compiler.place(len(self.low))
        quantities = Quantities(self.compiler, self._action, table["frame_skip"])
        self._names = Names(quantities.names(), quantities.functions())
        self._curriculum: Curriculum | None = None
        if table["terrain"]:
            self._curriculum = Curriculum(self.compiler, table["terrain"])
            self._curriculum.define(self._names)
        self._control = self.compiler.place(len(facts["actuator"]), scratch=True)
        self._ends: dict[str, Node] = {}

    def _bounds(self) -> tuple[list[float], list[float]]:
        """Returns the bounds of the actions: by default those of the controls."""
        low, high = self._actions.get("low"), self._actions.get("high")
        size = self._actions.get("size")
        ranges, limited = self._facts["actuator_range"], self._facts["actuator_limited"]
        count = len(limited) if size is None else as_int("actions: size", size)
        if count == 0 and size is None:
            raise TermError("the model has no actuators; add some, as a URDF has none")
        if not 1 <= count <= _MAX_ACTIONS:
            raise TermError(f"expected 1 to {_MAX_ACTIONS} actions, got {count}")
        own = size is None and low is None and high is None
        bounds = []
        for end, given, infinite in ((0, low, -math.inf), (1, high, math.inf)):
            if own:
                bounds.append(
                    [
                        ranges[2 * i + end] if limited[i] else infinite
                        for i in range(count)
                    ]
                )
                continue
            value = (-1.0, 1.0)[end] if given is None else given
            each = value if isinstance(value, (list, tuple)) else [value] * count
            if len(each) != count:
                raise TermError(f"expected {count} bounds, got {len(each)}")
            bounds.append([as_float("actions: bounds", one) for one in each])
        return bounds[0], bounds[1]

    def _define(self, name: str, node: Node) -> None:
        self._names.quantities[name] = lambda: node

    def _new_name(self, kind: str, name: str) -> None:
        if not name.isidentifier():
            raise TermError(f"{kind} {quoted(name)}: expected a name")
        if name in self._names.quantities and kind not in ("reward", "observation"):
            raise TermError(f"{kind} {quoted(name)}: this name has another meaning")

    def _new_function(self, name: str, size: int | None, number: int) -> None:
        if not name.isidentifier() or name in self._names.functions:
            raise TermError(
                f"function {quoted(name)}: expected a name without a meaning"
            )

        def call(*args: Node) -> Node:
            if not all(isinstance(each, Node) for each in args):
                raise TermError("expected numbers and vectors")
            return Node("call", args, size, number)

        self._names.functions[name] = call

    def run(self) -> Program:
        """Compiles all terms."""
        table = self._table
        for number, (name, row) in enumerate(table["functions"].items()):
            self._new_function(name, row.get("size"), number)
        self._declare_all()
        commands = {name: self._command(name) for name in table["commands"]}
        terminations = self._parsed("termination", table["terminations"])
        rewards = self._rewards()
        measures = self._parsed("measure", table["measures"])
        observations = [
            self._observation(row, group)
            for group, rows in groups_of(table).items()
            for row in rows
        ]
        self._act()
        self._reset()
        compiler = self.compiler
        with compiler.section("start"):
            for draw, _ in commands.values():
                draw()
            for name, text in table["memory"].items():
                with _naming("memory", name):
                    place = self._names.quantities[name]()
                    compiler.store(place, parse(text, self._names))
            compiler.run_jobs("start_end")
        self._update("stepped", "substep")
        self._update("after", "step")
        with compiler.section("after"):
            compiler.run_jobs("after")
            places = self._after(terminations, rewards)
        self._update("end", "end")
        with compiler.section("observe"):
            for _, redraw in commands.values():
                redraw()
            compiler.run_jobs("observe_start")
            observed = self._observe(observations)
            for name, node in measures.items():
                with _naming("measure", name):
                    self._scalar(node)
                    compiler.add_term(MEASURE, compiler.result(node), 1, name)
            compiler.run_jobs("observe_end")
        return compiler.finish(
            {
                "action": (self._action.data, self._action.count),
                "control": (self._control.data, self._control.count),
                "observation": observed,
                **places,
            },
            is_refreshed=table["physics"] == "mjlab",
        )

    def _declare_all(self) -> None:
        """Declares definitions, commands and memory, which may name each other."""
        table, names = self._table, self._names

        def place_of(text: Any) -> Node:
            return self.compiler.place(parse(text, names).size)

        for name, text in table["define"].items():
            self._declare("define", name, functools.partial(parse, text, names))
        for name, row in table["commands"].items():
            self._declare("command", name, functools.partial(place_of, row["draw"]))
        for name, text in table["memory"].items():
            self._declare("memory", name, functools.partial(place_of, text))
        for name in (*table["define"], *table["commands"], *table["memory"]):
            names.quantities[name]()

    def _declare(self, kind: str, name: str, make: Callable[[], Node]) -> None:
        """Gives a name to a node that is made when it is first named."""
        self._new_name(kind, name)
        made: list[Node | None] = []

        def node() -> Node:
            if not made:
                made.append(None)
                with _naming(kind, name):
                    made[0] = make()
            if made[0] is None:
                raise TermError("it depends on itself")
            return made[0]

        self._names.quantities[name] = node

    def _update(self, section: str, moment: str) -> None:
        """Compiles the assignments of a moment in a step."""
        with self.compiler.section(section):
            for text in self._table["updates"].get(moment, []):
                with _naming("update", text):
                    target, value = parse_assignment(text, self._names)
                    if value is None:
                        raise TermError("expected `name = expression`")
                    place = parse(ast.unparse(target), self._names)
                    self.compiler.store(place, value)

    def _parsed(self, kind: str, terms: Mapping[str, Any]) -> dict[str, Node]:
        nodes = {}
        for name, text in terms.items():
            with _naming(kind, name):
                nodes[name] = parse(text, self._names)
        return nodes

    @staticmethod
    def _scalar(node: Node) -> None:
        if node.size is not None:
            raise TermError(f"expected a number, got a vector of {node.size}")

    def _rewards(self) -> dict[str, Node]:
        """Returns the weighted terms, and the whole under the name ""."""
        nodes = {}
        for name, row in self._table["rewards"].items():
            with _naming("reward", name):
                self._new_name("reward", name)
                node = parse(row["term"], self._names)
                if "weight" in row:
                    weight = parse(row["weight"], self._names)
                    node = binary("mul", weight, node)
                self._scalar(node)
                nodes[name] = node
        for name, node in nodes.items():
            self._define(name, node)
        whole = constant(0.0)
        if self._table["reward"]:
            with _naming("reward", self._table["reward"]):
                whole = parse(self._table["reward"], self._names)
                self._scalar(whole)
        else:
            for i, node in enumerate(nodes.values()):
                whole = node if i == 0 else binary("add", whole, node)
        return {**nodes, "": whole}

    def _observation(self, row: Mapping[str, Any], group: str) -> tuple[str, Node]:
        """Returns an observation's name and value: changed in this order."""
        full_name = f"{group}.{row['name']}" if group else row["name"]
        with _naming("observation", full_name):
            node = parse(row["term"], self._names)
            for key in ("noise", "noise_std", "delay", "clip", "scale", "history"):
                if key not in row:
                    continue
                if key == "clip":
                    if len(row[key]) != 2:
                        raise TermError(f"clip: expected two bounds, got {row[key]}")
                    low, high = (parse(each, self._names) for each in row[key])
                    node = FUNCTIONS["clip"](node, low, high)
                    continue
                value = parse(row[key], self._names)
                if key == "noise":
                    noise = FUNCTIONS["uniform"](
                        binary("mul", constant(-1.0), value),
                        value,
                        constant(float(node.count)),
                    )
                    node = binary("add", node, noise)
                elif key == "noise_std":
                    noise = FUNCTIONS["normal"](constant(float(node.count)))
                    node = binary("add", node, binary("mul", value, noise))
                elif key == "scale":
                    node = binary("mul", node, value)
                else:
                    node = self._names.functions[key](node, value)
            return full_name, node

    def _command(self, name: str) -> tuple[Any, Any]:
        """Defines a command; returns what draws it, and what redraws it in time."""
        row, compiler = self._table["commands"][name], self.compiler
        with _naming("command", name):
            value = parse(row["draw"], self._names)
            every = parse(row["every"], self._names) if "every" in row else None
            if every is not None and every.size is not None:
                if every.size != 2:
                    raise TermError(f"every: expected two numbers, got {every.size}")
                ends = (view(every, i, 1, None) for i in range(2))
                every = FUNCTIONS["uniform"](*ends)
        place, left = self._names.quantities[name](), compiler.place(None)

        def draw() -> None:
            with _naming("command", name):
                compiler.store(place, value)
                if every is not None:
                    compiler.store(left, every)

        def redraw() -> None:
            if every is None:
                return
            step = self._names.quantities["dt"]()
            is_later = binary("eq", compiler.first, constant(0.0))
            compiler.store(left, binary("sub", left, binary("mul", is_later, step)))
            with compiler.only_if(binary("le", left, constant(0.0))):
                draw()
            compiler.forget()

        return draw, redraw

    def _act(self) -> None:
        """Computes the controls: once a step, or once a substep."""
        actions, compiler, names = self._actions, self.compiler, self._names
        with _naming("actions", "control"):
            self._define("action", self._action)
            self._update("before", "before")
            if "smooth" in actions:
                kept = compiler.place(self._action.size)
                share = parse(actions["smooth"], names)
                change = binary("mul", share, binary("sub", self._action, kept))
                with compiler.section("before"):
                    compiler.store(kept, binary("add", kept, change))
                self._define("action", kept)
            target = parse(actions.get("target", "action"), names)
            if "scale" in actions:
                target = binary("mul", target, parse(actions["scale"], names))
            if "offset" in actions:
                target = binary("add", target, parse(actions["offset"], names))
            section = "before"
            if "kp" in actions:
                section = "substep"
                target = self._pd(target)
            if "limit" in actions:
                limit = parse(actions["limit"], names)
                low = binary("mul", constant(-1.0), limit)
                target = FUNCTIONS["clip"](target, low, limit)
            if "control" in actions:
                self._define("target", target)
                target = parse(actions["control"], names)
            if target.size is not None and target.size != self._control.size:
                raise TermError(
                    f"expected {self._control.size} controls, got {target.size}"
                )
            with compiler.section(section):
                if target.size is None:
                    target = concat([target] * self._control.count)
                compiler.copy(self._control.data, target)
        self._define("action", self._action)

    def _pd(self, target: Node) -> Node:
        """Returns the torques that drive the actuators' joints to targets."""
        actions, names = self._actions, self._names
        joints = self._facts["actuator_joint"][::2]
        kinds = self._facts["actuator_kind"]
        if any(kind != 0 for kind in kinds):
            raise TermError("kp: expected actuators of joints only")
        numbers = "".join(f"{joint}, " for joint in joints)
        position = parse(f"joint_pos([{numbers}])", names)
        velocity = parse(f"joint_vel([{numbers}])", names)
        if target.count != position.count:
            raise TermError(f"expected {position.count} targets, got {target.count}")
        kp, kd = (parse(actions.get(key, 0.0), names) for key in ("kp", "kd"))
        spring = binary("mul", kp, binary("sub", target, position))
        return binary("sub", spring, binary("mul", kd, velocity))

    def _reset(self) -> None:
        compiler = self.compiler
        with compiler.section("reset"):
            if self._curriculum is not None:
                self._curriculum.start()
            for text in self._table["resets"]:
                with _naming("reset", text):
                    target, value = parse_assignment(text, self._names)
                    if value is None:
                        assert isinstance(target, ast.Call)
                        resets.act(compiler, self._names, target)
                        compiler.forget()
                        continue
                    compiler.store(self._target(target, value), value)

    def _target(self, tree: ast.expr, value: Node) -> Node:
        """Returns what an assignment assigns to; a new name is a variable."""
        known = self._names.quantities
        if isinstance(tree, ast.Name) and tree.id not in known:
            self._define(tree.id, self.compiler.place(value.size))
        return parse(ast.unparse(tree), self._names)

    def _after(
        self, terminations: Mapping[str, Node], rewards: Mapping[str, Node]
    ) -> dict[str, tuple[int, int]]:
        compiler = self.compiler
        node = constant(0.0)
        for i, (name, each) in enumerate(terminations.items()):
            with _naming("termination", name):
                self._scalar(each)
                node = each if i == 0 else binary("lor", node, each)
        ended = compiler.result(node)
        for name, each in rewards.items():
            if name:
                compiler.add_term(REWARD, compiler.result(each), 1, name)
        reward = compiler.result(rewards[""])
        if self._curriculum is not None:
            with _naming("terrain", "curriculum"):
                self._curriculum.judge(self._names)
        return {"reward": (reward, 1), "terminated": (ended, 1)}

    def _observe(self, observations: list[tuple[str, Node]]) -> tuple[int, int]:
        compiler = self.compiler
        size = sum(node.count for _, node in observations)
        at = start = compiler.new_scratch(size)
        for name, node in observations:
            with _naming("observation", name):
                compiler.copy(at, node)
                compiler.add_term(OBSERVATION, at, node.count, name)
            at += node.count
        return start, size


def lower(
    table: Mapping[str, Any], facts: Mapping[str, Any], operations: list[str]
) -> tuple[Program, list[float], list[float]]:
    """Returns a table's program, and the bounds of its actions.

    Args:
      table: the complete table; see `envpool.mujoco.tasks.table`.
      facts: the model, as the native `describe` returns it.
      operations: the names of all operations, in native order.

    Raises:
      TermError: a term is wrong; the text names it.
    """
    lowering = _Lowering(table, facts, operations)
    return lowering.run(), lowering.low, lowering.high
