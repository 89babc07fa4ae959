# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The models of soccer: a pitch, a ball, and two teams of walkers.

The order of the sensors is that of the observations: for each player, those of its own
body, of the ball, and of each other player. The env reads them in this order. What an
episode draws, the size of the pitch and what depends on it, gets values that the env
replaces.
"""

from __future__ import annotations

import copy
import itertools
import math
import struct
import zlib
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from envpool.mujoco.dmc_locomotion import humanoid_models
from envpool.mujoco.dmc_locomotion.mjcf import (
    add,
    add_scale,
    part,
    prefix_names,
    settings,
)

__all__ = ["write"]

_LARGEST_TEAM = 11

_BLUE, _RED = (0.1, 0.1, 0.8), (0.8, 0.1, 0.1)
_TEAMS = {"home": _BLUE, "away": _RED}
_GRASS = "pitch_nologo_l.png"
_SIDES = ("right", "left", "up", "down", "front", "back")
_HOARDINGS = 120
_POSTS = (
    *("right_post", "left_post", "top_post", "right_base", "left_base", "back_base"),
    *("right_support", "right_top_support", "left_support", "left_top_support"),
)


class _Ball(NamedTuple):
    """A ball: metres, kilograms, sliding and other friction, damping ratio."""

    radius: float
    mass: float
    friction: tuple[float, float, float]
    damping: float


_LIGHT_BALL = _Ball(0.35, 0.045, (0.7, 0.075, 0.075), 1.0)
_REGULATION_BALL = _Ball(0.117, 0.45, (0.7, 0.05, 0.04), 0.4)


class _Walker(NamedTuple):
    """A kind of walker.

    Attributes:
      file: its model, in the folder of dm_control.
      root: the body whose frame is that of observations.
      effectors: bodies that players see of each other.
      marked: geoms in the colour of the team.
      bodies: whether the poses of all bodies are observed.
      ball: what it plays with.
      area: of the largest pitch, in square metres per player; 0 if that does not
        depend on the number of players.
    """

    file: str
    root: str
    effectors: tuple[str, ...]
    marked: tuple[str, ...]
    bodies: bool
    ball: _Ball = _LIGHT_BALL
    area: float = 0.0


_WALKERS = {
    "boxhead": _Walker(
        "locomotion/soccer/assets/boxhead/boxhead.xml",
        "head_body",
        ("head_body",),
        ("arm_l", "arm_r", "eye_l", "eye_r"),
        bodies=False,
    ),
    "ant": _Walker(
        "third_party/ant/ant.xml",
        "torso",
        ("front_left_foot", "front_right_foot", "back_right_foot", "back_left_foot"),
        ("front_left_leg_geom", "front_right_leg_geom"),
        bodies=True,
    ),
    "humanoid": _Walker(
        "locomotion/walkers/assets/humanoid_CMU_V2019.xml",
        "root",
        tuple(humanoid_models.EFFECTORS.split()),
        (),
        bodies=False,
        ball=_REGULATION_BALL,
        area=350.0,
    ),
}


def _text(*numbers: float) -> str:
    return " ".join(f"{each:.17g}" for each in numbers)


def _half_length(kind: _Walker, players: int) -> float:
    """Returns half the length of the largest pitch, in metres."""
    return math.sqrt(kind.area * players / 0.75) / 2 if kind.area else 48


def _pitch(players: int, half_length: float) -> Element:
    """Returns the largest pitch, without a ball and players."""
    root = settings(".005")
    add(root, "size", njmax=str(400 * players), nconmax=str(200 * players))
    visual = add(root, "visual")
    add(visual, "quality", shadowsize="8192")
    add(visual, "headlight", ambient=".3 .3 .3", diffuse=".6 .6 .6", specular="0 0 0")
    extent = 0.1 * half_length
    add(visual, "map", znear=_text(0.1 / extent), zfar="50")
    add_scale(visual)
    add(root, "statistic", extent=_text(extent), center=_text(0, 0, extent))
    for tag in ("default", "asset", "worldbody", "contact", "actuator", "sensor"):
        add(root, tag)
    _add_sky_and_grass(part(root, "asset"))
    _add_ground(part(root, "worldbody"))
    return root


def _add_sky_and_grass(assets: Element) -> None:
    add(
        assets,
        "texture",
        name="skybox",
        type="skybox",
        builtin="gradient",
        rgb1=".7 .9 .9",
        rgb2=".03 .09 .27",
        width="400",
        height="400",
    )
    add(assets, "texture", name="fieldplane", type="2d", file=_GRASS)
    add(assets, "material", name="fieldplane", texture="fieldplane")


def _add_ground(world: Element) -> None:
    """Adds all parts of the pitch, in the official order."""
    add(world, "camera", name="top_down", pos="0 0 95", fovy="45")
    for x, y in itertools.product((-1, 1), repeat=2):
        light = {"pos": _text(40 * x, 30 * y, 24), "dir": _text(-40 * x, -30 * y, -48)}
        add(world, "light", cutoff="60", **light)
    plane = {"type": "plane", "name": "ground", "material": "fieldplane"}
    add(world, "geom", size="43 31 .5", **plane)
    for name, place, axes in (
        ("wall_0", "0 -36 0", "-1 0 0 0 0 1"),
        ("wall_1", "0 36 0", "1 0 0 0 0 1"),
        ("wall_2", "-48 0 0", "0 1 0 0 0 1"),
        ("wall_3", "48 0 0", "0 -1 0 0 0 1"),
    ):
        wall = {"name": name, "pos": place, "xyaxes": axes, "type": "plane"}
        add(world, "geom", size="1e-7 1e-7 1e-7", rgba=".1 .1 .1 .8", **wall)
    for team, colour, x in (("home", ".2 .2 1", -45), ("away", "1 .2 .2", 45)):
        goal = add(world, "body", name=f"{team}_goal/")
        for name in _POSTS:
            post = {"name": f"{team}_goal/{name}", "type": "capsule", "size": ".1"}
            ends = _text(x, 0, 1, x, 1, 2)
            add(goal, "geom", fromto=ends, rgba=f"{colour} 1", **post)
    add(world, "body", name="field/")
    for i in range(8):
        strip = {"name": f"perimeter_{i}", "type": "plane", "size": "1 1 1"}
        grass = ".306 .682 .223 1"
        add(world, "geom", rgba=grass, contype="0", conaffinity="0", **strip)
    for i in range(_HOARDINGS):
        add(world, "site", name=f"hoarding_{i}", type="box", size="1 1 1", pos="1 1 1")


def _add_ball(root: Element, ball: _Ball) -> None:
    assets, world = part(root, "asset"), part(root, "worldbody")
    sides = {f"file{side}": f"ball_{side}.png" for side in _SIDES}
    add(assets, "texture", name="soccer_ball", type="cube", **sides)
    add(assets, "material", name="soccer_ball", texture="soccer_ball")
    body = add(world, "body", name="soccer_ball/")
    add(body, "freejoint", name="soccer_ball/")
    add(
        body,
        "geom",
        name="soccer_ball/geom",
        type="sphere",
        size=_text(ball.radius),
        pos=_text(0, 0, ball.radius),
        condim="6",
        priority="1",
        mass=_text(ball.mass),
        friction=_text(*ball.friction),
        solref=_text(0.02, ball.damping),
        material="soccer_ball",
    )
    for name, away in (("_near", 2), ("", 7), ("_far", 10)):
        camera = {"name": f"soccer_ball/ball_cam{name}", "mode": "trackcom"}
        place = {"pos": f"0 {-away} {away}", "zaxis": "0 -1 1"}
        add(body, "camera", fovy="70", **place, **camera)
    sensor = {"objtype": "geom", "objname": "soccer_ball/geom"}
    add(part(root, "sensor"), "framelinvel", **sensor)


def _prefixed(model: Element, prefix: str) -> Element:
    """Returns a copy of a walker's model with a prefix before all names."""
    walker = copy.deepcopy(model)
    prefix_names(walker, prefix)
    defaults = part(walker, "default")
    defaults.set("class", prefix)
    for element in part(walker, "actuator"):
        element.set("class", prefix)
    return walker


