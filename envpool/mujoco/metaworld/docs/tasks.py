# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of Meta-World's tasks."""

from __future__ import annotations

from docs.env_text import Entries, Env
from envpool.mujoco.metaworld.registration import task_id
from envpool.mujoco.metaworld.task_names import TASKS

SHOWN_FIRST = {"MetaWorldAssembly": 0.5, "MetaWorldDoorOpen": 0.5}

_SOURCE = "https://github.com/Farama-Foundation/Metaworld/tree/master/metaworld/envs"

# For each task: what the arm does, and when that is a success.
_TEXTS = {
    "assembly-v3": ("Put a nut onto a peg.", "the nut is around the peg"),
    "basketball-v3": ("Dunk a ball.", "the ball is within 8 cm of the hoop"),
    "bin-picking-v3": (
        "Move a puck from one bin into another.",
        "the puck is within 5 cm of the other bin's middle",
    ),
    "box-close-v3": ("Put a lid onto a box.", "the lid is within 8 cm of its place"),
    "button-press-topdown-v3": (
        "Press a button from above.",
        "it is within 2.4 cm of its end",
    ),
    "button-press-topdown-wall-v3": (
        "Reach over a wall and press a button from above.",
        "it is within 2.4 cm of its end",
    ),
    "button-press-v3": ("Press a button.", "it is within 2 cm of its end"),
    "button-press-wall-v3": (
        "Reach over a wall and press a button.",
        "it is within 3 cm of its end",
    ),
    "coffee-button-v3": (
        "Press the button of a coffee machine.",
        "it is within 2 cm of its end",
    ),
    "coffee-pull-v3": (
        "Pull a mug away from a coffee machine.",
        "it is within 7 cm of the goal",
    ),
    "coffee-push-v3": (
        "Push a mug under a coffee machine.",
        "it is within 7 cm of the goal",
    ),
    "dial-turn-v3": (
        "Turn a dial by 180 degrees.",
        "its mark is within 7 cm of the goal",
    ),
    "disassemble-v3": ("Take a nut off a peg.", "the nut is above the peg"),
    "door-close-v3": (
        "Close a door.",
        "its handle is within 8 cm of the goal",
    ),
    "door-lock-v3": ("Turn a lock down.", "it is within 2 cm of its end"),
    "door-open-v3": (
        "Open a door.",
        "its handle is within 8 cm of the goal, along x",
    ),
    "door-unlock-v3": (
        "Turn a lock sideways.",
        "it is within 2 cm of its end",
    ),
    "hand-insert-v3": (
        "Put a puck into a hole.",
        "it is within 5 cm of the goal",
    ),
    "drawer-close-v3": (
        "Push a drawer closed.",
        "its handle is within 6.5 cm of the goal",
    ),
    "drawer-open-v3": ("Pull a drawer open.", "its handle is within 3 cm of the goal"),
    "faucet-open-v3": (
        "Turn a faucet against the clock.",
        "its handle is within 7 cm of the goal",
    ),
    "faucet-close-v3": (
        "Turn a faucet with the clock.",
        "its handle is within 7 cm of the goal",
    ),
    "hammer-v3": ("Drive a nail into a wall.", "the nail is 9 cm deep"),
    "handle-press-side-v3": (
        "Press a handle down sideways.",
        "it is within 2 cm of its end",
    ),
    "handle-press-v3": ("Press a handle down.", "it is within 2 cm of its end"),
    "handle-pull-side-v3": (
        "Pull a handle up sideways.",
        "it is within 8 cm of its end",
    ),
    "handle-pull-v3": ("Pull a handle up.", "it is within 5 cm of its end"),
    "lever-pull-v3": (
        "Pull a lever up by 90 degrees.",
        "it is within 7.5 degrees of upright",
    ),
    "pick-place-wall-v3": (
        "Lift a puck over a wall to a place.",
        "it is within 7 cm of the goal",
    ),
    "pick-out-of-hole-v3": (
        "Lift a puck out of a hole to a place.",
        "it is within 7 cm of the goal",
    ),
    "pick-place-v3": ("Lift a puck to a place.", "it is within 7 cm of the goal"),
    "plate-slide-v3": ("Slide a plate into a cabinet.", "it is within 7 cm of there"),
    "plate-slide-side-v3": (
        "Slide a plate sideways into a cabinet.",
        "it is within 7 cm of there",
    ),
    "plate-slide-back-v3": (
        "Pull a plate out of a cabinet.",
        "it is within 7 cm of the goal",
    ),
    "plate-slide-back-side-v3": (
        "Pull a plate sideways out of a cabinet.",
        "it is within 7 cm of the goal",
    ),
    "peg-insert-side-v3": (
        "Put a peg sideways into a hole.",
        "its end is within 7 cm of the goal, where y and z count twice",
    ),
    "peg-unplug-side-v3": (
        "Pull a peg sideways out of a hole.",
        "it is within 7 cm of the goal",
    ),
    "soccer-v3": ("Kick a ball into a goal.", "it is within 7 cm of there"),
    "stick-push-v3": (
        "Push a thermos with a stick.",
        "it is within 12 cm of the goal, and the stick is held",
    ),
    "stick-pull-v3": (
        "Pull a thermos by its handle with a stick.",
        "the handle is within 12 cm of the goal, and the stick is in it",
    ),
    "push-v3": ("Push a puck to a place.", "it is within 5 cm of there"),
    "push-wall-v3": (
        "Push a puck around a wall to a place.",
        "it is within 7 cm of there",
    ),
    "push-back-v3": ("Pull a puck back to a place.", "it is within 7 cm of there"),
    "reach-v3": (
        "Move the fingers to a place.",
        "they are within 5 cm of there",
    ),
    "reach-wall-v3": (
        "Move the fingers past a wall to a place.",
        "they are within 5 cm of there",
    ),
    "shelf-place-v3": ("Lift a puck onto a shelf.", "it is within 7 cm of its place"),
    "sweep-into-v3": ("Sweep a puck into a hole.", "it is within 5 cm of it"),
    "sweep-v3": ("Sweep a puck off the table.", "it is within 5 cm of the goal"),
    "window-open-v3": (
        "Slide a window open.",
        "its handle is within 5 cm of the goal, along x",
    ),
    "window-close-v3": (
        "Slide a window closed.",
        "its handle is within 5 cm of the goal, along x",
    ),
}

