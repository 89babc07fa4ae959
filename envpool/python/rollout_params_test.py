# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Rollouts with parameters that are drawn at each reset."""

import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError
from envpool.policies import OpenLoop, Random, Repeat

STEPS = 60

DRAWS = {
    "masspole": ("uniform", 0.05, 0.4),
    "kinematics_integrator": ("choice", [0, 1]),
}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"autoreset_mode": "same_step"},
        {"normalize_obs": True},
        {"batch_size": 5, "num_threads": 2},
        {"env_config": {"max_episode_steps": [9, 20, 9, 20, 20]}},
    ],
    ids=str,
)
def test_drawn_parameters(options):
    def make():
        return envpool.make_gymnasium(
            "CartPole-v1",
            num_envs=5,
            seed=1,
            randomize=DRAWS,
            infos=["params"],
            **options,
        )

    with make() as env, make() as twin:
        actions = np.random.default_rng(0).integers(0, 2, (STEPS, 5), np.int32)
        env.reset()
        twin.reset()
        out = np.zeros((STEPS, 5))
        found = env.rollout(
            STEPS,
            OpenLoop(actions),
            infos=["params", "elapsed_step"],
            out={"info": {"params": {"masspole": out}}},
        )
        assert found.info["params"]["masspole"] is out
        assert found.info["params"]["kinematics_integrator"].dtype == np.int64
        for step, row in enumerate(actions):
            params = twin.step(row)[-1]["params"]
            for name in DRAWS:
                np.testing.assert_array_equal(
                    found.info["params"][name][step], params[name]
                )
        changes = np.diff(out, axis=0).any(axis=1)
        assert 0 < changes.sum() < STEPS - 1  # several episodes
        assert "params" not in env.rollout(2, Repeat(actions[0]), infos="all").info


def test_drawn_parameters_of_unlike_tasks():
    tasks = [("Acrobot-v1", 2), ("MountainCar-v0", 1)]
    draws = {"gravity": ("uniform", 0.5, 1.5, "scale")}
    with envpool.make_mixed(tasks, pad=True, seed=1, randomize=draws) as env:
        env.reset()
        found = env.rollout(9, Random(seed=0), infos=["params"])
        gravity = found.info["params"]["gravity"]
        assert gravity.shape == (9, 3)
        for ids in ([0, 1], [2]):
            last = env.get_params("gravity", ids)["gravity"]
            np.testing.assert_array_equal(gravity[-1, ids], last)
        assert (gravity[:, 2] < 0.01).all()
        with pytest.raises(ArgumentError, match="did you mean 'params'"):
            env.rollout(9, Random(seed=0), infos=["param"])
