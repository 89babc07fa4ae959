# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of the tasks of Shadow hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from docs.env_text import Entries, Env

__all__ = ["envs"]

_OFFICIAL = "https://robotics.farama.org/envs/shadow_dexterous_hand"
_KEYS = {"Key": 24, "Meaning": 76}
_HAND = "0 to 23: the angles of the hand's joints; 24 to 47: their velocities; "
_POSE = (
    f"{_HAND}48 to 53: the object's velocity and angular velocity; 54 to 60: its "
    "position and its rotation, as a quaternion"
)
_TOUCHED = (
    f"{_POSE}; 61 to 152: the touch sensors, 1 if touched (``Boolean``) or the force "
    "in N (``Continuous``)"
)
_ACTION = Entries(
    {"Index": 14, "Meaning": 86},
    [
        [
            "0 to 19",
            "target angle of each actuated joint, from the lowest to the highest",
        ]
    ],
)
_METHODS = (
    "``compute_reward``, ``compute_terminated`` and ``compute_truncated`` of the pool "
    "compute them for any goals."
)
_OLD = "Version 0 needed mujoco-py. Here it is the same as version {}."
_GOALS = {
    "": "position and rotation",
    "Full": "position and rotation, as without ``Full``",
    "Rotate": "rotation",
    "RotateZ": "rotation about z",
    "RotateParallel": "rotation about z, and one of 24 that map a cube onto itself",
    "RotateXYZ": "rotation",
}


def _reach(ids: Sequence[str]) -> Env:
    rows = [
        ["``observation``", f"{_HAND}48 to 62: the positions of the five fingertips"],
        ["``achieved_goal``", "the positions of the five fingertips"],
        ["``desired_goal``", "the positions that they should have"],
    ]
    return Env(
        "HandReach",
        tuple(ids),
        "Bring the thumb and a finger of a hand together. A step takes 0.04 s.",
        [Entries(_KEYS, rows), "Positions are in metres, angles in radians."],
        [_ACTION],
        "Sparse: 0 if all fingertips together are at most 0.01 m from the goal, "
        f"otherwise -1. Dense: minus this distance, in m. {_METHODS}",
        "Never.",
        f"{_OFFICIAL}/reach/",
        start="The same pose of the hand; the place where the fingertips meet is "
        "random. One goal in ten is to keep the pose.",
        notes=_OLD.format(3),
        names=("gymnasium_robotics hand reach",),
        picture="HandReach-v3",
    )


def _manipulate(thing: str, ids: Sequence[str]) -> Env:
    name = f"HandManipulate{thing}"
    touching = tuple(one for one in ids if "Touch" in one)
    others = tuple(one for one in ids if "Touch" not in one)
    goals = [
        ["``achieved_goal``", "position and rotation (a quaternion) of the object"],
        ["``desired_goal``", "those that it should have"],
    ]
    kinds = dict.fromkeys(
        one.removeprefix(name).split("_")[0].split("-")[0].removesuffix("Dense")
        for one in ids
    )
    counted = "; ".join(f"``{name}{kind}``: {_GOALS[kind]}" for kind in kinds)
    far = "0.05 m" if thing == "Pen" else "0.01 m"
    return Env(
        name,
        tuple(ids),
        f"Turn the {thing.lower()} on a hand's palm until it has the desired pose. A "
        f"step takes 0.04 s. What counts: {counted}.",
        [
            Entries(_KEYS, [["``observation``", _POSE], *goals], others),
            Entries(_KEYS, [["``observation``", _TOUCHED], *goals], touching),
            "Positions are in metres, angles in radians.",
        ],
        [_ACTION],
        f"Sparse: 0 if the position is less than {far} and the rotation less than 0.1 "
        "rad from the goal, otherwise -1. Dense: minus 10 times the distance in m, "
        f"minus the angle in rad. {_METHODS}",
        "Never.",
        f"{_OFFICIAL}/manipulate_{thing.lower()}/",
        start="The object falls onto the palm, at a slightly random place"
        + (
            "."
            if thing == "Pen"
            else " and with a random rotation of the kind that counts."
        ),
        notes=_OLD.format(1),
        names=(f"gymnasium_robotics hand manipulate {thing.lower()}",),
        picture=f"{name}-v1",
    )


def envs(ids: Mapping[str, Sequence[str]]) -> dict[str, Env]:
    """Returns the pages.

    Args:
      ids: the ids of each page.
    """
    found = {"HandReach": _reach(ids["HandReach"])}
    for thing in ("Block", "Egg", "Pen"):
        name = f"HandManipulate{thing}"
        found[name] = _manipulate(thing, ids[name])
    return found
