# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Unpacks a family's files from the wheels, or the files that all families share.

    split_wheels.py OUT WHEELS FAMILY FAMILIES

WHEELS is a folder of wheels, FAMILY a name of the manifest or "" for the rest of
the main wheel, and FAMILIES the manifest as JSON. All parts together are the
wheels, except for the RECORD files, which change with every file.
"""

import json
import sys
import zipfile
from pathlib import Path


def owners(name, wheel, families):
    """Returns the families that a file of a wheel belongs to, "" for none.

    A file outside of the families' folders belongs to each family of its wheel, or,
    in the main wheel, to no family.
    """
    for family in families:
        if name.startswith(f"envpool/{family['name']}/"):
            return {family["name"]}
    return {row["name"] for row in families if row.get("wheel") == wheel} or {""}


def split(out, folder, part, families):
    """Writes the files of a part into the folder `out`."""
    for file in sorted(Path(folder).glob("*.whl")):
        wheel = file.name.partition("-")[0].replace("_", "-")
        with zipfile.ZipFile(file) as packed:
            for name in packed.namelist():
                is_record = name.endswith(".dist-info/RECORD")
                if not is_record and part in owners(name, wheel, families):
                    packed.extract(name, out)


def main():
    out, folder, part, families = sys.argv[1:]
    split(out, folder, part, json.loads(families))


if __name__ == "__main__":
    main()
