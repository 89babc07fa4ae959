# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The CMU humanoid of 2019: its controllers, its face, and how it plays soccer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree.ElementTree import Element

from envpool.mujoco.dmc_locomotion.mjcf import add, part, prefix_skin

__all__ = [
    "CONTROLLERS",
    "EFFECTORS",
    "OTHERS",
    "add_face",
    "control_positions",
    "dress",
    "prepare_player",
    "write_jerseys",
]

# The CMU humanoid's position controllers: gain, largest force, joints.
CONTROLLERS = (
    (120, 120, "lfemurrx rfemurrx"),
    (80, 80, "lfemurry lfemurrz ltibiarx rfemurry rfemurrz rtibiarx"),
    (80, 80, "upperbackrx upperbackry upperbackrz"),
    (50, 50, "lfootrx lfootrz rfootrx rfootrz"),
    (60, 60, "lhumerusrx lhumerusry lhumerusrz lradiusrx"),
    (60, 60, "rhumerusrx rhumerusry rhumerusrz rradiusrx"),
    (150, 120, "lowerbackrx lowerbackry lowerbackrz"),
    (100, 80, "thoraxrx thoraxry thoraxrz"),
)
OTHERS = (20, 20)  # of all other joints
EFFECTORS = "rradius lradius rfoot lfoot"

# Soccer players' geoms that the jersey hides.
_HIDDEN = (
    *("lhipjoint", "rhipjoint", "lfemur", "lowerback", "upperback", "rclavicle"),
    *("lclavicle", "thorax", "lhumerus", "root_geom", "lowerneck", "rhumerus"),
    "rfemur",
)
# What it shows of them: body, name, radius, half length, how much of it is hidden,
# place, turn.
_SHOWN = (
    (
        ("lowerneck", "halfneck", 0.05, 0.02279225, 0.066 - 0.0452401),
        (-0.00165071, 0.0452401, 0.00534359, 1),
        "0.66437 0.746906 0.027253 0",
    ),
    (
        ("lhumerus", "lelbow", 0.035, 0.1245789, 0.20 - 0.138421),
        (0.0, -0.138421, 0.0, -1),
        "0.612372 -0.612372 0.353553 0.353553",
    ),
    (
        ("rhumerus", "relbow", 0.035, 0.1245789, 0.20 - 0.138421),
        (0.0, -0.138421, 0.0, -1),
        "0.612372 -0.612372 -0.353553 -0.353553",
    ),
    (
        ("lfemur", "lknee", 0.055, 0.1822257, 0.384 - 0.202473),
        (-5.0684e-08, -0.202473, 0, -1),
        "0.696364 -0.696364 -0.122788 -0.122788",
    ),
    (
        ("rfemur", "rknee", 0.055, 0.1822257, 0.384 - 0.202473),
        (-5.0684e-08, -0.202473, 0, -1),
        "0.696364 -0.696364 0.122788 0.122788",
    ),
)
_SEEN_ONLY = {"mass": "0", "contype": "0", "conaffinity": "0"}


def control_positions(
    walker: Element,
    controllers: Sequence[tuple[int, int, str]],
    others: tuple[int, int],
) -> None:
    """Replaces the CMU humanoid's motors by position controllers."""
    general = walker.find("default/general")
    actuators = walker.find("actuator")
    assert general is not None and actuators is not None
    general.set("forcelimited", "true")
    ranges = {
        joint.attrib["name"]: [float(each) for each in joint.attrib["range"].split()]
        for joint in walker.findall("worldbody//joint")
    }
    of = {
        joint: (gain, force)
        for gain, force, joints in controllers
        for joint in joints.split()
    }
    names = [motor.attrib["name"] for motor in actuators]
    actuators.clear()
    for name in sorted(names):
        gain, force = of.get(name, others)
        low, high = ranges[name]
        slope = (high - low) / 2
        add(
            actuators,
            "general",
            name=name,
            joint=name,
            ctrllimited="true",
            ctrlrange="-1 1",
            forcerange=f"{-force} {force}",
            biastype="affine",
            gainprm=repr(gain * slope),
            biasprm=f"{gain * (low - slope * -1)!r} {-gain} 0",
        )


