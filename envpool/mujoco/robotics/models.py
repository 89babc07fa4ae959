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

# The files that tasks load, in the package's folder of assets.
_LOADED = (
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
)
_FOLDERS = {
    "mesh": ("meshdir", "assetdir"),
    "skin": ("meshdir", "assetdir"),
    "hfield": ("meshdir", "assetdir"),
    "texture": ("texturedir", "assetdir"),
}


def _with_included(path: Path, folder: Path) -> Iterator[tuple[Path, ElementTree.Element]]:
    """Yields a model's file and those that it includes, with their contents."""
    root = ElementTree.parse(path).getroot()
    yield path, root
    for each in root.iter("include"):
        name = each.attrib["file"]
        near, far = path.parent / name, folder / name
        yield from _with_included(far if far.is_file() else near, folder)


def _files(model: Path) -> Iterator[Path]:
    """Yields the files of a model, itself included."""
    parts = list(_with_included(model, model.parent))
    folders: dict[str, str] = {}
    for path, root in parts:
        yield path
        for each in root.iter("compiler"):
            folders |= each.attrib
    for _, root in parts:
        for tag, keys in _FOLDERS.items():
            folder = next((folders[key] for key in keys if key in folders), "")
            for each in root.iter(tag):
                for key, value in each.attrib.items():
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
