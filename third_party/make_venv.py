# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Make a virtual environment from a hashed lock file.

    python3 make_venv.py LOCK DEST [--sdist NAME]... [--only NAME]...
    python3 make_venv.py LOCK DEST --arm64 [--without NAME]...

Every package is a wheel, checked by sha256 and never built, except those given by
--sdist, which are built last, with the setuptools of the lock. With --only, the
lock's other packages are left out.

With --arm64, DEST is a folder with packages for CPython 3.11 on Linux on ARM64, all of
them wheels, except those given by --without. A virtual environment appears only when it
is complete, so an interrupted run leaves nothing that looks ready.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv

# pip takes a wheel for an older system only if that is listed.
ARM64 = [
    "--implementation=cp",
    "--python-version=3.11",
    *(f"--platform=manylinux_2_{minor}_aarch64" for minor in range(28, 16, -1)),
    "--platform=manylinux2014_aarch64",
]


def split_lock(text, sdists, only=frozenset()):
    """Returns the lock's text without and with the requirements in sdists."""
    parts = {False: [], True: [], None: []}
    part = False
    for line in text.splitlines():
        match = re.match(r"([A-Za-z0-9][\w.-]*)==", line)
        if match:
            part = match[1] in sdists
            if only and match[1] not in only:
                part = None
        parts[part].append(line)
    return "\n".join(parts[False]), "\n".join(parts[True])


def install(python, lock, *options):
    """Installs exactly the packages of the lock file."""
    command = [python, "-m", "pip", "install", "--quiet", "--no-deps"]
    command += ["--disable-pip-version-check", "--require-hashes"]
    command += [*options, "--requirement", lock]
    environment = {**os.environ, "PIP_NO_WARN_SCRIPT_LOCATION": "1"}
    result = subprocess.run(
        command,
        check=False,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if result.returncode:
        raise SystemExit(f"{' '.join(command)}\n{result.stdout}")


def install_arm64(dest, text):
    """Installs the packages of a lock's text into the folder, for another system."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as lock:
        lock.write(text)
        lock.flush()
        options = ["--only-binary=:all:", "--target", dest, *ARM64]
        install(sys.executable, lock.name, *options)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lock")
    parser.add_argument("dest")
    parser.add_argument("--sdist", action="append", default=[])
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--arm64", action="store_true")
    parser.add_argument("--without", action="append", default=[])
    args = parser.parse_args()
    dest = os.path.abspath(args.dest)
    if os.path.exists(dest):
        return
    with open(args.lock, encoding="utf-8") as f:
        text = f.read()
    left_out = {*args.sdist, *args.without}
    wheels, sdists = split_lock(text, left_out, set(args.only))
    if args.arm64:
        install_arm64(dest, wheels)
        return
    try:
        venv.create(dest, with_pip=True, symlinks=True)
        python = os.path.join(dest, "bin", "python3")
        lock = os.path.join(dest, "lock.txt")
        for text, options in (
            (wheels, ["--only-binary=:all:"]),
            (sdists, ["--no-build-isolation"]),
        ):
            if text:
                with open(lock, "w", encoding="utf-8") as f:
                    f.write(text)
                install(python, lock, *options)
        os.unlink(lock)
    except BaseException:
        shutil.rmtree(dest, ignore_errors=True)
        raise


if __name__ == "__main__":
    sys.exit(main())
