# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the models of MuJoCo Playground's tasks, without includes and meshes.

Playground changes some options when it makes an env; this program makes the same
changes once, when the project is built. The meshes are only seen.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

_SUITE = "dm_control_suite/xmls"
# The file of each model, and the options that Playground sets.
_MODELS: dict[str, tuple[str, dict[str, str]]] = {
    "cartpole": (f"{_SUITE}/cartpole.xml", {}),
    "cheetah": (f"{_SUITE}/cheetah.xml", {}),
    "hopper": (f"{_SUITE}/hopper.xml", {}),
    "pendulum": (f"{_SUITE}/pendulum.xml", {}),
    "walker": (f"{_SUITE}/walker.xml", {"timestep": "0.0025"}),
    "go1": (
        "locomotion/go1/xmls/scene_mjx_feetonly_flat_terrain.xml",
        {"timestep": "0.004", "ccd_iterations": "20"},
    ),
}


def read(path: Path) -> ElementTree.Element:
    """Returns a model with the content of what it includes, and without meshes."""
    root = ElementTree.parse(path).getroot()
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag == "include":
                at = list(parent).index(child)
                parent.remove(child)
                for part in reversed(read(path.parent / child.attrib["file"])):
                    parent.insert(at, part)
            elif "mesh" in (child.tag, *child.attrib):
                parent.remove(child)
            elif child.get("group") == "3":  # shows what collides instead
                child.set("group", "0")
    for compiler in root.iter("compiler"):
        compiler.attrib.pop("meshdir", None)
    return root


def main(source: str, folder: str) -> None:
    """Writes each model as `<folder>/<name>.xml`."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, (path, options) in _MODELS.items():
        root = read(Path(source, path))
        next(root.iter("option")).attrib.update(options)
        tree = ElementTree.ElementTree(root)
        ElementTree.indent(tree)
        tree.write(Path(folder, f"{name}.xml"), encoding="unicode")


if __name__ == "__main__":
    main(*sys.argv[1:])
