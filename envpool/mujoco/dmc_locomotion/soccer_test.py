# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Soccer with all options, against dm_control."""

import math
import struct

import numpy as np
import pytest

import envpool
from envpool.errors import ArgumentError, ConfigError, EnvStepError
from envpool.mujoco.dmc_locomotion.oracle import soccer_oracle
from envpool.mujoco.dmc_locomotion.soccer_oracle import case_of, chase, make_official
from envpool.mujoco.dmc_locomotion.soccer_tasks import WALKERS, soccer_id
from envpool.policies import Random
from envpool.python.apis import states as states_of
from envpool.testing.oracle import comparisons

SEED = 7

test_options = comparisons(
    soccer_oracle.Soccer(),
    [
        case_of("boxhead", 300, episodes=1, time_limit=5.0, terminate_on_goal=False),
        case_of(
            "boxhead",
            120,
            team_size=1,
            enable_field_box=True,
            keep_aspect_ratio=True,
        ),
        case_of("boxhead", 60, team_size=4, disable_walker_contacts=True),
        case_of(
            "ant", 40, episodes=2, team_size=1, enable_field_box=True, time_limit=0.3
        ),
        case_of(
            "humanoid",
            60,
            episodes=2,
            team_size=1,
            enable_field_box=True,
            keep_aspect_ratio=True,
            terminate_on_goal=False,
            time_limit=0.5,
        ),
        case_of("humanoid", 30, team_size=3, disable_walker_contacts=True),
    ],
)


def test_goals():
    """A team at home that plays alone scores, here and officially."""
    options = {"team_size": 1, "keep_aspect_ratio": True}
    theirs = make_official("boxhead", SEED, **options)
    ours = envpool.make_gymnasium(
        soccer_id("boxhead"), num_envs=1, seed=SEED, **options
    )
    time, obs = theirs.reset(), ours.reset()[0]
    for _ in range(1800):
        action = np.stack([chase(time.observation[0]), np.zeros(3)])
        time = theirs.step(list(action))
        obs, reward, terminated, truncated, _ = ours.step(action)
        np.testing.assert_array_equal(reward, np.array(time.reward))
        if time.last():
            break
    assert (terminated[0], truncated[0]) == (True, False)
    assert reward.tolist() == [1, -1]
    assert obs["stats_home_score"].tolist() == [[1], [0]]
    assert obs["stats_away_score"].tolist() == [[0], [1]]
    # The first observation of the next episode still shows the goal, as officially.
    time, obs = theirs.reset(), ours.step(action)[0]
    for player in range(2):
        score = time.observation[player]["stats_home_score"]
        np.testing.assert_array_equal(obs["stats_home_score"][player], score)
    assert obs["stats_home_score"].tolist() == [[1], [0]]
    ours.close()


@pytest.mark.parametrize("walker", WALKERS)
def test_official_pitch(walker):
    """The parts of an episode's pitch are those that dm_control compiles."""
    options = {"enable_field_box": True, "team_size": 1}
    theirs = make_official(walker, SEED, **options)
    ours = envpool.make_gymnasium(soccer_id(walker), num_envs=1, seed=SEED, **options)
    for _ in range(2):
        theirs.reset()
        ours.reset()
        model = theirs.physics.model
        names = ("geom_pos", "geom_quat", "geom_size", "light_pos", "light_dir")
        for name in (*names, "geom_friction", "cam_fovy"):
            found = ours.get_params([name])[name][0]
            expected = np.asarray(getattr(model, name))
            np.testing.assert_array_equal(found, expected, name)
    ours.close()


def test_states_in_the_middle_of_a_game():
    """A copy of a state continues alike, with its pitch, its goals and its draws."""
    env = envpool.make_gymnasium(
        soccer_id("boxhead"), num_envs=2, seed=SEED, terminate_on_goal=False
    )
    random = np.random.default_rng(0)
    obs = env.reset()[0]
    actions = [random.uniform(-1, 1, (8, 3)) for _ in range(30)]
    for action in actions:
        env.step(action)
    states = env.save_state()
    after = [env.step(action) for action in actions]
    env.reset()
    env.load_state(states)
    for action, (obs, reward, *_) in zip(actions, after, strict=True):
        again, rewards, *_ = env.step(action)
        for key, value in obs.items():
            np.testing.assert_array_equal(again[key], value, key)
        np.testing.assert_array_equal(rewards, reward)
    env.close()


