# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the scenes of mjlab's tasks: its robots on a plane, with their motors.

mjlab composes a scene in Python when it makes an env. This program makes the same
scene once, when the project is built, without the meshes, which are only seen.
Numbers and names are mjlab's.
"""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

_NATURAL_FREQUENCY = 10 * 2.0 * 3.1415926535  # rad/s
_DAMPING_RATIO = 2.0


class _Motor(NamedTuple):
    """What drives some joints: the inertia in kg m^2 that gears make of its rotor."""

    joints: str  # a regular expression
    inertia: float
    effort: float  # N m


def _planetary(rotors: tuple[float, ...], gears: tuple[float, ...]) -> float:
    """Returns the inertia of a motor with a planetary gear of two stages."""
    return (
        rotors[0] * (gears[1] * gears[2]) ** 2 + rotors[1] * gears[2] ** 2 + rotors[2]
    )


_GO1_ROTOR = 0.000111842
_5020 = _planetary((0.139e-4, 0.017e-4, 0.169e-4), (1, 1 + 46 / 18, 1 + 56 / 16))
_7520_14 = _planetary((0.489e-4, 0.098e-4, 0.533e-4), (1, 4.5, 1 + 48 / 22))
_7520_22 = _planetary((0.489e-4, 0.109e-4, 0.738e-4), (1, 4.5, 5))
_4010 = _planetary((0.068e-4, 0.0, 0.0), (1, 5, 5))

_GO1_MOTORS = (
    _Motor(".*_(hip|thigh)_joint", _GO1_ROTOR * 6**2, 23.7),
    _Motor(".*_calf_joint", _GO1_ROTOR * 9**2, 35.55),
)
_G1_MOTORS = (
    _Motor(".*_(elbow|shoulder_(pitch|roll|yaw)|wrist_roll)_joint", _5020, 25.0),
    _Motor(".*_hip_(pitch|yaw)_joint|waist_yaw_joint", _7520_14, 88.0),
    _Motor(".*_(hip_roll|knee)_joint", _7520_22, 139.0),
    _Motor(".*_wrist_(pitch|yaw)_joint", _4010, 5.0),
    _Motor("waist_(pitch|roll)_joint|.*_ankle_(pitch|roll)_joint", 2 * _5020, 50.0),
)
_GO1_POSE = {
    ".*thigh_joint": 0.9,
    ".*calf_joint": -1.8,
    ".*R_hip_joint": 0.1,
    ".*L_hip_joint": -0.1,
}
_G1_POSE = {
    ".*_hip_pitch_joint": -0.312,
    ".*_knee_joint": 0.669,
    ".*_ankle_pitch_joint": -0.363,
    ".*_elbow_joint": 0.6,
    ".*_shoulder_pitch_joint": 0.2,
    "left_shoulder_roll_joint": 0.2,
    "right_shoulder_roll_joint": -0.2,
}


def _set(element: ElementTree.Element, **values: Any) -> None:
    for key, value in values.items():
        numbers = value if isinstance(value, (tuple, list)) else [value]
        text = (each if isinstance(each, str) else repr(each) for each in numbers)
        element.set(key.rstrip("_"), " ".join(text))


def _add(parent: ElementTree.Element, tag: str, **values: Any) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, tag)
    _set(element, **values)
    return element


def _section(root: ElementTree.Element, tag: str) -> ElementTree.Element:
    found = root.find(tag)
    return ElementTree.SubElement(root, tag) if found is None else found


def _value(name: str, table: dict[str, float]) -> float:
    return next((v for p, v in table.items() if re.fullmatch(p, name)), 0.0)


def _without_meshes(root: ElementTree.Element) -> None:
    _section(root, "compiler").attrib.pop("meshdir", None)
    for parent in list(root.iter()):
        for child in list(parent):
            if "mesh" in (child.tag, *child.attrib):
                parent.remove(child)
            elif child.get("group") == "3":  # shows what collides instead
                child.set("group", "0")


def _on_a_plane(root: ElementTree.Element, **options: Any) -> None:
    option = _section(root, "option")
    _set(option, integrator="implicitfast", ccd_iterations=50, **options)
    assets, world = _section(root, "asset"), _section(root, "worldbody")
    _add(
        assets,
        "texture",
        name="groundplane",
        type="2d",
        builtin="checker",
        mark="edge",
        rgb1=(0.2, 0.3, 0.4),
        rgb2=(0.1, 0.2, 0.3),
        markrgb=(0.8, 0.8, 0.8),
        width=300,
        height=300,
    )
    _add(
        assets,
        "material",
        name="groundplane",
        texture="groundplane",
        texuniform="true",
        texrepeat=(4, 4),
        reflectance=0.2,
    )
    terrain = ElementTree.Element("body", name="terrain")
    world.insert(0, terrain)
    _add(
        terrain,
        "geom",
        name="terrain",
        type="plane",
        size=(0, 0, 0.01),
        material="groundplane",
    )


def _drive(root: ElementTree.Element, motors: tuple[_Motor, ...]) -> None:
    """Adds position controllers to all joints with a limit, and the rotors' inertia."""
    actuators = _section(root, "actuator")
    for joint in root.find("worldbody").iter("joint"):  # type: ignore[union-attr]
        name = joint.get("name", "")
        motor = next(each for each in motors if re.fullmatch(each.joints, name))
        _set(joint, armature=motor.inertia)
        gain = motor.inertia * _NATURAL_FREQUENCY**2
        damping = 2 * _DAMPING_RATIO * motor.inertia * _NATURAL_FREQUENCY
        _add(
            actuators,
            "general",
            name=name,
            joint=name,
            biastype="affine",
            gainprm=gain,
            biasprm=(0, -gain, -damping),
            ctrllimited="false",
            forcerange=(-motor.effort, motor.effort),
        )


