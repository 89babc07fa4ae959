# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Reads robots from URDF files, with what MuJoCo needs beyond them.

The format: http://wiki.ros.org/urdf/XML. MuJoCo reads it, but finds meshes only by
their paths, and leaves out the motors.
"""

from __future__ import annotations

import math
import os
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np

from envpool.errors import ConfigError, FamilyImportError
from envpool.python.config.argument_checks import as_choice

__all__ = ["BASES", "read_urdf"]

BASES = ("fixed", "free")
_MESHES = (".msh", ".obj", ".stl")  # what MuJoCo reads
_MOVING = ("continuous", "prismatic", "revolute")
_INERTIA = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
_PACKAGE = "package://"
_ROUNDING = 1e-5  # MuJoCo writes numbers with 6 digits
_SHOWN = 100  # characters of a name in errors
_SMALLEST = 1e-14  # the principal moments that MuJoCo takes, in kg m^2
_BOUND = 1e-9  # those of links without any
# Links keep their names, also those that do not move; links without mass get a little.
_COMPILER = {
    "strippath": "false",
    "discardvisual": "true",
    "fusestatic": "false",
    "boundmass": "1e-6",
    "boundinertia": str(_BOUND),
}


def read_urdf(
    path: str | os.PathLike[str], base: str = "fixed", collisions: bool = True
) -> Any:
    """Reads a robot from a URDF file, and gives each of its joints a motor.

    The motors have the names of the joints, and their controls are forces within the
    joints' `effort`. Joints with `mimic` follow the others, and have none. Shapes for
    the eye are left out. Meshes `package://NAME/...` are looked for in the folder NAME
    in one above the file. An inertia that no body can have becomes that of a ball.

    Args:
      path: the file.
      base: "fixed", if the first link stays in its place, or "free", if it moves; its
        joint is then called "base".
      collisions: whether the shapes for collisions are kept.

    Returns:
      An `mujoco.MjSpec`, which can be changed before `task` takes it.

    Raises:
      ConfigError: it is not a URDF file, or a mesh is missing or of another format.
      FamilyImportError: the package mujoco is missing.
      OSError: the file cannot be read.
    """
    as_choice("base", base, BASES)
    path = Path(path)
    try:
        import mujoco
    except ImportError as error:
        raise FamilyImportError(
            f"{path}: expected the package mujoco, which reads URDF: "
            f"pip install mujoco ({error})"
        ) from error
    robot = _parsed(path)
    unused = ("visual",) if collisions else ("visual", "collision")
    for link in robot.iter("link"):
        for shape in [each for each in link if each.tag in unused]:
            link.remove(shape)
    for mesh in robot.iter("mesh"):
        mesh.set("filename", _mesh_path(path, mesh.get("filename", "")))
    for inertia in robot.iter("inertia"):
        _mend(path, inertia)
    for extension in robot.findall("mujoco"):
        robot.remove(extension)
    ET.SubElement(ET.SubElement(robot, "mujoco"), "compiler", _COMPILER)
    try:
        spec: Any = mujoco.MjSpec.from_string(ET.tostring(robot, "unicode"))
        if base == "free" and (root := spec.worldbody.first_body()) is not None:
            root.add_freejoint(name="base")
        _add_motors(path, mujoco, spec, robot)
        spec.compile()
    except ValueError as error:
        raise ConfigError(f"{path}: {' '.join(str(error).split())}") from None
    return spec


def _parsed(path: Path) -> ET.Element:
    try:
        robot = ET.fromstring(path.read_bytes())
    except (ET.ParseError, ValueError) as error:
        raise ConfigError(f"{path}: expected a URDF file: {error}") from None
    if robot.tag != "robot":
        raise ConfigError(
            f"{path}: expected a URDF file with the element robot, got "
            f"{robot.tag[:_SHOWN]!r}"
        )
    return robot


def _mesh_path(urdf: Path, name: str) -> str:
    """Returns the file of a mesh.

    Raises:
      ConfigError: there is none, or MuJoCo does not read it.
    """
    folder = urdf.absolute().parent
    if name.startswith(_PACKAGE):
        inside = name.removeprefix(_PACKAGE).lstrip("/")
        places = [parent / inside for parent in (folder, *folder.parents)]
    else:
        places = [folder / name.removeprefix("file://")]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise ConfigError(
            f"{urdf}: expected the mesh {name[-_SHOWN:]!r} in the file's folder, or, "
            f"for {_PACKAGE}, in one above it; there is none"
        )
    if found.suffix.lower() not in _MESHES:
        raise ConfigError(
            f"{urdf}: expected meshes for collisions in the formats "
            f"{', '.join(_MESHES)}, which MuJoCo reads, got {name[-_SHOWN:]!r}; "
            "convert it, or set collisions=False"
        )
    return str(found)


def _number(path: Path, element: ET.Element, name: str, default: str = "0") -> float:
    text = element.get(name, default)
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ConfigError(
            f"{path}: {element.tag}: {name}: expected a number, got {text[:_SHOWN]!r}"
        )
    return number


def _mend(path: Path, inertia: ET.Element) -> None:
    """Replaces an inertia that no body can have by that of a ball.

    That of a thin plate gets a little thickness, as rounded numbers must be possible.
    """
    xx, xy, xz, yy, yz, zz = (_number(path, inertia, name) for name in _INERTIA)
    least, middle, most = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    more = _ROUNDING * float(most)
    if least < _SMALLEST or least + middle < most:
        xx = yy = zz = max(_BOUND, (xx + yy + zz) / 3)
        xy = xz = yz = 0.0
    elif least + middle < most + more:
        xx, yy, zz = xx + more, yy + more, zz + more
    numbers = map(repr, (xx, xy, xz, yy, yz, zz))
    inertia.attrib.update(zip(_INERTIA, numbers, strict=True))


def _add_motors(path: Path, mujoco: Any, spec: Any, robot: ET.Element) -> None:
    """Adds a motor for each joint that moves, and what couples the others to them."""
    for joint in robot.findall("joint"):
        name = joint.get("name")
        if joint.get("type") not in _MOVING or not name:
            continue
        mimic = joint.find("mimic")
        if mimic is not None:
            data = np.zeros(11)
            data[0] = _number(path, mimic, "offset")
            data[1] = _number(path, mimic, "multiplier", "1")
            spec.add_equality(
                type=mujoco.mjtEq.mjEQ_JOINT,
                objtype=mujoco.mjtObj.mjOBJ_JOINT,
                name1=name,
                name2=mimic.get("joint", ""),
                data=data,
            )
            continue
        limit = joint.find("limit")
        effort = 0.0 if limit is None else _number(path, limit, "effort")
        bounds = {"ctrlrange": [-effort, effort], "ctrllimited": 1} if effort else {}
        spec.add_actuator(
            name=name, target=name, trntype=mujoco.mjtTrn.mjTRN_JOINT, **bounds
        )
