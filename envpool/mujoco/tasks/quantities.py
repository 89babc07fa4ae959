# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The quantities of a model, and those that remember: the names of expressions."""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Callable, Mapping
from typing import Any

from envpool.mujoco.tasks.compiler import Compiler
from envpool.mujoco.tasks.functions import FUNCTIONS, integer
from envpool.mujoco.tasks.nodes import (
    Node,
    TermError,
    binary,
    concat,
    constant,
    gather,
    quoted,
    unary,
    view,
)
from envpool.python.config.argument_checks import did_you_mean

__all__ = ["BALL", "FREE", "HINGE", "SLIDE", "Quantities"]

FREE, BALL, SLIDE, HINGE = range(4)  # mjtJoint
_POSITIONS = {FREE: 7, BALL: 4, SLIDE: 1, HINGE: 1}
_VELOCITIES = {FREE: 6, BALL: 3, SLIDE: 1, HINGE: 1}
_OBJECTS = {"body": 2, "geom": 5, "site": 6}  # mjtObj of objects with a velocity
_COUNT, _NORMAL, _FORCE = range(3)  # ContactResult


class Quantities:
    """What expressions can name, for one model.

    Its methods that begin with a lower-case letter and have no underscore in front
    are functions of expressions.

    Args:
      compiler: the compiler, which keeps what quantities remember.
      action: the action.
      frame_skip: the number of MuJoCo's steps in a step.
    """

    def __init__(self, compiler: Compiler, action: Node, frame_skip: int) -> None:
        self._compiler = compiler
        self._facts = compiler.facts
        self._action = action
        self._frame_skip = frame_skip
        self._kept: dict[Any, Node] = {}

    def names(self) -> dict[str, Callable[[], Node]]:
        """Returns the quantities that are named without arguments."""
        fields = {name: self._maker(name) for name in self._facts["fields"]}
        sizes = {
            "nbody": len(self._facts["body"]),
            "nu": len(self._facts["actuator"]),
            "nq": self._facts["fields"]["qpos"][0],
            "nv": self._facts["fields"]["qvel"][0],
            "frame_skip": self._frame_skip,
            "pi": math.pi,
            "inf": math.inf,
            "True": 1.0,
            "False": 0.0,
        }
        numbers = {name: self._number(value) for name, value in sizes.items()}
        own = {"action": lambda: self._action, "dt": self._dt, "steps": self._steps}
        return {**fields, **numbers, **own}

    def functions(self) -> dict[str, Callable[..., Node]]:
        """Returns all functions, those of the model first."""
        own = {
            name: getattr(self, name)
            for name in vars(Quantities)
            if name[0] != "_" and name not in ("names", "functions")
        }
        return {**FUNCTIONS, **own}

    def _maker(self, name: str) -> Callable[[], Node]:
        return lambda: self._field(name)

    @staticmethod
    def _number(value: float) -> Callable[[], Node]:
        return lambda: constant(float(value))

    def _field(self, name: str, first: int = 0, size: int | None = -1) -> Node:
        whole = self._facts["fields"][name][0]
        if name in ("time", "timestep"):
            size = None
        elif size == -1:
            size = whole
        return Node("load", (), size, (name, first, 1))

    def _dt(self) -> Node:
        step = self._field("timestep")
        return binary("mul", step, constant(float(self._frame_skip)))

    def _steps(self) -> Node:
        """The number of steps of the episode."""

        def make(place: Node) -> None:
            compiler = self._compiler

            def count() -> None:
                more = binary("add", place, constant(1.0))
                compiler.store(place, more)

            compiler.later("after", count)

        return self._remembered("steps", None, make)

    def _remembered(
        self, key: Any, size: int | None, make: Callable[[Node], None]
    ) -> Node:
        if key not in self._kept:
            place = self._compiler.place(size)
            self._kept[key] = place
            make(place)
        return self._kept[key]

    # Parts of the model.

    def _id(self, kind: str, name: Any) -> int:
        names = self._facts[kind]
        if isinstance(name, Node):
            return integer(name, 0, len(names) - 1)
        if name not in names or not name:
            known = [each for each in names if each]
            raise TermError(f"no {kind} {quoted(name)}{did_you_mean(str(name), known)}")
        return int(names.index(name))

    def _ids(self, kind: str, patterns: tuple[Any, ...]) -> list[int]:
        names = self._facts[kind]
        found: list[int] = []
        for pattern in self._flat(patterns):
            if isinstance(pattern, str) and any(each in pattern for each in "*?["):
                matches = [
                    i for i, name in enumerate(names) if fnmatch.fnmatch(name, pattern)
                ]
                if not matches:
                    raise TermError(f"no {kind} matches {quoted(pattern)}")
                found += [each for each in matches if each not in found]
            else:
                found.append(self._id(kind, pattern))
        return found

    @staticmethod
    def _flat(patterns: tuple[Any, ...]) -> list[Any]:
        flat: list[Any] = []
        for each in patterns:
            if isinstance(each, Node) and each.size is not None and each.values:
                flat += map(constant, each.values)
            else:
                flat += each if isinstance(each, list) else [each]
        return flat

    def _of_joints(
        self, field: str, at: str, sizes: Mapping[int, int], names: tuple[Any, ...]
    ) -> Node:
        joints = self._ids("joint", names or ("*",))
        indices = [
            self._facts[at][joint] + i
            for joint in joints
            for i in range(sizes[self._facts["joint_type"][joint]])
        ]
        if len(indices) == 1 and len(joints) == 1 and names and "*" not in str(names):
            return view(self._field(field), indices[0], 1, None)
        return gather(self._field(field), indices)

    def joint_pos(self, *names: Any) -> Node:
        """Positions of joints, in radians or metres; all without names."""
        return self._of_joints("qpos", "joint_qpos", _POSITIONS, names)

    def joint_vel(self, *names: Any) -> Node:
        """Velocities of joints."""
        return self._of_joints("qvel", "joint_dof", _VELOCITIES, names)

    def joint_default(self, *names: Any) -> Node:
        """Positions of joints in the model's initial state."""
        return self._of_joints("qpos0", "joint_qpos", _POSITIONS, names)

    def _bounds(self, end: int, names: tuple[Any, ...]) -> Node:
        joints = self._ids("joint", names or ("*",))
        infinite = -math.inf if end == 0 else math.inf
        ranges = self._field("jnt_range")
        return concat(
            [
                view(ranges, 2 * joint + end, 1, None)
                if self._facts["joint_limited"][joint]
                else constant(infinite)
                for joint in joints
            ]
        )

    def joint_low(self, *names: Any) -> Node:
        """Lower limits of joints; -inf where there is none."""
        return self._bounds(0, names)

    def joint_high(self, *names: Any) -> Node:
        """Upper limits of joints."""
        return self._bounds(1, names)

    def sensor(self, name: Any) -> Node:
        """The values of a sensor."""
        number = self._id("sensor", name)
        size = self._facts["sensor_size"][number]
        at = self._facts["sensor_at"][number]
        return view(self._field("sensordata"), at, 1, None if size == 1 else size)

    def actuator_force_of(self, *names: Any) -> Node:
        """Forces of actuators."""
        return gather(self._field("actuator_force"), self._ids("actuator", names))

    def tendon_length(self, *names: Any) -> Node:
        """Lengths of tendons."""
        return gather(self._field("ten_length"), self._ids("tendon", names))

    def key_pos(self, name: Any) -> Node:
        """The positions of a keyframe."""
        number, size = self._id("keyframe", name), self._facts["fields"]["qpos"][0]
        return view(self._field("key_qpos"), number * size, 1, size)

    def _row(self, field: str, kind: str, name: Any, width: int) -> Node:
        return view(self._field(field), width * self._id(kind, name), 1, width)

    def body_pos_of(self, name: Any) -> Node:
        """The place of a body in its parent, a part of the model."""
        return self._row("body_pos", "body", name, 3)

    def geom_pos_of(self, name: Any) -> Node:
        """The place of a geom in its body, a part of the model."""
        return self._row("geom_pos", "geom", name, 3)

    def geom_size_of(self, name: Any) -> Node:
        """The size of a geom, a part of the model."""
        return self._row("geom_size", "geom", name, 3)

    def site_pos_of(self, name: Any) -> Node:
        """The place of a site in its body, a part of the model."""
        return self._row("site_pos", "site", name, 3)

    def site_size_of(self, name: Any) -> Node:
        """The size of a site, a part of the model."""
        return self._row("site_size", "site", name, 3)

    def joint_damping_of(self, name: Any) -> Node:
        """The damping of a joint's first axis, a part of the model."""
        at = self._facts["joint_dof"][self._id("joint", name)]
        return view(self._field("dof_damping"), at, 1, None)

    def body(self, name: Any) -> Node:
        """The position of a body in the world."""
        return self._row("xpos", "body", name, 3)

    def body_com(self, name: Any) -> Node:
        """The position of a body's centre of mass."""
        return self._row("xipos", "body", name, 3)

    def body_quat_world(self, name: Any) -> Node:
        """The orientation of a body, as a quaternion."""
        return self._row("xquat", "body", name, 4)

    def body_mat(self, name: Any) -> Node:
        """The orientation of a body, a matrix row by row."""
        return self._row("xmat", "body", name, 9)

    def geom(self, name: Any) -> Node:
        """The position of a geom in the world."""
        return self._row("geom_xpos", "geom", name, 3)

    def geom_mat(self, name: Any) -> Node:
        """The orientation of a geom, a matrix row by row."""
        return self._row("geom_xmat", "geom", name, 9)

    def site(self, name: Any) -> Node:
        """The position of a site in the world."""
        return self._row("site_xpos", "site", name, 3)

    def site_mat(self, name: Any) -> Node:
        """The orientation of a site, a matrix row by row."""
        return self._row("site_xmat", "site", name, 9)

    def mocap_pos_of(self, name: Any) -> Node:
        """The position of a body that is moved by the task."""
        number = self._facts["body_mocap"][self._id("body", name)]
        if number < 0:
            raise TermError(f"body {quoted(name)} is no mocap body")
        return view(self._field("mocap_pos"), 3 * number, 1, 3)

    def subtree_velocity(self, name: Any) -> Node:
        """The velocity of the centre of mass of a body and all below it."""
        return self._row("subtree_linvel", "body", name, 3)

    def _velocity(self, kind: str, name: Any, frame: str, first: int) -> Node:
        if frame not in ("world", "local"):
            raise TermError(f"frame: expected 'world' or 'local', got {quoted(frame)}")
        number, is_local = self._id(kind, name), int(frame == "local")
        whole = Node("velocity", (), 6, (_OBJECTS[kind], number, is_local))
        return view(whole, first, 1, 3)

    def linear_velocity(
        self, name: Any, frame: str = "world", of: str = "body"
    ) -> Node:
        """The velocity of a body, geom or site, in metres per second."""
        return self._velocity(self._kind(of), name, frame, 3)

    def angular_velocity(
        self, name: Any, frame: str = "world", of: str = "body"
    ) -> Node:
        """The angular velocity of a body, geom or site, in radians per second."""
        return self._velocity(self._kind(of), name, frame, 0)

    @staticmethod
    def _kind(of: str) -> str:
        if of not in _OBJECTS:
            raise TermError(f"of: expected 'body', 'geom' or 'site', got {quoted(of)}")
        return of

    def projected_gravity(self, name: Any) -> Node:
        """The direction of gravity in a body's frame: (0, 0, -1) if it is upright."""
        return unary("neg", view(self.body_mat(name), 6, 1, 3))

    def to_frame(self, name: Any, vector: Node) -> Node:
        """A direction of the world in a body's frame."""
        return FUNCTIONS["unrotate"](self.body_mat(name), vector)

    def centre_of_mass(self) -> Node:
        """The centre of mass of all bodies: x, y and z."""
        masses = self._field("body_mass")
        mass = FUNCTIONS["sum"](masses)
        places = self._field("xipos")
        count = len(self._facts["body"])
        axes = [
            FUNCTIONS["total"](binary("mul", masses, view(places, axis, 3, count)))
            for axis in range(3)
        ]
        return concat([binary("div", axis, mass) for axis in axes])

    # Contacts and rays.

    def _geoms(self, names: Any) -> Node:
        """The numbers of geoms, or of all geoms of bodies."""
        found: list[float] = []
        for name in self._flat((names,)):
            try:
                found += self._ids("geom", (name,))
            except TermError:
                bodies = self._ids("body", (name,))
                pairs = enumerate(self._facts["geom_body"])
                found += [geom for geom, body in pairs if body in bodies]
        return constant(found)

    def _contact(self, first: Any, second: Any, what: int) -> Node:
        others = constant([]) if second is None else self._geoms(second)
        size = 3 if what == _FORCE else None
        return Node("contact", (self._geoms(first), others), size, what)

    def contact(self, first: Any, second: Any = None) -> Node:
        """Whether geoms, or bodies, touch others, or anything."""
        return binary("lt", constant(0.0), self._contact(first, second, _COUNT))

    def contact_count(self, first: Any, second: Any = None) -> Node:
        """The number of contacts between geoms, or bodies, and others."""
        return self._contact(first, second, _COUNT)

    def normal_force(self, first: Any, second: Any = None) -> Node:
        """The sum of the normal forces of contacts, in newtons."""
        return self._contact(first, second, _NORMAL)

    def contact_force(self, first: Any, second: Any = None) -> Node:
        """The force of contacts on the first geoms, in world coordinates."""
        return self._contact(first, second, _FORCE)

    def unstable(self) -> Node:
        """Whether positions, velocities or actions are not numbers, or huge."""
        return Node("unstable")

    def contacts(self) -> Node:
        """The number of all contacts."""
        return Node("contacts")

    def ray(self, point: Node, direction: Node, exclude: Any = None) -> Node:
        """The distance to the next surface, in units of the direction; or -1."""
        body = -1 if exclude is None else self._id("body", exclude)
        if point.count != 3 or direction.count != 3:
            raise TermError("expected a point and a direction of 3 numbers")
        return Node("ray", (point, direction), None, body)

    def height_scan(self, name: Any, points: Node, top: Node | None = None) -> Node:
        """Heights of a body above what is fixed to the world, below points around it.

        Args:
          name: the body.
          points: x and y of each point in turn, in the body's horizontal frame.
          top: how far above the body the rays start, 10 by default.
        """
        above = constant(10.0) if top is None else top
        centre, frame = self.body(name), self.body_mat(name)
        x, y = view(frame, 0, 1, None), view(frame, 3, 1, None)
        length = unary("sqrt", binary("add", binary("mul", x, x), binary("mul", y, y)))
        cos, sin = binary("div", x, length), binary("div", y, length)
        if points.count % 2:
            raise TermError("expected x and y of each point in turn")
        count = points.count // 2
        px, py = view(points, 0, 2, count), view(points, 1, 2, count)
        dx = binary("sub", binary("mul", cos, px), binary("mul", sin, py))
        dy = binary("add", binary("mul", sin, px), binary("mul", cos, py))
        start = [
            binary("add", view(centre, i, 1, None), each)
            for i, each in enumerate((dx, dy, above))
        ]
        places = concat(
            [
                view(axis, i, 1, None) if axis.size else axis
                for i in range(count)
                for axis in start
            ]
        )
        return binary("sub", Node("scan", (places,), count), above)

    # Quantities that remember.

    def last(self, x: Node) -> Node:
        """The value at the end of the last step, or at the reset."""

        def make(place: Node) -> None:
            job = lambda: self._compiler.copy(place.data, x)  # noqa: E731
            self._compiler.later("start_end", job)
            self._compiler.later("observe_end", job)

        return self._remembered(("last", x), x.size, make)

    def since(self, condition: Node) -> Node:
        """How long ago a condition held last, in seconds: 0 while it holds."""

        def make(place: Node) -> None:
            def count() -> None:
                later = binary("add", place, self._dt())
                value = FUNCTIONS["where"](condition, constant(0.0), later)
                self._compiler.store(place, value)

            self._compiler.later("after", count)

        return self._remembered(("since", condition), None, make)

    def air_time(self, first: Any, second: Any = None) -> Node:
        """For how long geoms, or bodies, have touched nothing, in seconds."""
        return self.since(self.contact(first, second))

    def history(self, x: Node, count: Node) -> Node:
        """The values of the last `count` steps, the oldest first."""
        rows, size = integer(count, 1, 1000), x.count

        def make(place: Node) -> None:
            def push() -> None:
                compiler = self._compiler
                end = place.data + (rows - 1) * size
                older = (rows - 1) * size
                if older:
                    compiler.add("copy", older, place.data, place.data + size, 1)
                compiler.copy(end, x)
                with compiler.only_if(compiler.first):
                    for row in range(rows - 1):
                        at = place.data + row * size
                        compiler.add("copy", size, at, end, 1)

            self._compiler.later("observe_start", push)

        return self._remembered(("history", x, rows), rows * size, make)

    def delay(self, x: Node, steps: Node, most: Node | None = None) -> Node:
        """The value of some steps ago; at first, that of the reset.

        Args:
          x: the value.
          steps: the number of steps; with `most`, it may change.
          most: the largest number of steps, at most 999.
        """
        rows = integer(steps if most is None else most, 0, 999) + 1
        kept = self.history(x, constant(float(rows)))
        if most is None:
            return view(kept, 0, 1, x.size)
        row = binary("sub", constant(float(rows - 1)), steps)
        return Node("gather", (kept, row), x.size, (rows, x.count))

    def phase(self, period: Node, offset: Node | None = None) -> Node:
        """The phase of a clock as (sin, cos)."""
        turn = binary("div", self._field("time"), period)
        if offset is not None:
            turn = binary("add", turn, offset)
        angle = binary("mul", constant(2 * math.pi), turn)
        return concat([unary("sin", angle), unary("cos", angle)])

    def effort(self, weight: Node) -> Node:
        """Weight * sum(action ** 2), in the dtype of the action as NumPy does."""
        return Node("effort", (weight, self._action))
