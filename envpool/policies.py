# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Policies that run in C++, for `rollout`.

policy = envpool.policies.Random(seed=3)
batch = env.rollout(128, policy)
batch.obs.shape  # (128, num_envs, ...)
"""

from __future__ import annotations

from envpool.python.rollouts.policies import *  # noqa: F403
from envpool.python.rollouts.policies import __all__ as __all__
