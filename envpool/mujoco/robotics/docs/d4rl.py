# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of the Adroit hand and of the kitchen."""

from __future__ import annotations

from collections.abc import Mapping

from docs.env_text import Entries, Env

__all__ = ["envs"]

_SITE = "https://robotics.farama.org/envs/"
_HEADS = {"Index": 20, "Meaning": 80}
_MOTORS = (
    "goal positions of the actuators of arm and hand: -1 is the lowest, 1 the highest"
)
_END = "Never."


def _page(
    task: str,
    summary: str,
    rows: tuple[tuple[str, str], ...],
    motors: int,
    reward: str,
    start: str,
    placed: str,
) -> Env:
    return Env(
        title=f"AdroitHand{task}",
        ids=(),
        summary=summary,
        observation=(Entries(heads=_HEADS, rows=rows),),
        action=(Entries(heads=_HEADS, rows=((f"0 to {motors - 1}", _MOTORS),)),),
        reward=f"{reward} Sparse: 10 on success, else -0.1.",
        end=_END,
        official=f"{_SITE}adroit_hand/adroit_{task.lower()}/",
        start=start,
        notes='``reset(options={"initial_state_dict": state})`` starts from a state, '
        "as officially: a dict with all positions ``qpos``, all velocities ``qvel``, "
        f"{placed}. Each may have a row for each env that is reset.",
    )


_PAGES = {
    "AdroitHandDoor": _page(
        "Door",
        "A hand must undo the latch of a door and open it.",
        (
            ("0 to 26", "angles of arm and hand, in rad"),
            ("27", "angle of the latch, in rad"),
            ("28", "angle of the door, in rad"),
            ("29 to 31", "position of the palm, in m"),
            ("32 to 34", "position of the handle, in m"),
            ("35 to 37", "from the handle to the palm, in m"),
            ("38", "1 if the door is open by more than 1 rad, else -1"),
        ),
        28,
        "Dense: 0.1 times the distance of the palm from the handle, minus 0.1 times "
        "the squared difference of the door's angle from 1.57 rad, minus 1e-5 times "
        "the sum of squared velocities, plus 2, 8 and 10 from angles of 0.2, 1 and "
        "1.35 rad on. Success: 1.35 rad.",
        "The place of the door is random.",
        "and the place ``door_body_pos`` of the door's frame",
    ),
    "AdroitHandHammer": _page(
        "Hammer",
        "A hand must take a hammer and drive a nail into a board.",
        (
            ("0 to 26", "angles of arm and hand, of the nail and of the hammer"),
            ("27 to 32", "velocities of the hammer, clipped to [-1, 1]"),
            ("33 to 35", "position of the palm, in m"),
            ("36 to 38", "position of the hammer, in m"),
            ("39 to 41", "Euler angles of the hammer, in rad"),
            ("42 to 44", "position of the nail, in m"),
            ("45", "force on the nail, clipped to [-1, 1]"),
        ),
        26,
        "Dense: 0.1 times the distance of the palm from the hammer, minus the "
        "distance of the hammer's head from the nail, minus 10 times that of the nail "
        "from its goal, minus 0.01 times the norm of the velocities, plus 2 for a "
        "lifted hammer, and 25 and 75 within 20 and 10 mm of the goal. Success: 10 mm.",
        "The height of the board is random.",
        "and the place ``board_pos`` of the board",
    ),
    "AdroitHandPen": _page(
        "Pen",
        "A hand must turn a pen to a given direction.",
        (
            ("0 to 23", "angles of the hand, in rad"),
            ("24 to 26", "position of the pen, in m"),
            ("27 to 32", "velocities of the pen, in m/s and rad/s"),
            ("33 to 35", "direction of the pen"),
            ("36 to 38", "desired direction"),
            ("39 to 41", "from the desired position to the pen, in m"),
            ("42 to 44", "difference of the directions"),
        ),
        24,
        "Dense: the cosine of the angle between the directions minus the distance "
        "from the desired position, plus 10 and 50 within 75 mm for cosines above 0.9 "
        "and 0.95, minus 5 for a dropped pen. Success: 75 mm and 0.95.",
        "The desired direction is random.",
        "and the quaternion ``desired_orien`` of the target",
    ),
    "AdroitHandRelocate": _page(
        "Relocate",
        "A hand must carry a ball to a place in the air.",
        (
            ("0 to 29", "angles of arm and hand, in rad"),
            ("30 to 32", "from the ball to the palm, in m"),
            ("33 to 35", "from the target to the palm, in m"),
            ("36 to 38", "from the target to the ball, in m"),
        ),
        30,
        "Dense: 0.1 times the distance of the palm from the ball; for a lifted ball, "
        "1 minus half the distances of palm and ball from the target; plus 10 and 20 "
        "within 0.1 and 0.05 m. Success: 0.1 m.",
        "The places of the ball and of the target are random.",
        "and the places ``obj_pos`` of the ball and ``target_pos`` of the target",
    ),
    "FrankaKitchen": Env(
        title="FrankaKitchen",
        ids=(),
        summary="A robot must bring seven objects of a kitchen into given positions.",
        observation=(
            Entries(
                heads={"Entry": 20, "Shape": 12, "Meaning": 68},
                rows=(
                    (
                        "``observation``",
                        "59",
                        "positions and velocities of the robot's 9 joints, 21 "
                        "positions and 20 velocities of the objects, all with noise",
                    ),
                    (
                        "``achieved_goal``",
                        "by task",
                        "for each goal, positions of its joints",
                    ),
                    ("``desired_goal``", "by task", "for each goal, those to reach"),
                ),
            ),
        ),
        action=(
            Entries(
                heads=_HEADS,
                rows=(
                    ("0 to 6", "velocities of the arm's joints; 1 is 2 rad/s"),
                    ("7, 8", "velocities of the fingers; 1 is 2 m/s"),
                ),
            ),
        ),
        reward="The number of goals reached in the step: those within 0.3 of their "
        "positions. With ``remove_task_when_completed=False``, a goal is paid in each "
        "step in which it is reached.",
        end="When all goals have been reached, unless "
        "``terminate_on_tasks_completed=False``.",
        official=f"{_SITE}franka_kitchen/franka_kitchen/",
        start="The robot and the objects start at the same positions; only the noise "
        "is random.",
        notes="The infos ``tasks_to_complete``, ``step_task_completions`` and "
        "``episode_task_completions`` are seven flags each, in the order of the "
        "default of ``tasks_to_complete``. Officially they are lists of names, of any "
        "length: the first two in the order of a Python set, which differs from "
        "process to process, the last in the order of completion, which flags do not "
        "have. Flags have one shape, so that envs write them without Python objects, "
        "and they work with tensors, JAX and ``out=``. "
        "``[GOALS[i] for i in np.flatnonzero(flags)]`` is the list, with ``GOALS`` of "
        "``envpool.mujoco.robotics.kitchen_tasks``.",
    ),
}


def envs(ids: Mapping[str, tuple[str, ...]]) -> dict[str, Env]:
    """Returns the pages.

    Args:
      ids: the ids of each page.
    """
    return {name: page._replace(ids=ids[name]) for name, page in _PAGES.items()}
