# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Registers PerEnvCartPole-v1."""

from envpool.registration import Family

family = Family("benchmark.per_env_cartpole")
family.task("PerEnvCartPole-v1", "PerEnvCartPole", max_episode_steps=500)
