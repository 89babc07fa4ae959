# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Box2D against Gymnasium's own envs: same seed, same episodes."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import envpool
from envpool.box2d.oracle import bipedal_walker, lunar_lander
from envpool.python.errors import ConfigError
from envpool.registration import registry
from envpool.testing.oracle import Adapter, Case, GymnasiumEnv, comparisons

# What Gymnasium calls the tasks today.
OFFICIAL = {
    "BipedalWalker-v3": "BipedalWalker-v3",
    "BipedalWalkerHardcore-v3": "BipedalWalkerHardcore-v3",
    "LunarLander-v2": "LunarLander-v3",
    "LunarLander-v3": "LunarLander-v3",
    "LunarLanderContinuous-v2": "LunarLanderContinuous-v3",
    "LunarLanderContinuous-v3": "LunarLanderContinuous-v3",
}
WIND = {"enable_wind": True}
STORM = {"enable_wind": True, "wind_power": 19.5, "turbulence_power": 1.9}


class Official(Adapter):
    """Gymnasium's envs; `case.official` is how often one acts as it teaches."""

    same_infos = True

    def make(self, case, seed):
        options = {k: v for k, v in case.options.items() if k != "max_episode_steps"}
        self.guides = {}
        limit = case.options.get("max_episode_steps")
        env = gymnasium.make(
            OFFICIAL[case.task_id],
            disable_env_checker=True,
            max_episode_steps=limit,
            **options,
        )
        self.env = env
        return GymnasiumEnv(env, seed)

    def check_spaces(self, pool, official):
        assert pool.single_observation_space == official.env.observation_space
        space = official.env.action_space
        assert pool.single_action_space == space
        assert pool.single_action_space.dtype == space.dtype

    def actions(self, case, pool, rows, step, random):
        actions = super().actions(case, pool, rows, step, random)
        if actions.ndim > 1:  # beyond the limits as well
            actions *= np.float32(1.2)
        for i, row in enumerate(rows):
            if random.random() < case.official:
                actions[i] = self.taught(case.task_id, i, row["obs"])
        return actions

    def taught(self, task_id, i, obs):
        if task_id.startswith("LunarLander"):
            return lunar_lander.heuristic(self.env, obs)
        guide = self.guides.setdefault(i, bipedal_walker.BipedalWalkerHeuristics())
        return guide.step_heuristic(obs)


def cases(task_ids, *option_sets, taught):
    return [
        Case(
            task_id,
            1000,
            episodes=3,
            options=options,
            official=share,
            max_steps=20_000,
        )
        for task_id in task_ids
        for options in option_sets
        for share in taught
    ]


LANDERS = [task_id for task_id in OFFICIAL if task_id.startswith("LunarLander")]
WALKERS = [task_id for task_id in OFFICIAL if task_id.startswith("Bipedal")]

test_landers = comparisons(Official(), cases(LANDERS, {}, WIND, taught=(0.0, 0.9)))
test_landers_options = comparisons(
    Official(),
    cases(
        ["LunarLander-v3", "LunarLanderContinuous-v3"],
        STORM,
        {"gravity": -2.5},
        {"gravity": -11.9, **STORM},
        taught=(0.5,),
    ),
)
test_walkers = comparisons(
    Official(), cases(WALKERS, {"max_episode_steps": 400}, taught=(0.0, 1.0))
)
