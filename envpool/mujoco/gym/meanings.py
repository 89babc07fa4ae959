# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""The meanings of the config keys of the MuJoCo tasks."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["MEANINGS", "OF_ENVS"]

MEANINGS: Mapping[str, str] = {
    "frame_skip": "Number of MuJoCo steps per step of the env; the action is repeated.",
    "frame_stack": "Number of observations in a stacked one, oldest first; 1 does not "
    "stack.",
    "post_constraint": "Compute contact forces after each step if anything uses them; "
    "without it they are 0, as in versions 2 and 3.",
    "xml_file": "Model: the name of one in the package, or the path of a file.",
    "gymnasium_v5_render_camera": "Render with version 5's default camera, which "
    "differs in InvertedDoublePendulum only.",
    "legacy_info": "Return the infos of version 4 instead of those of version 5.",
    # Rewards.
    "forward_reward_weight": "Weight of the forward velocity in the reward.",
    "ctrl_cost_weight": "Weight of the control cost, the sum of the squared actions.",
    "contact_cost_weight": "Weight of the contact cost, the sum of the squared contact "
    "forces.",
    "contact_cost_min": "Lower limit of the weighted contact cost.",
    "contact_cost_max": "Upper limit of the weighted contact cost.",
    "contact_cost_range": "Both limits of the weighted contact cost; empty: "
    "`contact_cost_min` and `contact_cost_max`.",
    "impact_cost_weight": "Official name of `contact_cost_weight`.",
    "impact_cost_range": "Official name of the limits `contact_cost_min` and "
    "`contact_cost_max`; empty: these two.",
    "uph_cost_weight": "Has no effect, as in the official env.",
    "healthy_reward": "Reward for each step in which the robot is healthy.",
    "legacy_healthy_reward": "Pay `healthy_reward` also on the step on which an "
    "unhealthy robot ends the episode, as before version 5.",
    "reward_if_not_terminated": "Pay `healthy_reward` only on steps that do not end "
    "the episode, as version 5 does.",
    "use_contact_force": "Charge the contact cost; Ant then also observes the contact "
    "forces.",
    "use_contact_forces": "Version 4's name of `use_contact_force`; either turns it "
    "on.",
    "main_body": "Name or number of the body whose velocity counts as forward "
    "velocity.",
    "dist_cost_weight": "Weight of the distance to the goal in the reward.",
    "near_cost_weight": "Weight of the distance between arm and object in the reward.",
    "reward_dist_weight": "Official name of `dist_cost_weight`.",
    "reward_near_weight": "Official name of `near_cost_weight`.",
    "reward_control_weight": "Official name of `ctrl_cost_weight`.",
    "reward_after_step": "Measure distances after the step, as version 5 does, instead "
    "of before it.",
    "weighted_reward_info": "Multiply the rewards in the infos by their weights, as "
    "version 5 does.",
    # Health.
    "terminate_when_unhealthy": "End the episode when the robot is not healthy.",
    "healthy_z_min": "Least healthy height of the torso, in metres.",
    "healthy_z_max": "Greatest healthy height of the torso, in metres.",
    "healthy_z_range": "Both limits of the healthy height, in metres; empty: "
    "`healthy_z_min` and `healthy_z_max`.",
    "healthy_angle_min": "Least healthy angle of the torso, in radians.",
    "healthy_angle_max": "Greatest healthy angle of the torso, in radians.",
    "healthy_angle_range": "Both limits of the healthy angle, in radians; empty: "
    "`healthy_angle_min` and `healthy_angle_max`.",
    "healthy_state_min": "Least healthy value of the state variables, all but the "
    "first two.",
    "healthy_state_max": "Greatest healthy value of the state variables, all but the "
    "first two.",
    "healthy_state_range": "Both limits of the state variables; empty: "
    "`healthy_state_min` and `healthy_state_max`.",
    # Observations.
    "exclude_current_positions_from_observation": "Leave the robot's horizontal "
    "position out of observations.",
    "include_cinert_in_observation": "Observe the mass and inertia of the bodies "
    "(`cinert`).",
    "include_cvel_in_observation": "Observe the velocities of the bodies (`cvel`).",
    "include_qfrc_actuator_in_observation": "Observe the forces of the actuators "
    "(`qfrc_actuator`).",
    "include_cfrc_ext_in_observation": "Observe the contact forces on the bodies "
    "(`cfrc_ext`).",
    "exclude_worldbody_observations": "Leave out what is observed of the world's body, "
    "which is always 0.",
    "exclude_worldbody_contact_forces": "Leave out the contact forces on the world's "
    "body, which are always 0.",
    "exclude_root_actuator_forces": "Leave out the actuator forces on the root joint, "
    "which are always 0.",
    "contact_force_min": "Contact forces are raised to at least this, in newtons.",
    "contact_force_max": "Contact forces are lowered to at most this, in newtons.",
    "contact_force_range": "Both limits of contact forces, in newtons; empty: "
    "`contact_force_min` and `contact_force_max`.",
    "velocity_min": "Observed velocities are raised to at least this (metres or "
    "radians per second).",
    "velocity_max": "Observed velocities are lowered to at most this (metres or "
    "radians per second).",
    "constraint_obs_dim": "Number of constraint forces in an observation.",
    "observation_min": "Observed velocities and forces are raised to at least this.",
    "observation_max": "Observed velocities and forces are lowered to at most this.",
    "obs_include_z_distance": "Observe the vertical distance to the target, which is "
    "always 0.",
    # Resets.
    "reset_noise_scale": "Scale of the random noise that a reset adds to positions "
    "(metres or radians) and velocities.",
    "reset_qpos_scale": "Initial positions differ from the model's by at most this, in "
    "radians.",
    "reset_qvel_scale": "Initial velocities are at most this, in radians per second.",
    "reset_goal_scale": "Radius of the disc in which the target is placed, in metres.",
    "cylinder_x_min": "Least x at which the cylinder starts, in metres from the goal.",
    "cylinder_x_max": "Greatest x at which the cylinder starts, in metres from the "
    "goal.",
    "cylinder_y_min": "Least y at which the cylinder starts, in metres from the goal.",
    "cylinder_y_max": "Greatest y at which the cylinder starts, in metres from the "
    "goal.",
    "cylinder_dist_min": "The cylinder starts farther than this from the goal, in "
    "metres.",
}

# Meanings that differ in an env.
OF_ENVS: Mapping[str, Mapping[str, str]] = {
    "HumanoidStandup": {
        "forward_reward_weight": "Weight of the height of the torso in the reward.",
        "healthy_reward": "Reward for each step.",
    },
    "InvertedDoublePendulum": {
        "healthy_reward": "Reward for each step.",
        "healthy_z_max": "The episode ends when the tip is no higher than this, in "
        "metres.",
    },
    "InvertedPendulum": {
        "healthy_reward": "Reward for each step.",
        "healthy_z_min": "The episode ends at angles below this, in radians.",
        "healthy_z_max": "The episode ends at angles above this, in radians.",
    },
}
