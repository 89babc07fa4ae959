# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Correct envs with features that the shipped envs lack.

See rare_features.h, nim.h and springs.h.
"""

from envpool.python.api import export_family
from envpool.registration import Family

__getattr__, __dir__ = export_family(__name__, "rare_features_envpool")

family = Family(__name__)
family.task("Council-v0", "Council", max_num_players=3, max_episode_steps=9)
family.task("Crowd-v0", "Crowd", max_num_players=2, max_episode_steps=50)
family.task("Echo-v0", "Echo", max_episode_steps=40)
family.task("Nim-v0", "Nim", max_num_players=2)
family.task("NimMasks-v0", "Nim", max_num_players=2, mask_of_players=True)
family.task("Scribe-v0", "Scribe", max_episode_steps=30)
family.task("Springs-v0", "Springs", max_episode_steps=20)
family.task("Switch-v0", "Switch", max_episode_steps=0)
