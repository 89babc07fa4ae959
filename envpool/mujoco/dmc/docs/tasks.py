# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The tables of a domain's observations and action.

Names, shapes and ranges come from the models and the specs; what an observation is,
from domains.py.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable
from typing import Any

import mujoco
import numpy as np

import envpool
from envpool.mujoco.dmc.docs.domains import DOMAINS, Key
from envpool.registration import registry


def ids_of(domain: str) -> list[str]:
    """Returns the ids of a domain's tasks."""
    package = "envpool.mujoco.dmc"
    return [
        task_id
        for task_id in envpool.list_all_envs()
        if registry.specs[task_id][:2] == (package, f"{domain}EnvSpec")
    ]


@functools.cache
def shapes_of(task_id: str) -> dict[str, tuple[int, ...]]:
    """Returns the shapes of a task's observations."""
    space: Any = envpool.make_spec(task_id).observation_space
    return {key: box.shape for key, box in space.items()}


@functools.cache
def model_of(task_id: str) -> Any:
    """Returns a task's model."""
    config = envpool.make_spec(task_id).config
    task = config.task_name
    folder = os.path.join(config.base_path, "mujoco", "dmc", "assets")
    name = registry.specs[task_id][1].removesuffix("EnvSpec")
    domain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    domain = "humanoid_CMU" if domain == "Humanoid_CMU" else domain.lower()
    for file in (f"{domain}_{task}.xml", f"{task}.xml", f"{domain}.xml"):
        path = os.path.join(folder, file)
        if os.path.exists(path):
            return mujoco.MjModel.from_xml_path(path)
    raise FileNotFoundError(f"{folder} has no model of {task_id}")


def listed(names: list[tuple[str, int]]) -> str:
    """Lists names with the indices of their numbers."""
    parts, index = [], 0
    for name, count in names:
        span = str(index) if count == 1 else f"{index} to {index + count - 1}"
        parts.append(f"{span} {name}")
        index += count
    return ", ".join(parts)


def joint_names(model: Any, array: str, first: int, end: int) -> list[tuple[str, int]]:
    """Returns what qpos[first:end] or qvel[first:end] are, and how many numbers."""
    names = []
    moves = array == "qvel"
    for joint in range(model.njnt):
        at = int((model.jnt_dofadr if moves else model.jnt_qposadr)[joint])
        name = f"``{model.joint(joint).name}``"
        if not first <= at < end:
            continue
        if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_FREE:
            what = ("velocity", "angular velocity") if moves else ("position", "turn")
            names += [
                (f"{name} ({what[0]})", 3),
                (f"{name} ({what[1]})", 3 if moves else 4),
            ]
        else:
            names.append((name, 1))
    return names


def what_of(key: Key, model: Any) -> str:
    """Returns what an observation is, with the joints' names."""
    joints = re.fullmatch(r"(qpos|qvel)\[(\d*):(\d*)\]", key.source)
    if not key.what.endswith(":") or joints is None:
        return key.what
    array, first, end = joints.groups()
    size = model.nq if array == "qpos" else model.nv
    names = joint_names(model, array, int(first or 0), int(end or size))
    return f"{key.what} {listed(names)}"


def actuators(model: Any) -> list[tuple[str, int]]:
    """Returns the actuators, those of motors with their greatest force."""
    names = []
    for i in range(model.nu):
        name = f"``{model.actuator(i).name}``"
        gain, is_motor = model.actuator_gainprm[i, 0], not model.actuator_biastype[i]
        force = gain * model.actuator_gear[i, 0] * model.actuator_ctrlrange[i, 1]
        names.append((f"{name} ({force:g})" if is_motor else name, 1))
    return names


def shape_text(shapes: Iterable[tuple[int, ...]]) -> str:
    """Returns different shapes in ascending order."""
    texts = [str(shape) for shape in sorted(set(shapes))]
    return " or ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))


def action_row(domain: str) -> list[str]:
    """Returns the row of a domain's action."""
    spaces: list[Any] = [envpool.make_spec(one).action_space for one in ids_of(domain)]
    text = DOMAINS[domain].action
    low, high = np.unique(spaces[0].low), np.unique(spaces[0].high)
    if len(low) == len(high) == 1 and high[0] < 1e9:
        text = f"in [{low[0]:g}, {high[0]:g}]: {text}"
    if text.endswith(":"):
        text = f"{text} {listed(actuators(model_of(ids_of(domain)[0])))}"
    return ["action", shape_text(space.shape for space in spaces), text]


def rows_of(domain: str) -> list[list[str]]:
    """Returns the table of a domain."""
    ids = ids_of(domain)
    rows = []
    for key in DOMAINS[domain].keys:
        having = [task_id for task_id in ids if key.name in shapes_of(task_id)]
        shapes = shape_text(shapes_of(one)[key.name] for one in having)
        text = what_of(key, model_of(having[0]))
        if len(having) == 1 < len(ids):
            text = f"only in ``{having[0]}``: {text}"
        elif len(having) < len(ids):
            missing = ", ".join(f"``{one}``" for one in ids if one not in having)
            text = f"not in {missing}: {text}"
        rows.append([f"``{key.name}``", shapes, text])
    return [*rows, action_row(domain)]


# The tables of the page: title, columns and what makes the rows, by a name.
TABLES = {
    domain.lower(): (
        "Observation and action",
        {"Key": 26, "Shape": 14, "What, by index": 60},
        functools.partial(rows_of, domain),
    )
    for domain in DOMAINS
}