def _stand(
    root: ElementTree.Element, place: tuple[float, float, float], pose: dict[str, float]
) -> None:
    """Makes the pose of a robot's joints the keyframe "home"."""
    joints = [
        _value(joint.get("name", ""), pose)
        for joint in root.find("worldbody").iter("joint")  # type: ignore[union-attr]
    ]
    _add(
        _section(root, "keyframe"),
        "key",
        name="home",
        qpos=(*place, 1, 0, 0, 0, *joints),
    )


def _touch(root: ElementTree.Element, feet: dict[str, dict[str, str]]) -> None:
    """Adds sensors of each foot's contacts with the ground: count and force."""
    for name, part in feet.items():
        _add(
            _section(root, "sensor"),
            "contact",
            name=f"{name}_contact",
            **part,
            body2="terrain",
            data="found force",
            reduce="netforce",
            num=1,
        )


def _collide(root: ElementTree.Element, feet: str, **values: Any) -> None:
    """Lets only feet have friction; other parts of the robot are slippery."""
    for geom in root.find("worldbody").iter("geom"):  # type: ignore[union-attr]
        name = geom.get("name", "")
        if name == "terrain":
            continue
        _set(geom, contype=1, conaffinity=1)
        if re.fullmatch(feet, name):
            _set(geom, priority=1, **values)
        else:
            _set(geom, condim=1, priority=0)


def _go1(root: ElementTree.Element) -> None:
    _on_a_plane(
        root,
        timestep=0.005,
        iterations=10,
        ls_iterations=20,
        impratio=10,
        cone="elliptic",
    )
    feet = "[FR][LR]_foot_collision"
    _collide(root, feet, condim=6, friction=(1, 5e-3, 5e-4))
    for geom in root.find("worldbody").iter("geom"):  # type: ignore[union-attr]
        if geom.get("name") != "terrain":
            _set(geom, solref=(0.01, 1))
    _drive(root, _GO1_MOTORS)
    _stand(root, (0.0, 0.0, 0.278), _GO1_POSE)
    names = ("FR", "FL", "RR", "RL")
    _touch(root, {name: {"geom1": f"{name}_foot_collision"} for name in names})


def _g1(root: ElementTree.Element) -> None:
    _on_a_plane(root, timestep=0.005, iterations=10, ls_iterations=20)
    _collide(root, "(left|right)_foot[1-7]_collision", condim=3, friction=0.6)
    _drive(root, _G1_MOTORS)
    _stand(root, (0.0, 0.0, 0.76), _G1_POSE)
    sides = ("left", "right")
    _touch(
        root,
        {f"{side}_foot": {"subtree1": f"{side}_ankle_roll_link"} for side in sides},
    )
    _add(
        _section(root, "sensor"),
        "contact",
        name="self_collision",
        subtree1="pelvis",
        subtree2="pelvis",
        data="found force",
        reduce="none",
        num=1,
    )


def _cartpole(root: ElementTree.Element) -> None:
    _on_a_plane(root, timestep=0.01)
    _add(_section(root, "option"), "flag", contact="disable")
    for name, angle in (("balance", 0.0), ("swingup", math.pi)):
        _add(_section(root, "keyframe"), "key", name=name, qpos=(0.0, angle))


_SCENES = {
    "unitree_go1": ("asset_zoo/robots/unitree_go1/xmls/go1.xml", _go1),
    "unitree_g1": ("asset_zoo/robots/unitree_g1/xmls/g1.xml", _g1),
    "mjlab_cartpole": ("tasks/cartpole/cartpole.xml", _cartpole),
}


def main(source: str, folder: str) -> None:
    """Writes each scene as `<folder>/<name>.xml`; `source` is the package's folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, (path, edit) in _SCENES.items():
        tree = ElementTree.parse(Path(source, path))
        _without_meshes(tree.getroot())
        edit(tree.getroot())
        ElementTree.indent(tree)
        tree.write(Path(folder, f"{name}.xml"), encoding="unicode")


if __name__ == "__main__":
    main(*sys.argv[1:])
