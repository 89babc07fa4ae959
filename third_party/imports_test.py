# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""EnvPool in a virtual environment that has only NumPy."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import envpool


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Returns a function that runs Python there and returns its output."""
    folder = tmp_path_factory.mktemp("venv")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    installed = Path(np.__file__).parents[1]
    for name in ("numpy", "numpy.libs"):
        if (installed / name).exists():
            (site / name).symlink_to(installed / name)
    sources = Path(envpool.__file__).parents[1]

    def run(code):
        done = subprocess.run(
            [folder / "bin/python", "-c", code],
            env={**os.environ, "PYTHONPATH": str(sources)},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr

    return run


def test_import_and_list(run):
    assert run("import envpool; print(len(envpool.list_all_envs()) > 100)") == "True\n"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (
            "make_gymnasium('CartPole-v1')",
            "FamilyImportError: 'CartPole-v1' needs the package gymnasium, which is "
            "not installed: pip install gymnasium",
        ),
        (
            "make_dm('CartPole-v1')",
            "FamilyImportError: 'CartPole-v1' needs the package dm_env, which is not "
            "installed: pip install dm-env",
        ),
        (
            "make_spec('CartPole-v1').observation_space",
            "NotSupportedError: spaces need the package gymnasium, which is not "
            "installed: pip install gymnasium",
        ),
        (
            "python.results.spaces.gym_module()",
            "NotSupportedError: gym_spaces: the package gym cannot be imported (No "
            "module named 'gym'); install it with: pip install \"envpool[gym]\"",
        ),
        ("make_spec('Pong-v5')", "(pip install ale-py)"),
    ],
)
def test_error_tells_what_to_install(run, code, error):
    last = run(
        f"import envpool, envpool.python.results.spaces; envpool.{code}"
    ).splitlines()[-1]
    assert last.startswith("envpool.errors.")
    assert last.endswith(error)
