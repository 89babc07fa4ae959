# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The texts about each domain of the suite, for the docs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Text(NamedTuple):
    """The texts about a domain.

    Attributes:
      summary: what the agent must do.
      rewards: the rewards, by space-separated names of tasks; "" stands for all other
        tasks.
      starts: how an episode begins, with the same keys.
      end: when an episode is terminated.
    """

    summary: str
    rewards: Mapping[str, str]
    starts: Mapping[str, str]
    end: str = "Never."


_DOG_STAND = (
    "The product of tolerances: the heights of torso and pelvis are at "
    "least 0.9 times those of the model, with margins as large; skull, "
    "torso and pelvis tilt by at most 30 degrees, falling linearly to 0 "
    "for upside down; the sum of the touch sensors is at least the "
    "weight, falling linearly to 0.9 for no touch"
)
_HUMANOID_STAND = (
    "The product of (4 + small control) / 5 and three terms. *Standing*: "
    "a tolerance of the head's height, at least 1.4 with a margin of "
    "0.35. *Upright*: a tolerance of the torso's cosine, at least 0.9, "
    "falling linearly to 0 with a margin of 1.9. *Moving*: "
)
_WALKER_STAND = (
    "(3 standing + (1 + cosine of the torso) / 2) / 4. *Standing* is a "
    "tolerance of the torso's height: at least 1.2, with a margin of 0.6."
)


def _moving(direction: str, target: int) -> str:
    """Returns the reward term for the speed of a walker or humanoid."""
    speed = f"{direction} speed" + (f" divided by {target}" if target != 1 else "")
    return f"(1 + 5 m) / 6, where *m* is the {speed}, limited to [0, 1]."


def _dog_moving(speed: int) -> str:
    """Returns the reward of a dog task with a least speed."""
    return (
        f"{_DOG_STAND}; all times (1 + 4 speed) / 5. *Speed* is a tolerance of the "
        f"velocity of the centre of mass along the torso's x: between {speed} and "
        f"{2 * speed}, falling linearly to 0 with a margin of {speed}."
    )


_HUMANOID_REWARDS = {
    "stand": (
        f"{_HUMANOID_STAND}the mean of the tolerances of the velocities along x and y, "
        "0 with a margin of 2."
    ),
    "walk": _HUMANOID_STAND + _moving("horizontal", 1),
    "run run_pure_state": _HUMANOID_STAND + _moving("horizontal", 10),
}
_HUMANOID_START = (
    "In any orientation with all joints uniform within their ranges, "
    "without any contact."
)

