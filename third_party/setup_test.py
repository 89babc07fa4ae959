# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The messages of setup.sh on systems where it cannot install anything."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TOOLS = ("bash", "cat", "cut", "df", "dirname", "grep", "head", "sed", "tail", "wc")


@pytest.fixture
def setup(tmp_path):
    """Returns a function that runs setup.sh in a system without a compiler."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (tmp_path / "third_party").mkdir()
    for name in ("setup.sh", "deps.bzl"):
        shutil.copy(HERE / name, tmp_path / "third_party")
    for name in TOOLS:
        (programs / name).symlink_to(shutil.which(name))
    write(programs / "id", "echo 1000")
    write(programs / "sudo", "exit 1")

    def run(system, bazel="", **programs_here):
        name, _, version = system.partition(" ")
        release = tmp_path / "os-release"
        release.write_text(f"ID={name}\nVERSION_ID={version}\n")
        if bazel:
            programs_here["bazel"] = f"echo 'bazel {bazel}'"
        for program, text in programs_here.items():
            write(programs / program, text)
        return subprocess.run(
            [programs / "bash", tmp_path / "third_party/setup.sh", "lint"],
            env={"PATH": str(programs), "OS_RELEASE": str(release)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def write(path, text):
    path.write_text(f"#!{shutil.which('bash')}\n{text}\n")
    os.chmod(path, 0o755)


BAZELISK = "missing: Bazel, 4.2 to 7: npm install --global @bazel/bazelisk\n"


@pytest.mark.parametrize(
    ("system", "text"),
    [
        (
            "debian 12",
            "missing: sudo apt-get install bazel-bootstrap g++ python3 python3-dev "
            "python3-pip python3-venv npm\n",
        ),
        (
            "ubuntu 22.04",
            f"{BAZELISK}missing: sudo apt-get install g++ python3.11 python3.11-dev "
            "python3-pip python3.11-venv npm\n",
        ),
        (
            "ubuntu 24.04",
            f"{BAZELISK}missing: sudo apt-get install g++ python3 python3-dev "
            "python3-pip python3-venv npm\n",
        ),
        (
            "fedora 42",
            f"{BAZELISK}missing: sudo dnf install gcc-c++ python3 python3-devel "
            "python3-pip npm\n",
        ),
    ],
)
def test_says_what_to_install(setup, system, text):
    done = setup(system)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", text)


@pytest.mark.parametrize(
    "version", ["no_version", "4.2.3- (@non-git)", "5.4.1", "6.5.0", "7.6.1"]
)
def test_takes_a_bazel_that_is_there(setup, version):
    done = setup("fedora 42", bazel=version)
    assert "missing: sudo dnf install gcc-c++" in done.stderr
    assert "bazel" not in done.stderr


@pytest.mark.parametrize("version", ["3.7.2", "4.1.0", "8.0.0"])
def test_refuses_another_bazel(setup, version):
    done = setup("fedora 42", bazel=version)
    text = f"bazel: expected a version from 4.2 to 7, got {version}\n"
    assert (done.returncode, done.stderr) == (1, text)


def test_nothing_but_packages_of_debian_is_missing(setup):
    there = dict.fromkeys(("g++", "python3", "npm", "apt-cache"), "exit 0")
    done = setup("ubuntu 24.04", bazel="6.5.0", **there)
    assert done.returncode == 1
    assert "Build in a container: docker run" in done.stderr
    done = setup("debian 12", bazel="6.5.0", **there)
    text = "outdated lists of packages: sudo apt-get update\n"
    assert (done.returncode, done.stderr) == (1, text)
