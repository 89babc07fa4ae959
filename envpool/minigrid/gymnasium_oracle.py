# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The Gymnasium counterparts of the tasks, for testing/system/official_test.py."""

import gymnasium
import minigrid

WITHOUT = {".*": "the family's own tests compare them"}


def register() -> None:
    """Registers the official envs."""
    gymnasium.register_envs(minigrid)
