# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a model for each task: an arena with a walker in it.

dm_control composes the models when an episode starts. This program composes them
once, when the project is built. What is drawn anew in each episode, such as the
places of walls, gets values that the env replaces.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from envpool.mujoco.dmc_locomotion import maze_models, soccer_models, tracking_models
from envpool.mujoco.dmc_locomotion.humanoid_models import (
    CONTROLLERS,
    EFFECTORS,
    OTHERS,
    control_positions,
)
from envpool.mujoco.dmc_locomotion.mjcf import (
    add,
    add_scale,
    add_sky,
    part,
    prefix_names,
    prefix_skin,
    settings,
)

_PREFIX = "walker/"

_GRASS = "OutdoorGrassFloorD.png"
_SKY = "OutdoorSkybox2048.png"


def _base(timestep: str, znear: str, zfar: str) -> Element:
    """Returns a model without bodies, with the settings of all arenas."""
    root = settings(timestep)
    visual = add(root, "visual")
    add(
        visual,
        "headlight",
        ambient=".4 .4 .4",
        diffuse=".8 .8 .8",
        specular=".1 .1 .1",
    )
    add(visual, "map", {"znear": znear, **({"zfar": zfar} if zfar else {})})
    add_scale(visual)
    add(root, "asset")
    add(root, "worldbody")
    return root


def _observe(walker: Element, root: str, effectors: str) -> None:
    """Adds sensors of the end effectors' positions, relative to the root."""
    sensors = walker.find("sensor")
    assert sensors is not None
    for body in effectors.split():
        add(
            sensors,
            "framepos",
            name=f"{body}_end_effector",
            objtype="xbody",
            objname=body,
            reftype="xbody",
            refname=root,
        )


def _attach(walker: Element, root: Element) -> None:
    """Attaches a walker to an arena, with a free joint."""
    prefix_names(walker, _PREFIX)
    for tag in ("material", "general", "fixed"):
        for element in walker.findall(f"asset/{tag}") + walker.findall(f"*/{tag}"):
            element.attrib.setdefault("class", _PREFIX)
    defaults = walker.find("default")
    bodies = walker.find("worldbody")
    world = root.find("worldbody")
    assert defaults is not None and bodies is not None and world is not None
    general = defaults.find("general")
    if general is not None:
        del general.attrib["class"]
    defaults.set("class", _PREFIX)
    add(root, "default").append(defaults)
    frame = add(world, "body", name=_PREFIX, childclass=_PREFIX)
    add(frame, "freejoint", name=_PREFIX)
    frame.extend(bodies)
    for each in walker:
        if each.tag in ("asset", "visual"):
            part(root, each.tag).extend(each)
        elif each.tag not in ("compiler", "default", "worldbody"):
            root.append(each)


def _add_outdoors(root: Element) -> None:
    """Adds the textures of grass and sky."""
    assets = part(root, "asset")
    add(assets, "texture", name="aesthetic_texture", type="2d", file=_GRASS)
    add(
        assets,
        "material",
        name="aesthetic_material",
        texture="aesthetic_texture",
        texuniform="true",
    )
    add_sky(assets, _SKY)


def _add_tiles(root: Element) -> None:
    """Adds the floor of tiles, a camera above it, and a target on it."""
    assets = part(root, "asset")
    add(
        assets,
        "texture",
        name="groundplane",
        type="2d",
        builtin="checker",
        rgb1=".2 .3 .4",
        rgb2=".1 .2 .3",
        mark="edge",
        markrgb=".8 .8 .8",
        width="200",
        height="200",
    )
    add(
        assets,
        "material",
        name="groundplane",
        texture="groundplane",
        texrepeat="2 2",
        texuniform="true",
        reflectance=".2",
    )
    world = part(root, "worldbody")
    add(
        world,
        "geom",
        name="groundplane",
        type="plane",
        size="8 8 .25",
        material="groundplane",
    )
    add(
        world,
        "camera",
        name="top_camera",
        fovy="10.058147163570894",
        pos="0 0 100",
        quat="1 0 0 0",
    )


def _add_target(root: Element) -> None:
    # Not at the origin: the compiler would mark it as always there.
    world = part(root, "worldbody")
    target = {"name": "target", "type": "sphere", "size": ".1", "pos": "1 1 0"}
    add(world, "site", target, rgba=".9 .6 .6 1")