TEXTS = {
    "Acrobot": Text(
        summary=(
            "Swing a double pendulum up with a motor between its links. A step takes "
            "0.01 s."
        ),
        rewards={
            "": (
                "A tolerance of the distance of the tip from the target, a ball of "
                "radius 0.2 above: up to 0.2, with a margin of 1 (``swingup``) or 0 "
                "(``swingup_sparse``)."
            ),
        },
        starts={
            "": "Both angles uniform in [-π, π), at rest.",
        },
    ),
    "BallInCup": Text(
        summary=(
            "Swing a ball on a string, and catch it in the cup that holds the string. "
            "A step takes 0.02 s."
        ),
        rewards={
            "": "1 while the ball is in the cup, otherwise 0.",
        },
        starts={
            "": (
                "The cup in the middle, the ball uniform in a box, ``ball_x`` in "
                "[-0.2, 0.2) and ``ball_z`` in [0.2, 0.5), without touching anything."
            ),
        },
    ),
    "Cartpole": Text(
        summary=(
            "Balance one to three poles, each on top of the one below, by moving the "
            "cart. A step takes 0.01 s."
        ),
        rewards={
            "balance swingup two_poles three_poles": (
                "The mean of (1 + cosine) / 2 over the poles, times (4 + small "
                "control) / 5, times (1 + slow) / 2, times (1 + centred) / 2. *Slow* "
                "is the least of the tolerances of the poles' angular velocities, 0 "
                "with a margin of 5; *centred* is a tolerance of the cart's position, "
                "0 with a margin of 2."
            ),
            "balance_sparse swingup_sparse": (
                "1 while the cart is within 0.25 of the middle and the pole's cosine "
                "is at least 0.995, otherwise 0."
            ),
        },
        starts={
            "balance balance_sparse": (
                "The cart uniform in [-0.1, 0.1), the pole's angle in [-0.034, 0.034)."
            ),
            "swingup swingup_sparse two_poles three_poles": (
                "The cart, with normal noise of deviation 0.01, in the middle; the "
                "first pole, with the same noise, hanging; further poles, with "
                "deviation 0.1, in line with it. In all tasks velocities are normal "
                "with deviation 0.01."
            ),
        },
    ),
    "Cheetah": Text(
        summary=(
            "Run in a vertical plane with a back and a front leg of three joints "
            "each. A step takes 0.01 s."
        ),
        rewards={
            "": "The forward speed divided by 10, limited to [0, 1].",
        },
        starts={
            "": (
                "All joints of the legs uniform within their ranges; then 200 steps "
                "of the simulation pass without control."
            ),
        },
    ),
    "Dog": Text(
        summary=(
            "Move a dog with a flexible spine, neck and tail. A step takes 0.015 s."
        ),
        rewards={
            "stand": f"{_DOG_STAND}.",
            "walk": _dog_moving(1),
            "trot": _dog_moving(3),
            "run": _dog_moving(9),
            "fetch": (
                f"{_DOG_STAND}; all times (1 + 6 near the mouth) / 7, times (1 + near "
                "the target) / 2. *Near the mouth* is a tolerance of the mean distance "
                "of the ball from the two sites of the bite, up to 0.005 with a margin "
                "of 2, *near the target* one of its distance from the target, up to "
                "0.1 with a margin of 10; both fall as reciprocals. Within twice the "
                "target's radius the ball need not be in the mouth."
            ),
        },
        starts={
            "": (
                "The model's pose with a random heading; velocities along x and y and "
                "about z are normal with deviation 2, activations uniform in [-1, 1). "
                "The ball starts 7.5 from the centre, in a random direction, and is "
                "thrown towards it."
            ),
        },
    ),
    "Finger": Text(
        summary=(
            "Turn a spinner, a body on a hinge without a motor, with a finger of two "
            "joints. A step takes 0.02 s."
        ),
        rewards={
            "spin": (
                "1 while the spinner turns with a velocity of -15 or less, otherwise 0."
            ),
            "turn_easy turn_hard": (
                "1 while the spinner's tip is in the target, a ball of radius 0.07 or "
                "0.03, otherwise 0."
            ),
        },
        starts={
            "": (
                "The finger's joints uniform within their ranges, the spinner's angle "
                "anywhere, without any contact; the target anywhere on the tip's "
                "circle."
            ),
        },
    ),
    "Fish": Text(
        summary=(
            "Keep a fish upright, or swim to a target, with five actuators of tail "
            "and fins. A step takes 0.04 s."
        ),
        rewards={
            "upright": "A tolerance of the torso's cosine: 1, with a margin of 1.",
            "swim": (
                "(7 near + (1 + cosine) / 2) / 8. *Near* is a tolerance of the "
                "distance of the mouth from the target: up to 0.045, with a margin of "
                "0.09."
            ),
        },
        starts={
            "": (
                "In any orientation, joints uniform in [-0.2, 0.2), the target "
                "uniform in a box: x and y in [-0.4, 0.4), z in [0.1, 0.3)."
            ),
        },
    ),
    "Hopper": Text(
        summary="Stand or hop on one leg, in a vertical plane. A step takes 0.02 s.",
        rewards={
            "stand": (
                "(4 + small control) / 5 while the torso is between 0.6 and 2 above "
                "the foot, otherwise 0."
            ),
            "hop": (
                "Half the forward speed, limited to [0, 1], while it is, otherwise 0."
            ),
        },
        starts={
            "": (
                "Joints of the leg uniform within their ranges, the torso at any angle."
            ),
        },
    ),
    "Humanoid": Text(
        summary=(
            "Stand, walk or run with 21 joints. A step takes 0.025 s. "
            "``run_pure_state`` is ``run`` with positions and velocities as its "
            "observation."
        ),
        rewards=_HUMANOID_REWARDS,
        starts={"": _HUMANOID_START},
    ),
    "HumanoidCMU": Text(
        summary=(
            "Stand, walk or run with the 56 joints of the motion capture library of "
            "Carnegie Mellon University. A step takes 0.02 s."
        ),
        rewards=_HUMANOID_REWARDS,
        starts={"": _HUMANOID_START},
    ),
    "Lqr": Text(
        summary=(
            "Bring masses in a row to rest, two of them with one motor, or six with "
            "two: a linear system with quadratic costs. Each mass is tied to the one "
            "before it by a spring. A step takes 0.03 s."
        ),
        rewards={
            "": "1 - Σ x² / 2 - 0.1 Σ a² / 2, where *x* are the positions.",
        },
        starts={
            "": (
                "Positions in a random direction, the square root of 2 away from 0, "
                "at rest. The stiffness of each spring is uniform in [15, 25); it is "
                "drawn when the env is made or seeded, and stays the same."
            ),
        },
        end=(
            "The norm of positions and velocities is below 1e-6; the discount is 0 "
            "then."
        ),
    ),
    "Manipulator": Text(
        summary=(
            "Bring a ball or a peg to its target, in a vertical plane, with an arm "
            "and a hand of two fingers; ``insert`` has the target in a cup or a slot. "
            "A step takes 0.01 s."
        ),
        rewards={
            "bring_ball insert_ball": (
                "A tolerance of its distance from the target: up to 0.01, with a "
                "margin of 0.02."
            ),
            "bring_peg insert_peg": (
                "The greater of *bringing* and a third of *grasping*. Both are means "
                "of two such tolerances: of the distances of the peg's middle and tip "
                "from those of the target, and of the hand's sites ``grasp`` and "
                "``pinch`` from those of the peg."
            ),
        },
        starts={
            "": (
                "The arm at random within its ranges, the hand symmetrical. The "
                "target is uniform in a box, x in [-0.4, 0.4) and z in [0.1, 0.4), at "
                "any angle, up to 60 degrees for ``insert``. The object is in the "
                "hand with probability 0.1, in the target with probability 0.1, and "
                "otherwise anywhere above the floor, x in [-0.5, 0.5) and z in [0, "
                "0.7), with a velocity in [-5, 5) along x. Nothing touches."
            ),
        },
    ),
    "Pendulum": Text(
        summary=(
            "Swing a pendulum up with a motor that is too weak to lift it at once. A "
            "step takes 0.02 s."
        ),
        rewards={
            "": "1 while the angle from upright is at most 8 degrees, otherwise 0.",
        },
        starts={
            "": "The angle uniform in [-π, π), at rest.",
        },
    ),
    "PointMass": Text(
        summary=(
            "Move a point in the plane to the target in the middle. A step takes 0.02 "
            "s."
        ),
        rewards={
            "": (
                "A tolerance of the distance from the target: up to 0.015, with a "
                "margin of 0.015; times (4 + small control) / 5."
            ),
        },
        starts={
            "": "x and y uniform in [-0.29, 0.29), at rest.",
        },
    ),
    "Quadruped": Text(
        summary=(
            "Walk or run with four legs, climb out of a bowl of random terrain, or "
            "fetch a ball. A step takes 0.02 s."
        ),
        rewards={
            "walk run": (
                "(1 + cosine of the torso) / 2, times (1 + v / s) / 2, limited to [0, "
                "1], where *v* is the velocity along the torso's x, and *s* is 0.5 "
                "for ``walk`` and 5 for ``run``."
            ),
            "escape": (
                "The distance of the torso's site ``workspace`` from the origin "
                "divided by 30, at most 1, times a tolerance of the torso's tilt: up "
                "to 20 degrees, falling linearly to 0 for upside down."
            ),
            "fetch": (
                "(1 + cosine of the torso) / 2, times reach, times (1 + fetch) / 2. "
                "*Reach* is a tolerance of the horizontal distance of the ball from "
                "the site ``workspace`` before the torso, up to 0.45; *fetch* is one "
                "of that from the target in the middle, up to 0.4. Both fall linearly "
                "to 0 with a margin of 21.2, the floor's half diagonal."
            ),
        },
        starts={
            "": (
                "In any orientation, as low as possible without touching the floor. "
                "For ``fetch``: upright with a random heading, anywhere on nine "
                "tenths of the floor, as is the ball, which falls from a height of 2 "
                "with normal velocities of deviation 5 along x and y."
            ),
        },
    ),
    "Reacher": Text(
        summary="Reach for a target with an arm of two joints. A step takes 0.02 s.",
        rewards={
            "": (
                "1 while the finger, a ball of radius 0.01, touches the target, one "
                "of radius 0.05 (``easy``) or 0.015 (``hard``), otherwise 0."
            ),
        },
        starts={
            "": (
                "Joints uniform within their ranges, the shoulder at any angle; the "
                "target in any direction, at a distance uniform in [0.05, 0.2)."
            ),
        },
    ),
    "Stacker": Text(
        summary=(
            "Put one of two or four boxes on the target, which may be on top of "
            "others, with the arm of Manipulator. A step takes 0.01 s."
        ),
        rewards={
            "": (
                "A tolerance of the distance of the nearest box from the target, 0 "
                "with a margin of 0.044; times one of the hand's distance from it, at "
                "least 0.1 with a margin of 0.01."
            ),
        },
        starts={
            "": (
                "The arm as in Manipulator; the target at a random level, as high as "
                "there are boxes, x in [-0.37, 0.37); boxes in [0.1, 0.3) along x and "
                "in [0, 0.7) along z, at any angle. Nothing touches."
            ),
        },
    ),
    "Swimmer": Text(
        summary=(
            "Swim to a target in the plane with a chain of 6 or 15 links. A step "
            "takes 0.03 s."
        ),
        rewards={
            "": (
                "A tolerance of the distance of the nose from the target: up to 0.1, "
                "with a margin of 0.5, falling with a long tail."
            ),
        },
        starts={
            "": (
                "Joints uniform within their ranges, the head in any direction; the "
                "target uniform in a square of side 0.6 with probability 0.2, and "
                "otherwise of side 4."
            ),
        },
    ),
    "Walker": Text(
        summary=(
            "Stand, walk or run on two legs, in a vertical plane. A step takes 0.025 s."
        ),
        rewards={
            "stand": _WALKER_STAND,
            "walk": f"{_WALKER_STAND} This is multiplied by {_moving('forward', 1)}",
            "run": f"{_WALKER_STAND} This is multiplied by {_moving('forward', 8)}",
        },
        starts={
            "": (
                "Joints of the legs uniform within their ranges, the torso at any "
                "angle."
            ),
        },
    ),
}


def of_task(texts: Mapping[str, str], task: str) -> str:
    """Returns the text of a task.

    Args:
      texts: texts by the names of tasks, as in `Text`.
      task: the task's name.

    Raises:
      KeyError: the task has no text.
    """
    for names, text in texts.items():
        if not names or task in names.split():
            return text
    raise KeyError(f"expected a text for the task {task}")
