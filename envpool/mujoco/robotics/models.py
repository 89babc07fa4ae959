# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Copies the models that the tasks load, with the files to which they refer.

The official package also has models, meshes and textures that no task loads.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

# The files that tasks load, in the package's folder of assets.
_LOADED = (
    "adroit_hand/adroit_door.xml",
    "adroit_hand/adroit_hammer.xml",
    "adroit_hand/adroit_pen.xml",
    "adroit_hand/adroit_relocate.xml",
    "fetch/pick_and_place.xml",
    "fetch/push.xml",
    "fetch/reach.xml",
    "fetch/slide.xml",
    "hand/manipulate_block.xml",
    "hand/manipulate_block_touch_sensors.xml",
    "hand/manipulate_egg.xml",
    "hand/manipulate_egg_touch_sensors.xml",
    "hand/manipulate_pen.xml",
    "hand/manipulate_pen_touch_sensors.xml",
    "hand/reach.xml",
    "kitchen_franka/kitchen_assets/kitchen_env_model.xml",
    "point/point.xml",
)
_FOLDERS = {
    "mesh": ("meshdir", "assetdir"),
    "skin": ("meshdir", "assetdir"),
    "hfield": ("meshdir", "assetdir"),
    "texture": ("texturedir", "assetdir"),
}


def _elements(path: Path, folder: Path) -> Iterator[tuple[Path, Element]]:
    """Yields a model's elements in order, included ones too, and the file of each."""
    for each in ElementTree.parse(path).iter():
        if each.tag == "include":
            name = each.attrib["file"]
            near, far = path.parent / name, folder / name
            yield from _elements(far if far.is_file() else near, folder)
        else:
            yield path, each


def _files(model: Path) -> Iterator[Path]:
    """Yields the files of a model, itself included."""
    elements = list(_elements(model, model.parent))
    folders: dict[str, str] = {}
    for _, each in elements:
        if each.tag == "compiler":
            folders |= each.attrib
    yield from dict.fromkeys(path for path, _ in elements)
    for _, each in elements:
        keys = _FOLDERS.get(each.tag, ())
        folder = next((folders[key] for key in keys if key in folders), "")
        for key, value in each.attrib.items() if keys else ():
            if key.startswith("file"):
                yield model.parent / folder / value


def main(argv: list[str]) -> None:
    """Copies the models.

    Args:
      argv: the package's folder of assets, and the folder to write.
    """
    assets, out = (Path(os.path.abspath(each)) for each in argv)
    for name in _LOADED:
        for file in _files(assets / name):
            path = Path(os.path.abspath(file))  # without `..`
            target = out / path.relative_to(assets)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


if __name__ == "__main__":
    main(sys.argv[1:])
