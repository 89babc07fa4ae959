# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The build backend, with a program in place of Bazel that writes small wheels."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

# Does what the backend asks of Bazel, and logs it.
BAZEL = """#!/bin/sh
echo "$*" >> "$LOG"
case $1 in
  --version) echo bazel 4.2.3 ;;
  info) echo "$PWD/out" ;;
  build) mkdir -p out/wheels && echo "$PYTHONPATH" > out/wheels/envpool-2-any.whl ;;
  run)
    while [ "$1" != --output-dir ]; do shift; done
    mkdir "$2/envpool-2.dist-info"
    echo "Name: envpool" > "$2/envpool-2.dist-info/METADATA" ;;
esac
"""
CALL = """
import sys
sys.path.insert(0, "third_party")
import build_backend
print(getattr(build_backend, sys.argv[1])(sys.argv[2], {"wheel": sys.argv[3]}))
"""
TREE = ["envpool/__init__.py", "third_party/build_backend.py"]


@pytest.fixture
def tree(tmp_path):
    root = tmp_path / "tree"
    for folder in ("envpool", "third_party"):
        (root / folder).mkdir(parents=True)
    (root / "envpool/__init__.py").write_text('__version__ = "2"\n')
    shutil.copy("third_party/build_backend.py", root / "third_party")
    for path, text in (
        (root / "third_party/setup.sh", '#!/bin/sh\nexit "${MISSING:-0}"\n'),
        (tmp_path / "bazel", BAZEL),
    ):
        path.write_text(text)
        path.chmod(0o755)
    return root


def call(tree, hook, wheel="envpool", **env):
    """Returns the finished process, what it wrote, and the lines of Bazel's log."""
    out, log = tree.parent / "out", tree.parent / "log"
    out.mkdir(exist_ok=True)
    log.touch()
    done = subprocess.run(
        [sys.executable, "-c", CALL, hook, str(out), wheel],
        cwd=tree,
        env={
            "BAZEL": str(tree.parent / "bazel"),
            "LOG": str(log),
            "PATH": os.environ["PATH"],
            **env,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    return done, out, log.read_text().splitlines()


def test_wheel(tree):
    done, out, log = call(tree, "build_wheel", PYTHONPATH="/pips/own", BAZEL_FLAGS="-k")
    assert done.stdout == "envpool-2-any.whl\n"
    assert (out / "envpool-2-any.whl").read_text() == "\n"
    assert log[0].startswith("build --repo_env=PYTHON_BIN_PATH=/")
    assert log[0].endswith(" --repo_env=PYTHON_VENV=wheel -k //:wheels")
    assert not any("clean" in line for line in log)


def test_output_of_a_source_package_is_deleted(tree):
    (tree / "PKG-INFO").touch()
    assert call(tree, "build_wheel")[2][-1] == "clean --expunge"
    # Also of a failed build.
    done, _, log = call(tree, "build_wheel", wheel="envpool-x")
    assert "wheel: expected one of ['envpool'], got 'envpool-x'" in done.stderr
    assert log[-1] == "clean --expunge"


@pytest.mark.parametrize(
    ("env", "message"),
    [
        ({"MISSING": "1"}, "building from source needs what is named above"),
        ({"BAZEL": "false"}, "//:wheels failed: see above"),
        ({"ENVPOOL_VENDOR": "none"}, "ENVPOOL_VENDOR: expected a folder, got 'none'"),
    ],
)
def test_error_is_one_line(tree, env, message):
    done, _, _ = call(tree, "build_wheel", **env)
    assert done.returncode
    assert done.stderr.startswith("envpool: ")
    assert done.stderr.endswith(message + "\n")


def test_vendored_files_replace_the_index(tree):
    (tree / "vendor").mkdir()
    log = call(tree, "build_wheel", ENVPOOL_VENDOR="vendor")[2]
    assert f"--repository_cache={tree}/vendor/bazel" in log[0]


def test_editable_wheel_has_a_path(tree):
    (tree / "PKG-INFO").touch()
    done, out, log = call(tree, "build_editable")
    assert not any("clean" in line for line in log)
    assert done.stdout == "envpool-2-py3-none-any.whl\n"
    with zipfile.ZipFile(out / "envpool-2-py3-none-any.whl") as wheel:
        files = f"{tree}/out/setup.runfiles/envpool_repo"
        path = f"{files}\n{files}/entry_points\n"
        assert wheel.read("envpool_editable.pth").decode() == path
        assert wheel.read("envpool-2.dist-info/METADATA") == b"Name: envpool\n"
        record = wheel.read("envpool-2.dist-info/RECORD").decode().splitlines()
        assert sorted(record) == sorted(f"{name},," for name in wheel.namelist())


@pytest.mark.skipif(not shutil.which("git"), reason="there is no Git")
def test_source_package_has_what_git_knows(tree):
    (tree / "untracked").touch()
    for line in (["init", "-q"], ["add", *TREE]):
        subprocess.run(["git", *line], cwd=tree, check=True)
    done, out, _ = call(tree, "build_sdist")
    assert done.stdout == "envpool-2.tar.gz\n"
    with tarfile.open(out / "envpool-2.tar.gz") as archive:
        names = [f"envpool-2/{name}" for name in ["PKG-INFO", *TREE]]
        assert archive.getnames() == names
        (info, *_) = archive.getmembers()
        content = archive.extractfile(info).read()
    assert content == b"Metadata-Version: 2.1\nName: envpool\nVersion: 2\n"
    first = Path(out, "envpool-2.tar.gz").read_bytes()
    for name in TREE:
        os.utime(tree / name, (0, 0))
    call(tree, "build_sdist")
    assert Path(out, "envpool-2.tar.gz").read_bytes() == first