def _dress(walker: Element, kind: _Walker, team: str, number: int) -> None:
    """Adds the colours of a team, in a walker without prefixes."""
    colour = _text(*_TEAMS[team])
    geoms = {geom.get("name"): geom for geom in walker.iter("geom")}
    for name in kind.marked:
        geoms[name].set("rgba", f"{colour} 1")
    if kind is _WALKERS["humanoid"]:
        humanoid_models.dress(walker, team, number)
    if kind is not _WALKERS["boxhead"]:
        return
    assets = add(walker, "asset")
    file = f"{team}_{number:02}.png"
    add(assets, "texture", name="head_texture", type="2d", file=file)
    add(assets, "material", name="head_material", texture="head_texture")
    for name in ("head", "top_down_cam_box"):
        geoms[name].set("material", "head_material")
        del geoms[name].attrib["rgba"]
    checker = {"type": "cube", "builtin": "checker", "width": "100", "height": "100"}
    checker |= {"rgb1": colour, "rgb2": ".8 .8 .8"}
    add(assets, "texture", name="ball_body", **checker)
    add(assets, "material", name="ball_body", texture="ball_body")
    geoms["shell"].set("material", "ball_body")


def _simplify_boxhead(walker: Element) -> None:
    """Fixes the camera, which its actuators could turn."""
    for parent in list(walker.iter()):
        for child in list(parent):
            if child.get("name") in ("camera_yaw", "camera_pitch"):
                parent.remove(child)
    for actuator in part(walker, "actuator"):
        if actuator.get("name") == "roll":
            actuator.set("gear", "-60")


