# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The texts about each of Gymnasium's robots and its versions, for the docs."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """The texts about version 5 of a robot; see docs.env_text.Env."""

    summary: str
    reward: str
    start: str
    end: str
    notes: str = ""


_BOUNDS = (
    "Velocities are clipped to [-10, 10]; ``velocity_min`` and ``velocity_max`` are "
    "the bounds."
)

# In formulas, *a* is the action, and Σ is the sum over its elements. Constants are
# the defaults of the options in parentheses.
TEXTS = {
    "Ant": Text(
        summary=(
            "Run with four legs of two joints each. Legs 1 to 4 are front left, front "
            "right, back left and back right. A step takes 0.05 s. From Schulman et "
            "al., *High-dimensional continuous control using generalized advantage "
            "estimation*, 2015."
        ),
        reward=(
            "Velocity of ``main_body`` along x (``forward_reward_weight=1``), plus 1 "
            "while healthy (``healthy_reward``), minus 0.5 Σ a² "
            "(``ctrl_cost_weight``), minus 0.0005 times the sum of the squares of the "
            "contact forces in the observation (``contact_cost_weight``)."
        ),
        start=(
            "The model's pose with the torso at a height of 0.75; positions with "
            "uniform noise in [-0.1, 0.1), velocities with normal noise of deviation "
            "0.1 (``reset_noise_scale``)."
        ),
        end=(
            "Unhealthy: the height ``qpos[2]`` is outside [0.2, 1] "
            "(``healthy_z_range``), or some number of the state is not finite."
        ),
        notes=(
            "The contact forces are part of the observation only with "
            "``use_contact_force``, the default of this version, and "
            "``include_cfrc_ext_in_observation``; ``contact_force_range`` clips them."
        ),
    ),
    "HalfCheetah": Text(
        summary=(
            "Run in a vertical plane with a back and a front leg of three joints "
            "each. A step takes 0.05 s. From Wawrzyński, *A cat-like robot real-time "
            "learning to run*, 2009."
        ),
        reward=(
            "Velocity along x (``forward_reward_weight=1``), minus 0.1 Σ a² "
            "(``ctrl_cost_weight``)."
        ),
        start=(
            "The model's pose; positions with uniform noise in [-0.1, 0.1), "
            "velocities with normal noise of deviation 0.1 (``reset_noise_scale``)."
        ),
        end="Never.",
    ),
    "Hopper": Text(
        summary=(
            "Hop forwards in a vertical plane on one leg. A step takes 0.008 s. From "
            "Erez, Tassa and Todorov, *Infinite-horizon model predictive control for "
            "periodic tasks with contacts*, 2011."
        ),
        reward=(
            "Velocity along x (``forward_reward_weight=1``), plus 1 while healthy "
            "(``healthy_reward``), minus 0.001 Σ a² (``ctrl_cost_weight``)."
        ),
        start=(
            "Upright, with the torso at a height of 1.25; positions and velocities "
            "with uniform noise in [-0.005, 0.005) (``reset_noise_scale``)."
        ),
        end=(
            "Unhealthy: the height is not above 0.7 (``healthy_z_range``), the angle "
            "of the torso is not in (-0.2, 0.2) (``healthy_angle_range``), or some "
            "number of the state other than x and z is not in (-100, 100) "
            "(``healthy_state_range``)."
        ),
        notes=_BOUNDS,
    ),
    "Humanoid": Text(
        summary=(
            "Run with two legs, a torso and two arms. A step takes 0.015 s. From "
            "Tassa, Erez and Todorov, *Synthesis and stabilization of complex "
            "behaviors through online trajectory optimization*, 2012."
        ),
        reward=(
            "1.25 times the velocity of the centre of mass along x "
            "(``forward_reward_weight``), plus 5 while healthy (``healthy_reward``), "
            "minus 0.1 Σ a² (``ctrl_cost_weight``), minus 5e-7 times the sum of the "
            "squared contact forces (``contact_cost_weight``), at most 10 "
            "(``contact_cost_range``)."
        ),
        start=(
            "Standing, with the torso at a height of 1.4; positions and velocities "
            "with uniform noise in [-0.01, 0.01) (``reset_noise_scale``)."
        ),
        end="Unhealthy: the height ``qpos[2]`` is not in (1, 2) (``healthy_z_range``).",
        notes=(
            "The options ``include_cinert_in_observation``, "
            "``include_cvel_in_observation``, "
            "``include_qfrc_actuator_in_observation`` and "
            "``include_cfrc_ext_in_observation`` leave out the four large parts. Note "
            "that joints and motors have different orders: ``abdomen_z`` is the first "
            "joint, ``abdomen_y`` the first motor."
        ),
    ),
    "HumanoidStandup": Text(
        summary=(
            "Stand up from the ground, with the body of Humanoid. A step takes 0.015 "
            "s. From Tassa, Erez and Todorov, *Synthesis and stabilization of complex "
            "behaviors through online trajectory optimization*, 2012."
        ),
        reward=(
            "The height ``qpos[2]`` divided by the model's time step, 0.003 s "
            "(``forward_reward_weight=1``), plus 1 (``healthy_reward``), minus 0.1 Σ "
            "a² (``ctrl_cost_weight``), minus 5e-7 times the sum of the squared "
            "contact forces (``impact_cost_weight``), at most 10 "
            "(``impact_cost_range``)."
        ),
        start=(
            "On the ground, with the torso at a height of 0.105; positions and "
            "velocities with uniform noise in [-0.01, 0.01) (``reset_noise_scale``)."
        ),
        end="Never.",
    ),
    "InvertedDoublePendulum": Text(
        summary=(
            "Balance two poles, one on top of the other, by pushing the cart below. A "
            "step takes 0.05 s."
        ),
        reward=(
            "10 (``healthy_reward``) unless terminated, minus (0.01 x² + (z - 2)²), "
            "where x and z are the position of the upper pole's tip, which is at most "
            "1.2 high, minus (0.001 v₁² + 0.005 v₂²) with the angular velocities of "
            "the two hinges."
        ),
        start=(
            "Upright; positions with uniform noise in [-0.1, 0.1), velocities with "
            "normal noise of deviation 0.1 (``reset_noise_scale``)."
        ),
        end="The tip is not above 1 (``healthy_z_max``).",
        notes=(
            "Velocities and the force are clipped to [-10, 10] (``observation_min``, "
            "``observation_max``)."
        ),
    ),
    "InvertedPendulum": Text(
        summary="Balance a pole by pushing the cart below. A step takes 0.04 s.",
        reward="1 (``healthy_reward``) unless terminated.",
        start=(
            "Upright; positions and velocities with uniform noise in [-0.01, 0.01) "
            "(``reset_noise_scale``)."
        ),
        end=(
            "The angle of the pole is outside [-0.2, 0.2] (``healthy_z_min``, "
            "``healthy_z_max``), or the state is not finite."
        ),
    ),
    "Pusher": Text(
        summary=(
            "Push a cylinder on a table to the goal with an arm of seven joints. A "
            "step takes 0.05 s."
        ),
        reward=(
            "Minus the distance of the cylinder from the goal "
            "(``reward_dist_weight=1``), minus 0.5 times its distance from the arm's "
            "tip (``reward_near_weight``), minus 0.1 Σ a² (``reward_control_weight``)."
        ),
        start=(
            "The model's pose, with velocities of the arm uniform in [-0.005, 0.005) "
            "(``reset_qvel_scale``). The goal is always at (0.45, -0.05). From there, "
            "the cylinder is displaced along y by a number in [-0.3, 0) "
            "(``cylinder_x_min``, ``cylinder_x_max``: the names are those of EnvPool "
            "1.x) and along x by one in [-0.2, 0.2) (``cylinder_y_min``, "
            "``cylinder_y_max``), drawn again until it is farther than 0.17 from the "
            "goal (``cylinder_dist_min``)."
        ),
        end="Never.",
    ),
    "Reacher": Text(
        summary=(
            "Reach for a random point with an arm of two joints. A step takes 0.02 s."
        ),
        reward=(
            "Minus the distance of the fingertip from the target "
            "(``reward_dist_weight=1``), minus Σ a² (``reward_control_weight=1``)."
        ),
        start=(
            "Angles of the arm uniform in [-0.1, 0.1) (``reset_qpos_scale``), its "
            "velocities in [-0.005, 0.005) (``reset_qvel_scale``); the target uniform "
            "in a circle of radius 0.2 (``reset_goal_scale``) around the arm's base."
        ),
        end="Never.",
    ),
    "Swimmer": Text(
        summary=(
            "Swim in the plane, through a viscous fluid, with a chain of three links. "
            "A step takes 0.04 s. From Coulom, *Reinforcement learning using neural "
            "networks, with applications to motor control*, 2002."
        ),
        reward=(
            "Velocity along x (``forward_reward_weight=1``), minus 0.0001 Σ a² "
            "(``ctrl_cost_weight``)."
        ),
        start=(
            "The chain straight; positions and velocities with uniform noise in "
            "[-0.1, 0.1) (``reset_noise_scale``)."
        ),
        end="Never.",
    ),
    "Walker2d": Text(
        summary=(
            "Walk in a vertical plane on two legs of three joints each: the right one "
            "first, then the left one. A step takes 0.008 s."
        ),
        reward=(
            "Velocity along x (``forward_reward_weight=1``), plus 1 while healthy "
            "(``healthy_reward``), minus 0.001 Σ a² (``ctrl_cost_weight``)."
        ),
        start=(
            "Upright, with the torso at a height of 1.25; positions and velocities "
            "with uniform noise in [-0.005, 0.005) (``reset_noise_scale``)."
        ),
        end=(
            "Unhealthy: the height is not in (0.8, 2) (``healthy_z_range``), or the "
            "angle of the torso is not in (-1, 1) (``healthy_angle_range``)."
        ),
        notes=_BOUNDS,
    ),
}

