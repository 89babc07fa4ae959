# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Descriptions of the envs of classic control, for their pages."""

from __future__ import annotations

from docs.env_text import Entries, Env, by_index, grouped

SHOWN_FIRST = {"CartPole": 0.5, "Acrobot": 0.5}

_SITE = "https://gymnasium.farama.org/environments/classic_control"


def _numbers(*rows: tuple[str, str, str]) -> Entries:
    return Entries({"Index": 12, "Meaning": 58, "Range": 30}, rows)


def envs() -> dict[str, Env]:
    """Returns the envs by the names of their pages."""
    ids = grouped(
        "envpool.classic_control",
        lambda task_id, config: task_id.rpartition("/")[2].rpartition("-")[0],
    )
    return {
        "CartPole": Env(
            "CartPole",
            ids["CartPole"],
            "A pole stands on a cart. Push the cart to the left or to the right so "
            "that the pole does not fall. From Barto, Sutton and Anderson, *Neuronlike "
            "adaptive elements that can solve difficult learning control problems*, "
            "1983.",
            [
                _numbers(
                    (
                        "0",
                        "position of the cart in metres",
                        "-2.4 to 2.4 before the end",
                    ),
                    ("1", "velocity of the cart in metres per second", "unbounded"),
                    (
                        "2",
                        "angle of the pole from upright in radians",
                        "-0.209 to 0.209 (12 degrees) before the end",
                    ),
                    (
                        "3",
                        "angular velocity of the pole in radians per second",
                        "unbounded",
                    ),
                )
            ],
            [
                by_index(
                    (
                        "push the cart to the left with 10 newtons for 0.02 seconds",
                        "push it to the right",
                    )
                )
            ],
            "1 for every step, including the last one. With ``sutton_barto_reward``, 0 "
            "for every step and -1 for the step that fails.",
            "The cart leaves [-2.4, 2.4], or the angle of the pole leaves 12 degrees "
            "to either side.",
            f"{_SITE}/cart_pole/",
            start="All four numbers are uniform in [-0.05, 0.05).",
            notes="Version 0 has a limit of 200 steps, version 1 of 500. The ids "
            "``phys2d/CartPole-v0`` and ``phys2d/CartPole-v1`` have the same rules.",
            names=("cart pole", "inverted pendulum on a cart"),
        ),
        "MountainCar": Env(
            "MountainCar",
            ids["MountainCar"],
            "A car in a valley is too weak to drive straight up the hill on the right: "
            "it has to swing back and forth. From Moore's thesis, *Efficient "
            "memory-based learning for robot control*, 1990.",
            [
                _numbers(
                    ("0", "position of the car", "-1.2 to 0.6"),
                    ("1", "velocity of the car, per step", "-0.07 to 0.07"),
                )
            ],
            [
                by_index(
                    (
                        "accelerate to the left by 0.001",
                        "do nothing",
                        "accelerate to the right by 0.001",
                    )
                )
            ],
            "-1 for every step.",
            "The car is at 0.5 or beyond with a velocity of at least "
            "``goal_velocity``.",
            f"{_SITE}/mountain_car/",
            start="The position is uniform in [-0.6, -0.4), the velocity is 0.",
            names=("mountain car",),
        ),
        "MountainCarContinuous": Env(
            "MountainCarContinuous",
            ids["MountainCarContinuous"],
            "A car in a valley is too weak to drive straight up the hill on the right. "
            "This version of MountainCar chooses its force freely, and pays for it.",
            [
                _numbers(
                    ("0", "position of the car", "-1.2 to 0.6"),
                    ("1", "velocity of the car, per step", "-0.07 to 0.07"),
                )
            ],
            [
                _numbers(
                    (
                        "0",
                        "force; times 0.0015, it is the acceleration. Numbers outside "
                        "the range are clipped, but cost as much as they are",
                        "-1 to 1",
                    )
                )
            ],
            "100 for reaching the goal, minus 0.1 times the square of the action in "
            "every step.",
            "The car is at 0.45 or beyond with a velocity of at least "
            "``goal_velocity``.",
            f"{_SITE}/mountain_car_continuous/",
            start="The position is uniform in [-0.6, -0.4), the velocity is 0.",
        ),
        "Pendulum": Env(
            "Pendulum",
            ids["Pendulum"],
            "Swing a pendulum up and keep it upright, with a motor that is too weak to "
            "lift it at once.",
            [
                _numbers(
                    ("0", "cosine of the angle from upright", "-1 to 1"),
                    ("1", "sine of the angle from upright", "-1 to 1"),
                    ("2", "angular velocity in radians per second", "-8 to 8"),
                )
            ],
            [_numbers(("0", "torque in newton metres, for 0.05 seconds", "-2 to 2"))],
            "Minus (angle² + 0.1 · velocity² + 0.001 · torque²), as they are before "
            "the step, with the angle in [-π, π): from -16.3 to 0.",
            "Never.",
            f"{_SITE}/pendulum/",
            start="The angle is uniform in [-π, π), the velocity in [-1, 1).",
            notes="``version=1``, the default of ``Pendulum-v1``, limits the velocity "
            "before the angle advances; ``version=0`` limits it afterwards, as Gym's "
            "Pendulum-v0 did. The two differ only while the limit is reached.",
        ),
        "Acrobot": Env(
            "Acrobot",
            ids["Acrobot"],
            "Two links hang from a pivot, with a motor in the joint between them. "
            "Swing the tip above the line. From Sutton, *Generalization in "
            "reinforcement learning*, 1996.",
            [
                _numbers(
                    (
                        "0, 1",
                        "cosine and sine of the angle of the first link, 0 hanging "
                        "down",
                        "-1 to 1",
                    ),
                    (
                        "2, 3",
                        "cosine and sine of the angle of the second link, relative to "
                        "the first",
                        "-1 to 1",
                    ),
                    (
                        "4",
                        "angular velocity of the first link in radians per second",
                        "-4π to 4π",
                    ),
                    ("5", "angular velocity of the second link", "-9π to 9π"),
                )
            ],
            [
                by_index(
                    (
                        "apply a torque of -1 newton metre to the joint for 0.2 "
                        "seconds",
                        "apply no torque",
                        "apply a torque of 1 newton metre",
                    )
                )
            ],
            "-1 for every step, 0 for the step that reaches the line.",
            "The tip is more than the length of one link above the pivot.",
            f"{_SITE}/acrobot/",
            start="Angles and velocities are uniform in [-0.1, 0.1).",
        ),
    }
