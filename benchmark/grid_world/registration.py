# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Registers GridWorld-v1, an `Env`, and GridLanes-v1, a `BatchEnv`."""

from envpool.registration import Family

family = Family("benchmark.grid_world")
family.task("GridWorld-v1", "GridWorld", max_episode_steps=200)
family.task("GridLanes-v1", "GridLanes", max_episode_steps=200)
