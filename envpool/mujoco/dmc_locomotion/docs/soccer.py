# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the soccer tasks of dm_control, for their pages."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from docs.env_text import Entries, Env, spec_of
from envpool.mujoco.dmc_locomotion.soccer_tasks import WALKERS, soccer_id


class Text(NamedTuple):
    """The texts about a walker."""

    walker: str
    root: str
    effectors: str
    action: list[list[str]]
    pitch: str = "The pitch has a length from 64 to 96 m and a width from 48 to 72 m. "
    appendages: str = "the same as ``end_effectors_pos``"


TEXTS = {
    "boxhead": Text(
        "a head with arms on a ball that rolls",
        "head",
        "the head",
        [
            ["0", "in [-1, 1]: torque that rolls the ball; forwards if negative"],
            ["1", "in [-1, 1]: torque that turns the head; to the right if positive"],
            ["2", "in [-1, 1]: force between head and ball, for jumps"],
        ],
    ),
    "ant": Text(
        "an ant with four legs",
        "torso",
        "the feet",
        [["0 to 7", "in [-1, 1]: torques in hips and ankles, leg by leg"]],
    ),
    "humanoid": Text(
        "the CMU humanoid of 2019, in a jersey",
        "root",
        "the forearms and feet",
        [
            [
                "0 to 55",
                "in [-1, 1]: positions that controllers aim at, from the lower to the "
                "upper limit of a joint, in the alphabetical order of the joints",
            ]
        ],
        "Teams of two have a pitch with a length from 23.1 to 43.2 m and a width from "
        "17.3 to 32.4 m; there are 100 to 350 square metres per player. The goals are "
        "3.66 m wide and 1.22 m high. Players stand upright, in a pose of the clip "
        "``CMU_077_02`` of motion capture, and their joints have its velocities. ",
        "the same as ``end_effectors_pos``, and then the head's place",
    ),
}

# Meanings by patterns of keys; R is the root, E the effectors, A the appendages.
_KEYS = (
    ("appendages_pos", "A"),
    ("bodies_pos", "places of all bodies in the frame of the R"),
    ("bodies_quats", "their orientations, as quaternions"),
    ("body_height", "height of the R"),
    ("end_effectors_pos", "places of E in the frame of the R"),
    ("joints_pos", "positions of the joints that are observed"),
    ("joints_vel", "their velocities"),
    ("prev_action", "the player's action in this step"),
    ("sensors_accelerometer", "acceleration"),
    ("sensors_gyro", "angular velocity"),
    ("sensors_velocimeter", "velocity"),
    ("world_zaxis", "the upward direction in the frame of the R"),
    ("ball_ego_.*", "the ball's motion or place in the frame of the R"),
    (".*_[0-9]+_ego_end_effectors_pos", "another player's E in the frame of the R"),
    (".*_[0-9]+_ego_orientation", "the axes of its R in this frame"),
    (".*_[0-9]+_ego_.*", "its velocity or place in this frame"),
    (".*_[0-9]+_end_effectors_pos", "its E in the frame of its own R"),
    ("(team|opponent)_goal_mid", "the middle of a goal in the frame of the R"),
    ("(team_goal|field|opponent_goal)_.*", "a corner of goal or field in this frame"),
    ("stats_vel_to_ball", "the player's speed towards the ball"),
    ("stats_closest_vel_to_ball", "the same, and 0 unless it is its team's closest"),
    ("stats_veloc_forward", "its speed forwards"),
    ("stats_vel_ball_to_goal", "the ball's speed towards the opponents' goal"),
    ("stats_home_avg_teammate_dist", "mean distance from its teammates"),
    ("stats_teammate_spread_out", "whether that is more than 5 m"),
    ("stats_home_score", "1 if its own team has scored in this step, else 0"),
    ("stats_away_score", "1 if the other team has, else 0"),
)
_SOURCE = "https://github.com/google-deepmind/dm_control/tree/main/dm_control/locomotion/soccer"


def _meaning(key: str, text: Text) -> str:
    found = next(mean for form, mean in _KEYS if re.fullmatch(form, key))
    words = {"R": text.root, "E": text.effectors, "A": text.appendages}
    return re.sub(r"\b[REA]\b", lambda word: words[word[0]], found)


def _env_of(walker: str, text: Text) -> Env:
    spec: Any = spec_of(soccer_id(walker))
    rows = [
        [f"``{key}``", str(box.shape), _meaning(key, text)]
        for key, box in spec.observation_space.items()
    ]
    return Env(
        f"Soccer{walker.capitalize()}",
        (soccer_id(walker),),
        "Score goals, as one of two teams.",
        [
            f"A player is {text.walker}. Each player has a row of its own: first the "
            "players at home, then the others. The first dimension of a shape is the "
            "number of frames. Keys about other players are numbered, from "
            "``teammate_0`` and ``opponent_0``; those below are for two players in a "
            "team.",
            Entries({"Key": 38, "Shape": 12, "Meaning": 50}, rows),
        ],
        [
            "Each player has a row of actions, in the order of observations.",
            Entries({"Index": 14, "Meaning": 86}, text.action),
        ],
        "1 for all players of a team that scores, -1 for those of the other team; "
        "else 0.",
        "A goal, unless ``terminate_on_goal=False``: then ball and players are placed "
        "anew, and play goes on.",
        _SOURCE,
        start=text.pitch
        + "Ball and players are anywhere in the middle of it. A ball that leaves the "
        "field is thrown in, nearer to the centre, unless ``enable_field_box=True``.",
        names=(f"dm_control locomotion soccer {walker}",),
        picture=soccer_id(walker),
        camera="home0/float_far",
    )


def envs() -> dict[str, Env]:
    """Returns the tasks by page name."""
    return {
        f"Soccer{each.capitalize()}": _env_of(each, TEXTS[each]) for each in WALKERS
    }
