# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Pictures, formats, options and ends of MarlGrid's tasks."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import envpool

SOLO = "MarlGrid-1AgentCluttered15x15-v0"
FOUR = "MarlGrid-4AgentEmpty9x9-v0"
CYCLE = "Goalcycle-demo-solo-v0"
N = 8
FORWARD = 2
RECORDED = json.loads(
    (Path(__file__).parent / "oracle_traces" / "frames.json").read_text()
)


def make(task_id, **options):
    return envpool.make(task_id, "gymnasium", **{"num_envs": N, "seed": 3, **options})


@pytest.mark.parametrize("task_id", RECORDED["tasks"])
def test_pictures_are_those_of_the_released_envpool(task_id):
    recorded = RECORDED["tasks"][task_id]
    env = make(task_id, num_envs=1, seed=RECORDED["seed"], render_mode="rgb_array")
    env.reset()
    frames = list(env.render())
    for actions in recorded["actions"]:
        env.step(np.atleast_1d(np.int32(actions)))
        frames.extend(env.render())
    assert [1, *frames[0].shape] == recorded["shape"]
    digests = [hashlib.blake2b(one.tobytes(), digest_size=16) for one in frames]
    assert [one.hexdigest() for one in digests] == recorded["frames"]


@pytest.mark.parametrize(("height", "width"), [(88, 88), (50, 70)])
def test_pictures_of_other_sizes(height, width):
    env = make(
        SOLO,
        num_envs=1,
        render_mode="rgb_array",
        render_height=height,
        render_width=width,
    )
    env.reset()
    (frame,) = env.render()
    assert frame.shape == (height, width, 3)
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 3


@pytest.mark.parametrize(
    ("options", "shape"),
    [
        ({}, (56, 56, 3)),
        ({"view_tile_size": 5, "view_size": 4}, (20, 20, 3)),
        ({"observation_format": "matrix"}, (7, 7, 13)),
        ({"observation_format": "full_matrix"}, (9, 9, 13)),
    ],
)
def test_formats(options, shape):
    env = make(FOUR, **options)
    obs, _ = env.reset()
    assert env.single_observation_space.shape == shape
    assert obs.shape == (4 * N, *shape)


def test_a_matrix_has_the_agents_of_the_infos():
    env = make(FOUR, observation_format="full_matrix")
    obs, info = env.reset()
    players = info["players"]
    for row, (x, y), direction in zip(obs, players["pos"], players["dir"], strict=True):
        assert row[y, x, 5] == 255
        assert row[y, x, 9 + direction] == 255


def test_both_flags_are_set_if_the_goal_is_reached_in_the_last_step():
    env = make(SOLO, num_envs=200, grid_size=4, n_clutter=0, max_episode_steps=1)
    env.reset()
    _, reward, terminated, truncated, _ = env.step(np.full(200, FORWARD))
    assert 0 < terminated.sum() < 200
    np.testing.assert_array_equal(terminated, reward > 0)
    np.testing.assert_allclose(reward[terminated], 0.1, rtol=1e-6)
    assert truncated.all()


def released_form(actions, num_envs, agents):
    """Returns actions in the form that EnvPool 1.2.7 needs."""
    return {
        "players.action": actions,
        "players.env_id": np.repeat(np.arange(num_envs, dtype=np.int32), agents),
        "env_id": np.arange(num_envs, dtype=np.int32),
    }


def test_actions_in_the_form_of_the_released_envpool():
    envs = make(FOUR), make(FOUR)
    for env in envs:
        env.reset()
    actions = np.arange(4 * N, dtype=np.int32) % 7
    ours, same = envs[0].step(actions), envs[1].step(released_form(actions, N, 4))
    np.testing.assert_array_equal(ours[0], same[0])


def test_every_agent_needs_an_action():
    env = make(FOUR)
    env.reset()
    with pytest.raises(envpool.errors.EnvPoolError, match="action"):
        env.step(np.zeros(N, np.int32))


def test_the_error_names_the_number_of_agents():
    env = make(FOUR, num_envs=1)
    env.reset()
    with pytest.raises(envpool.errors.EnvStepError, match="4 agents, got 3"):
        env.step(released_form(np.zeros(3, np.int32), 1, 3))


def test_official_names_mean_the_same():
    ours = make(CYCLE, bonus_reward=2.0, bonus_penalty=0.5, max_episode_steps=7)
    official = make(CYCLE, reward=2.0, penalty=0.5, max_steps=7)
    assert dict(ours.config) == dict(official.config)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"env_name": "doorkey"}, "env_name"),
        ({"n_agents": 7}, "n_agents"),
        ({"n_agents": 0}, "n_agents"),
        ({"grid_size": 3}, "grid_size"),
        ({"n_clutter": 81}, "grid_size: expected room for 1 goals, 81 walls"),
        ({"n_clutter": 78, "n_agents": 3, "ghost_mode": False}, "grid_size"),
        ({"view_size": 2}, "view_size"),
        ({"view_offset": 5}, "view_offset: expected less than view_size"),
        ({"prestige_beta": 1.1}, "prestige_beta"),
        ({"prestige_scale": 0.0}, "prestige_scale"),
        ({"observation_format": "text"}, "observation_format"),
        ({"reward": 1.0, "bonus_reward": 1.0}, "reward"),
    ],
)
def test_wrong_options(options, word):
    with pytest.raises(ValueError, match=word):
        make(SOLO, **options)


def test_no_room_is_left_over():
    """The last free cell is found."""
    env = make(SOLO, n_clutter=79, ghost_mode=False, observation_format="full_matrix")
    obs, _ = env.reset()
    assert (obs[..., 0].reshape(N, -1) == 255).sum(axis=1).tolist() == [1] * N
