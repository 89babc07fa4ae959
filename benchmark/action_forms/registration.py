# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Registers envs that do nothing: BatchEnvs, and two Envs."""

from envpool.registration import Family

family = Family("benchmark.action_forms")
for name in ("One", "Several", "Pair", "Table", "Team"):
    family.task(f"{name}Form-v1", f"{name}Form", max_episode_steps=10**6)
