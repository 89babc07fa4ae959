// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/dmc/randomizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "envpool/mujoco/common/vectors.h"

namespace envpool::mujoco::dmc {
namespace {

void Normalize(double* values, int count) {
  const double norm = Norm(values, count);
  std::for_each(values, values + count, [&](double& value) { value /= norm; });
}

/// Samples a rotation by up to `limit` about a random axis.
void RandomTurn(double limit, RandomState* random, double* quaternion) {
  std::array<double, 3> axis{};
  RandomDirection(random, axis.data(), 3);
  mju_axisAngle2Quat(quaternion, axis.data(), random->Rand() * limit);
}

}  // namespace

void RandomDirection(RandomState* random, double* out, int count) {
  std::generate_n(out, count, [&] { return random->Randn(); });
  Normalize(out, count);
}

void RandomizeJoints(Physics* physics, RandomState* random) {
  const mjModel& model = physics->model();
  for (int joint = 0; joint < model.njnt; ++joint) {
    double* position = physics->data().qpos + model.jnt_qposadr[joint];
    const double* range = model.jnt_range + 2 * joint;
    const bool limited = model.jnt_limited[joint] != 0;
    switch (model.jnt_type[joint]) {
      case mjJNT_HINGE:
        *position = limited
                        ? random->Uniform(range[0], range[1])
                        : random->Uniform(-std::numbers::pi, std::numbers::pi);
        break;
      case mjJNT_SLIDE:
        if (limited) {
          *position = random->Uniform(range[0], range[1]);
        }
        break;
      case mjJNT_BALL:
        if (limited) {
          RandomTurn(range[1], random, position);
        } else {
          RandomDirection(random, position, 4);
        }
        break;
      case mjJNT_FREE:
        if (!limited) {
          // As in the suite, the distribution is not uniform: it normalizes a
          // point of the unit cube.
          std::generate_n(position + 3, 4, [&] { return random->Rand(); });
          Normalize(position + 3, 4);
        }
        break;
      default:
        break;
    }
  }
}

}  // namespace envpool::mujoco::dmc
