// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/observation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace envpool::mujoco {
namespace {

constexpr int kSpatial = 6;  // values per body of a force or velocity
constexpr int kInertial = 10;

/// Returns the array of a field, and its size.
std::pair<const double*, int> ArrayOf(Field field, const mjModel& model,
                                      const mjData& data) {
  const auto bodies = static_cast<int>(model.nbody);
  const auto velocities = static_cast<int>(model.nv);
  switch (field) {
    case Field::kPosition:
    case Field::kSine:
    case Field::kCosine:
      return {data.qpos, static_cast<int>(model.nq)};
    case Field::kVelocity:
      return {data.qvel, velocities};
    case Field::kInertia:
      return {data.cinert, kInertial * bodies};
    case Field::kBodyVelocity:
      return {data.cvel, kSpatial * bodies};
    case Field::kActuatorForce:
      return {data.qfrc_actuator, velocities};
    case Field::kConstraintForce:
      return {data.qfrc_constraint, velocities};
    case Field::kContactForce:
      return {data.cfrc_ext, kSpatial * bodies};
    case Field::kBody:
    case Field::kBodyDifference:
      break;
  }
  return {data.xpos, 3 * bodies};
}

int CountOf(const Part& part, int size) {
  const int count = part.count == Part::kRest ? size - part.first : part.count;
  if (count < 0 || part.first + count > size || part.other + count > size) {
    throw std::invalid_argument(
        "xml_file: expected a robot with all that this task observes");
  }
  return count;
}

}  // namespace

int SizeOf(const Table& table, const mjModel& model) {
  static const mjData kNone{};
  int total = 0;
  for (const Part& part : table) {
    total += CountOf(part, ArrayOf(part.field, model, kNone).second);
  }
  return total;
}

Observation::Observation(const Table& table, const mjModel& model,
                         const mjData& data) {
  for (const Part& part : table) {
    const auto [array, size] = ArrayOf(part.field, model, data);
    sources_.push_back(
        {part.field, array + part.first, array + part.other,
         CountOf(part, size),
         part.low != -Part::kInfinity || part.high != Part::kInfinity, part.low,
         part.high});
  }
}

void Observation::Write(double* out) const {
  for (const Source& source : sources_) {
    const double* data = source.data;
    double* const end = out + source.count;
    if (source.field == Field::kSine) {
      std::transform(data, data + source.count, out,
                     [](double angle) { return std::sin(angle); });
    } else if (source.field == Field::kCosine) {
      std::transform(data, data + source.count, out,
                     [](double angle) { return std::cos(angle); });
    } else if (source.field == Field::kBodyDifference) {
      std::transform(data, data + source.count, source.other, out,
                     [](double a, double b) { return a - b; });
    } else if (source.clipped) {
      std::transform(data, data + source.count, out, [&](double value) {
        return std::min(std::max(value, source.low), source.high);
      });
    } else {
      std::copy_n(data, source.count, out);
    }
    out = end;
  }
}

}  // namespace envpool::mujoco
