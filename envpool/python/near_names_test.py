# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The proposals of errors for names of other packages."""

import pytest

from envpool.python.config.near_names import (
    add_id_note,
    near_id_text,
    near_ids,
    near_key_text,
)

IDS = [
    *("Pong-v5", "MsPacman-v5", "Catch-v0", "CartPole-v0", "CartPole-v1"),
    *("Ant-v3", "Ant-v4", "Ant-v5", "HalfCheetah-v4", "HalfCheetah-v5"),
    *("CheetahRun-v1", "HumanoidCMURun-v1", "BallInCupCatch-v1", "WalkerWalk-v1"),
    *("MiniGrid-Empty-5x5-v0", "procgen-coinrun-v0", "CoinrunEasy-v0"),
    *("VizdoomBasic-v1", "VizdoomDeadlyCorridor-v1", "DefendTheLine-v1"),
    "phys2d/CartPole-v1",
]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ALE/Pong-v5", ["Pong-v5"]),
        ("PongNoFrameskip-v4", ["Pong-v5"]),
        ("MsPacmanDeterministic-v4", ["MsPacman-v5"]),
        ("Pong-ram-v5", ["Pong-v5"]),
        ("atari_pong", ["Pong-v5"]),
        ("dm_control/cheetah-run", ["CheetahRun-v1"]),
        ("dm_control/humanoid_CMU-run-v0", ["HumanoidCMURun-v1"]),
        ("dmc_walker_walk", ["WalkerWalk-v1"]),
        ("cup_catch", ["BallInCupCatch-v1"]),
        ("Ant-v1", ["Ant-v5", "Ant-v4", "Ant-v3"]),
        ("halfcheetah", ["HalfCheetah-v5", "HalfCheetah-v4"]),
        ("CartPole-v9", ["CartPole-v1", "CartPole-v0"]),
        ("envpool:envpool/CartPole-v1", ["CartPole-v1"]),
        ("phys2d.CartPole-v1", ["phys2d/CartPole-v1"]),
        ("procgen:procgen-coinrun-v0", ["procgen-coinrun-v0"]),
        ("coinrun", ["CoinrunEasy-v0", "procgen-coinrun-v0"]),
        ("minigrid:MiniGrid-Empty-5x5-v0", ["MiniGrid-Empty-5x5-v0"]),
        ("MiniGrid_Empty_5x5", ["MiniGrid-Empty-5x5-v0"]),
        ("VizdoomBasic-v0", ["VizdoomBasic-v1"]),
        ("VizdoomCorridor-v0", ["VizdoomDeadlyCorridor-v1"]),
        ("VizdoomDefendTheLine-v0", ["DefendTheLine-v1"]),
        ("CartPool-v1", ["CartPole-v1"]),
        ("xyz", []),
        ("", []),
    ],
)
def test_near_ids(name, expected):
    found = near_ids(name, IDS)
    assert sorted(found[: len(expected)]) == sorted(expected)
    assert bool(found) == bool(expected)


def test_a_note_is_told_once_and_where_it_belongs():
    for _ in range(2):
        add_id_note(r"OTHER/.*", "theirs are larger")
    assert near_id_text("OTHER/Pong-v5", IDS).endswith(
        "; did you mean 'Pong-v5'? (theirs are larger)"
    )
    assert near_id_text("OTHER/xyz", IDS) == ""
    assert near_id_text("Pong", IDS) == "; did you mean 'Pong-v5'?"


KEYS = ["num_envs", "num_threads", "max_episode_steps", "seed", "stack_num"]
KEYS += ["frame_skip", "repeat_action_probability", "img_width", "img_height"]
KEYS += ["render_camera_id", "render_mode", "record_actions", "autoreset_mode"]
KEYS += ["gray_scale", "episodic_life", "reward_clip", "render_camera_id"]
KEYS += ["normalize_obs", "normalize_reward"]


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        *((key, ["num_envs"]) for key in ("num_env", "n_envs", "nenvs", "envs")),
        *((key, ["num_threads"]) for key in ("n_threads", "num_workers")),
        *((key, ["max_episode_steps"]) for key in ("max_steps", "time_limit")),
        *((key, ["stack_num"]) for key in ("frame_stack", "num_stack", "FrameStack")),
        *((key, ["frame_skip"]) for key in ("frameskip", "action_repeat")),
        ("sticky_actions", ["repeat_action_probability"]),
        ("camera_id", ["render_camera_id"]),
        ("camera_name", ["render_camera_id"]),
        ("render", ["render_mode"]),
        ("autoreset", ["autoreset_mode"]),
        ("screen_size", ["img_width", "img_height"]),
        ("grayscale", ["gray_scale"]),
        ("terminal_on_life_loss", ["episodic_life"]),
        ("clip_rewards", ["reward_clip"]),
        ("norm_obs", ["normalize_obs"]),
        ("norm_reward", ["normalize_reward"]),
        ("scenario", []),  # other envs have it; no proposal beats a wrong one
        ("seeed", ["seed"]),
        ("gravity_of_the_moon", []),
    ],
)
def test_near_keys(key, expected):
    names = ", ".join(map(repr, expected))
    assert near_key_text(key, KEYS) == (f"; did you mean {names}?" if names else "")
