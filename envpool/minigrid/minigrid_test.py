# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""MiniGrid against the official package: same seed, same levels, same episodes."""

import gymnasium
import minigrid  # noqa: F401  registers the official ids
import numpy as np
import pytest
from minigrid.core.world_object import Lava, Wall

from envpool.registration import registry
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, comparisons

N = 2
IDS = [
    task_id
    for task_id, (package, _, _) in registry.specs.items()
    if package == "envpool.minigrid" and task_id.startswith("MiniGrid-")
]


class OfficialEnv(GymnasiumEnv):
    """The official env, with EnvPool's infos."""

    def _row(self, obs, *rest):
        row = super()._row(obs, *rest)
        x, y = self.env.unwrapped.agent_pos
        row["info"]["agent_pos"] = np.array([x, y], np.int32)
        return row


class Official(Adapter):
    """The official envs; `case.official` are the constructor's options."""

    num_envs = N
    same_infos = False

    def make(self, case, seed):
        env = gymnasium.make(
            case.task_id, disable_env_checker=True, **(case.official or {})
        )
        return OfficialEnv(env, seed)

    def check_spaces(self, pool, official):
        assert pool.single_observation_space == official.env.observation_space
        assert pool.single_action_space == official.env.action_space

    def is_random(self, case):
        fixed = ("MiniGrid-Empty-", "MiniGrid-DistShift")
        return not case.task_id.startswith(fixed) or "Random" in case.task_id


# How long to play so that at least three episodes end.
test_ids = comparisons(
    Official(),
    [Case(task_id, steps=300, episodes=1, max_steps=3000) for task_id in IDS],
)
