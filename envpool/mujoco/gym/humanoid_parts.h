// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shared by Humanoid and HumanoidStandup: the table of the observation, and the
// infos about tendons.
//
// Threads, errors: none of their own.

#ifndef ENVPOOL_MUJOCO_GYM_HUMANOID_PARTS_H_
#define ENVPOOL_MUJOCO_GYM_HUMANOID_PARTS_H_

#include "envpool/mujoco/gym/gym_env.h"

namespace envpool::mujoco {

template <typename Config>
Table HumanoidTable(const Config& conf) {
  // The `first` of a part skips the values of the world, which is the first
  // body, or of the root.
  const bool no_world = conf["exclude_worldbody_observations"_];
  const bool no_root = conf["exclude_root_actuator_forces"_];
  Table table = MotionTable(conf, 2);
  if (conf["include_cinert_in_observation"_]) {
    table.push_back({.field = Field::kInertia, .first = no_world ? 10 : 0});
  }
  if (conf["include_cvel_in_observation"_]) {
    table.push_back({.field = Field::kBodyVelocity, .first = no_world ? 6 : 0});
  }
  if (conf["include_qfrc_actuator_in_observation"_]) {
    table.push_back({.field = Field::kActuatorForce, .first = no_root ? 6 : 0});
  }
  if (conf["include_cfrc_ext_in_observation"_]) {
    table.push_back({.field = Field::kContactForce, .first = no_world ? 6 : 0});
  }
  return table;
}

template <typename State>
void WriteTendons(const Simulation& simulation, State* state) {
  const mjData& data = simulation.data();
  const auto& lengths = (*state)["info:tendon_length"_];
  const auto& velocities = (*state)["info:tendon_velocity"_];
  lengths.Assign(data.ten_length, lengths.size);
  velocities.Assign(data.ten_velocity, velocities.size);
}

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_HUMANOID_PARTS_H_
