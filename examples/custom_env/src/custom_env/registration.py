# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The ids of custom_env."""

from envpool.registration import Family

family = Family("custom_env")
family.rules("Corridor", {"length": {"min": 2, "max": 1000}})
family.meanings({"length": "Number of places in the corridor."})
family.task("Corridor-v0", "Corridor", max_episode_steps=100)
family.task("CorridorLong-v0", "Corridor", max_episode_steps=1000, length=100)
