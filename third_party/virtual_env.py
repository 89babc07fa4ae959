# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""A virtual environment for tests, with the dependencies of wheels.

There is no network, so dependencies are links to packages of the tests' own
environment: those in the metadata of the wheels, and their dependencies.
"""

import email
import importlib.metadata
import os
import subprocess
import sys
import zipfile

from packaging.requirements import Requirement

from envpool.families import MAIN_WHEEL


def metadata(wheel):
    """Returns the metadata of a wheel."""
    with zipfile.ZipFile(wheel) as file:
        (name,) = (n for n in file.namelist() if n.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(file.read(name))


class Venv:
    """A virtual environment without pip."""

    def __init__(self, folder):
        command = [sys.executable, "-m", "venv", "--without-pip", folder]
        subprocess.run(command, check=True)
        self.folder = folder
        self.python = folder / "bin/python"
        (self.site,) = folder.glob("lib/python*/site-packages")

    def install(self, wheel):
        """Installs a wheel, and links its missing dependencies."""
        command = [sys.executable, "-m", "pip", "--python", self.python, "--quiet"]
        command += ["install", "--no-index", "--no-deps", "--no-compile", wheel]
        subprocess.run(command, check=True)
        self.link(metadata(wheel).get_all("Requires-Dist"))

    def link(self, requirements, deep=True):
        """Links packages and, if `deep`, their dependencies."""
        waiting = list(requirements)
        while waiting:
            requirement = Requirement(waiting.pop())
            name = requirement.name
            marker = requirement.marker
            if name == MAIN_WHEEL or (marker and not marker.evaluate({"extra": ""})):
                continue
            found = importlib.metadata.distribution(name)
            assert requirement.specifier.contains(found.version), name
            parts = {file.parts[0] for file in found.files or ()}
            for part in parts - {"..", "__pycache__"}:
                target = self.site / part
                if not target.exists():
                    target.symlink_to(found.locate_file(part))
                    waiting += (deep and found.requires) or ()

    def run(self, *args):
        """Runs Python; returns its output."""
        done = subprocess.run(
            [self.python, *args],
            cwd=self.folder,
            env={"HOME": str(self.folder), "PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout
