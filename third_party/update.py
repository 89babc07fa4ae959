# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Updates third-party code to the newest releases in pip's index.

    python3 third_party/update.py [NAME]...

Lists the rows of deps.bzl that have a newer release. Those that are named, or all of
them with `all`, get it, in deps.bzl and in the pins of pip_requirements/*.in.
"""

import hashlib
import logging
import re
import sys
import warnings
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
import pip_fetch

FOLDER = Path(__file__).absolute().parent
FIELD = re.compile(r'^        (\w+) = "(.+)",$', re.MULTILINE)


def rows(text):
    """Yields the fields of each row that is a file of pip's index, and its text."""
    for match in re.finditer(r"^    struct\($.*?^    \),$", text, re.M | re.S):
        fields = dict(FIELD.findall(match[0]))
        if "file" in fields and "beside" not in fields:
            yield fields, match[0]


def newest(filename):
    """Returns (version, file name, sha256) of the newest release with such a file."""
    with pip_fetch.index(filename) as (project, finder, session):
        found = finder.find_best_candidate(project).best_candidate
        if not found:
            return None
        link = found.link
        sha256 = link.hash if link.hash_name == "sha256" else None
        if not sha256:
            sha256 = hashlib.sha256(pip_fetch.download(session, link)).hexdigest()
    return str(found.version), link.filename, sha256


def updated(row, fields, version, filename, sha256):
    """Returns a row's text with another release."""
    changes = {"version": version, "file": filename, "sha256": sha256}
    if "strip_prefix" in fields:
        changes["strip_prefix"] = filename.removesuffix(".tar.gz")
    for key, value in changes.items():
        row = row.replace(f'{key} = "{fields[key]}"', f'{key} = "{value}"')
    return row


def repin(project, old, new):
    """Changes the pins of a project."""
    name = re.sub(r"[-_]", "[-_]", re.escape(project).replace(r"\-", "-"))
    pin = re.compile(rf"^({name}==){re.escape(old)}(?=\s|$)", re.M | re.I)
    for path in sorted((FOLDER / "pip_requirements").glob("*.in")):
        text = path.read_text(encoding="utf-8")
        if pin.search(text):
            print(f"  {path.name}")
            path.write_text(pin.sub(rf"\g<1>{new}", text), encoding="utf-8")


def main(*names):
    path = FOLDER / "deps.bzl"
    text = path.read_text(encoding="utf-8")
    known = {fields["name"] for fields, _ in rows(text)}
    unknown = {*names} - known - {"all"}
    if unknown:
        sys.exit(f"expected names in deps.bzl, {sorted(known)}, got {sorted(unknown)}")
    for fields, row in rows(text):
        release = newest(fields["file"])
        if not release or release[0] == fields["version"]:
            continue
        print(f"{fields['name']}: {fields['version']} -> {release[0]}")
        if fields["name"] in names or "all" in names:
            text = text.replace(row, updated(row, fields, *release))
            path.write_text(text, encoding="utf-8")
            project, _ = pip_fetch.parse(fields["file"])
            repin(project, fields["version"], release[0])


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)  # pip's, about places without the project
    main(*sys.argv[1:])
