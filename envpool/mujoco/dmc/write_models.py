# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a file for each model that the suite's tasks need.

The suite has one file per domain and edits most of them when it loads a task. This
program makes the same edits once, when the project is built.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

Edit = Callable[[ElementTree.Element], None]

_AS_THEY_ARE = (
    "acrobot",
    "ball_in_cup",
    "cartpole",
    "cheetah",
    "finger",
    "fish",
    "hopper",
    "humanoid",
    "humanoid_CMU",
    "pendulum",
    "point_mass",
    "reacher",
    "walker",
)


def _find(root: ElementTree.Element, tag: str, name: str) -> ElementTree.Element:
    found = root.find(f".//{tag}[@name='{name}']")
    if found is None:
        raise ValueError(f"the model has no {tag} {name!r}")
    return found


def _remove(root: ElementTree.Element, tag: str, *names: str) -> None:
    parents = {child: parent for parent in root.iter() for child in parent}
    for name in names:
        element = _find(root, tag, name)
        parents[element].remove(element)


def _add(
    parent: ElementTree.Element, tag: str, **attributes: str
) -> ElementTree.Element:
    if "class_" in attributes:
        attributes["class"] = attributes.pop("class_")
    return ElementTree.SubElement(parent, tag, attributes)


def _only(*kept: str, of: tuple[str, ...]) -> Edit:
    """Removes the bodies `of`, except those that are `kept`."""
    return lambda root: _remove(root, "body", *(n for n in of if n not in kept))


def _poles(count: int) -> Edit:
    """Makes a chain of `count` poles on the cart."""

    def edit(root: ElementTree.Element) -> None:
        world = root.find("worldbody")
        assert world is not None
        pole = _find(root, "body", "pole_1")
        for i in range(2, count + 1):
            pole = _add(pole, "body", name=f"pole_{i}", pos="0 0 1", childclass="pole")
            _add(pole, "joint", name=f"hinge_{i}")
            _add(pole, "geom", name=f"pole_{i}")
        floor = world.find("geom")
        assert floor is not None
        floor.set("pos", f"0 0 {1 - count - 0.05}")
        cameras = world.findall("camera")
        cameras[0].set("pos", f"0 {-1 - 2 * count} 1")
        cameras[1].set("pos", f"0 {-2 * count} 2")

    return edit


def _links(count: int) -> Edit:
    """Makes a chain of links behind the swimmer's head."""

    def edit(root: ElementTree.Element) -> None:
        actuators = ElementTree.SubElement(root, "actuator")
        sensors = ElementTree.SubElement(root, "sensor")
        link = _find(root, "body", "head")
        for camera in link.findall("camera"):
            if camera.get("mode") == "trackcom":
                place = [float(x) * (count / 6.0) for x in camera.attrib["pos"].split()]
                camera.set("pos", " ".join(map(str, place)))
        most = 360.0 / count
        for i in range(count - 1):
            link = _add(link, "body", name=f"segment_{i}", pos="0 .1 0")
            _add(link, "geom", class_="visual", name=f"visual_{i}")
            _add(link, "geom", class_="inertial", name=f"inertial_{i}")
            _add(link, "site", name=f"site_{i}")
            _add(link, "joint", name=f"joint_{i}", range=f"{-most} {most}")
            _add(actuators, "motor", name=f"motor_{i}", joint=f"joint_{i}")
            _add(sensors, "velocimeter", name=f"velocimeter_{i}", site=f"site_{i}")
            _add(sensors, "gyro", name=f"gyro_{i}", site=f"site_{i}")

    return edit


def _springs(bodies: int, driven: int) -> Edit:
    """Makes a row of masses; an env samples the springs between them."""

    def edit(root: ElementTree.Element) -> None:
        body = root.find("worldbody")
        assert body is not None
        actuators = ElementTree.SubElement(root, "actuator")
        tendons = ElementTree.SubElement(root, "tendon")
        for i in range(bodies):
            place = ".25 0 0" if i else ".25 0 .1"
            body = _add(body, "body", name=f"body_{i}", pos=place)
            _add(body, "joint", name=f"joint_{i}", stiffness="20", damping="0")
            _add(body, "geom", name=f"geom_{i}")
            _add(body, "site", name=f"site_{i}")
            if i < driven:
                _add(actuators, "motor", name=f"motor_{i}", joint=f"joint_{i}")
            if i < bodies - 1:
                tendon = _add(tendons, "spatial", name=f"tendon_{i}")
                _add(tendon, "site", site=f"site_{i}")
                _add(tendon, "site", site=f"site_{i + 1}")

    return edit


