# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Recordings with drawn parameters, and with episodes from the middle on."""

import numpy as np
import pytest

import envpool
from envpool.recording.forgery import change_header


def make(path, env_type="gymnasium", **kwargs):
    kwargs = {"num_envs": 4, "seed": 7, **kwargs}
    return envpool.make("CartPole-v1", env_type, record_actions=str(path), **kwargs)


DRAWS = {
    "masspole": ("uniform", 0.05, 0.4),
    "length": ("normal", 0.5, 0.2),
    "gravity": ("choice", [0.5, 2], "scale"),
}


def replayed(path, env_id):
    """Returns the observations of an env in all episodes, by step."""
    return [
        step.observation[0].tolist()
        for episode in envpool.replay(path).episodes_of(env_id)
        for step in episode.steps()
    ]


@pytest.mark.parametrize("batch_size", [4, 2])
def test_drawn_parameters(tmp_path, batch_size):
    path = tmp_path / "actions"
    env = make(
        path,
        max_episode_steps=6,
        randomize=DRAWS,
        infos=["official", "params", "env_id"],
        batch_size=batch_size,
        num_threads=2,
    )
    seen = [[], [], [], []]
    env.async_reset()
    for step in range(40):
        obs, *_, info = env.recv()
        for env_id, row in zip(info["env_id"], obs, strict=True):
            seen[env_id].append(row.tolist())
        env.send(np.full(batch_size, step % 2), info["env_id"])
    env.close()
    for env_id in range(4):
        assert replayed(path, env_id)[: len(seen[env_id])] == seen[env_id]
    episodes = envpool.replay(path).episodes
    drawn = {
        next(iter(episode.steps())).result[-1]["params"]["masspole"][0]
        for episode in episodes
    }
    assert len(drawn) == len(episodes) > 8
    # The distributions determine the draws, with which the episodes differ.
    change_header(path, lambda header: header["options"]["randomize"].pop("length"))
    assert replayed(path, 1)[: len(seen[1])] != seen[1]


def test_drawn_parameters_in_the_same_step(tmp_path):
    path = tmp_path / "actions"
    env = make(path, max_episode_steps=4, randomize=DRAWS, autoreset_mode="same_step")
    seen = [env.reset()[0][2].tolist()]
    seen += [env.step(np.full(4, i % 2))[0][2].tolist() for i in range(10)]
    env.close()
    first, second, _ = envpool.replay(path).episodes_of(2)
    assert [s.observation[0].tolist() for s in first.steps()] == seen[:5]
    assert [s.observation[0].tolist() for s in second.steps()] == seen[4:9]


def test_drawn_and_set_parameters(tmp_path):
    path = tmp_path / "actions"
    env = make(path, seed=[3, 2**40, 5, 6], max_episode_steps=4, randomize=DRAWS)
    seen = [env.reset()[0][1]]
    for step in range(14):
        if step == 2:
            states = env.save_state()
        if step == 3:
            env.set_params({"masspole": 0.2, "tau": 0.03}, [1])
        if step == 7:
            env.load_state([states[0]], [1])
        if step == 11:
            seen.append(env.reset(seed=[1, 2, 3, 4])[0][1])
        seen.append(env.step(np.full(4, step % 2))[0][1])
    env.close()
    found = [
        step.observation[0]
        for episode in envpool.replay(path).episodes_of(1)
        for step in episode.steps()
    ]
    np.testing.assert_array_equal(found, seen)


def test_returns_begin_at_loaded_states(tmp_path):
    path = tmp_path / "actions"
    env = make(path, env_type="gym", max_episode_steps=6)
    env.reset()
    env.step(np.ones(4, int))
    states = env.save_state()
    for _ in range(3):
        env.step(np.ones(4, int))
    env.load_state(states)
    for step in range(5):
        env.step(np.full(4, step % 2))
    env.close()
    _, loaded = envpool.replay(path).episodes_of(0)
    assert loaded.total_reward == 5
    assert len(list(loaded.steps())) == 5
