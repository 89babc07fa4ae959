# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings as data sets of Minari."""

import minari
import numpy as np
import pytest

import envpool
from envpool.datasets import Minari
from envpool.errors import ArgumentError
from envpool.policies import OpenLoop

STEPS = 120


@pytest.mark.parametrize(
    ("env_type", "mode"),
    [
        ("gymnasium", "next_step"),
        ("gymnasium", "same_step"),
        ("gym", "same_step"),
        ("dm", "next_step"),
    ],
)
def test_equals_the_data_set_of_rollouts(tmp_path, env_type, mode):
    keys = {"num_envs": 3, "seed": 5, "autoreset_mode": mode}
    rng = np.random.default_rng(0)
    actions = rng.integers(0, 2, (STEPS, 3)).astype(np.int32)
    path = str(tmp_path / "run.actions")
    env = envpool.make("CartPole-v1", env_type, record_actions=path, **keys)
    env.reset()
    for row in actions:
        env.step(row)
    env.close()
    with Minari("exported-v0", tmp_path) as data:
        envpool.replay(path).export(data)
    env = envpool.make("CartPole-v1", env_type, **keys)
    env.reset()
    with Minari("rolled-v0", tmp_path) as data:
        env.rollout(STEPS, OpenLoop(actions), record=data)
    found, expected = (
        minari.MinariDataset(tmp_path / name / "data")
        for name in ("exported-v0", "rolled-v0")
    )
    assert found.total_steps == expected.total_steps
    assert found.spec.env_spec == expected.spec.env_spec
    order = [key(episode) for episode in expected]
    assert sorted(map(key, found)) == sorted(order)
    seeds = [
        sorted(
            str(about.get("seed"))
            for about in each.storage.get_episode_metadata(range(len(each)))
        )
        for each in (found, expected)
    ]
    assert seeds[0] == seeds[1]


def key(episode):
    parts = (episode.observations, episode.actions, episode.rewards)
    parts += (episode.terminations, episode.truncations)
    return tuple((part.dtype.str, part.tobytes()) for part in parts)


def test_mixed_recordings(tmp_path):
    path = str(tmp_path / "mixed.actions")
    tasks = [("CartPole-v1", 2), ("FrozenLake-v1", 2)]
    env = envpool.make_mixed(tasks, env_type="gymnasium", seed=0, record_actions=path)
    env.reset()
    for _ in range(60):
        env.step({name: np.ones(2, np.int64) for name, _ in tasks})
    env.close()
    recording = envpool.replay(path)
    for number, (name, _) in enumerate(tasks):
        with Minari(f"part{number}-v0", tmp_path) as data:
            recording.export(data, recording.tasks[name])
        assert data.total_episodes > 2
    with Minari("all-v0", tmp_path) as data, pytest.raises(ArgumentError):
        recording.export(data)