_OBSERVATION = [
    ["0 to 2", "The hand: x, y, z"],
    ["3", "How far the gripper is open, from 0 to 1"],
    ["4 to 6", "The object: x, y, z"],
    ["7 to 10", "Its rotation, as a quaternion; 0 in some tasks"],
    ["11 to 17", "The same of a second object; 0 in most tasks"],
    ["18 to 35", "The values 0 to 17 of the step before"],
    ["36 to 38", "The goal: x, y, z; 0 with ``partially_observable=True``"],
]
_ACTION = [
    ["0 to 2", "Displacement of the hand along x, y and z, in cm"],
    ["3", "Closes the gripper if positive, and opens it if negative"],
]


# The official ids are on the page of the task that they play by default.
_OFFICIAL = {
    "reach-v3": (
        "Meta-World/MT1",
        "Meta-World/goal_hidden",
        "Meta-World/goal_observable",
    )
}
_NOTES = {
    "reach-v3": "The ids ``Meta-World/...`` are the official ones; ``env_name`` "
    'selects one of all 50 tasks, as in ``make("Meta-World/MT1", '
    'env_name="push-v3")``. '
    "``MT1`` shows the goals of 50 variants; the other two have one variant, drawn "
    "from the seed, with its goal hidden or shown."
}


def _env(name: str) -> Env:
    """Returns the page of a task."""
    summary, success = _TEXTS[name]
    return Env(
        task_id(name).removeprefix("MetaWorld/").removesuffix("-v3"),
        (task_id(name), *_OFFICIAL.get(name, ())),
        f"{summary} Meta-World calls this task ``{name}``.",
        [Entries({"Index": 14, "Meaning": 86}, _OBSERVATION)],
        [Entries({"Index": 14, "Meaning": 86}, _ACTION)],
        "From 0 to 10: parts for being near the object, for holding it and for its "
        "distance from the goal, whose product or sum leads from one to the next. "
        f"Success, as ``info['success']`` says: {success}.",
        "Never, unless ``terminate_on_success=True``: then at success.",
        _SOURCE,
        start="One of 50 variants of the task, drawn from the seed, with other places "
        "of the object and the goal.",
        notes=_NOTES.get(name, ""),
        names=(f"Meta-World {name}",),
    )


def envs() -> dict[str, Env]:
    """Returns the tasks by page name."""
    return {
        task_id(name).replace("/", "").removesuffix("-v3"): _env(name) for name in TASKS
    }
