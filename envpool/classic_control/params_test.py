# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares parameters with attributes of Gymnasium's envs.

Each env draws its own values at each reset, with the same generator as NumPy's.
"""

import pytest

import envpool
from envpool.classic_control.oracle import (
    Close,
    Official,
    balance,
    beyond_limits,
    case_of,
    spin,
    swing,
    swing_link,
)
from envpool.testing.drawn_params import DrawnEnv, drawn
from envpool.testing.oracle import comparisons

CARTPOLE = {
    "gravity": ("uniform", 5.0, 15.0),
    "masscart": ("loguniform", 0.5, 2.0),
    "masspole": ("uniform", 0.5, 3.0, "scale"),
    "length": ("choice", [0.3, 0.5, 0.9]),
    "force_mag": ("normal", 10.0, 3.0),
    "tau": ("uniform", -0.01, 0.01, "add"),
    "theta_threshold_radians": ("uniform", 0.1, 1.5),
    "x_threshold": ("uniform", 1.0, 3.0),
    "kinematics_integrator": ("choice", [0, 1]),
}
PENDULUM = {
    "g": ("uniform", 5.0, 15.0),
    "m": ("uniform", 0.5, 2.0),
    "l": ("choice", [0.5, 0.75, 1.25, 2.0]),
    "dt": ("uniform", 0.01, 0.1),
    "max_speed": ("uniform", 4.0, 12.0),
    "max_torque": ("uniform", 1.0, 3.0),
}
MOUNTAIN_CAR = {
    "min_position": ("uniform", -1.5, -0.8),
    "max_position": ("uniform", 0.4, 0.8),
    "max_speed": ("uniform", 0.03, 0.1),
    "goal_position": ("uniform", 0.2, 0.5),
    "goal_velocity": ("uniform", 0.0, 0.02),
}
DISCRETE_CAR = {
    **MOUNTAIN_CAR,
    "force": ("uniform", 0.001, 0.002),
    "gravity": ("uniform", 0.002, 0.003),
}
CONTINUOUS_CAR = {
    **MOUNTAIN_CAR,
    "power": ("uniform", 0.001, 0.003),
    "min_action": ("uniform", -1.2, -0.5),
    "max_action": ("uniform", 0.5, 1.2),
}
ACROBOT = {
    "LINK_LENGTH_1": ("uniform", 0.7, 1.3),
    "LINK_LENGTH_2": ("uniform", 0.7, 1.3),
    "LINK_MASS_1": ("uniform", 0.7, 1.3),
    "LINK_MASS_2": ("uniform", 0.7, 1.3),
    "LINK_COM_POS_1": ("uniform", 0.3, 0.6),
    "LINK_COM_POS_2": ("uniform", 0.3, 0.6),
    "LINK_MOI": ("uniform", 0.7, 1.3),
    "MAX_VEL_1": ("uniform", 2.0, 12.0),
    "MAX_VEL_2": ("uniform", 4.0, 28.0),
    "dt": ("uniform", 0.1, 0.2),
    "torque_noise_max": ("choice", [0.0, 0.3]),
    "AVAIL_TORQUE[0]": ("uniform", -1.5, -0.5),
    "AVAIL_TORQUE[1]": ("uniform", -0.2, 0.2),
    "AVAIL_TORQUE[2]": ("uniform", 0.5, 1.5),
}
TORQUES = [f"AVAIL_TORQUE[{action}]" for action in range(3)]


class DrawnControl(DrawnEnv):
    """An official env with attributes that are drawn before each reset."""

    def write(self, values: dict[str, float]) -> None:
        """Writes to attributes, and derives others as `__init__` does."""
        env = self.env.unwrapped
        rest = dict(values)
        if "kinematics_integrator" in rest:
            chosen = rest.pop("kinematics_integrator")
            env.kinematics_integrator = "semi-implicit" if chosen else "euler"
        if TORQUES[0] in rest:
            env.AVAIL_TORQUE = [rest.pop(name) for name in TORQUES]
        super().write(rest)
        if "masspole" in rest:
            env.total_mass = env.masspole + env.masscart
            env.polemass_length = env.masspole * env.length


CASES = [
    case_of(
        task_id, policy, 250, episodes=2, max_steps=2_000, max_episode_steps=100, **more
    )
    for task_id, policy, more in [
        ("CartPole-v1", balance, {"randomize": CARTPOLE}),
        ("MountainCar-v0", swing, {"randomize": DISCRETE_CAR}),
        ("MountainCarContinuous-v0", swing, {"randomize": CONTINUOUS_CAR}),
        ("MountainCarContinuous-v0", beyond_limits, {"randomize": CONTINUOUS_CAR}),
        ("Pendulum-v0", spin, {"randomize": PENDULUM}),
        ("Pendulum-v1", spin, {"randomize": PENDULUM}),
        ("Pendulum-v1", beyond_limits, {"randomize": PENDULUM}),
    ]
]
test_draws_are_those_of_gymnasium = comparisons(drawn(Official, DrawnControl), CASES)
# Acrobot is chaotic; see Close.
test_acrobot = comparisons(
    drawn(Close, DrawnControl),
    [
        case_of(
            "Acrobot-v1",
            swing_link,
            200,
            episodes=3,
            max_episode_steps=60,
            randomize=ACROBOT,
            book_or_nips=name,
        )
        for name in ("book", "nips")
    ],
)

TABLES = {
    "CartPole-v1": CARTPOLE,
    "MountainCar-v0": DISCRETE_CAR,
    "MountainCarContinuous-v0": {**CONTINUOUS_CAR, "gravity": None},
    "Pendulum-v1": PENDULUM,
    "Acrobot-v1": {**ACROBOT, "gravity": None},
}


@pytest.mark.parametrize("task_id", TABLES)
def test_every_parameter_is_compared(task_id: str) -> None:
    with envpool.make_gym(task_id) as env:
        names = {name.partition("[")[0] for name in TABLES[task_id]}
        assert set(env.params) == names


@pytest.mark.parametrize(
    ("task_id", "config", "name"),
    [
        ("Pendulum-v1", {"g": 9.81}, "g"),
        ("MountainCar-v0", {"goal_velocity": 0.01}, "goal_velocity"),
        ("Acrobot-v1", {"torque_noise_max": 0.5}, "torque_noise_max"),
    ],
)
def test_config_gives_defaults(
    task_id: str, config: dict[str, float], name: str
) -> None:
    with envpool.make_gym(task_id, num_envs=2, **config) as env:
        assert env.get_params(name)[name].tolist() == [config[name]] * 2
        assert env.params[name].default.tolist() == [config[name]] * 2