def _dog_floor(floor: int, ball: bool = False) -> Edit:
    """Sets the floor's size, and removes the ball and the walls unless `ball`."""

    def edit(root: ElementTree.Element) -> None:
        _find(root, "geom", "floor").set("size", f"{floor} {floor} .1")
        if not ball:
            _remove(root, "body", "ball")
            _remove(root, "camera", "ball", "head")
            walls = (f"wall_{side}" for side in ("px", "nx", "py", "ny"))
            _remove(root, "geom", "target", *walls)

    return edit


def _quadruped_floor(floor: float | None = None, terrain: bool = False) -> Edit:
    """Edits the quadruped's ground.

    A given `floor` is the floor's size and removes the ball and the walls. Without
    `terrain`, the terrain and the rangefinders are removed.
    """

    def edit(root: ElementTree.Element) -> None:
        if floor is not None:
            _find(root, "geom", "floor").set("size", f"{floor} {floor} .5")
            _remove(root, "geom", "wall_px", "wall_py", "wall_nx", "wall_ny")
            _remove(root, "body", "ball")
            _remove(root, "site", "target")
        if not terrain:
            _remove(root, "geom", "terrain")
            names = [each.attrib["name"] for each in root.iter("rangefinder")]
            _remove(root, "rangefinder", *names)

    return edit


_PROPS = ("ball", "target_ball", "cup", "peg", "target_peg", "slot")
_BOXES = ("box0", "box1", "box2", "box3")

# For each model's name: its domain, and the edit of the domain's file.
_EDITED: dict[str, tuple[str, Edit]] = {
    "cartpole_two_poles": ("cartpole", _poles(2)),
    "cartpole_three_poles": ("cartpole", _poles(3)),
    "dog_stand": ("dog", _dog_floor(15)),
    "dog_walk": ("dog", _dog_floor(15)),
    "dog_trot": ("dog", _dog_floor(45)),
    "dog_run": ("dog", _dog_floor(135)),
    "dog_fetch": ("dog", _dog_floor(10, ball=True)),
    "lqr_2_1": ("lqr", _springs(2, 1)),
    "lqr_6_2": ("lqr", _springs(6, 2)),
    "manipulator_bring_ball": ("manipulator", _only("ball", "target_ball", of=_PROPS)),
    "manipulator_bring_peg": ("manipulator", _only("peg", "target_peg", of=_PROPS)),
    "manipulator_insert_ball": (
        "manipulator",
        _only("ball", "target_ball", "cup", of=_PROPS),
    ),
    "manipulator_insert_peg": (
        "manipulator",
        _only("peg", "target_peg", "slot", of=_PROPS),
    ),
    "quadruped_walk": ("quadruped", _quadruped_floor(10.0)),
    "quadruped_run": ("quadruped", _quadruped_floor(100)),
    "quadruped_escape": ("quadruped", _quadruped_floor(40, terrain=True)),
    "quadruped_fetch": ("quadruped", _quadruped_floor()),
    "stacker_stack_2": ("stacker", _only("box0", "box1", of=_BOXES)),
    "stacker_stack_4": ("stacker", _only(*_BOXES, of=_BOXES)),
    "swimmer6": ("swimmer", _links(6)),
    "swimmer15": ("swimmer", _links(15)),
}


def main(argv: list[str]) -> None:
    """Writes all models of a copy of the suite into a folder.

    Args:
      argv: the suite's folder, and the folder to write.
    """
    suite, out = map(Path, argv)
    out.mkdir(parents=True, exist_ok=True)
    for name in _AS_THEY_ARE:
        shutil.copyfile(suite / f"{name}.xml", out / f"{name}.xml")
    for name, (domain, edit) in _EDITED.items():
        tree = ElementTree.parse(suite / f"{domain}.xml")
        edit(tree.getroot())
        tree.write(out / f"{name}.xml")
    shutil.copytree(suite / "common", out / "common", dirs_exist_ok=True)
    used = {
        each.attrib["file"]
        for each in ElementTree.parse(suite / "dog.xml").getroot().iter()
        if "file" in each.attrib and each.tag != "include"
    }
    (out / "dog_assets").mkdir(exist_ok=True)
    for file in used:
        shutil.copyfile(suite / "dog_assets" / file, out / "dog_assets" / file)


if __name__ == "__main__":
    main(sys.argv[1:])
