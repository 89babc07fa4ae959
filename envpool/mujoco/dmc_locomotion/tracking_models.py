# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The CMU humanoid of 2020, and the clips of motion capture that it follows."""

from __future__ import annotations

import struct
from array import array
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from envpool.mujoco.dmc_locomotion.clips import FIELDS, Clip, write_clips
from envpool.mujoco.dmc_locomotion.humanoid_models import add_face
from envpool.mujoco.dmc_locomotion.mjcf import part

__all__ = ["CONTROLLERS", "OTHERS", "adapt_actuators", "scale_humanoid", "write"]

# Position controllers: gain, largest force, joints.
CONTROLLERS = (
    (40, 40, "headrx headry headrz"),
    (80, 80, "lclaviclery lclaviclerz rclaviclery rclaviclerz"),
    (300, 300, "lfemurrx rfemurrx lowerbackrx thoraxrx upperbackrx"),
    (200, 200, "lfemurry lfemurrz rfemurry rfemurrz"),
    (120, 120, "lfootrx rfootrx lhumerusrx lhumerusry lhumerusrz"),
    (120, 120, "rhumerusrx rhumerusry rhumerusrz"),
    (120, 120, "lowerneckrx lowerneckry lowerneckrz"),
    (50, 50, "lfootrz rfootrz"),
    (180, 180, "lowerbackry"),
    (200, 200, "lowerbackrz thoraxrz upperbackrz"),
    (90, 90, "lradiusrx rradiusrx"),
    (160, 160, "ltibiarx rtibiarx"),
    (80, 80, "thoraxry upperbackry"),
    (60, 60, "upperneckrx upperneckry upperneckrz"),
)
OTHERS = (20, 20)  # of all other joints

_DAMPING = (
    (2, "headrx headry headrz"),
    (3, "lfootrz rfootrz"),
    (5, "lradiusrx rradiusrx"),
    (6, "lfootrx rfootrx lhumerusrx lhumerusry lhumerusrz"),
    (6, "rhumerusrx rhumerusry rhumerusrz"),
    (8, "ltibiarx rtibiarx thoraxry upperbackry"),
    (10, "lfemurry lfemurrz rfemurry rfemurrz upperneckrx upperneckry upperneckrz"),
    (12, "thoraxrz upperbackrz"),
    (15, "lfemurrx rfemurrx lowerbackrx thoraxrx upperbackrx"),
    (20, "lclaviclery lclaviclerz rclaviclery rclaviclerz lowerbackry lowerbackrz"),
    (20, "lowerneckrx lowerneckry lowerneckrz"),
)
_OTHER_DAMPING = 1

_SCALE = 1.2
_DENSITY = "605.0268774440295"  # so that the scaled humanoid has 70 kg

_CLIPS_MAGIC = b"EPMOCAP1"  # of the files in the package envpool-assets
# What to write, by the file of the package.
_FILES = {
    "mocap_2020.bin": "walk_tiny.clips",
    "mocap_2019.bin": "soccer_humanoid.clips",
}


def scale_humanoid(walker: Element) -> None:
    """Adds the face, and makes lengths 1.2 times as large and the mass 70 kg."""
    add_face(walker)
    for element in part(walker, "worldbody").iter():
        for key in {"pos", "size"} & element.attrib.keys():
            numbers = [float(each) * _SCALE for each in element.attrib[key].split()]
            element.set(key, " ".join(map(repr, numbers)))
        if element.tag == "geom" and "mass" not in element.attrib:
            element.set("density", _DENSITY)


def adapt_actuators(walker: Element) -> None:
    """Sets the joints' damping, and gives the controllers a filter."""
    of = {joint: each for each, joints in _DAMPING for joint in joints.split()}
    for joint in walker.findall("worldbody//joint"):
        joint.set("damping", str(of.get(joint.attrib["name"], _OTHER_DAMPING)))
    for actuator in part(walker, "actuator"):
        actuator.set("dyntype", "filter")
        actuator.set("dynprm", "0.030")


class _Reader:
    """Reads numbers and texts one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def numbers(self, form: str) -> tuple[Any, ...]:
        """Returns numbers, as struct does."""
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))

    def take(self, size: int) -> bytes:
        """Returns the next bytes."""
        self._at += size
        return self._data[self._at - size : self._at]

    def text(self) -> str:
        """Returns a text, which has its length before it."""
        return self.take(*self.numbers("I")).decode()


def _read_clips(data: bytes) -> list[Clip]:
    """Returns the clips of a file of envpool-assets: named fields of each clip."""
    reader = _Reader(data)
    assert reader.take(len(_CLIPS_MAGIC)) == _CLIPS_MAGIC
    clips = []
    for _ in range(*reader.numbers("I")):
        name = reader.text()
        count, dt, fields = reader.numbers("IdI")
        columns = {}
        for _ in range(fields):
            key = reader.text()
            (width,) = reader.numbers("I")
            columns[key] = (width, array("f", reader.take(4 * width * count)))
        frames = array("f")
        for i in range(count):
            for key, size in FIELDS.items():
                width, column = columns[key]
                assert width == size, key
                frames += column[i * width : (i + 1) * width]
        clips.append(Clip(name, dt, frames.tobytes(), count))
    return clips


def write(mocap: Path, out: Path) -> None:
    """Writes the clips of the data set walk_tiny, and that of soccer's first poses.

    Args:
      mocap: the folder of the files of envpool-assets.
      out: the folder to write.
    """
    for source, target in _FILES.items():
        write_clips(out / target, _read_clips((mocap / source).read_bytes()))
