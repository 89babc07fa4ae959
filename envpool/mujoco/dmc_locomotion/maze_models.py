# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Adds the arenas with targets to a model: mazes, and the floor with a sphere.

Each episode has another maze, so a model has as many walls, planes and targets as
there may be. Those that an episode does not use are tiny and below the ground. A
material has a texture and its repetitions on a wall or tile of a certain size, so
that an episode only has to choose materials.
"""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

from envpool.mujoco.dmc_locomotion.mjcf import add, add_sky, part

__all__ = [
    "CMU_MAZE",
    "CMU_ROOM",
    "RAT_MAZE",
    "Maze",
    "add_maze",
    "add_sphere",
    "add_surfaces",
    "copy_textures",
]

_STYLE = "style_01"
_SKY = "sky_03"
_WALL_TEXTURES = (
    *("blue", "cerise", "green_bright", "green"),
    *("purple", "red_bright", "red", "yellow"),
)
_FLOOR_TEXTURES = (
    *("blue_bright", "blue", "blue_team"),
    *("orange_bright", "orange", "red_team"),
)
_SKY_SIDES = {
    "right": "rt",
    "left": "lf",
    "up": "up",
    "down": "dn",
    "front": "ft",
    "back": "bk",
}
_BELOW = -2  # the height of what an episode does not use

# The sides of a wall that have a texture, and the axes of their planes.
_SIDES = {
    "neg_x": "0 -1 0 0 0 1",
    "pos_x": "0 1 0 0 0 1",
    "neg_y": "1 0 0 0 0 1",
    "pos_y": "-1 0 0 0 0 1",
    "pos_z": "1 0 0 0 1 0",
}


class Maze(NamedTuple):
    """The sizes of a maze.

    Attributes:
      cells: on each side.
      scale: of a cell, in metres.
      height: of walls, in metres.
      walls: the greatest number of walls.
      tiles: the greatest number of tiles of the floor.
      colours: two colours for each target.
      radius: of targets, in metres.
      target_height: of targets, in metres.
      grass: whether the floor is grass outdoors.
    """

    cells: int
    scale: float
    height: float
    walls: int
    tiles: int
    colours: list[tuple[str, str]]
    radius: float
    target_height: float
    grass: bool


_BLUE = ("0 0 .4", "0 0 .7")
_GREEN = ("0 .4 0", "0 .7 0")
_RED = (".4 0 0", ".7 0 0")

# Of a million mazes, none had more than 24 walls or 21 tiles.
CMU_MAZE = Maze(11, 3, 2, 32, 32, 12 * [_BLUE], 0.4, 1, grass=False)
RAT_MAZE = Maze(11, 0.5, 0.3, 32, 32, 12 * [_BLUE], 0.05, 0.125, grass=True)
# Each of six targets may have either colour. An episode uses three of each.
CMU_ROOM = Maze(7, 3, 2, 4, 1, 6 * [_GREEN, _RED], 0.4, 1, grass=False)


def _odd(cells: int) -> range:
    return range(1, cells + 1, 2)


def _wall_name(texture: int, number: int) -> str:
    return f"wall_{texture}_{number}"


def _floor_name(texture: int, number: int) -> str:
    return f"floor_{texture}_{number}"


def _add_looks(root: Element, maze: Maze, floors: list[str]) -> None:
    """Adds the textures of walls and all materials."""
    assets = part(root, "asset")
    sizes = _odd(maze.cells)
    tops = [f"{a} {b}" for a in sizes for b in sizes]
    sides = [f"{a} {2 * (maze.height / 2) / maze.scale!r}" for a in sizes]
    for texture, name in enumerate(_WALL_TEXTURES):
        look = {"name": f"walls/{name}", "type": "2d"}
        add(assets, "texture", look, file=f"wall_{name}_d.png")
        for number, repeat in enumerate(sides + tops):
            look = {"name": _wall_name(texture, number), "texture": f"walls/{name}"}
            add(assets, "material", look, texrepeat=repeat)
    for texture, name in enumerate(floors):
        for number, repeat in enumerate(tops):
            look = {"name": _floor_name(texture, number), "texture": name}
            add(assets, "material", look, texrepeat=repeat)


def _add_indoors(root: Element) -> list[str]:
    """Adds the sky and the textures of floors; returns their names."""
    assets = part(root, "asset")
    files = {f"file{side}": f"{name}.png" for side, name in _SKY_SIDES.items()}
    add(assets, "texture", files, name="sky", type="skybox")
    for name in _FLOOR_TEXTURES:
        look = {"name": f"floors/{name}", "type": "2d"}
        add(assets, "texture", look, file=f"floor_{name}_d.png")
    return [f"floors/{name}" for name in _FLOOR_TEXTURES]


def _add_outdoors(root: Element, sky: str, grass: str) -> list[str]:
    """Adds the sky and the textures of grass; returns their names."""
    assets = part(root, "asset")
    add_sky(assets, sky)
    names = ["aesthetic_texture_main", "aesthetic_texture"]
    for name in names:
        add(assets, "texture", name=name, type="2d", file=grass)
    return names


def add_maze(root: Element, maze: Maze, sky: str, grass: str) -> None:
    """Adds the ground and the walls, with which the walker collides.

    Args:
      root: the model, without bodies.
      maze: the maze's sizes.
      sky: the file of the sky outdoors.
      grass: the file of the grass.
    """
    defaults = add(add(root, "default"), "default", {"class": "/"})
    add(defaults, "geom", rgba="1 1 1 1")
    light = {"ambient": ".3 .3 .3", "diffuse": ".6 .6 .6", "specular": "0 0 0"}
    part(root, "visual/headlight").attrib.update(light)
    _add_looks(
        root,
        maze,
        _add_outdoors(root, sky, grass) if maze.grass else _add_indoors(root),
    )
    world = part(root, "worldbody")
    side = ((maze.cells - 1) + 1) * (maze.scale / 2)
    ground = {"name": "ground", "type": "plane", "rgba": "0 0 0 0"}
    add(world, "geom", ground, size=f"{side!r} {side!r} 1")
    body = add(world, "body", name="maze_body")
    # They must not coincide: MuJoCo's tree of boxes needs several places.
    for i in range(maze.walls):
        wall = {"name": f"wall_{i}", "class": "/", "type": "box", "group": "3"}
        add(body, "geom", wall, pos=f"{i * 1e-2} 0 {_BELOW}", size=3 * "1e-3 ")
    fovy = (360 / math.pi) * math.atan2(1.1 * maze.cells * maze.scale / 2, 100)
    view = {"name": "top_camera", "pos": "0 0 100", "zaxis": "0 0 1"}
    add(world, "camera", view, fovy=repr(fovy))


def add_surfaces(root: Element, maze: Maze) -> None:
    """Adds what is seen of a maze, and its targets, after the walker.

    Args:
      root: the model, with the walker.
      maze: the maze's sizes.
    """
    world = part(root, "worldbody")
    plane = {"class": "/", "type": "plane", "contype": "0", "conaffinity": "0"}
    place = {"pos": f"0 0 {_BELOW}", "size": f"1e-3 1e-3 {maze.scale!r}"}
    for i in range(maze.walls):
        for side, axes in _SIDES.items():
            wall = {"name": f"wall_{i}_{side}", "material": _wall_name(0, 0)}
            add(world, "geom", {**plane, **place, **wall}, xyaxes=axes)
    for i in range(maze.tiles):
        tile = {"name": f"floor_{i}", "material": _floor_name(0, 0)}
        add(world, "geom", {**plane, **place, **tile})
    assets = part(root, "asset")
    for i, (one, two) in enumerate(maze.colours):
        name = f"target_{i}"
        _add_checker(assets, name, one, two)
        add(assets, "material", name=name, texture=name)
        body = add(world, "body", name=name, pos=f"0 0 {_BELOW}")
        add(
            body,
            "geom",
            name=name,
            type="sphere",
            size=repr(maze.radius),
            material=name,
            gap=repr(2 * maze.radius),
            pos=f"0 0 {maze.target_height}",
        )


def _add_checker(assets: Element, name: str, one: str, two: str) -> None:
    size = {"width": "100", "height": "100"}
    look = {"name": name, "type": "cube", "builtin": "checker"}
    add(assets, "texture", {**look, **size}, rgb1=one, rgb2=two)


def add_sphere(root: Element) -> None:
    """Adds the sphere that rodents touch twice.

    Args:
      root: the model, with the walker.
    """
    assets = part(root, "asset")
    _add_checker(assets, "target", *_GREEN)
    # The official model has the colours of a touched sphere too, but the official
    # pictures never show them.
    _add_checker(assets, "target_touched", "1 1 .4", ".7 .7 0")
    _add_checker(assets, "target_done", ".4 .7 1", "0 .4 .7")
    add(assets, "material", name="target", texture="target")
    sphere = {"name": "target", "type": "sphere", "size": ".025", "gap": ".05"}
    body = add(part(root, "worldbody"), "body", name="target")
    add(body, "geom", sphere, material="target", pos="1 1 .14")


def copy_textures(assets: Path, out: Path) -> None:
    """Copies the pictures of mazes.

    Args:
      assets: the folder of labmaze's assets.
      out: the folder to write.
    """
    names = [f"{_SKY}/{name}.png" for name in _SKY_SIDES.values()]
    names += [f"{_STYLE}/wall_{name}_d.png" for name in _WALL_TEXTURES]
    names += [f"{_STYLE}/floor_{name}_d.png" for name in _FLOOR_TEXTURES]
    for name in names:
        shutil.copyfile(assets / name, out / Path(name).name)
