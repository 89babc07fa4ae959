# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""MiniGrid against the official package: same seed, same levels, same episodes."""

import gymnasium
import minigrid  # noqa: F401  registers the official ids
import numpy as np
import pytest
from minigrid.core.world_object import Lava, Wall

import envpool
from envpool.registration import registry
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, comparisons, play

IDS = sorted(
    task_id
    for task_id, (package, _, _) in registry.specs.items()
    if package == "envpool.minigrid"
)
print(IDS)
