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
    lock = root / "third_party/pip_requirements/bench.txt"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()[:12]
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    folder = cache / f"envpool/venv/bench-{digest}"
    if not folder.exists():
        print(f"making {folder}", file=sys.stderr)
        script = root / "third_party/make_venv.py"
        subprocess.run([sys.executable, script, lock, folder], check=True)
    return str(folder / "bin/python3")
