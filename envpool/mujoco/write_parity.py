# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the families' `parity.csv`; see parity.py. Takes some minutes."""

from __future__ import annotations

import os
from pathlib import Path

from envpool.mujoco.dmc import oracle as dmc
from envpool.mujoco.gym import oracle as gym
from envpool.mujoco.parity import write


def main() -> None:
    """Compares all tasks, and writes what was found."""
    folder = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"]) / "envpool/mujoco"
    write(folder / "dmc/parity.csv", [dmc.parity(*task) for task in dmc.TASKS])
    write(folder / "gym/parity.csv", [gym.parity(task) for task in gym.IDS])


if __name__ == "__main__":
    main()
