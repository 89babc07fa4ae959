# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Checks of `envpool doctor` for the installation."""

from __future__ import annotations

import importlib
import importlib.metadata
import platform
import sys
from collections.abc import Iterator

import envpool
from envpool.cli.findings import NOTE, OK, PROBLEM, Finding
from envpool.families import FAMILIES, install_hint
from envpool.python.api import load_native
from envpool.registration import entry
from envpool.registration.env_registry import registry

__all__ = ["CHECKS"]

# The package of the extra `audio` depends on Python's version.
AUDIO = "cyal" if sys.version_info < (3, 13) else "pyalsoft"
# Optional packages: their purpose, and the command that installs them.
OPTIONAL = {
    "gym": ("gym_api='0.21' with gym's spaces", 'pip install "envpool[gym]"'),
    "pygame": ('render_mode="human"', 'pip install "envpool[render]"'),
    AUDIO: ("audio in observations", 'pip install "envpool[audio]"'),
    "imageio-ffmpeg": ("videos", 'pip install "envpool[video]"'),
    "minari": ("data sets", 'pip install "envpool[minari]"'),
    "torch": ("output='torch'", "pip install torch"),
    "jax": ("xla() and output='jax'", "pip install jax"),
    "stable-baselines3": ("its adapter", "pip install stable-baselines3"),
    "ray": ("make_remote", "pip install ray"),
    "pytest": ("envpool check", "pip install pytest"),
    "matplotlib": ("pictures of envpool bench", "pip install matplotlib"),
}
# Pairs of packages that hide or break each other.
CONFLICTS = (
    ("pygame", "pygame-ce", "they share a folder: uninstall one, reinstall the other"),
    ("opencv-python", "opencv-python-headless", "they share a folder: keep one"),
)


def version_of(name: str) -> str | None:
    """Returns the version of an installed package, or None."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def versions() -> Iterator[Finding]:
    """The required packages."""
    yield Finding("envpool", OK, envpool.__version__)
    yield Finding("Python", OK, platform.python_version())
    for name in ("numpy", "gymnasium", "dm-env"):
        found = version_of(name)
        if found is None:
            yield Finding(name, PROBLEM, "not installed", f"pip install {name}")
        else:
            yield Finding(name, OK, found)


def families() -> Iterator[Finding]:
    """Whether each family can be loaded."""
    envpool.list_all_envs()
    counts: dict[str, int] = {}
    for package, *_ in registry.specs.values():
        counts[package] = counts.get(package, 0) + 1
    missing = {row.name for rows in entry.missing_wheels().values() for row in rows}
    for row in FAMILIES:
        name = f"family {row.title}"
        if row.name in missing:
            yield Finding(name, OK, f"not installed: pip install {row.wheel}")
            continue
        if (error := entry.failures.get(row.name)) is not None:
            extras = {package.name for package in row.packages if package.extra}
            if isinstance(error, ModuleNotFoundError) and error.name in extras:
                text = f"not installed: {install_hint(error.name)}"
                yield Finding(name, OK, text)
                continue
            yield Finding(
                name,
                PROBLEM,
                f"{type(error).__name__}: {error}",
                f"pip install --force-reinstall {row.wheel}",
            )
            continue
        module = row.native_module.rpartition("/")[2].removesuffix(".so")
        try:
            load_native(row.package, module)
        except ImportError as problem:
            yield Finding(
                name,
                PROBLEM,
                str(problem).partition("\n")[0],
                f"pip install --force-reinstall {row.wheel}",
            )
        else:
            yield Finding(name, OK, f"{counts.get(row.package, 0)} ids")


def optional() -> Iterator[Finding]:
    """The optional packages."""
    for name, (purpose, command) in OPTIONAL.items():
        found = version_of(name)
        if found is None and name == "pygame":
            found = version_of("pygame-ce")
        text = found or f"not installed; for {purpose}: {command}"
        yield Finding(name, OK, text)


def conflicts() -> Iterator[Finding]:
    """Packages that are known to conflict."""
    for one, other, advice in CONFLICTS:
        if version_of(one) and version_of(other):
            yield Finding(f"{one} and {other}", NOTE, "both are installed", advice)
    gymnasium = version_of("gymnasium") or "1"
    if gymnasium.partition(".")[0] == "0":
        yield Finding(
            "gymnasium",
            PROBLEM,
            f"{gymnasium} is too old",
            'pip install -U "gymnasium>=1.0"',
        )
    if version_of("gym") and not (version_of("numpy") or "1").startswith("1."):
        yield Finding(
            "gym and numpy",
            NOTE,
            "gym warns about NumPy 2",
            "uninstall gym, unless other code needs it",
        )


CHECKS = (versions, families, optional, conflicts)
