# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks the symbol versions that the wheels need, and the extras of their metadata."""

import email
import io
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.gnuversions import GNUVerNeedSection
from packaging.requirements import Requirement

from envpool.families import ALL_FAMILIES, FAMILIES
from third_party.make_wheels import PLATFORM

# The highest symbol versions of a manylinux_2_28 system.
HIGHEST = {
    "CXXABI": (1, 3, 11),
    "GCC": (7, 0, 0),
    "GLIBC": (2, 28),
    "GLIBCXX": (3, 4, 24),
}
WHEELS = sorted(Path("wheels").glob("*.whl"))

each_wheel = pytest.mark.parametrize("wheel", WHEELS, ids=lambda path: path.name)


def main_wheel():
    (wheel,) = (path for path in WHEELS if path.name.startswith("envpool-"))
    return wheel


def libraries(wheel):
    """Yields the names of a wheel's ELF files, and the files."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            if data.startswith(b"\x7fELF"):
                yield name, ELFFile(io.BytesIO(data))


def needed(elf):
    """Yields the versions of symbols that a library needs: `("GLIBC", (2, 28))`."""
    for section in elf.iter_sections():
        if isinstance(section, GNUVerNeedSection):
            for _, versions in section.iter_versions():
                for version in versions:
                    library, _, number = version.name.rpartition("_")
                    if library in HIGHEST:
                        yield library, tuple(map(int, number.split(".")))


@each_wheel
def test_no_library_needs_newer_symbols(wheel):
    found = {name: set(needed(elf)) for name, elf in libraries(wheel)}
    assert found
    assert all(any(key == "GLIBC" for key, _ in known) for known in found.values())
    newer = {
        f"{name}: {library}_{'.'.join(map(str, version))}"
        for name, versions in found.items()
        for library, version in versions
        if version > HIGHEST[library]
    }
    assert newer == set()


def test_auditwheel_finds_the_platform():
    for wheel in WHEELS:
        assert wheel.stem.endswith(f"-{PLATFORM}_{platform.machine()}")
    command = [sys.executable, "-m", "auditwheel", "show", main_wheel()]
    shown = subprocess.check_output(command, text=True)
    # auditwheel may find a lower one; only exp, log and pow need 2.28: see older.S.
    pattern = rf'platform tag: "manylinux_2_(\d+)_{platform.machine()}"'
    assert int(re.search(pattern, " ".join(shown.split()))[1]) <= 28


def test_extras():
    with zipfile.ZipFile(main_wheel()) as archive:
        (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
    extras = {name: set() for name in metadata.get_all("Provides-Extra")}
    required = set()
    for line in metadata.get_all("Requires-Dist"):
        requirement = Requirement(line)
        names = [n for n in extras if f'"{n}"' in str(requirement.marker)]
        for group in [extras[name] for name in names] or [required]:
            group.add(requirement.name)
    of_families = [package for row in FAMILIES for package in row.packages]
    assert required == {"dm-env", "gymnasium", "numpy"} | {
        package.name for package in of_families if not package.extra
    }
    everything = extras.pop("all")
    # "all" lacks Gym, which does not support NumPy 2, required by JAX.
    assert everything == set().union(*extras.values()) - {"gym"}
    wheels = {row.wheel.removeprefix("envpool-") for row in ALL_FAMILIES} - {"envpool"}
    assert {name: extras.pop(name) for name in wheels} == {
        name: {f"envpool-{name}"} for name in wheels
    }
    for package in of_families:  # extras that contain a family's packages
        for name in [name for name in extras if package.name in extras[name]]:
            del extras[name]
    assert extras == {
        "audio": {"cyal", "pyalsoft"},
        "cli": {"click", "rich"},
        "gym": {"gym"},
        "jax": {"jax"},
        "minari": {"h5py", "minari", "pillow"},
        "render": {"pygame-ce"},
        "sb3": {"stable-baselines3"},
        "torch": {"torch"},
        "video": {"imageio-ffmpeg"},
        "yaml": {"pyyaml"},
    }
