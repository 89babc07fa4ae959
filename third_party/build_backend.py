# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Builds for pip, from a checkout or from a source package (PEP 517, PEP 660).

    pip install .
    pip install --editable .

Bazel builds, for the Python that runs pip. `--config-settings wheel=NAME` selects the
wheel of a family that has one of its own. Environment variables:

  BAZEL           the program, "bazel" by default
  BAZEL_FLAGS     arguments for it, such as "--jobs=2"
  ENVPOOL_VENDOR  a folder that `make vendor` has filled: nothing is downloaded
"""

import gzip
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).absolute().parent.parent
# Editable installations put them on Python's path. Python files there are links to
# the sources; Bazel updates the modules.
EDITABLE_FOLDERS = ("", "/entry_points")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = (config_settings or {}).get("wheel", "envpool")
    with Bazel() as bazel:
        bazel.run("build", "//:wheels")
        folder = bazel.bin_folder() / "wheels"
        found = [*folder.glob(f"{name.replace('-', '_')}-*.whl")]
        if not found:
            names = [file.name.partition("-")[0] for file in folder.iterdir()]
            fail(f"wheel: expected one of {sorted(names)}, got {name!r}")
        return shutil.copy2(found[0], wheel_directory).rpartition("/")[2]


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    stem = f"envpool-{version()}"
    bazel = Bazel()
    with tempfile.TemporaryDirectory() as folder:
        bazel.run(
            "run", "//:setup", "--", "--quiet", "dist_info", "--output-dir", folder
        )
        files = Path(bazel.bin_folder(), "setup.runfiles/envpool_repo")
        lines = "".join(f"{files}{part}\n" for part in EDITABLE_FOLDERS)
        content = {"envpool_editable.pth": lines}
        for file in Path(folder).glob("*.dist-info/*"):
            if file.is_file():
                content[f"{stem}.dist-info/{file.name}"] = file.read_text("utf-8")
    content[f"{stem}.dist-info/WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: envpool\nRoot-Is-Purelib: true\n"
        "Tag: py3-none-any\n"
    )
    record = f"{stem}.dist-info/RECORD"
    content[record] = "".join(f"{path},,\n" for path in [*content, record])
    name = f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, name), "w") as wheel:
        for path, text in content.items():
            wheel.writestr(path, text)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Packs the files that Git knows, in the state of the working tree."""
    command = ["git", "ls-files", "-z", "--deduplicate"]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    stem = f"envpool-{version()}"
    metadata = f"Metadata-Version: 2.1\nName: envpool\nVersion: {version()}\n".encode()
    path = Path(sdist_directory, f"{stem}.tar.gz")
    with (
        path.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        info = tarfile.TarInfo(f"{stem}/PKG-INFO")
        info.size = len(metadata)
        archive.addfile(info, io.BytesIO(metadata))
        for name in sorted(os.fsdecode(listed.stdout).split("\0")):
            if name and (ROOT / name).is_file():
                archive.add(ROOT / name, f"{stem}/{name}", filter=anonymous)
    return path.name


def anonymous(info):
    """Drops what depends on the machine."""
    info.uid = info.gid = info.mtime = 0
    info.uname = info.gname = ""
    return info


def version():
    text = (ROOT / "envpool/__init__.py").read_text(encoding="utf-8")
    return re.findall(r'^__version__ = "([^"]+)"', text, re.MULTILINE)[0]


def fail(message):
    raise SystemExit(f"envpool: {message}")


class Bazel:
    """Runs Bazel; as a context, deletes its output if the sources are temporary."""

    def __init__(self):
        # pip puts a folder of its own on Python's path, where Bazel's programs would
        # find it.
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        self.program = os.environ.get("BAZEL", "bazel")
        python = getattr(sys, "_base_executable", sys.executable)
        self.flags = [
            f"--repo_env=PYTHON_BIN_PATH={python}",
            "--repo_env=PYTHON_VENV=wheel",
            *shlex.split(os.environ.get("BAZEL_FLAGS", "")),
        ]
        vendor = os.environ.get("ENVPOOL_VENDOR")
        if vendor:
            folder = Path(vendor).absolute()
            if not folder.is_dir():
                fail(f"ENVPOOL_VENDOR: expected a folder, got {vendor!r}")
            self.flags.append(f"--repository_cache={folder}/bazel")
            self.env |= {"PIP_FIND_LINKS": f"{folder}/pip", "PIP_NO_INDEX": "1"}
        command = [ROOT / "third_party/setup.sh", "--check"]
        check = {**self.env, "PYTHON_BIN_PATH": python, "BAZEL": self.program}
        if subprocess.run(command, env=check, check=False).returncode:
            fail("building from source needs what is named above")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        # A source package is unpacked by pip into a folder of its own.
        if (ROOT / "PKG-INFO").exists():
            self.run("clean", "--expunge")

    def run(self, command, *arguments):
        flags = [] if command == "clean" else self.flags
        line = [self.program, command, *flags, *arguments]
        if subprocess.run(line, cwd=ROOT, env=self.env, check=False).returncode:
            fail(f"{shlex.join(line)} failed: see above")

    def bin_folder(self):
        line = [self.program, "info", *self.flags, "bazel-bin"]
        output = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        result = subprocess.run(line, cwd=ROOT, env=self.env, check=True, **output)
        return Path(os.fsdecode(result.stdout).strip())
