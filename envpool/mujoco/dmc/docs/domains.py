# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The observations and the action of each domain, for the docs.

Each observation has a NumPy expression of the arrays of the suite's physics.
tasks_test.py compares the expression with the suite's observation.
"""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """An observation.

    Attributes:
      name: the observation's key.
      what: its description.
      source: its expression. Names such as `xmat` stand for
        `physics.named.data.xmat`; commas separate arrays that are concatenated. If
        `what` ends in a colon, the joints of a slice such as `qpos[7:]` are listed
        after it.
    """

    name: str
    what: str
    source: str


class Domain(NamedTuple):
    """A domain.

    Attributes:
      action: the description of an action; if it ends in a colon, the actuators are
        listed after it.
      keys: the observations of all its tasks.
    """

    action: str
    keys: tuple[Key, ...]


def frame(body: str, vector: str) -> str:
    """Returns the expression of a vector in the frame of a body."""
    return f"({vector}) @ xmat['{body}'].reshape(3, 3)"


_TORQUES = "torques of the joints' motors, as fractions of their maxima (in N m):"
_ROOT_VELOCITY = (
    "0 to 2 velocity of the root, 3 to 5 its angular velocity, then those of the "
    "joints, in the order above"
)
_HANDS = {
    "Humanoid": ("torso", "left_hand", "left_foot", "right_hand", "right_foot"),
    "HumanoidCMU": ("thorax", "lhand", "lfoot", "rhand", "rfoot"),
}


def humanoid(domain: str) -> Domain:
    """Returns one of the two humanoids."""
    torso, *ends = _HANDS[domain]
    reach = ", ".join(frame(torso, f"xpos['{x}'] - xpos['{torso}']") for x in ends)
    pure = Key(
        "position",
        "0 to 2 position of the root, 3 to 6 its orientation (a quaternion), then "
        "angles of the joints, in the order above",
        "qpos[:]",
    )
    return Domain(
        _TORQUES,
        (
            Key("joint_angles", "angles of the joints:", "qpos[7:]"),
            Key("head_height", "height of the head", "xpos['head', 'z']"),
            Key(
                "extremities",
                f"positions of {', '.join(f'``{end}``' for end in ends)}, three "
                f"numbers each, from ``{torso}`` and in its frame",
                reach,
            ),
            Key(
                "torso_vertical",
                f"the vertical, as ``{torso}`` sees it",
                f"xmat['{torso}', ['zx', 'zy', 'zz']]",
            ),
            Key(
                "com_velocity",
                "velocity of the centre of mass along x, y and z",
                f"sensordata['{torso}_subtreelinvel']",
            ),
            *((pure,) if domain == "Humanoid" else ()),
            Key("velocity", _ROOT_VELOCITY, "qvel[:]"),
        ),
    )


_ARM = "arm_root arm_shoulder arm_elbow arm_wrist finger fingertip thumb thumbtip"
_TOUCH = "palm_touch finger_touch thumb_touch fingertip_touch thumbtip_touch"
_ARM_KEYS = (
    Key(
        "arm_pos",
        "sine and cosine of the angle of each joint: "
        + ", ".join(f"{i} ``{name}``" for i, name in enumerate(_ARM.split())),
        f"stack([sin(qpos[{_ARM.split()}]), cos(qpos[{_ARM.split()}])], -1)",
    ),
    Key(
        "arm_vel",
        "angular velocities of these joints",
        f"qvel[{_ARM.split()}]",
    ),
    Key(
        "touch",
        "log(1 + force) of the touch sensors of palm, finger, thumb, fingertip and "
        "tip of the thumb",
        f"log1p(sensordata[{_TOUCH.split()}])",
    ),
    Key(
        "hand_pos",
        "x and z of the hand, and its rotation: *w* and *y* of the quaternion",
        "xpos['hand', ['x', 'z']], xquat['hand', ['qw', 'qy']]",
    ),
)
_ARM_ACTION = (
    "torques of the motors of the joints and of the grip, as fractions of their maxima "
    "(in N m):"
)


DOMAINS: dict[str, Domain] = {
    "Acrobot": Domain(
        "torque of the motor between the links, as a fraction of its maximum (in N m):",
        (
            Key(
                "orientations",
                "sines of the angles of upper and lower arm from upright, then their "
                "cosines",
                "xmat[['upper_arm', 'lower_arm'], 'xz'], "
                "xmat[['upper_arm', 'lower_arm'], 'zz']",
            ),
            Key("velocity", "angular velocities of the joints:", "qvel[:]"),
        ),
    ),
    "BallInCup": Domain(
        "forces on the cup along x and z, as fractions of their maxima (in N):",
        (
            Key("position", "of cup and ball:", "qpos[:]"),
            Key("velocity", "of cup and ball:", "qvel[:]"),
        ),
    ),
    "Cartpole": Domain(
        "force on the cart, as a fraction of its maximum (in N):",
        (
            Key(
                "position",
                "position of the cart, then cosine and sine of each pole's angle from "
                "upright",
                "qpos[0], xmat[2:, ['zz', 'xz']]",
            ),
            Key(
                "velocity",
                "velocity of the cart, then angular velocity of each pole's joint",
                "qvel[:]",
            ),
        ),
    ),
    "Cheetah": Domain(
        _TORQUES,
        (
            Key("position", "of all joints but ``rootx``:", "qpos[1:]"),
            Key("velocity", "of all joints:", "qvel[:]"),
        ),
    ),
    "Dog": Domain(
        "torques of the actuators of joints and tendons, as fractions of their maxima "
        "(in N m), which they approach with a time constant of 0.05 s:",
        (
            Key("joint_angles", "angles of the joints:", "qpos[7:80]"),
            Key("joint_velocites", "their angular velocities (sic)", "qvel[6:79]"),
            Key(
                "torso_pelvis_height",
                "heights of torso and pelvis",
                "xpos[['torso', 'pelvis'], 'z']",
            ),
            Key(
                "z_projection",
                "the vertical, as skull, torso and pelvis see it, three numbers each",
                "xmat[['skull', 'torso', 'pelvis']][:, 6:]",
            ),
            Key(
                "torso_com_velocity",
                "velocity of the centre of mass in the torso's frame",
                frame("torso", "sensordata['torso_linvel']"),
            ),
            Key(
                "inertial_sensors",
                "accelerometer, velocimeter and gyroscope of the torso, three numbers "
                "each",
                "sensordata['accelerometer'], sensordata['velocimeter'], "
                "sensordata['gyro']",
            ),
            Key(
                "foot_forces",
                "forces on the left and the right hind foot, then the left and the "
                "right front foot, three numbers each",
                "sensordata['foot_L'], sensordata['foot_R'], sensordata['hand_L'], "
                "sensordata['hand_R']",
            ),
            Key(
                "touch_sensors",
                "forces on the soles: left and right front, left and right hind",
                "sensordata[['palm_L', 'palm_R', 'sole_L', 'sole_R']]",
            ),
            Key(
                "actuator_state",
                "activations of the actuators, in the order of the action",
                "act[:]",
            ),
            Key(
                "ball_state",
                "position and velocity of the ball, from the head and in its frame",
                "",
            ),
            Key(
                "target_position",
                "position of the target, from the head and in its frame",
                "(geom_xpos['target'] - site_xpos['head'])"
                " @ site_xmat['head'].reshape(3, 3)",
            ),
        ),
    ),
    "Finger": Domain(
        _TORQUES,
        (
            Key(
                "position",
                "angles of the joints ``proximal`` and ``distal``, then x and z of the "
                "spinner's tip from its axis",
                "sensordata[['proximal', 'distal']], "
                "(sensordata['tip'] - sensordata['spinner'])[[0, 2]]",
            ),
            Key(
                "velocity",
                "angular velocities of ``proximal``, ``distal`` and the spinner's "
                "``hinge``",
                "sensordata[['proximal_velocity', 'distal_velocity', "
                "'hinge_velocity']]",
            ),
            Key(
                "touch",
                "log(1 + force) of the touch sensors at the top and the bottom of the "
                "fingertip",
                "log1p(sensordata[['touchtop', 'touchbottom']])",
            ),
            Key(
                "target_position",
                "x and z of the target from the spinner's axis",
                "(sensordata['target'] - sensordata['spinner'])[[0, 2]]",
            ),
            Key(
                "dist_to_target",
                "distance from the spinner's tip to the target's rim, negative inside",
                "",
            ),
        ),
    ),
    "Fish": Domain(
        "angles, in radians, that weak springs pull the joints to; ``fins_flap`` rolls "
        "both fins:",
        (
            Key("joint_angles", "angles of the joints:", "qpos[7:]"),
            Key(
                "upright",
                "cosine of the torso's angle from upright",
                "xmat['torso', 'zz']",
            ),
            Key(
                "target",
                "vector from the mouth to the target, in the mouth's frame",
                "(geom_xpos['target'] - geom_xpos['mouth'])"
                " @ geom_xmat['mouth'].reshape(3, 3)",
            ),
            Key("velocity", _ROOT_VELOCITY, "qvel[:]"),
        ),
    ),
    "Hopper": Domain(
        _TORQUES,
        (
            Key("position", "of all joints but ``rootx``:", "qpos[1:]"),
            Key("velocity", "of all joints:", "qvel[:]"),
            Key(
                "touch",
                "log(1 + force) of the touch sensors of toe and heel",
                "log1p(sensordata[['touch_toe', 'touch_heel']])",
            ),
        ),
    ),
    "Humanoid": humanoid("Humanoid"),
    "HumanoidCMU": humanoid("HumanoidCMU"),
    "Lqr": Domain(
        "forces on the first masses, in N, without limits",
        (
            Key("position", "of each mass, relative to the one before it", "qpos[:]"),
            Key("velocity", "of each mass, likewise", "qvel[:]"),
        ),
    ),
    "Manipulator": Domain(
        _ARM_ACTION,
        (
            *_ARM_KEYS,
            Key("object_pos", "the same of ball or peg", ""),
            Key("object_vel", "velocity along x and z, and angular velocity", ""),
            Key("target_pos", "like ``object_pos``, of the target", ""),
        ),
    ),
    "Pendulum": Domain(
        "torque, as a fraction of its maximum (in N m):",
        (
            Key(
                "orientation",
                "cosine and sine of the angle from upright",
                "xmat['pole', ['zz', 'xz']]",
            ),
            Key("velocity", "angular velocity", "qvel[:]"),
        ),
    ),
    "PointMass": Domain(
        "forces along x and y, as fractions of their maxima (in N); in "
        "``PointMassHard-v1``, along two random directions, which each reset draws:",
        (
            Key("position", "x and y", "qpos[:]"),
            Key("velocity", "along x and y", "qvel[:]"),
        ),
    ),
    "Quadruped": Domain(
        "targets of position actuators of joints (yaw) and tendons (lift, extend), "
        "which they approach with a time constant of 0.1 s; yaw in [-1, 1], lift in "
        "[-1, 1.1], extend in [-0.8, 0.8]:",
        (
            Key(
                "egocentric_state",
                "angles of the 16 joints (yaw, pitch, knee, ankle of the front left, "
                "front right, back right and back left leg), their angular "
                "velocities, and the activations of the 12 actuators",
                "qpos[7:23], qvel[6:22], act[:]",
            ),
            Key(
                "torso_velocity",
                "velocity of the torso, in its frame",
                "sensordata['velocimeter']",
            ),
            Key(
                "torso_upright",
                "cosine of the torso's angle from upright",
                "xmat['torso', 'zz']",
            ),
            Key(
                "imu",
                "accelerometer, then gyroscope, of the torso",
                "sensordata['imu_accel'], sensordata['imu_gyro']",
            ),
            Key(
                "force_torque",
                "arsinh of the forces on the toes of the legs (in the order above), "
                "three numbers each, then of the torques",
                ", ".join(
                    f"arcsinh(sensordata['{kind}_toe_{leg}'])"
                    for kind in ("force", "torque")
                    for leg in ("front_left", "front_right", "back_right", "back_left")
                ),
            ),
            Key(
                "origin",
                "the way to the origin, in the torso's frame",
                "-(xpos['torso'] @ xmat['torso'].reshape(3, 3))",
            ),
            Key(
                "rangefinder",
                "tanh of the distances that 20 range finders measure, 1 for nothing "
                "in sight",
                "",
            ),
            Key(
                "ball_state",
                "position, velocity (both relative to the torso's) and angular "
                "velocity of the ball, in the torso's frame",
                "",
            ),
            Key(
                "target_position",
                "position of the target from the torso, in its frame",
                frame("torso", "site_xpos['target'] - xpos['torso']"),
            ),
        ),
    ),
    "Reacher": Domain(
        _TORQUES,
        (
            Key("position", "angles of the joints:", "qpos[:]"),
            Key(
                "to_target",
                "x and y of the vector from the finger to the target",
                "(geom_xpos['target'] - geom_xpos['finger'])[:2]",
            ),
            Key("velocity", "angular velocities of the joints", "qvel[:]"),
        ),
    ),
    "Stacker": Domain(
        _ARM_ACTION,
        (
            *_ARM_KEYS,
            Key("box_pos", "the same of each box", ""),
            Key(
                "box_vel",
                "of each box: velocity along x, angular velocity, velocity along z",
                "",
            ),
            Key("target_pos", "x and z of the target", "xpos['target', ['x', 'z']]"),
        ),
    ),
    "Swimmer": Domain(
        "torques of the motors of the joints, from the head to the tail; 1 stands for "
        "0.0005 N m",
        (
            Key("joints", "angles of the joints, from head to tail", "qpos[3:]"),
            Key(
                "to_target",
                "x and y of the vector from the nose to the target, in the head's "
                "frame",
                "((geom_xpos['target'] - geom_xpos['nose'])"
                " @ xmat['head'].reshape(3, 3))[:2]",
            ),
            Key(
                "body_velocities",
                "of each link: velocity along its x and y, and angular velocity",
                "sensordata[12:].reshape(-1, 6)[:, [0, 1, 5]]",
            ),
        ),
    ),
    "Walker": Domain(
        _TORQUES,
        (
            Key(
                "orientations",
                "cosine and sine of the pitch of each body: torso, then thigh, leg and "
                "foot, first right, then left",
                "xmat[1:, ['xx', 'xz']]",
            ),
            Key("height", "height of the torso", "xpos['torso', 'z']"),
            Key("velocity", "of all joints:", "qvel[:]"),
        ),
    ),
}