def _add_player(root: Element, model: Element, prefix: str) -> None:
    """Adds a walker, without its sensors."""
    walker = _prefixed(model, prefix)
    part(root, "default").append(part(walker, "default"))
    body = add(part(root, "worldbody"), "body", name=prefix, childclass=prefix)
    if walker.find(f".//default[@class='{prefix}root']") is None:
        add(body, "freejoint", name=prefix)
    else:
        for name, axis in (("x", "1 0 0"), ("y", "0 1 0"), ("z", "0 0 1")):
            joint = {"name": f"{prefix}root_{name}", "type": "slide", "axis": axis}
            add(body, "joint", **joint, **{"class": f"{prefix}root"})
    body.extend(part(walker, "worldbody"))
    for tag in ("asset", "contact", "actuator"):
        for each in walker.findall(tag):
            part(root, tag).extend(each)


def _add_sensors(
    root: Element, kind: _Walker, model: Element, player: str, others: list[str]
) -> None:
    """Adds the sensors that a player observes."""
    sensors = part(root, "sensor")
    frame = player + kind.root
    own = {each.tag: each for each in part(model, "sensor")}
    for tag in ("accelerometer", "gyro", "velocimeter"):
        add(sensors, tag, site=player + own[tag].attrib["site"])

    def see(tag: str, target: str, body: str) -> None:
        seen = {"objtype": body, "objname": target, "reftype": body, "refname": frame}
        add(sensors, tag, **seen)

    for effector in kind.effectors:
        see("framepos", player + effector, "xbody")
    if kind.bodies:
        for tag, body in itertools.product(
            ("framepos", "framequat"), part(model, "worldbody").iter("body")
        ):
            see(tag, player + body.attrib["name"], "xbody")
    for tag in ("frameangvel", "framepos", "framelinvel"):
        see(tag, "soccer_ball/", "body")
    for other in others:
        for effector in kind.effectors:
            see("framepos", other + effector, "body")
        for what in ("linvel", "pos", "xaxis", "yaxis", "zaxis"):
            see(f"frame{what}", other + kind.root, "body")


def _compose(package: Path, walker: str, team_size: int) -> Element:
    """Returns the model of two teams of this size."""
    kind = _WALKERS[walker]
    model = ElementTree.parse(package / kind.file).getroot()
    if walker == "boxhead":
        _simplify_boxhead(model)
    if walker == "humanoid":
        humanoid_models.prepare_player(model)
    count = 2 * team_size
    root = _pitch(count, _half_length(kind, count))
    _add_ball(root, kind.ball)
    players = []
    for team, number in itertools.product(_TEAMS, range(team_size)):
        players.append(f"{team}{number}/")
        dressed = copy.deepcopy(model)
        _dress(dressed, kind, team, number)
        _add_player(root, dressed, players[-1])
    for player in players:
        others = [other for other in players if other != player]
        _add_sensors(root, kind, model, player, others)
    return root


def _read_png(data: bytes) -> tuple[int, list[bytes]]:
    """Returns the width and the rows of a PNG image with 8-bit RGBA pixels."""
    at, packed, width = 8, b"", 0
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        tag, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if tag == b"IHDR":
            width, _, *form = struct.unpack(">2I5B", body)
            assert form == [8, 6, 0, 0, 0]
        elif tag == b"IDAT":
            packed += body
        at += 12 + length
    raw, stride, rows = zlib.decompress(packed), 4 * width, [bytes(4 * width)]
    for start in range(0, len(raw), stride + 1):
        line = raw[start + 1 : start + 1 + stride]
        rows.append(_unfilter(raw[start], line, rows[-1]))
    return width, rows[1:]


def _unfilter(kind: int, line: bytes, above: bytes) -> bytes:
    """Returns the bytes of a row before PNG's filter of this kind."""
    row = bytearray(line)
    for i, value in enumerate(line):
        left, corner = (row[i - 4], above[i - 4]) if i >= 4 else (0, 0)
        up = above[i]
        guess = left + up - corner
        nearest = min((left, up, corner), key=lambda each: abs(guess - each))
        row[i] = (value + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
    return bytes(row)


def _png(width: int, rows: list[bytes]) -> bytes:
    """Returns a PNG image with 8-bit RGB pixels."""
    head = struct.pack(">2I5B", width, len(rows), 8, 2, 0, 0, 0)
    packed = zlib.compress(b"".join(b"\0" + row for row in rows))
    parts = [b"\x89PNG\r\n\x1a\n"]
    for tag, body in ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b"")):
        check = zlib.crc32(tag + body)
        parts.append(struct.pack(">I", len(body)) + tag + body)
        parts.append(struct.pack(">I", check))
    return b"".join(parts)


def _on_colour(row: bytes, colour: tuple[float, ...]) -> bytes:
    """Returns a row of RGBA pixels on a background, as RGB."""
    pixels = bytearray()
    for i in range(0, len(row), 4):
        front = [each / 255 for each in row[i : i + 4]]
        alpha = front[3] + 1.0 * (1 - front[3])
        for own, back in zip(front, colour, strict=False):
            mixed = own * front[3] + back * 1.0 * (1 - front[3])
            pixels.append(int(255 * (mixed / alpha)))
    return bytes(pixels)


def _write_textures(assets: Path, out: Path) -> None:
    """Writes the images that the models refer to."""
    (out / _GRASS).write_bytes((assets / "pitch" / _GRASS).read_bytes())
    for side in _SIDES:
        image = (assets / "soccer_ball" / f"{side}.png").read_bytes()
        (out / f"ball_{side}.png").write_bytes(image)
    for number in range(_LARGEST_TEAM):
        digit = (assets / "boxhead" / "digits" / f"{number:02}.png").read_bytes()
        width, rows = _read_png(digit)
        for team, colour in _TEAMS.items():
            image = _png(width, [_on_colour(row, colour) for row in rows])
            (out / f"{team}_{number:02}.png").write_bytes(image)
            humanoid_models.write_jerseys(assets / "humanoid", out, team, number)


def write(package: Path, out: Path) -> None:
    """Writes a model for each walker and size of teams, and what they refer to.

    Args:
      package: the folder of dm_control.
      out: the folder to write.
    """
    _write_textures(package / "locomotion" / "soccer" / "assets", out)
    for walker, size in itertools.product(_WALKERS, range(1, _LARGEST_TEAM + 1)):
        model = ElementTree.ElementTree(_compose(package, walker, size))
        model.write(out / f"soccer_{walker}_{size}.xml")
