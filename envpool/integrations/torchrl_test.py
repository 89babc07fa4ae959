# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""TorchRL's wrappers take pools as they are."""

import gymnasium
import pytest
import torch
from gymnasium.vector import AutoresetMode
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, MultiThreadedEnv, check_env_specs

import envpool


@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1", "Taxi-v3"])
def test_specs(task_id):
    pool = envpool.make_gymnasium(task_id, num_envs=3, autoreset_mode="disabled")
    check_env_specs(GymWrapper(pool))


def test_specs_of_same_step():
    pool = envpool.make_gymnasium(
        "CartPole-v1", num_envs=3, autoreset_mode="same_step", infos="none"
    )
    check_env_specs(GymWrapper(pool))


def test_refuses_next_step_itself():
    with pytest.raises(RuntimeError, match="must be one of SAME_STEP or DISABLED"):
        GymWrapper(envpool.make_gymnasium("CartPole-v1", num_envs=2))


def rollout(vector):
    torch.manual_seed(2)
    env = GymWrapper(vector)
    env.set_seed(7)
    return env.rollout(80, break_when_any_done=False)


@pytest.mark.parametrize("mode", ["disabled", "same_step"])
def test_collects_the_same_as_from_the_official_env(mode):
    kwargs = {"num_envs": 3, "max_episode_steps": 30}
    ours = rollout(envpool.make_gymnasium("CartPole-v1", autoreset_mode=mode, **kwargs))
    modes = {"autoreset_mode": AutoresetMode[mode.upper()]}
    theirs = rollout(
        gymnasium.make_vec(
            "CartPole-v1", vectorization_mode="sync", vector_kwargs=modes, **kwargs
        )
    )
    assert ours["next", "done"].sum() >= 6
    for key in ("action", "observation", ("next", "reward"), ("next", "done")):
        torch.testing.assert_close(ours[key], theirs[key])


def test_collector():
    pool = envpool.make_gymnasium("CartPole-v1", num_envs=4, autoreset_mode="disabled")
    collector = Collector(GymWrapper(pool), None, frames_per_batch=40, total_frames=80)
    assert [batch.numel() for batch in collector] == [40, 40]


@pytest.mark.parametrize("task_id", ["CartPole-v1", "Pendulum-v1"])
def test_the_env_of_torchrl_that_makes_a_pool(task_id):
    kwargs = {"gym_spaces": True, "max_episode_steps": 10}
    env = MultiThreadedEnv(3, task_id, create_env_kwargs=kwargs)
    check_env_specs(env)
    found = env.rollout(30, break_when_any_done=False)
    assert found.batch_size == (3, 30)
    assert found["next", "done"].sum() >= 6
