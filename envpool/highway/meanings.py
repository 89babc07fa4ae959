# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
"""What the config keys mean."""

from __future__ import annotations

__all__ = ["MEANINGS"]

MEANINGS = {
    "scenario": "The roads, traffic and rewards; follows from the id.",
    "lanes_count": "Number of lanes of highways.",
    "vehicles_count": "Number of other vehicles, or the most of them.",
    "vehicles_density": "Density of traffic on highways; 1 is the usual one.",
    "ego_spacing": "Room before the agent on highways; 1 is that of other vehicles.",
    "initial_lane_id": "Lane of the agent at the start, from the left; -1 for a random "
    "one.",
    "other_vehicles_check_collisions": "Whether other vehicles can crash into each "
    "other.",
    "neighbour_vehicles_connected_lanes": "Whether vehicles see those on the roads "
    "before and behind their own.",
    "before_merge_length": "Metres of road before the ramp bends towards the highway.",
    "converge_merge_length": "Metres on which the ramp bends towards the highway.",
    "parallel_merge_length": "Metres on which the ramp runs beside the highway.",
    "after_merge_length": "Metres of highway after the ramp.",
    "roundabout_radius": "Radius of the innermost lane in metres.",
    "roundabout_lanes": "Number of lanes of the roundabout.",
    "incoming_vehicle_destination": "Number of the exit of vehicles: of the first one, "
    "or in the generic roundabout of all; -1 for a random one.",
    "initial_vehicle_count": "Number of vehicles, at most, at the start of an "
    "intersection.",
    "spawn_probability": "Probability of a new vehicle after each step, at "
    "intersections.",
    "destination": 'The arm that the agent drives to at intersections, "o0" to "o3"; '
    '"" for a random one.',
    "add_walls": "Whether walls surround the car park.",
    "other_vehicles": "On racetracks, a vehicle and fewer than this number of others.",
    "speed_limit": "Speed limit of the large racetrack in m/s, and the agent's speed "
    "at the start.",
    "length": "Length of the long straight parts of the oval racetrack in metres.",
    "block_lane": "Whether obstacles block the middle lane of the oval racetrack.",
    "force_decision": "Whether obstacles block the first and the third lane of the "
    "oval racetrack.",
    "reward_weights": "Weights of the distances to the goal in x, y, vx, vy, cos_h and "
    "sin_h, after their division by 100, 100, 5, 5, 1 and 1.",
    "success_goal_reward": "The goal is reached when the reward is more than the "
    "negative of this.",
    "lane_centering_reward": "Reward in the middle of a lane, less beside it.",
    "lane_centering_cost": "How fast lane_centering_reward falls beside the middle.",
    "action_reward": "Reward for each unit of the norm of the action.",
    "terminate_off_road": "Whether the episode ends when the agent leaves a racetrack.",
    "collision_reward": "Reward for a crash.",
    "right_lane_reward": "Reward for the rightmost lane, less for others.",
    "left_lane_reward": "Reward for the leftmost lane, less for others.",
    "high_speed_reward": "Reward for the highest speed, less for lower ones.",
    "lane_change_reward": "Reward for an action that changes the lane.",
    "merging_speed_reward": "Reward for making vehicles on the ramp slower than they "
    "want to be.",
    "goal_reward": "Reward for being on the exit.",
    "arrived_reward": "Reward at the destination.",
    "reward_speed_range": "Speeds in m/s that earn nothing and all of "
    "high_speed_reward.",
    "scale_reward": "Whether rewards are scaled to numbers from 0 to 1.",
    "offroad_terminal": "Whether the episode ends when the agent leaves the road.",
    "simulation_frequency": "Time steps of the simulation per second.",
    "policy_frequency": "Steps of the env per second.",
    "duration": "Seconds until the episode is truncated; 0 for no limit.",
    "controlled_vehicles": "Number of agents; more than one on highways, exits and "
    "racetracks, in car parks and at intersections.",
    "cooperative": "Whether several agents share a reward and the end of the episode, "
    "as officially. Otherwise each has its own reward, and an episode ends when it has "
    "ended for all.",
    "continuous": "Whether the agent steers and accelerates by numbers, as the "
    "official ContinuousAction; `action` is then unused.",
    "action": "What the choices of an agent mean: DiscreteMetaAction, or "
    "DiscreteAction for a grid of accelerations and steering angles.",
    "acceleration_range": "Accelerations in m/s² for the numbers -1 and 1.",
    "steering_range": "Steering angles in rad for the numbers -1 and 1.",
    "speed_range": "The lowest and the highest speed in m/s of an agent that steers; "
    "empty for -40 and 40.",
    "dynamical": "Whether the vehicle of an agent that steers slips, by a dynamic "
    "bicycle model with friction.",
    "clip_actions": "Whether numbers of actions are clipped to -1 to 1.",
    "actions_per_axis": "The number of accelerations, and of steering angles, of "
    "DiscreteAction.",
    "longitudinal": "Whether the agent can change its speed.",
    "lateral": "Whether the agent can change lanes.",
    "target_speeds": "Speeds in m/s among which the agent chooses; equally spaced.",
    "screen_width": "Width of pictures in pixels.",
    "screen_height": "Height of pictures in pixels.",
    "scaling": "Pixels of pictures per metre.",
    "centering_position": "The agent's place in pictures, as parts of their width and "
    "height.",
    "observation_shape": "Columns and rows of the pictures of GrayscaleObservation.",
    "stack_size": "The number of pictures of GrayscaleObservation.",
    "weights": "Weights of red, green and blue in grey levels.",
    "observation_scaling": "Pixels per metre of observed pictures; 0 for `scaling`.",
    "observation_centering_position": "The agent's place in observed pictures; empty "
    "for `centering_position`.",
    "observation": "What is observed: Kinematics, ExitObservation, TimeToCollision, "
    "OccupancyGrid, LidarObservation, GrayscaleObservation; KinematicsGoal in car "
    "parks; AttributesObservation when lanes are kept; TupleObservation for several, "
    "which the dicts in `observation_configs` describe.",
    "observation_part_words": "The texts of `observation_configs`, which follow from "
    "it.",
    "observation_part_numbers": "The numbers of `observation_configs`, likewise.",
    "observation_vehicles_count": "Number of observed vehicles, with the agent's.",
    "features": "What is observed of each vehicle.",
    "features_range": "By feature, the numbers that are scaled to -1 and 1; if empty, "
    "those of the official env.",
    "absolute": "Whether places and speeds are absolute instead of relative to the "
    "agent's.",
    "normalize": "Whether features are scaled.",
    "clip": "Whether scaled features are clipped.",
    "see_behind": "Whether vehicles behind the agent are observed.",
    "observe_intentions": "Whether destinations of other vehicles are observed.",
    "include_obstacles": "Whether obstacles are observed.",
    "order": "Order of the observed vehicles: sorted by distance, or shuffled.",
    "horizon": "Seconds that TimeToCollision looks ahead.",
    "scales": "The numbers by which features of KinematicsGoal are divided.",
    "grid_size": "Where the grid begins and ends in x, then in y, in metres from the "
    "agent.",
    "grid_step": "Length of the grid's cells in x and in y, in metres.",
    "align_to_vehicle_axes": "Whether the grid turns with the agent.",
    "as_image": "Whether the grid's numbers, from -1 to 1, are bytes, from 0 to 255. "
    "Empty cells are 0.",
    "cells": "Number of the lidar's beams.",
    "maximum_range": "Reach of the lidar in metres.",
    "state_noise": "Largest noise of an observed state.",
    "derivative_noise": "Largest noise of an observed derivative.",
}