def _add_bowl(root: Element) -> None:
    """Adds the ground and the terrain. Each episode draws the terrain's heights."""
    terrain = {"name": "terrain", "nrow": "201", "ncol": "201"}
    add(part(root, "asset"), "hfield", terrain, size="6 6 .5 .1")
    _add_outdoors(root)
    world = part(root, "worldbody")
    add(
        world,
        "geom",
        name="terrain",
        type="hfield",
        hfield="terrain",
        pos="0 0 -.01",
        material="aesthetic_material",
    )
    add(
        world,
        "geom",
        name="groundplane",
        type="plane",
        size="20 20 .5",
        material="aesthetic_material",
    )


def _add_corridor(root: Element, length: int, width: int, floor: str) -> Element:
    """Adds the planes around a corridor; returns the body for its walls."""
    world = part(root, "worldbody")
    walls = add(world, "body", name="walls")
    middle, side = length / 2, width / 2
    seen = "0 0 0 0" if floor == "hidden" else ".5 .5 .5 1"
    height = -10 if floor == "hidden" else 0
    for place, size, turn in (
        (f"{middle} 0 {height}", f"{middle + 2} {side}", ""),
        (f"{middle} {side} 2", f"{middle + 2} 2", "1 0 0 0 0 1"),
        (f"{middle} {-side} 2", f"{middle + 2} 2", "-1 0 0 0 0 1"),
        ("-2 0 2", f"{side} 2", "0 1 0 0 0 1"),
        (f"{length + 2} 0 2", f"{side} 2", "0 -1 0 0 0 1"),
    ):
        plane = add(world, "geom", type="plane", pos=place, size=f"{size} 1")
        plane.set("rgba", "1 0 0 0" if turn else seen)
        if turn:
            plane.set("xyaxes", turn)
            plane.set("group", "3")
    return walls


def _add_gradient(root: Element) -> None:
    """Adds the sky of corridors."""
    sky = {"type": "skybox", "builtin": "gradient", "rgb1": ".4 .6 .8"}
    add(part(root, "asset"), "texture", sky, rgb2="0 0 0", width="100", height="600")


def _add_walls(root: Element) -> None:
    _add_gradient(root)
    walls = _add_corridor(root, 100, 10, "seen")
    for i in range(25):
        wall = {"name": f"wall_{i}", "type": "box", "rgba": "1 1 1 1"}
        add(walls, "geom", wall, pos=f"{2 + 4 * i} 1 1.5", size=".08 2 1.5")


def _add_gaps(root: Element, length: int, width: int, most: int, grass: bool) -> None:
    """Adds platforms: as many as there may be. An env hides those it does not use."""
    if grass:
        _add_outdoors(root)
        look = {"material": "aesthetic_material"}
    else:
        _add_gradient(root)
        look = {"rgba": ".5 .5 .5 1"}
    _add_corridor(root, length, width, "hidden")
    ground = add(part(root, "worldbody"), "body", name="ground")
    for i in range(-1, most):
        name = f"floor_{i}" if i >= 0 else "start_floor"
        place = {"pos": f"{3 + 2 * (i + 1)} 0 -.16", "size": f"3 {width / 2} .16"}
        add(ground, "geom", place, name=name, type="box", **look)


def _cmu(root: Element, walkers: Path) -> None:
    walker = ElementTree.parse(walkers / "humanoid_CMU_V2019.xml").getroot()
    control_positions(walker, CONTROLLERS, OTHERS)
    _observe(walker, "root", EFFECTORS)
    _attach(walker, root)


def _cmu_2020(root: Element, walkers: Path) -> None:
    walker = ElementTree.parse(walkers / "humanoid_CMU_V2020.xml").getroot()
    tracking_models.scale_humanoid(walker)
    control_positions(walker, tracking_models.CONTROLLERS, tracking_models.OTHERS)
    tracking_models.adapt_actuators(walker)
    _observe(walker, "root", EFFECTORS)
    _attach(walker, root)


def _rat(root: Element, walkers: Path) -> None:
    walker = ElementTree.parse(walkers / "rodent.xml").getroot()
    _observe(walker, "torso", "lower_arm_R lower_arm_L foot_R foot_L")
    _attach(walker, root)


