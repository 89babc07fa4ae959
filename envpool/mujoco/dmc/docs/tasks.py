# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of the suite's tasks.

Names, shapes and ranges come from the models and the specs, the descriptions of
observations from domains.py, and the other texts from texts.py.
"""

from __future__ import annotations

import functools
import os
import re
from typing import Any

import mujoco
import numpy as np

import envpool
from docs.env_text import Entries, Env, spec_of
from envpool.mujoco.dmc.docs import texts
from envpool.mujoco.dmc.docs.domains import DOMAINS, Key
from envpool.registration import registry

SHOWN_FIRST = {"DogFetch": 0.6, "HumanoidCMURun": 0.5}


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
    space: Any = spec_of(task_id).observation_space
    return {key: box.shape for key, box in space.items()}


load_model = functools.cache(mujoco.MjModel.from_xml_path)  # which tasks share


def model_of(task_id: str) -> Any:
    """Returns a task's model."""
    config = spec_of(task_id).config
    task = config.task_name
    folder = os.path.join(config.base_path, "mujoco", "dmc", "assets")
    name = registry.specs[task_id][1].removesuffix("EnvSpec")
    domain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    domain = "humanoid_CMU" if domain == "Humanoid_CMU" else domain.lower()
    for file in (f"{domain}_{task}.xml", f"{task}.xml", f"{domain}.xml"):
        path = os.path.join(folder, file)
        if os.path.exists(path):
            return load_model(path)
    raise FileNotFoundError(f"{folder} has no model of {task_id}")


def listed(names: list[tuple[str, int]]) -> str:
    """Returns a list of names, each with the indices of its values."""
    parts, index = [], 0
    for name, count in names:
        span = str(index) if count == 1 else f"{index} to {index + count - 1}"
        parts.append(f"{span} {name}")
        index += count
    return ", ".join(parts)


def joint_names(model: Any, array: str, first: int, end: int) -> list[tuple[str, int]]:
    """Returns the names in qpos[first:end] or qvel[first:end], with their counts."""
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
    """Returns the description of an observation, with the names of joints."""
    joints = re.fullmatch(r"(qpos|qvel)\[(\d*):(\d*)\]", key.source)
    if not key.what.endswith(":") or joints is None:
        return key.what
    array, first, end = joints.groups()
    size = model.nq if array == "qpos" else model.nv
    names = joint_names(model, array, int(first or 0), int(end or size))
    return f"{key.what} {listed(names)}"


def actuators(model: Any) -> list[tuple[str, int]]:
    """Returns the actuators; a motor's name includes its greatest force."""
    names = []
    for i in range(model.nu):
        name = f"``{model.actuator(i).name}``"
        gain, is_motor = model.actuator_gainprm[i, 0], not model.actuator_biastype[i]
        force = gain * model.actuator_gear[i, 0] * model.actuator_ctrlrange[i, 1]
        names.append((f"{name} ({force:g})" if is_motor else name, 1))
    return names


def action_text(task_id: str, domain: str) -> list[str]:
    """Returns the row of a task's action."""
    space: Any = spec_of(task_id).action_space
    text = DOMAINS[domain].action
    low, high = np.unique(space.low), np.unique(space.high)
    if len(low) == len(high) == 1 and high[0] < 1e9:
        text = f"in [{low[0]:g}, {high[0]:g}]: {text}"
    if text.endswith(":"):
        text = f"{text} {listed(actuators(model_of(task_id)))}"
    last = space.shape[0] - 1
    return ["0" if last == 0 else f"0 to {last}", text]


def observation_rows(task_id: str, domain: str) -> list[list[str]]:
    """Returns the table of a task's observations."""
    shapes = shapes_of(task_id)
    return [
        [f"``{key.name}``", str(shapes[key.name]), what_of(key, model_of(task_id))]
        for key in DOMAINS[domain].keys
        if key.name in shapes
    ]


def env_of(task_id: str, domain: str) -> Env:
    """Returns the page of a task."""
    text = texts.TEXTS[domain]
    task = spec_of(task_id).config.task_name
    terms = f"{_TOLERANCE} {_SMALL}" if domain != "Lqr" else ""
    return Env(
        task_id.removesuffix("-v1"),
        (task_id,),
        f"{text.summary} This is the task ``{task}``.",
        [
            Entries(
                {"Key": 26, "Shape": 14, "Meaning, by index": 60},
                observation_rows(task_id, domain),
            ),
            "Angles are in radians, and z points upwards. With the APIs other than "
            "Gymnasium's, a single number has the shape ``()``.",
        ],
        [Entries({"Index": 14, "Meaning": 86}, [action_text(task_id, domain)])],
        f"{texts.of_task(text.rewards, task)}\n\n{terms}".strip(),
        text.end,
        f"{_SUITE}/{file_of(domain)}.py",
        start=texts.of_task(text.starts, task),
        names=(f"dm_control {file_of(domain)} {task}",),
    )


def file_of(domain: str) -> str:
    """Returns the name of a domain's file in the suite."""
    if domain == "HumanoidCMU":
        return "humanoid_CMU"
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", domain).lower()


_SUITE = "https://github.com/google-deepmind/dm_control/blob/main/dm_control/suite"
_TOLERANCE = (
    "A *tolerance* of a value is 1 if the value is in an interval, and less with its "
    "distance from it: at a distance called the margin, it has fallen to 0.1, along a "
    "Gaussian curve unless another value or curve is named; with a margin of 0, it is "
    "0 outside the interval."
)
_SMALL = "*Small control* is the mean of 1 - a² over the numbers of the action."


def envs() -> dict[str, Env]:
    """Returns the tasks by page name."""
    found = {}
    for domain in DOMAINS:
        for task_id in ids_of(domain):
            found[task_id.removesuffix("-v1")] = env_of(task_id, domain)
    return found
