# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of Fetch's tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docs.env_text import Entries, Env

__all__ = ["envs"]

_OFFICIAL = "https://robotics.farama.org/envs/fetch"
_KEYS = {"Key": 24, "Meaning": 76}
_REACH = (
    "0 to 2: the gripper's position; 3, 4: the positions of the fingers; 5 to 7: the "
    "gripper's velocity; 8, 9: the velocities of the fingers"
)
_OBJECT = (
    "0 to 2: the gripper's position; 3 to 5: the object's position; 6 to 8: the "
    "object's position relative to the gripper; 9, 10: the positions of the fingers; "
    "11 to 13: the object's rotation, as Euler angles; 14 to 16: the object's velocity "
    "relative to the gripper's; 17 to 19: the object's angular velocity; 20 to 22: the "
    "gripper's velocity; 23, 24: the velocities of the fingers"
)
_UNITS = (
    "Positions are in metres, angles in radians, and velocities are changes per step "
    "of 0.04 s."
)
_ACTION = Entries(
    {"Index": 14, "Meaning": 86},
    [
        ["0 to 2", "change of the gripper's position, in units of 0.05 m"],
        ["3", "the fingers: 1 opens them; without effect if they are blocked"],
    ],
)
_REWARD = (
    "Sparse: 0 if the achieved goal is at most 0.05 m from the desired one, otherwise "
    "-1. Dense, in ids with ``Dense``: minus the distance, in m. ``compute_reward``, "
    "``compute_terminated`` and ``compute_truncated`` of the pool compute them for any "
    "goals."
)
_TASKS = {
    "FetchReach": (
        "reach",
        "Move the gripper of an arm to a goal.",
        "The gripper above the table; the goal up to 0.15 m away along each axis.",
    ),
    "FetchPush": (
        "push",
        "Push a block on a table to a goal with a closed gripper.",
        "The gripper above the table; block and goal on it, up to 0.15 m away along x "
        "and y, the block at least 0.1 m from the gripper.",
    ),
    "FetchSlide": (
        "slide",
        "Hit a puck such that it slides to a goal out of reach.",
        "The puck up to 0.1 m from the gripper along x and y, at least 0.1 m away; the "
        "goal up to 0.3 m from a place that is 0.4 m farther away.",
    ),
    "FetchPickAndPlace": (
        "pick_and_place",
        "Grasp a block and bring it to a goal on the table or above it.",
        "As FetchPush; half of the goals are up to 0.45 m above the table.",
    ),
}


def envs(ids: Mapping[str, Sequence[str]]) -> dict[str, Env]:
    """Returns the pages.

    Args:
      ids: the ids of each page.
    """
    found = {}
    for name, (page, summary, start) in _TASKS.items():
        what = "gripper" if name == "FetchReach" else "object"
        rows = [
            ["``observation``", _REACH if name == "FetchReach" else _OBJECT],
            ["``achieved_goal``", f"the {what}'s position"],
            ["``desired_goal``", f"the position that the {what} should have"],
        ]
        found[name] = Env(
            name,
            tuple(ids[name]),
            f"{summary} A step takes 0.04 s.",
            [Entries(_KEYS, rows), _UNITS],
            [_ACTION],
            _REWARD,
            "Never.",
            f"{_OFFICIAL}/{page}/",
            start=start,
            notes="Version 1 needed mujoco-py. Here it is the same as version 4.",
            names=(f"gymnasium_robotics {page}",),
            picture=f"{name}-v4",
        )
    return found
