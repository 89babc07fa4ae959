# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Copies the models that the tasks need, and the files that these refer to."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree

_MODELS = (
    "assembly_peg",
    "basketball",
    "bin_picking",
    "box",
    "button_press",
    "button_press_topdown",
    "button_press_topdown_wall",
    "button_press_wall",
    "coffee",
    "dial",
    "door_lock",
    "door_pull",
    "drawer",
    "faucet",
    "hammer",
    "handle_press",
    "handle_press_sideways",
    "lever_pull",
    "peg_insertion_side",
    "peg_unplug_side",
    "pick_out_of_hole",
    "pick_place_v3",
    "pick_place_wall_v3",
    "plate_slide",
    "plate_slide_sideway",
    "push_back_v3",
    "push_v3",
    "push_wall_v3",
    "reach_v3",
    "reach_wall_v3",
    "shelf_placing",
    "soccer",
    "stick_obj",
    "sweep_v3",
    "table_with_hole",
    "window_horizontal",
)


def _files_of(model: Path, file: Path, found: set[Path]) -> None:
    """Adds a file and all that it refers to; all paths are relative to the model."""
    if file in found:
        return
    found.add(file)
    if file.suffix != ".xml":
        return
    for element in ElementTree.parse(file).getroot().iter():
        if "file" in element.attrib:
            path = os.path.normpath(model.parent / element.attrib["file"])
            _files_of(model, Path(path), found)


def main(argv: list[str]) -> None:
    """Writes the models of a copy of Meta-World into a folder.

    Args:
      argv: the folder with the official models, and the folder to write.
    """
    source, out = map(Path, argv)
    found: set[Path] = set()
    for name in _MODELS:
        model = source / f"sawyer_{name}.xml"
        _files_of(model, model, found)
    root = source.parent
    for file in sorted(found):
        to = out / file.relative_to(root)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, to)


if __name__ == "__main__":
    main(sys.argv[1:])