_NO_CONTACT = "contact forces, and so their cost, are zero"
_HEALTHY = "Version 4 and older: the last step has the healthy reward, too."
_ZEROS = "Version 4: 376 numbers, with the zeros of the world and the root"
# The differences of older versions, one sentence each.
OLDER = {
    "Ant": (
        "Version 4: 27 numbers, without contact forces and their cost. With "
        "``use_contact_forces=True``, it observes those of the world as well, six "
        "zeros: 111 numbers.",
        "Version 3: 111 numbers, with the contact forces of the world; all of "
        "them are zero, and so is their cost.",
        _HEALTHY,
    ),
    "Hopper": (_HEALTHY,),
    "Humanoid": (
        f"{_ZEROS}; without the contact cost.",
        "Version 3: 376 numbers; contact forces are zero.",
        _HEALTHY,
    ),
    "HumanoidStandup": (f"{_ZEROS}.", f"Version 2: 376 numbers; {_NO_CONTACT}."),
    "InvertedDoublePendulum": (
        "Version 4 and older: 11 numbers, with the forces of the limits of all three "
        "joints, the last two of them zero.",
        _HEALTHY,
    ),
    "InvertedPendulum": (_HEALTHY,),
    "Pusher": (
        "Version 4 and older: a cylinder of a thousandth of the density, with a "
        "sphere; distances are those before the step, and infos are not weighted.",
    ),
    "Reacher": (
        "Version 4 and older: 11 numbers, with z of the vector, which is always zero; "
        "distances are those before the step.",
    ),
    "Walker2d": (
        "Version 4 and older: the friction of the right foot is 0.9 instead of 1.9.",
        _HEALTHY,
    ),
}

