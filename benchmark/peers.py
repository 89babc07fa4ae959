# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Locates the libraries that EnvPool is compared with."""

import hashlib
import os
import pathlib
import subprocess
import sys


def workspace() -> pathlib.Path:
    """Returns the folder of the sources, also under `bazel run`."""
    return pathlib.Path(os.environ.get("BUILD_WORKSPACE_DIRECTORY") or ".").resolve()


def make_peers(root: pathlib.Path) -> str:
    """Returns the interpreter of the peers' environment; makes it if necessary."""
    return _make(root, "bench", sys.executable)


def make_released(root: pathlib.Path) -> str:
    """Returns an interpreter with the released EnvPool; makes it if necessary."""
    script = root / "third_party/find_python.sh"
    # EnvPool 1.2.7 has no wheel for CPython 3.11.
    done = subprocess.run([script, "3.12"], check=True, stdout=subprocess.PIPE)
    return _make(root, "released", done.stdout.decode().strip())


def _make(root: pathlib.Path, name: str, python: str) -> str:
    lock = root / f"third_party/pip_requirements/{name}.txt"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()[:12]
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    folder = cache / f"envpool/venv/{name}-{digest}"
    if not folder.exists():
        print(f"making {folder}", file=sys.stderr)
        script = root / "third_party/make_venv.py"
        subprocess.run([python, script, lock, folder], check=True)
    return str(folder / "bin/python3")
