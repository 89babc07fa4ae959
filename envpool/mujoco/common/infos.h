// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The specs of infos, and the observation of positions and velocities.
//
// Threads, errors: none of its own.

#ifndef ENVPOOL_MUJOCO_COMMON_INFOS_H_
#define ENVPOOL_MUJOCO_COMMON_INFOS_H_

#include <vector>

#include "envpool/core/spec.h"
#include "envpool/mujoco/common/observation.h"

namespace envpool::mujoco {

/// The spec of an info. An info without elements is left out of results.
inline Spec<double> InfoSpec(bool is_present) {
  return Spec<double>(std::vector<int>{is_present ? -1 : 0});
}
inline Spec<double> InfoSpec(bool is_present, int count) {
  return Spec<double>(std::vector<int>{is_present ? count : 0});
}

/// Sets an info, unless it is left out.
template <typename Info>
void SetInfo(const Info& info, double value) {
  if (info.size > 0) {
    info = value;
  }
}

/// The table of positions, by default without the first `hidden` ones, and
/// velocities.
template <typename Config>
Table MotionTable(const Config& conf, int hidden) {
  const bool skips = conf["exclude_current_positions_from_observation"_];
  return {{.field = Field::kPosition, .first = skips ? hidden : 0},
          {.field = Field::kVelocity}};
}

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_INFOS_H_
