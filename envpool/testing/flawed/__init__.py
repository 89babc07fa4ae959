# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Envs with typical mistakes of authors; see flawed.h."""

from envpool.python.api import export_family
from envpool.registration import Family

__getattr__, __dir__ = export_family(__name__, "flawed_envpool")

FLAWS = ("none", "done", "mask", "reset", "reward", "save", "space", "throw")

family = Family(__name__)
for flaw in FLAWS:
    family.task(f"Flawed-{flaw}-v0", "Flawed", max_episode_steps=100, flaw=flaw)
family.task("Unwritten-v0", "Unwritten", max_episode_steps=100)
