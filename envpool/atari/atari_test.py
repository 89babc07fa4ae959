# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Atari against ale-py and OpenCV, bit for bit."""

import pytest

from envpool.atari import registration
from envpool.atari.oracle import Oracle
from envpool.testing.oracle import Adapter, Case, compare, comparisons


def name_of(task):
    return "".join(word.capitalize() for word in task.split("_")) + "-v5"


class Console:
    """The oracle's env as the driver's."""

    def __init__(self, *args, **config):
        self.env, self.is_first = Oracle(*args, **config), True

    def reset(self):
        row = self.env.reset(forced=self.is_first)
        self.is_first = False
        return self._row(row)

    def step(self, action):
        return self._row(self.env.step(action))

    def _row(self, row):
        return {
            "obs": row.obs,
            "reward": row.reward,
            "discount": row.discount,
            "terminated": row.done and not row.trunc,
            "truncated": row.trunc,
            "info": {
                "elapsed_step": row.elapsed_step,
                "lives": row.lives,
                "reward": row.raw_reward,
                "terminated": row.game_over,
                "ram": row.ram,
            },
        }


class Consoles(Adapter):
    """Envs by EnvPool's rules; `case.official` is their game."""

    has_discounts = True

    def make(self, case, seed):
        return Console(case.official, seed, **case.options)

    def is_random(self, case):
        # In many other games nothing that depends on no-ops moves for a while.
        is_lively = case.official in ("breakout", "pong")
        return is_lively and case.options.get("noop_max", 30) > 1


def case_of(task, steps, episodes=0, max_steps=0, **config):
    return Case(name_of(task), steps, episodes, config, task, max_steps)


test_every_game = comparisons(
    Consoles(), [case_of(task, 60) for task in registration.GAMES]
)

# Some games draw from the generator of sticky actions before the first reset.
STICKY = {"repeat_action_probability": 0.25, "full_action_space": True}
test_every_game_with_sticky_actions = comparisons(
    Consoles(), [case_of(task, 40, **STICKY) for task in registration.GAMES]
)


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
    ends = task == "breakout" or "max_episode_steps" in config
    compare(Consoles(), case_of(task, 1000, int(ends), 5000, **config))
