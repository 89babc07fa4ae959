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
    "longitudinal": "Whether the agent can change its speed.",
    "lateral": "Whether the agent can change lanes.",
    "target_speeds": "Speeds in m/s among which the agent chooses; equally spaced.",
    "observation": "What is observed: Kinematics, ExitObservation, TimeToCollision.",
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
}
