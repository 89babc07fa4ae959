# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""For tests: installs packages of envs, and runs programs with them."""

import os
import subprocess
import sys


def run_program(command, folder, *path, text=None, **env):
    """Returns the output of a program with this process's import path.

    Args:
      command: the program and its arguments.
      folder: the working folder.
      *path: further folders to import from.
      text: the program's input.
      **env: further environment variables.
    """
    paths = [*map(str, path), *filter(None, sys.path)]
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **env},
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def run(command, folder, *path):
    """Runs Python; see `run_program`."""
    return run_program([sys.executable, *command], folder, *path)


def install(source, target):
    """Installs a package with pip into the folder `target`."""
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet"]
    options += ["--disable-pip-version-check", "--root-user-action=ignore"]
    command = ["-m", "pip", "install", *options, f"--target={target}", source]
    run(command, source.parent)