def add_face(walker: Element) -> None:
    """Adds a face with a nose to the head."""
    head = walker.find(".//body[@name='head']")
    assert head is not None
    no_part = {"type": "capsule", "mass": "0", "contype": "0", "conaffinity": "0"}
    turn = "0.717887 0.696142 -0.00493334 0"
    pose = {"pos": "0.000341465 0.048184 0.01", "quat": turn}
    add(head, "geom", no_part, name="face", size="0.065 0.014", **pose)
    skull = head.find("geom[@name='head']")
    assert skull is not None
    forward = float(head.attrib["pos"].split()[1]) - 0.02
    face = add(head, "body", name="face", pos=f"0.0 0.039 {forward!r}")
    nose = float(skull.attrib["size"].split()[0]) / 4.75
    add(
        face,
        "geom",
        no_part,
        name="nose",
        size=f"{nose!r} 0.01",
        pos="0 0 0",
        quat="1 0.7 0 0",
        group="1",
    )


def _text(values: Sequence[float]) -> str:
    return " ".join(f"{each:.17g}" for each in values)


def _numbers(element: Element, key: str) -> list[float]:
    return [float(each) for each in element.attrib[key].split()]


def _enlarge_hands(walker: Element) -> None:
    """Hides the geoms of the hands, and shows larger ones."""
    for name in ("lhand", "rhand"):
        hand = walker.find(f".//body[@name='{name}']")
        assert hand is not None
        for body in list(hand.iter("body")):
            for geom in body.findall("geom"):
                geom.set("rgba", "0 0 0 0")
                scale = 1.3 if geom.get("name") == name else 1.5
                size = [each * scale for each in _numbers(geom, "size")]
                place = [each * 1.5 for each in _numbers(geom, "pos")]
                shown = {"size": _text(size), "pos": _text(place)}
                kept: dict[str, str] = {
                    key: geom.attrib[key]
                    for key in ("type", "quat")
                    if key in geom.attrib
                }
                add(
                    body,
                    "geom",
                    {**_SEEN_ONLY, **shown, **kept},
                    name=f"{geom.attrib['name']}_visual",
                )


def prepare_player(walker: Element) -> None:
    """Makes the humanoid a soccer player, without a jersey."""
    add_face(walker)
    control_positions(walker, CONTROLLERS, OTHERS)
    _enlarge_hands(walker)
    world = part(walker, "worldbody")
    light = world.find("light[@name='tracking_light']")
    assert light is not None
    world.remove(light)
    for geom in world.iter("geom"):
        if geom.get("name") in _HIDDEN:
            geom.set("rgba", "0 0 0 0")
    for (name, shown, radius, length, hidden), (x, y, z, way), turn in _SHOWN:
        body = world.find(f".//body[@name='{name}']")
        assert body is not None
        pose = {"pos": _text((x, y + way * hidden, z)), "quat": turn}
        size = {"size": _text((radius, length - hidden)), "rgba": ".7 .5 .3 1"}
        add(body, "geom", {**_SEEN_ONLY, **pose, **size}, name=shown)


def dress(walker: Element, team: str, number: int) -> None:
    """Adds a jersey: a skin with the colour and the number of a player."""
    assets = add(walker, "asset")
    player = f"{team}_{number:02}"
    add(assets, "texture", name="skin", type="2d", file=f"jersey_{player}.png")
    add(assets, "material", name="skin", texture="skin")
    add(assets, "skin", name="skin", file=f"jersey_{player}.skn", material="skin")


def write_jerseys(assets: Path, out: Path, team: str, number: int) -> None:
    """Writes the texture and the skin of a player's jersey.

    Args:
      assets: the folder of dm_control's jerseys.
      out: the folder to write.
      team: "home" or "away".
      number: the player's number in the team, from 0.
    """
    colour = {"home": "B", "away": "R"}[team]
    texture = assets / f"{colour}_{number + 1:02}.png"
    (out / f"jersey_{team}_{number:02}.png").write_bytes(texture.read_bytes())
    skin = prefix_skin((assets / "jersey.skn").read_bytes(), f"{team}{number}/")
    (out / f"jersey_{team}_{number:02}.skn").write_bytes(skin)
