# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The releases of MuJoCo, between which the config key `mujoco_version` selects.

The native modules of all are compiled from the same sources: see common/version.h.
"""

from __future__ import annotations

from envpool.registration import Family

__all__ = ["KEY", "VERSIONS", "family_of"]

KEY = "mujoco_version"
# The packages of each release; the first one is the default.
VERSIONS = {"3.6": "envpool.mujoco", "4.0": "envpool.mujoco.v4"}


def family_of(name: str) -> Family:
    """Returns a family that all releases have.

    Args:
      name: its folder, the same in all packages.
    """
    packages = {version: f"{package}.{name}" for version, package in VERSIONS.items()}
    family = Family(next(iter(packages.values())), KEY, packages)
    family.meanings(
        {
            KEY: "The release of MuJoCo: "
            + " or ".join(f"`{v}`" for v in VERSIONS)
            + "; all but the first are in wheels of their own."
        }
    )
    return family