@pytest.mark.parametrize(
    ("place", "form", "values"),
    [
        (0, "<2d", (31.0, 30.0)),
        (0, "<2d", (40.0, 36.5)),
        (0, "<2d", (math.nan, 30.0)),
        (16, "<i", (2,)),
        (16, "<i", (-2,)),
    ],
)
def test_hostile_states(place, form, values):
    """A state with a pitch or a scorer that no game has is refused."""
    env = envpool.make_gymnasium(
        soccer_id("boxhead"), num_envs=1, seed=SEED, team_size=1
    )
    env.reset()
    states = env.save_state()
    # At the end are the size of the pitch, the scorer, a flag, and six controls.
    content = bytearray(states_of.unpack(states, [env._fingerprint])[0].state)
    struct.pack_into(form, content, len(content) - 77 + place, *values)
    forged = states_of.pack([bytes(content)], [env._fingerprint])
    with pytest.raises(ArgumentError):
        env.load_state(forged)
    env.load_state(states)
    env.close()


def test_starts_follow_parameters():
    """The first guess of the solver is computed anew when the model changes."""
    options = {"num_envs": 1, "seed": SEED, "team_size": 1}
    first = envpool.make_gymnasium(soccer_id("humanoid"), **options)
    second = envpool.make_gymnasium(soccer_id("humanoid"), **options)
    gravity = first.get_params(["opt.gravity"])["opt.gravity"] / 2
    first.reset()
    for env in (first, second):
        env.set_params({"opt.gravity": gravity})
    second.reset()
    found, expected = first.reset()[0], second.reset()[0]
    for key, value in expected.items():
        np.testing.assert_array_equal(found[key], value, key)
    first.close()
    second.close()


def test_frames_of_several_steps():
    env = envpool.make_gymnasium(
        soccer_id("ant"), num_envs=1, seed=SEED, frame_stack=3, obs_dtype="float32"
    )
    first = env.reset()[0]
    then = env.step(np.ones((4, 8)))[0]
    assert first["joints_pos"].shape == (4, 3, 8)
    assert first["body_height"].shape == (4, 3)
    assert first["stats_teammate_spread_out"].shape == (4, 3)
    for key, value in first.items():
        assert value.dtype == (bool if "spread_out" in key else np.float32), key
        np.testing.assert_array_equal(value[:, 0], value[:, 2], key)
        np.testing.assert_array_equal(then[key][:, 1], value[:, 2], key)
    assert (then["prev_action"][:, 2] == 1).all()
    env.close()


def test_every_player_needs_an_action():
    env = envpool.make_gymnasium(soccer_id("boxhead"), num_envs=2, seed=SEED)
    env.reset()
    owners = np.array([0, 0, 0, 0, 1, 1, 1], np.int32)
    action = {"action": np.zeros((7, 3)), "players": {"env_id": owners}}
    with pytest.raises(EnvStepError, match="expected 4 rows, one for each player"):
        env.step(action)
    assert env.step(np.zeros((8, 3)))[0]["body_height"].shape == (8, 1)
    env.close()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"team_size": 0}, "team_size: expected an integer in"),
        ({"max_num_players": 2}, "max_num_players: expected 4, the players of two"),
        ({"team_size": 12}, "team_size: expected an integer in"),
        ({"time_limit": -1.0}, "time_limit: expected"),
        ({"task_name": "soccer_cat"}, "task_name: expected one of"),
    ],
)
def test_bad_options(options, text):
    with pytest.raises(ConfigError, match=text):
        envpool.make_gymnasium(soccer_id("boxhead"), num_envs=1, **options)


def test_evaluate_tries_actions_of_all_players():
    """It equals single steps, also over the end of an episode."""
    options = {"seed": SEED, "team_size": 1, "time_limit": 0.3}
    env = envpool.make_gymnasium(soccer_id("boxhead"), num_envs=3, **options)
    env.reset()
    env.rollout(4, Random(0))
    states = env.save_state([0, 2])
    rng = np.random.default_rng(0)
    actions = rng.uniform(-1, 1, (2, 2, 14, 2, *env.single_action_space.shape))
    before = env.save_state()
    found = env.evaluate(states, actions)
    assert env.save_state() == before
    assert found.returns.shape == (2, 2, 2)
    assert found.ended.all()
    one = envpool.make_gymnasium(soccer_id("boxhead"), num_envs=1, **options)
    one.reset()
    for s, k in np.ndindex(2, 2):
        one.load_state([states[s]])
        steps = [one.step(action) for action in actions[s, k]]
        ends = [
            bool(terminated[0] or truncated[0])
            for _, _, terminated, truncated, _ in steps
        ]
        length = ends.index(True) + 1
        assert found.lengths[s, k] == length
        total = sum(reward.astype(np.float64) for _, reward, *_ in steps[:length])
        np.testing.assert_array_equal(found.returns[s, k], total)
        assert found.states[s][k] == one.save_state()[0]
    with pytest.raises(ArgumentError, match="axis of 2 players"):
        env.evaluate(states, actions[..., 0, :])
    env.close()
    one.close()
