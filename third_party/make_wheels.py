# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Packs wheels: make_wheels.py OUT SETUP WHEEL...

SETUP is setup.py among the files that Bazel has built. For Linux, auditwheel adds
shared libraries that some systems lack, and names the wheels.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from third_party.macos import check_wheels, macho

MAX_BYTES = 30e6
# RHEL 8, Debian 11, Ubuntu 20.04, Amazon Linux 2023, and newer systems.
PLATFORM = "manylinux_2_28"
# By e_machine, in the header of an ELF file.
PROCESSORS = {0x3E: "x86_64", 0xB7: "aarch64"}
# auditwheel accepts only platforms of the processor that it thinks it runs on.
AUDITWHEEL = """
import platform, sys
from auditwheel.main import main
name = sys.argv.pop(1)
platform.machine = lambda: name
sys.exit(main())
"""
# The time of all files, so that equal files make equal wheels: the oldest of a zip.
EPOCH = {"SOURCE_DATE_EPOCH": "315532800"}


def platform(setup):
    """Returns the platform of the modules beside setup.py, such as "linux_x86_64"."""
    library = next((setup.parent / "envpool/core").glob("*.so"))
    with library.open("rb") as file:
        head = file.read(20)
    if head.startswith(macho.MAGIC):
        return check_wheels.PLATFORM
    return f"linux_{PROCESSORS[int.from_bytes(head[18:], 'little')]}"


def pack(out, setup, wheel):
    """Writes a wheel that works only on such a machine into `out`; returns its path."""
    options = ["--dist-dir", out, f"--plat-name={platform(setup)}"]
    subprocess.run(
        [sys.executable, setup, "--quiet", "bdist_wheel", *options],
        env={
            **os.environ,
            **EPOCH,
            "ENVPOOL_WHEEL": wheel,
            "PYTHONWARNINGS": "ignore",
        },
        check=True,
    )
    (file,) = Path(out).iterdir()
    return file


def make(out, setup, wheel):
    """Writes a wheel into the folder `out`."""
    with tempfile.TemporaryDirectory() as raw:
        file = pack(raw, setup, wheel)
        if platform(setup).startswith("linux_"):
            repair(file, out, setup, wheel)
        else:
            shutil.copy(file, out)


def repair(file, out, setup, wheel):
    """Writes the wheel with all libraries that some systems lack into `out`."""
    processor = platform(setup).removeprefix("linux_")
    bin_folder = Path(sys.prefix, "bin")
    # The targets of Bazel's run paths, which are invalid in a wheel, and our
    # libraries, which a family's wheel finds in the main wheel.
    folders = [*setup.parent.glob("_solib_*/*"), setup.parent / "envpool/core"]
    ours = ["libenvpool_core.so", "libenvpool_engine.so"] * (wheel != "envpool")
    subprocess.run(
        [
            sys.executable,
            "-c",
            AUDITWHEEL,
            processor,
            "repair",
            *(f"--exclude={name}" for name in ours),
            f"--plat={PLATFORM}_{processor}",
            "--only-plat",
            f"--wheel-dir={out}",
            file,
        ],
        env={
            **os.environ,
            **EPOCH,
            "PATH": f"{bin_folder}:{os.environ['PATH']}",
            "LD_LIBRARY_PATH": ":".join(map(str, folders)),
        },
        check=True,
    )


def main(out, setup, *wheels):
    out, setup = Path(out).absolute(), Path(setup).absolute()
    for wheel in wheels:
        make(out, setup, wheel)
    if platform(setup) == check_wheels.PLATFORM:
        check_wheels.main(*out.iterdir())
    for file in sorted(out.iterdir()):
        size = file.stat().st_size
        print(f"{file.name}: {size / 1e6:.1f} MB")
        if size > MAX_BYTES and file.name.startswith("envpool-"):
            sys.exit(f"expected at most {MAX_BYTES / 1e6:g} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
