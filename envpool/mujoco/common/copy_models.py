# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Copies the models that a family's tasks load, with the files to which they refer.

Official packages also have models, meshes and textures that no task loads.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

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
      argv: the folder of the sources, the folder to write, and the paths of the
        models in the first one.
    """
    assets, out = (Path(os.path.abspath(each)) for each in argv[:2])
    for name in argv[2:]:
        for file in _files(assets / name):
            path = Path(os.path.abspath(file))  # without `..`
            target = out / path.relative_to(assets)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


if __name__ == "__main__":
    main(sys.argv[1:])