def _go_to_target(walkers: Path) -> Element:
    root = _base(".005", ".01", "")
    _add_tiles(root)
    _cmu(root, walkers)
    _add_target(root)
    return root


def _tracking(walkers: Path) -> Element:
    root = _base(".005", ".01", "")
    _add_tiles(root)
    _cmu_2020(root, walkers)
    return root


def _run_walls(walkers: Path) -> Element:
    root = _base(".005", ".00025", "4")
    _add_walls(root)
    _cmu(root, walkers)
    return root


def _run_gaps(walkers: Path) -> Element:
    root = _base(".005", ".00025", "4")
    _add_gaps(root, 100, 10, 118, grass=False)
    _cmu(root, walkers)
    return root


def _rodent_run_gaps(walkers: Path) -> Element:
    root = _base(".001", ".00025", "4")
    _add_gaps(root, 40, 2, 76, grass=True)
    _rat(root, walkers)
    return root


def _escape_bowl(walkers: Path) -> Element:
    root = _base(".001", ".00025", "50")
    _add_bowl(root)
    _rat(root, walkers)
    return root


def _cmu_maze(walkers: Path, maze: maze_models.Maze, timestep: str) -> Element:
    root = _base(timestep, ".0005", "")
    maze_models.add_maze(root, maze, _SKY, _GRASS)
    _cmu(root, walkers)
    maze_models.add_surfaces(root, maze)
    return root


def _maze_forage(walkers: Path) -> Element:
    return _cmu_maze(walkers, maze_models.CMU_MAZE, ".005")


def _heterogeneous_forage(walkers: Path) -> Element:
    return _cmu_maze(walkers, maze_models.CMU_ROOM, ".001")


def _rodent_maze_forage(walkers: Path) -> Element:
    root = _base(".001", ".0005", "")
    maze_models.add_maze(root, maze_models.RAT_MAZE, _SKY, _GRASS)
    _rat(root, walkers)
    maze_models.add_surfaces(root, maze_models.RAT_MAZE)
    return root


def _two_touch(walkers: Path) -> Element:
    root = _base(".001", ".01", "")
    _add_outdoors(root)
    world = part(root, "worldbody")
    ground = {"name": "groundplane", "type": "plane", "size": "10 10 .25"}
    add(world, "geom", ground, material="aesthetic_material")
    view = {"name": "top_camera", "pos": "0 0 100", "quat": "1 0 0 0"}
    add(world, "camera", view, fovy="12.554596979195109")
    _rat(root, walkers)
    maze_models.add_sphere(root)
    return root


_MODELS: dict[str, Callable[[Path], Element]] = {
    "cmu_humanoid_go_to_target": _go_to_target,
    "cmu_humanoid_run_walls": _run_walls,
    "cmu_humanoid_run_gaps": _run_gaps,
    "rodent_escape_bowl": _escape_bowl,
    "rodent_run_gaps": _rodent_run_gaps,
    "cmu_humanoid_tracking": _tracking,
    "cmu_humanoid_maze_forage": _maze_forage,
    "cmu_humanoid_heterogeneous_forage": _heterogeneous_forage,
    "rodent_maze_forage": _rodent_maze_forage,
    "rodent_two_touch": _two_touch,
}


def main(argv: list[str]) -> None:
    """Writes all models and the files that they refer to into a folder.

    Args:
      argv: the folder of dm_control, the folder to write, the folder of labmaze's
        assets, and that of envpool-assets' clips of motion capture.
    """
    dm_control, out, mazes, mocap = map(Path, argv)
    package = dm_control / "locomotion"
    walkers = package / "walkers" / "assets"
    out.mkdir(parents=True, exist_ok=True)
    for name, compose in _MODELS.items():
        ElementTree.ElementTree(compose(walkers)).write(out / f"{name}.xml")
    for name in (_GRASS, _SKY):
        source = package / "arenas" / "assets" / "outdoor_natural" / name
        shutil.copyfile(source, out / name)
    skin = (walkers / "rodent_walker_skin.skn").read_bytes()
    (out / "rodent_walker_skin.skn").write_bytes(prefix_skin(skin, _PREFIX))
    maze_models.copy_textures(mazes, out)
    soccer_models.write(dm_control, out)
    tracking_models.write(mocap, out)


if __name__ == "__main__":
    main(sys.argv[1:])
