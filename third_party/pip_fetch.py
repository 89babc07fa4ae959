# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Saves one distribution file from the package index in pip's configuration.

No code of the distribution runs: the file is looked up and downloaded with pip's own
index, session and download code, but never unpacked or built.

    python3 pip_fetch.py FILENAME SHA256 DEST
"""

import contextlib
import hashlib
import re
import sys
import warnings

from pip._internal.cli import cmdoptions
from pip._internal.commands import create_command


def parse(filename):
    """Returns (project, pip arguments that make pip accept the file)."""
    if filename.endswith(".whl"):
        stem = filename[: -len(".whl")].split("-")
        project, python, abi, platform = stem[0], stem[-3], stem[-2], stem[-1]
        args = ["--only-binary=:all:"]
        interpreter = python.split(".")[0]
        match = re.fullmatch(r"([a-z]+)(\d)(\d*)", interpreter)
        args += ["--implementation", match[1]]
        version = match[2] + ("." + match[3] if match[3] else "")
        args += ["--python-version", version]
        for tag in abi.split("."):
            args += ["--abi", tag]
        for tag in platform.split("."):
            args += ["--platform", tag]
        return project, args
    project = re.fullmatch(r"(.+)-[^-]+\.(?:tar\.gz|tar\.bz2|zip)", filename)[1]
    return project, ["--no-binary=:all:"]


@contextlib.contextmanager
def index(filename):
    """Opens pip's index: yields (project, finder, session) for files like this one."""
    project, target = parse(filename)
    command = create_command("download")
    options, _ = command.parse_args(["--no-deps", "--quiet", *target, project])
    with command.main_context():
        session = command.get_default_session(options)
        finder = command._build_package_finder(
            options,
            session,
            target_python=cmdoptions.make_target_python(options),
            ignore_requires_python=True,
        )
        yield project, finder, session


def locate(finder, project, filename, sha256):
    """Returns pip's link to the file, with the right sha256 if the index has hashes."""
    links = [
        candidate.link
        for candidate in finder.find_all_candidates(project)
        if candidate.link.filename == filename
    ]
    if not links:
        sys.exit(f"pip_fetch: no file {filename} in the package index")
    # A local mirror may have another file with the same name.
    for link in links:
        if link.hash_name == "sha256" and link.hash == sha256:
            return link
    return links[0]


def download(session, link):
    """Returns the content of a file."""
    # Also works for file: links: pip's session has an adapter for them.
    response = session.get(
        link.url_without_fragment, headers={"Accept-Encoding": "identity"}
    )
    response.raise_for_status()
    return response.content


def main(filename, sha256, dest):
    """Downloads the file to dest; exits with a message if its sha256 is wrong."""
    with index(filename) as (project, finder, session):
        content = download(session, locate(finder, project, filename, sha256))
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        sys.exit(f"pip_fetch: {filename} has sha256 {found}, not {sha256}")
    with open(dest, "wb") as f:
        f.write(content)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main(*sys.argv[1:])
