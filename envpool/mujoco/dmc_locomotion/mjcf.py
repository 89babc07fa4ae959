# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pieces of models that several arenas have."""

from __future__ import annotations

import struct
from xml.etree.ElementTree import Element, SubElement

__all__ = [
    "add",
    "add_scale",
    "add_sky",
    "part",
    "prefix_names",
    "prefix_skin",
    "settings",
]

# Attributes that name an element or refer to one.
_NAMES = {
    *("name", "class", "childclass", "material", "texture", "joint", "site"),
    *("tendon", "body", "body1", "body2", "target", "objname", "refname"),
}


def add(
    parent: Element, tag: str, attributes: dict[str, str] | None = None, /, **more: str
) -> Element:
    """Adds an element and returns it."""
    return SubElement(parent, tag, {**(attributes or {}), **more})


def part(root: Element, tag: str) -> Element:
    """Returns the first element of this tag, or path, and adds it if it is missing."""
    found = root.find(tag)
    return add(root, tag) if found is None else found


def settings(timestep: str) -> Element:
    """Returns a model that has the settings of all arenas and nothing else."""
    root = Element("mujoco")
    add(
        root,
        "compiler",
        boundmass="1e-5",
        boundinertia="1e-11",
        angle="radian",
        eulerseq="xyz",
    )
    add(
        root,
        "option",
        timestep=timestep,
        cone="elliptic",
        noslip_iterations="5",
        noslip_tolerance="0",
    )
    return root


def add_scale(visual: Element) -> None:
    """Adds the sizes of arrows and frames in pictures."""
    add(
        visual,
        "scale",
        forcewidth=".01",
        contactwidth=".06",
        contactheight=".01",
        jointwidth=".01",
        framelength=".3",
        framewidth=".01",
    )


def add_sky(assets: Element, file: str) -> None:
    """Adds the sky outdoors."""
    add(
        assets,
        "texture",
        name="aesthetic_skybox",
        type="skybox",
        file=file,
        gridsize="3 4",
        gridlayout=".U..LFRB.D..",
    )


def prefix_names(walker: Element, prefix: str) -> None:
    """Puts a prefix before all names in a walker's model."""
    for element in walker.iter():
        for key in _NAMES & element.attrib.keys():
            element.set(key, prefix + element.attrib[key])


def prefix_skin(skin: bytes, prefix: str) -> bytes:
    """Returns a skin for an attached walker: its bones are the walker's bodies.

    A skin is a header of four counts; vertices, texture coordinates and faces; and
    for each bone a name of 40 bytes, its pose, and its vertices with weights.
    """
    vertices, coordinates, faces, bones = struct.unpack_from("4i", skin)
    at = 4 * (4 + 3 * vertices + 2 * coordinates + 3 * faces)
    parts = [skin[:at]]
    for _ in range(bones):
        name = skin[at : at + 40].split(b"\0")[0]
        parts.append((prefix.encode() + name).ljust(40, b"\0"))
        (count,) = struct.unpack_from("i", skin, at + 40 + 4 * 7)
        end = at + 40 + 4 * (8 + 2 * count)
        parts.append(skin[at + 40 : end])
        at = end
    return b"".join(parts)
