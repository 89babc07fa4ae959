// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// An observation as a table: slices of a simulation's arrays, one after
// another.
//
// Threads: none of its own. Errors: std::invalid_argument for a part that the
// model does not have.

#ifndef ENVPOOL_MUJOCO_COMMON_OBSERVATION_H_
#define ENVPOOL_MUJOCO_COMMON_OBSERVATION_H_

#include <limits>
#include <vector>

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// Arrays of mjData, and functions of them.
enum class Field {
  kPosition,         // qpos
  kSine,             // of qpos
  kCosine,           // of qpos
  kVelocity,         // qvel
  kInertia,          // cinert
  kBodyVelocity,     // cvel
  kActuatorForce,    // qfrc_actuator
  kConstraintForce,  // qfrc_constraint
  kContactForce,     // cfrc_ext
  kBody,             // xpos
  kBodyDifference,   // of xpos of two bodies
};

/// One row of the table.
struct Part {
  static constexpr int kRest = -1;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  Field field;
  int first{0};      // index into the array
  int count{kRest};  // values
  double low{-kInfinity};
  double high{kInfinity};  // values are clipped to these
  int other{0};            // kBodyDifference: where the second body begins
};

using Table = std::vector<Part>;

/// The number of values in a table's observation.
int SizeOf(const Table& table, const mjModel& model);

/// A table, bound to a simulation's arrays.
class Observation {
 public:
  Observation(const Table& table, const mjModel& model, const mjData& data);

  /// Writes SizeOf values.
  void Write(double* out) const;

 private:
  struct Source {
    Field field;
    const double* data;
    const double* other;
    int count;
    bool clipped;
    double low;
    double high;
  };
  std::vector<Source> sources_;
};

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_COMMON_OBSERVATION_H_
