# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Atari against ale-py and OpenCV, bit for bit."""

import pytest

from envpool.atari import registration
from envpool.atari.oracle import Consoles, case_of
from envpool.testing.oracle import compare, comparisons

# Some games draw random numbers for sticky actions before the first reset.
STICKY = {"repeat_action_probability": 0.25, "full_action_space": True}
test_every_game_with_sticky_actions = comparisons(
    Consoles(), [case_of(task, 40, **STICKY) for task in registration.GAMES]
)


# Options of the game's rules, then of its frames.
RULES = {
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
    "sticky": ("boxing", {"repeat_action_probability": 0.25}),
    "sticky_full": (
        "asterix",
        {"repeat_action_probability": 0.5, "full_action_space": True},
    ),
    "mode": ("breakout", {"mode": 4, "difficulty": 1}),
    "short": ("pong", {"max_episode_steps": 50, "use_fire_reset": False}),
    "short_lives": ("breakout", {"max_episode_steps": 60, "episodic_life": True}),
    "no_noops": ("pong", {"noop_max": 0}),
}
FRAMES = {
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
    "tall": ("carnival", {"full_height": True}),
    "tall_cropped": ("journey_escape", {"gray_scale": False}),
}


@pytest.mark.parametrize("name", RULES)
def test_rules(name):
    task, config = RULES[name]
    ends = task == "breakout" or "max_episode_steps" in config
    compare(Consoles(), case_of(task, 1000, int(ends), 5000, **config))


@pytest.mark.parametrize("name", FRAMES)
def test_frames(name):
    task, config = FRAMES[name]
    compare(Consoles(), case_of(task, 200, **config))
