# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The pages of PointMaze and AntMaze."""

from __future__ import annotations

from collections.abc import Mapping

from docs.env_text import Entries, Env

__all__ = ["envs"]

_SITE = "https://robotics.farama.org/envs/maze/"
_HEADS = {"Entry": 20, "Shape": 12, "Meaning": 68}
_GOALS = (
    ("``achieved_goal``", "2", "x and y of the robot, in m"),
    ("``desired_goal``", "2", "x and y of the goal, in m"),
)
_REWARD = (
    "Sparse: 1 if the robot is at most 0.45 m from the goal, else 0. Dense: "
    ":math:`e^{-d}`, where :math:`d` is the distance from the goal in m. The ids with "
    "``Dense`` have dense rewards."
)
_END = (
    "With ``continuing_task=False``, when the robot is at most 0.45 m from the goal; "
    "by default never."
)
_START = (
    "The goal and the robot are each in the middle of a random cell, and up to a "
    "quarter of a cell away from it along each axis. In the mazes ``Diverse_G`` the "
    "goal is in one of a few cells, in ``Diverse_GR`` the robot too."
)
_NOTES = (
    '``maze_map`` may be any maze: a list of lists of 0, 1, ``"r"``, ``"g"`` and '
    '``"c"``, or the name of an official map. A map that leaves no start for the robot '
    "is an error at the reset; the official env would search for one without end. "
    "``reset(options=...)`` has the official ``goal_cell`` and ``reset_cell``, the row "
    "and column of the goal and of the robot in this episode; or a row and column for "
    "each env that is reset, where -1, -1 stands for a random cell. Other negative "
    "numbers, which the official env counts from the end, are errors."
)

_PAGES = {
    "PointMaze": Env(
        title="PointMaze",
        ids=(),
        summary="A ball with two motors must reach a place in a maze.",
        observation=(
            Entries(
                heads=_HEADS,
                rows=(
                    (
                        "``observation``",
                        "4",
                        "x and y in m, then the velocities along x and y in m/s",
                    ),
                    *_GOALS,
                ),
            ),
        ),
        action=(
            Entries(
                heads={"Index": 20, "Meaning": 80},
                rows=(
                    ("0", "force along x; 1 is 100 N"),
                    ("1", "force along y; 1 is 100 N"),
                ),
            ),
            "Before each step, velocities are clipped to 5 m/s.",
        ),
        reward=_REWARD,
        end=_END,
        official=_SITE + "point_maze/",
        start=_START,
        notes=_NOTES,
    ),
    "AntMaze": Env(
        title="AntMaze",
        ids=(),
        summary="Gymnasium's Ant must walk to a place in a maze.",
        observation=(
            Entries(
                heads=_HEADS,
                rows=(
                    (
                        "``observation``",
                        "27 or 105",
                        "the observation of ``Ant``: version 5 has contact forces",
                    ),
                    *_GOALS,
                ),
            ),
        ),
        action=(
            Entries(
                heads={"Index": 20, "Meaning": 80},
                rows=(("0 to 7", "torques of the joints, as those of ``Ant``"),),
            ),
        ),
        reward=_REWARD,
        end=_END,
        official=_SITE + "ant_maze/",
        start=_START,
        notes="Version 3 draws a new goal whenever the ant has reached one, and pays "
        "for the distance from the new one, so its sparse rewards are always 0. The "
        "options of ``Ant``, such as ``ctrl_cost_weight``, change only infos. "
        + _NOTES,
    ),
}


def envs(ids: Mapping[str, tuple[str, ...]]) -> dict[str, Env]:
    """Returns the pages.

    Args:
      ids: the ids of each page.
    """
    return {name: page._replace(ids=ids[name]) for name, page in _PAGES.items()}
