# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""Description of the tracking task of dm_control, for its page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docs.env_text import Entries, Env, spec_of
from envpool.mujoco.dmc_locomotion.tracking_tasks import TRACKING_ID

_KEYS = {
    "walker/clip_id": "number of the clip",
    "walker/gyro_control": "angular velocity over the last step, in the frame before",
    "walker/joints_vel_control": "velocities of the joints over the last step",
    "walker/reference_appendages_pos": "the clip's hands, feet and head in the frame "
    "of its own root",
    "walker/reference_ego_bodies_quats": "turns from the clip's root to its bodies",
    "walker/reference_rel_bodies_pos_global": "ways from bodies to those of the clip",
    "walker/reference_rel_bodies_pos_local": "the same ways in the root's frame",
    "walker/reference_rel_bodies_quats": "turns from bodies to those of the clip",
    "walker/reference_rel_joints": "differences from joints to those of the clip",
    "walker/reference_rel_root_pos_local": "way to the clip's root in the root's frame",
    "walker/reference_rel_root_quat": "turn from the root to the clip's root",
    "walker/time_in_clip": "elapsed part of the clip",
    "walker/velocimeter_control": "velocity over the last step, in the frame before",
}
_SOURCE = (
    "https://github.com/google-deepmind/dm_control/blob/main/dm_control/locomotion/"
    "examples/cmu_2020_tracking.py"
)


def envs(keys: Mapping[str, str]) -> dict[str, Env]:
    """Returns the task by page name.

    Args:
      keys: the meanings of what all walkers observe.
    """
    spec: Any = spec_of(TRACKING_ID)
    rows = [
        [f"``{key}``", str(box.shape), {**keys, **_KEYS}[key]]
        for key, box in sorted(spec.observation_space.items())
    ]
    last = spec.action_space.shape[0] - 1
    env = Env(
        "CmuHumanoidTracking",
        (TRACKING_ID,),
        "Move as in a clip of motion capture.",
        [
            "``reference_`` keys are about the frames of the clip ``ref_steps`` ahead, "
            "one after the other; there are 31 bodies.",
            Entries({"Key": 40, "Shape": 12, "Meaning": 48}, rows),
            "The root is the humanoid's pelvis; turns are quaternions.",
        ],
        [
            Entries(
                {"Index": 14, "Meaning": 86},
                [[f"0 to {last}", "in [-1, 1]: the goals of the position controllers"]],
            )
        ],
        'With ``reward_type="comic"``, the mean of two numbers. The first is 1 less '
        "the ratio of the error to ``termination_error_threshold``. The error is half "
        "the mean difference of joints, plus half the mean difference of the places of "
        "bodies, times ``body_error_multiplier``. The second is a sum of exponentials "
        "of squared differences: of the centre of mass, the joints' velocities, hands "
        "with feet and head, and the turns of bodies. ``termination_reward`` is the "
        "first one alone, ``multi_term_pose_reward`` the second.",
        "The error is larger than ``termination_error_threshold``. At the clip's last "
        "frame that has all ``ref_steps`` ahead, the episode is truncated.",
        _SOURCE,
        start="The humanoid has the pose and the velocities of any frame of any clip "
        "that at least ``min_steps`` frames follow. The clips are those of the "
        "official data set ``walk_tiny``: 36 clips in which people walk. "
        "``ref_path`` is a file of others: see :doc:`Motion capture "
        "</env/mujoco_dmc_locomotion>`.",
        names=("dm_control locomotion cmu_humanoid_tracking",),
        picture=TRACKING_ID,
        camera="walker/side",
    )
    return {"CmuHumanoidTracking": env}