_FORWARD = ("x_velocity", "reward_forward", "reward_ctrl")
_PLANE = ("x_position", "y_position", "distance_from_origin")
_TENDONS = ("tendon_length", "tendon_velocity")
_COSTS = ("x_velocity", "y_velocity", "reward_forward", "reward_ctrl")
_BODY = (*_COSTS, "reward_contact", "reward_survive")
_HEIGHT = ("x_position", "z_distance_from_origin")
# The infos of version 5: keys of every row, and keys of steps only.
INFOS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "Ant": (_PLANE, _BODY),
    "HalfCheetah": (("x_position",), _FORWARD),
    "Hopper": (_HEIGHT, (*_FORWARD, "reward_survive")),
    "Humanoid": ((*_PLANE, *_TENDONS), _BODY),
    "HumanoidStandup": (
        ("x_position", "y_position", "z_distance_from_origin", *_TENDONS),
        ("reward_linup", "reward_quadctrl", "reward_impact"),
    ),
    "InvertedDoublePendulum": (
        (),
        ("reward_survive", "distance_penalty", "velocity_penalty"),
    ),
    "InvertedPendulum": ((), ("reward_survive",)),
    "Pusher": ((), ("reward_dist", "reward_near", "reward_ctrl")),
    "Reacher": ((), ("reward_dist", "reward_ctrl")),
    "Swimmer": (_PLANE, _COSTS),
    "Walker2d": (_HEIGHT, (*_FORWARD, "reward_survive")),
}
