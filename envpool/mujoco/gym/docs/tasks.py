# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of Gymnasium's robots.

The tables of observations and actions are made from the models.

Each row of an observation has a NumPy expression of the arrays of `mjData`.
tasks_test.py compares the expressions with the official env's observations.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import mujoco

from docs.env_text import Entries, Env, grouped, spec_of
from envpool.mujoco.gym.docs import texts

SHOWN_FIRST = {"HalfCheetah": 0.5, "Humanoid": 0.5}

# Robots that do not observe their horizontal position by default.
_RUNNERS = (
    *("Ant", "HalfCheetah", "Hopper", "Humanoid", "HumanoidStandup"),
    *("Swimmer", "Walker2d"),
)
_FREE, _SLIDE = int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_SLIDE)


class Row(NamedTuple):
    """A row of a table: some values of an observation.

    Attributes:
      what: the description of the values.
      where: the joint or body.
      source: the expression of the arrays of mjData.
      unit: the unit of the values.
      size: the number of values.
    """

    what: str
    where: str
    source: str
    unit: str
    size: int = 1


load_model = functools.cache(mujoco.MjModel.from_xml_path)  # which tasks share


def model_of(task_id: str) -> Any:
    """Returns a task's model."""
    return load_model(spec_of(task_id).config.xml_file)


def axis_of(model: Any, joint: int) -> str:
    """Returns the name of the axis along or about which a joint moves."""
    return "xyz"[int(abs(model.jnt_axis[joint]).argmax())]


def joints(model: Any) -> Iterator[tuple[int, str, str]]:
    """Yields each joint's number, name and kind: free, slide or hinge."""
    kinds = {_FREE: "free", _SLIDE: "slide"}
    for joint in range(model.njnt):
        kind = kinds.get(int(model.jnt_type[joint]), "hinge")
        yield joint, f"``{model.joint(joint).name}``", kind


def positions(model: Any, first: int = 0, end: int | None = None) -> list[Row]:
    """Returns the rows of qpos[first:end]."""
    rows = []
    for joint, name, kind in joints(model):
        at = int(model.jnt_qposadr[joint])
        if kind == "free":
            rows += [
                (at + i, Row(f"position along {axis}", name, f"qpos[{at + i}]", "m"))
                for i, axis in enumerate("xyz")
            ]
            turn = "orientation: a quaternion (w, x, y, z)"
            rows.append((at + 3, Row(turn, name, f"qpos[{at + 3}:{at + 7}]", "", 4)))
            continue
        slides = kind == "slide"
        what = f"position along {axis_of(model, joint)}" if slides else "angle"
        row = Row(what, name, f"qpos[{at}]", "m" if slides else "rad")
        rows.append((at, row))
    return [row for at, row in rows if first <= at and (end is None or at < end)]


def velocities(model: Any, end: int | None = None, clip: str = "") -> list[Row]:
    """Returns the rows of qvel[:end], clipped to a range such as "-10, 10"."""
    rows = []
    for joint, name, kind in joints(model):
        at = int(model.jnt_dofadr[joint])
        if end is not None and at >= end:
            break
        if kind == "free":
            along, about = f"qvel[{at}:{at + 3}]", f"qvel[{at + 3}:{at + 6}]"
            rows.append(Row("velocity along x, y and z", name, along, "m/s", 3))
            turn = "angular velocity about its own x, y and z"
            rows.append(Row(turn, name, about, "rad/s", 3))
            continue
        slides = kind == "slide"
        axis = axis_of(model, joint)
        what = f"velocity along {axis}" if slides else "angular velocity"
        source = f"clip(qvel[{at}], {clip})" if clip else f"qvel[{at}]"
        rows.append(Row(what, name, source, "m/s" if slides else "rad/s"))
    return rows


def turns(model: Any, function: str, first: int, end: int) -> list[Row]:
    """Returns the rows of sines or cosines of qpos[first:end]."""
    what = {"sin": "sine of the angle", "cos": "cosine of the angle"}[function]
    names = [name for _, name, _ in joints(model)]
    return [
        Row(what, names[i], f"{function}(qpos[{i}])", "") for i in range(first, end)
    ]


def bodies(model: Any) -> str:
    """Returns a list of the bodies without the world, as text."""
    names = [f"``{model.body(i).name}``" for i in range(1, model.nbody)]
    return f"{len(names)} bodies, {names[0]} to {names[-1]}"


def ant(model: Any) -> list[Row]:
    """Returns the rows of Ant."""
    count = model.nbody - 1
    contact = Row(
        "contact forces on each body: torque, then force",
        f"{count} bodies: the torso, and three of each leg",
        "clip(cfrc_ext[1:], -1, 1)",
        "N m, N",
        6 * count,
    )
    return [*positions(model, 2), *velocities(model), contact]


def humanoid(model: Any) -> list[Row]:
    """Returns the rows of Humanoid."""
    count, where = model.nbody - 1, bodies(model)
    return [
        *positions(model, 2),
        *velocities(model),
        Row(
            "of each body: inertia (6 numbers), mass times position (3), mass",
            where,
            "cinert[1:]",
            "kg m², kg m, kg",
            10 * count,
        ),
        Row(
            "of each body: angular velocity, then velocity",
            where,
            "cvel[1:]",
            "rad/s, m/s",
            6 * count,
        ),
        Row(
            "torque of the motor of each joint, in the order of the joints above",
            "17 joints, ``abdomen_z`` to ``left_elbow``",
            "qfrc_actuator[6:]",
            "N m",
            model.nv - 6,
        ),
        Row(
            "contact forces on each body: torque, then force",
            where,
            "cfrc_ext[1:]",
            "N m, N",
            6 * count,
        ),
    ]


