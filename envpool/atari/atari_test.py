# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Atari against ale-py and OpenCV, bit for bit."""

import numpy as np
import pytest

import envpool
from envpool.atari import registration
from envpool.atari.oracle import Oracle

ENVS = 2
SEED = 7


def name_of(task):
    return "".join(word.capitalize() for word in task.split("_")) + "-v5"


def rows_of(env, result, first):
    """Yields the pool's rows as the oracle's, from dm's columns."""
    obs, info = result.observation.obs, result.observation
    for i in range(ENVS):
        yield {
            "obs": obs[i],
            "reward": result.reward[i] if not first else 0.0,
            "discount": result.discount[i] if not first else 1.0,
            "lives": info.lives[i],
            "raw_reward": info.reward[i],
            "game_over": info.terminated[i],
            "ram": info.ram[i],
        }


def compare(task, steps, seed=SEED, **config):
    oracles = [Oracle(task, seed + i, **config) for i in range(ENVS)]
    kwargs = {"num_envs": ENVS, "seed": seed, "infos": "all", **config}
    env = envpool.make_gymnasium(name_of(task), **kwargs)
    same = envpool.make_dm(name_of(task), num_envs=ENVS, seed=seed, **config)
    random = np.random.default_rng(seed)
    count = env.single_action_space.n
    episodes = 0
    obs, info = env.reset()
    same.reset()
    expected = [oracle.reset(forced=True) for oracle in oracles]
    zeros = np.zeros(ENVS)
    result = (zeros, zeros.astype(bool), zeros.astype(bool))
    discount = np.ones(ENVS)
    for step in range(steps + 1):
        reward, terminated, truncated = result
        for i, row in enumerate(expected):
            where = f"{task} env {i} step {step}"
            found = (
                reward[i],
                discount[i],
                terminated[i] or truncated[i],
                truncated[i],
                info["elapsed_step"][i],
                info["lives"][i],
                info["reward"][i],
                info["terminated"][i],
            )
            assert found == row[1:-1], where
            np.testing.assert_array_equal(info["ram"][i], row.ram, where)
            np.testing.assert_array_equal(obs[i], row.obs, where)
        actions = random.integers(count, size=ENVS)
        obs, *flags, info = env.step(actions)
        result = tuple(flags)
        discount = same.step(actions.astype(np.int32)).discount
        episodes += sum(oracle.done for oracle in oracles)
        expected = [
            oracle.reset() if oracle.done else oracle.step(action)
            for oracle, action in zip(oracles, actions.tolist(), strict=True)
        ]
    return episodes


@pytest.mark.parametrize("task", registration.GAMES)
def test_every_game(task):
    compare(task, 60)


# Some games draw from the generator of sticky actions before the first reset.
@pytest.mark.parametrize("task", registration.GAMES)
def test_every_game_with_sticky_actions(task):
    compare(task, 40, repeat_action_probability=0.25, full_action_space=True)


OPTIONS = {
    "defaults": ("pong", {}),
    "episodic_life": ("breakout", {"episodic_life": True, "reward_clip": True}),
    "zero_discount": (
        "breakout",
        {"zero_discount_on_life_loss": True, "episodic_life": True},
    ),
    "skip_1": ("breakout", {"frame_skip": 1, "stack_num": 2}),
    "skip_2": ("space_invaders", {"frame_skip": 2, "stack_num": 1}),
    "skip_5": ("qbert", {"frame_skip": 5, "noop_max": 1}),
    "skip_25": ("breakout", {"frame_skip": 25, "stack_num": 3}),
    "rgb": ("ms_pacman", {"gray_scale": False}),
    "rgb_linear": ("seaquest", {"gray_scale": False, "use_inter_area_resize": False}),
    "odd_sizes": ("alien", {"img_height": 61, "img_width": 97}),
    "larger": ("amidar", {"img_height": 250, "img_width": 130}),
    "native": ("assault", {"img_height": 210, "img_width": 160, "stack_num": 1}),
    "halves": ("hero", {"img_height": 105, "img_width": 80}),
    "whole_factors": ("hero", {"img_height": 42, "img_width": 40, "gray_scale": False}),
    "linear": ("pong", {"use_inter_area_resize": False}),
    "linear_halves": (
        "pong",
        {"use_inter_area_resize": False, "img_height": 105, "img_width": 80},
    ),
    "linear_larger": (
        "tennis",
        {"use_inter_area_resize": False, "img_height": 300, "img_width": 90},
    ),
    "sticky": ("boxing", {"repeat_action_probability": 0.25}),
    "sticky_full": (
        "asterix",
        {"repeat_action_probability": 0.5, "full_action_space": True},
    ),
    "mode": ("breakout", {"mode": 4, "difficulty": 1}),
    "short": ("pong", {"max_episode_steps": 50, "use_fire_reset": False}),
    "short_lives": ("breakout", {"max_episode_steps": 60, "episodic_life": True}),
    "no_noops": ("pong", {"noop_max": 0}),
    "tall": ("carnival", {"full_height": True}),
    "tall_cropped": ("journey_escape", {"gray_scale": False}),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_options(name):
    task, config = OPTIONS[name]
    episodes = compare(task, 1000, **config)
    if task == "breakout" or "max_episode_steps" in config:
        assert episodes > 0
