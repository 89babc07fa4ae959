// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/tasks/senses.h"

#include <algorithm>
#include <array>
#include <span>

namespace envpool::mujoco::tasks {
namespace {

bool Has(std::span<const double> geoms, int geom) {
  return std::find(geoms.begin(), geoms.end(), geom) != geoms.end();
}

}  // namespace

void MeasureContacts(const mjModel& model, const mjData& data,
                     std::span<const double> first,
                     std::span<const double> second, ContactResult result,
                     double* out) {
  std::fill_n(out, result == ContactResult::kForce ? 3 : 1, 0.0);
  for (int i = 0; i < data.ncon; ++i) {
    const mjContact& contact = data.contact[i];
    const auto matches = [&](int one, int other) {
      return Has(first, one) && (second.empty() || Has(second, other));
    };
    // MuJoCo's force acts on the second geom of a contact.
    double sign = 0;
    if (matches(contact.geom[1], contact.geom[0])) {
      sign = 1;
    } else if (matches(contact.geom[0], contact.geom[1])) {
      sign = -1;
    } else {
      continue;
    }
    if (result == ContactResult::kCount) {
      out[0] += 1;
      continue;
    }
    std::array<double, 6> force{};
    mj_contactForce(&model, &data, i, force.data());
    if (result == ContactResult::kNormal) {
      out[0] += force[0];
      continue;
    }
    for (int axis = 0; axis < 3; ++axis) {
      for (int row = 0; row < 3; ++row) {
        out[axis] += sign * contact.frame[3 * row + axis] * force[row];
      }
    }
  }
}

double CastRay(const mjModel& model, const mjData& data, const double* point,
               const double* direction, int excluded) {
  if (std::all_of(direction, direction + 3,
                  [](double value) { return !(value < 0 || value > 0); })) {
    return -1;  // MuJoCo requires a direction
  }
  int geom = -1;
  return mj_ray(&model, &data, point, direction, /*geomgroup=*/nullptr,
                /*flg_static=*/1, excluded, &geom, /*normal=*/nullptr);
}

}  // namespace envpool::mujoco::tasks