def double_pendulum(model: Any) -> list[Row]:
    """Returns the rows of InvertedDoublePendulum."""
    force = Row(
        "force of the limits of the joint",
        "``slider``",
        "clip(qfrc_constraint[0], -10, 10)",
        "N",
    )
    return [
        *positions(model, end=1),
        *turns(model, "sin", 1, 3),
        *turns(model, "cos", 1, 3),
        *velocities(model, clip="-10, 10"),
        force,
    ]


def pusher(model: Any) -> list[Row]:
    """Returns the rows of Pusher."""
    places = [
        Row(
            "position: x, y, z",
            f"``{name}``",
            f"xpos[{model.body(name).id}]",
            "m",
            3,
        )
        for name in ("tips_arm", "object", "goal")
    ]
    return [*positions(model, end=7), *velocities(model, 7), *places]


def reacher(model: Any) -> list[Row]:
    """Returns the rows of Reacher."""
    finger, target = (model.body(name).id for name in ("fingertip", "target"))
    way = Row(
        "vector from the target to the fingertip: x, y",
        "``fingertip``, ``target``",
        f"(xpos[{finger}] - xpos[{target}])[:2]",
        "m",
        2,
    )
    return [
        *turns(model, "cos", 0, 2),
        *turns(model, "sin", 0, 2),
        *positions(model, 2),
        *velocities(model, 2),
        way,
    ]


def planar(model: Any, first: int, clip: str = "") -> list[Row]:
    """Returns the rows of a robot that observes qpos[first:] and qvel."""
    return [*positions(model, first), *velocities(model, clip=clip)]


_OBSERVATIONS: dict[str, Callable[[Any], list[Row]]] = {
    "Ant": ant,
    "HalfCheetah": functools.partial(planar, first=1),
    "Hopper": functools.partial(planar, first=1, clip="-10, 10"),
    "Humanoid": humanoid,
    "HumanoidStandup": humanoid,
    "InvertedDoublePendulum": double_pendulum,
    "InvertedPendulum": functools.partial(planar, first=0),
    "Pusher": pusher,
    "Reacher": reacher,
    "Swimmer": functools.partial(planar, first=2),
    "Walker2d": functools.partial(planar, first=1, clip="-10, 10"),
}


def observation(robot: str) -> list[Row]:
    """Returns the rows of a robot's observation in version 5."""
    return _OBSERVATIONS[robot](model_of(f"{robot}-v5"))


def observation_rows(robot: str) -> list[list[str]]:
    """Returns the table of a robot's observation in version 5."""
    cells, index = [], 0
    for what, where, source, unit, size in observation(robot):
        last = index + size - 1
        span = str(index) if size == 1 else f"{index} to {last}"
        span = f"{index}, {last}" if size == 2 else span
        cells.append([span, what, where, unit, f"``{source}``"])
        index += size
    return cells


def action_rows(robot: str) -> list[list[str]]:
    """Returns the table of a robot's action in version 5."""
    model = model_of(f"{robot}-v5")
    cells = []
    for i in range(model.nu):
        gear = model.actuator_gear[i, 0] * model.actuator_gainprm[i, 0]
        low, high = model.actuator_ctrlrange[i]
        joint = model.actuator_trnid[i, 0]
        is_force = int(model.jnt_type[joint]) == _SLIDE
        cells.append(
            [
                str(i),
                f"``{model.joint(joint).name}``",
                f"{low:g} to {high:g}",
                f"{gear * low:g} to {gear * high:g} {'N' if is_force else 'N m'}",
            ]
        )
    return cells


_OBSERVATION = {
    "Index": 12,
    "Meaning": 30,
    "Joint or body": 22,
    "Unit": 9,
    "In ``mjData``": 27,
}
_ACTION = {"Index": 12, "Joint": 38, "Range": 25, "Torque or force": 25}
_SITE = "https://gymnasium.farama.org/environments/mujoco"


def _infos(robot: str) -> str:
    """Returns a sentence about a robot's infos."""
    always, steps = (
        ", ".join(f"``{key}``" for key in keys) for keys in texts.INFOS[robot]
    )
    said = f"Infos of a step: {steps}."
    return f"{said[:-1]}; of every row: {always}." if always else said


def _notes(robot: str) -> str:
    """Returns further notes on a robot."""
    parts = [texts.TEXTS[robot].notes]
    if older := texts.OLDER.get(robot):
        parts.append("\n".join(f"* {one}" for one in older))
    return "\n\n".join(filter(None, parts))


def envs() -> dict[str, Env]:
    """Returns the robots by page name."""
    found = {}
    ids = grouped("envpool.mujoco.gym", lambda task_id, _: task_id.rpartition("-")[0])
    for robot, text in texts.TEXTS.items():
        newest = (f"{robot}-v5",)
        snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", robot).lower()
        found[robot] = Env(
            robot,
            ids[robot],
            text.summary,
            [
                Entries(_OBSERVATION, observation_rows(robot), newest),
                "The table is of version 5 with its default options. "
                "``exclude_current_positions_from_observation=False`` puts the "
                "position of a robot that runs before all else."
                if robot in _RUNNERS
                else "The table is of version 5 with its default options.",
                _infos(robot),
            ],
            [Entries(_ACTION, action_rows(robot), newest)],
            f"{text.reward} *a* is the action; Σ sums over its numbers. Numbers are "
            "defaults of the options in parentheses.",
            text.end,
            f"{_SITE}/{snake}/",
            start=text.start,
            notes=_notes(robot),
        )
    return found
