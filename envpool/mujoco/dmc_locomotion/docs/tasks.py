# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the locomotion tasks of dm_control, for their pages."""

from __future__ import annotations

from typing import Any, NamedTuple

from docs.env_text import Entries, Env, spec_of
from envpool.mujoco.dmc_locomotion.docs import soccer, tracking
from envpool.mujoco.dmc_locomotion.registration import TASKS, task_id

SHOWN_FIRST = {"CmuHumanoidRunWalls": 0.5, "RodentRunGaps": 0.5}


class Text(NamedTuple):
    """The texts about a task; see docs.env_text.Env."""

    summary: str
    reward: str
    end: str
    start: str
    source: str


_SPEED = (
    "1 at a speed of {} m/s along the corridor, and linearly less with the difference "
    "from it, down to 0 at a standstill and at twice the speed. The speed is that of "
    "the whole body."
)
_FALL = "A part other than the feet touches the ground"
_TARGETS = "50 for each target when any part of the walker touches it, else 0."
_MAZE = (
    "A maze of 11 x 11 cells, of labmaze, has up to four rooms with three targets and "
    "a starting cell each. The walker starts at one of them, turned by any angle."
)

TEXTS = {
    "cmu_humanoid_go_to_target": Text(
        "Go to a target on a floor.",
        "1 within a metre of the target, else 0.",
        f"{_FALL}.",
        "Target and humanoid are anywhere in the middle of the floor, 8 m x 8 m. It "
        "stands upright.",
        "basic_cmu_2019",
    ),
    "cmu_humanoid_run_gaps": Text(
        "Run along a corridor of platforms with gaps.",
        _SPEED.format(3),
        f"{_FALL}, or a hand or foot is half a metre below it.",
        "Platforms have lengths from 0.3 to 2.5 m, gaps from 0.5 to 1.25 m. The "
        "humanoid stands at the corridor's start.",
        "basic_cmu_2019",
    ),
    "cmu_humanoid_run_walls": Text(
        "Run along a corridor, past walls at its left and right.",
        _SPEED.format(3),
        f"{_FALL}, or a hand or foot is half a metre below it.",
        "Each wall is from 1 to 7 m wide; the corridor has a width of 10 m. The "
        "humanoid stands at its start.",
        "basic_cmu_2019",
    ),
    "rodent_escape_bowl": Text(
        "Climb out of a bowl with bumps.",
        "The product of the distance from the bowl's centre, as a part of 6 m and at "
        "most 1, and a number that is 1 while torso and pelvis tilt by at most 30 "
        "degrees, and falls to 0 upside down.",
        "Only at the step limit.",
        "The bumps are drawn anew, and the rat has any orientation, at the lowest "
        "height where it does not touch flat ground.",
        "basic_rodent_2020",
    ),
    "rodent_run_gaps": Text(
        "Run along a corridor of platforms with gaps.",
        _SPEED.format(1),
        "A hand or foot is 0.3 m below the ground.",
        "Platforms have lengths from 0.4 to 0.8 m, gaps from 0.05 to 0.2 m. The rat "
        "stands on the first platform.",
        "basic_rodent_2020",
    ),
    "cmu_humanoid_maze_forage": Text(
        "Find all targets in a maze.",
        _TARGETS,
        f"{_FALL}, or all targets are reached.",
        f"{_MAZE} The humanoid stands upright.",
        "basic_cmu_2019",
    ),
    "cmu_humanoid_heterogeneous_forage": Text(
        "Find the targets of the good colour in a room, and avoid the others.",
        "30 for each of the three good targets when any part of the humanoid touches "
        "it, -10 for each of the three bad ones, and 0.01 in each step.",
        f"{_FALL}, or all targets are reached.",
        "One target is in front of the humanoid, the other five are anywhere. Three "
        "are green and three red; which colour is good changes. Only the camera sees "
        "them.",
        "basic_cmu_2019",
    ),
    "rodent_maze_forage": Text(
        "Find all targets in a maze.",
        _TARGETS,
        "All targets are reached.",
        _MAZE,
        "basic_rodent_2020",
    ),
    "rodent_two_touch": Text(
        "Touch a sphere with a hand, wait 0.8 s, and touch it again.",
        "25 for the first touch, and for a second one 0.7 to 0.9 s after it. In each "
        "step also 0.25, times exp(-3 d) of the nearer hand's distance d from the "
        "sphere: the sum along the three axes.",
        "Only at the step limit. After each trial, the sphere is put elsewhere: at "
        "once, or 1.2 s after a touch that was too early or missing.",
        "The rat is turned by any angle; the sphere is anywhere in a square of 3 m, "
        "0.14 m above the ground.",
        "basic_rodent_2020",
    ),
}

_KEYS = {
    "task_logic": "0 before the first touch, 1 after it, and then 2 if the second one "
    "was in time or late, 3 if it was too early, 4 if it was missing",
    "walker/actuator_activation": "states of the actuators, which follow the action",
    "walker/appendages_pos": "places of hands, feet and head in the root's frame",
    "walker/body_height": "height of the root",
    "walker/end_effectors_pos": "places of hands and feet in the root's frame",
    "walker/joints_pos": "positions of the joints that actuators move",
    "walker/joints_vel": "velocities of these joints",
    "walker/origin": "the bowl's centre in the root's frame",
    "walker/sensors_accelerometer": "acceleration",
    "walker/sensors_gyro": "angular velocity",
    "walker/sensors_torque": "torques in the shoulders, scaled and limited by tanh",
    "walker/sensors_touch": "1 for each sensor with a contact, else 0",
    "walker/sensors_velocimeter": "velocity",
    "walker/target": "the target in the root's frame",
    "walker/tendons_pos": "lengths of the tendons",
    "walker/tendons_vel": "their velocities",
    "walker/world_zaxis": "the upward direction in the root's frame",
}
_SOURCE = (
    "https://github.com/google-deepmind/dm_control/blob/main/dm_control/locomotion/"
    "examples"
)


def page_name(name: str) -> str:
    """Returns the name of a task's page."""
    return "".join(part.capitalize() for part in name.split("_"))


def _env_of(name: str, text: Text) -> Env:
    spec: Any = spec_of(task_id(name))
    rows = [
        [f"``{key}``", str(box.shape), _KEYS[key]]
        for key, box in sorted(spec.observation_space.items())
    ]
    last = spec.action_space.shape[0] - 1
    return Env(
        page_name(name),
        (task_id(name),),
        text.summary,
        [
            Entries({"Key": 34, "Shape": 14, "Meaning": 52}, rows),
            "The root is the humanoid's pelvis or the rat's torso. With "
            "``egocentric_camera=True`` there is ``walker/egocentric_camera`` as well: "
            "64 x 64 x 3 pixels, as the official env always has except on the floor.",
        ],
        [
            Entries(
                {"Index": 14, "Meaning": 86},
                [[f"0 to {last}", "in [-1, 1]: the goals of the position controllers"]],
            )
        ],
        text.reward,
        text.end,
        f"{_SOURCE}/{text.source}.py",
        start=text.start,
        names=(f"dm_control locomotion {name}",),
        picture=task_id(name),
        camera="walker/side",
    )


def envs() -> dict[str, Env]:
    """Returns the tasks by page name."""
    tasks = {page_name(name): _env_of(name, TEXTS[name]) for name in TASKS}
    return {**tasks, **tracking.envs(_KEYS), **soccer.envs()}
