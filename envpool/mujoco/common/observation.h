// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// An observation as a table: the concatenation of slices of a simulation's
// arrays.
//
// Threads: none of its own. Errors: std::invalid_argument for a part that the
// model does not have.

#ifndef ENVPOOL_MUJOCO_COMMON_OBSERVATION_H_
#define ENVPOOL_MUJOCO_COMMON_OBSERVATION_H_

#include <limits>
#include <vector>

#include "mujoco/mujoco.h"

namespace envpool::mujoco {

/// Arrays of mjData, or functions of them.
enum class Field {
  kPosition,         // qpos
  kSine,             // sin(qpos)
  kCosine,           // cos(qpos)
  kVelocity,         // qvel
  kInertia,          // cinert
  kBodyVelocity,     // cvel
  kActuatorForce,    // qfrc_actuator
  kConstraintForce,  // qfrc_constraint
  kContactForce,     // cfrc_ext
  kBody,             // xpos
  kBodyDifference,   // difference of xpos of two bodies
};

/// One row of a table.
struct Part {
  static constexpr int kRest = -1;
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  Field field;
  int first{0};      // index into the array
  int count{kRest};  // number of values
  double low{-kInfinity};
  double high{kInfinity};  // values are clipped to these
  int other{0};            // kBodyDifference: index of the second body's xpos
};

using Table = std::vector<Part>;

/// The number of values of an observation.
int SizeOf(const Table& table, const mjModel& model);

/// A table, bound to a simulation's arrays.
class Observation {
 public:
  Observation(const Table& table, const mjModel& model, const mjData& data);

  /// Writes SizeOf(table, model) values.
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
