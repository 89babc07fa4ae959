// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the tasks have in common: noise of resets, terms of rewards, health.
//
// Threads, errors: none of their own.

#ifndef ENVPOOL_MUJOCO_GYM_TERMS_H_
#define ENVPOOL_MUJOCO_GYM_TERMS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "envpool/core/rng.h"
#include "envpool/mujoco/common/simulation.h"

namespace envpool::mujoco {

enum class Noise { kUniform, kNormal };

/// Adds noise to all positions, uniform, and to all velocities.
inline void AddNoise(double scale, Noise of_velocities, Simulation* simulation,
                     Generator* generator) {
  mjData& data = simulation->data();
  for (int i = 0; i < simulation->model().nq; ++i) {
    data.qpos[i] += generator->Uniform(-scale, scale);
  }
  for (int i = 0; i < simulation->model().nv; ++i) {
    data.qvel[i] += of_velocities == Noise::kNormal
                        ? scale * generator->StandardNormal()
                        : generator->Uniform(-scale, scale);
  }
}

inline double SumOfSquares(const double* values, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += values[i] * values[i];
  }
  return sum;
}

inline double Distance(const double* a, const double* b) {
  const std::array<double, 3> difference{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return std::sqrt(SumOfSquares(difference.data(), 3));
}

/// The squares of all forces between bodies, each force clipped.
inline double SquaredContactForces(const Simulation& simulation, double low,
                                   double high) {
  const double* forces = simulation.data().cfrc_ext;
  double sum = 0;
  for (int i = 0; i < 6 * simulation.model().nbody; ++i) {
    const double force = std::min(std::max(forces[i], low), high);
    sum += force * force;
  }
  return sum;
}

/// The mean of the bodies' positions by their masses: x and y.
inline std::array<double, 2> MassCentre(const Simulation& simulation) {
  const mjModel& model = simulation.model();
  std::array<double, 2> sum{};
  double mass = 0;
  for (int i = 0; i < model.nbody; ++i) {
    mass += model.body_mass[i];
    sum[0] += model.body_mass[i] * simulation.data().xipos[3 * i];
    sum[1] += model.body_mass[i] * simulation.data().xipos[3 * i + 1];
  }
  return {sum[0] / mass, sum[1] / mass};
}

/// A condition of health: numbers of the positions followed by the velocities.
struct Range {
  static constexpr int kAll = -1;
  static constexpr double kHighest = std::numeric_limits<double>::max();

  int first;
  int count;  // or all the rest
  double low{-kHighest};
  double high{kHighest};  // all numbers without these: none is infinite
  bool closed{true};      // whether a number may be on the edge
};

inline bool IsIn(const Range& range, const Simulation& simulation) {
  const int positions = static_cast<int>(simulation.model().nq);
  const int all = positions + static_cast<int>(simulation.model().nv);
  const int end = range.count == Range::kAll ? all : range.first + range.count;
  const mjData& data = simulation.data();
  for (int i = range.first; i < end; ++i) {
    const double value =
        i < positions ? data.qpos[i] : data.qvel[i - positions];
    const bool inside = range.closed ? range.low <= value && value <= range.high
                                     : range.low < value && value < range.high;
    if (!inside) {
      return false;
    }
  }
  return true;
}

}  // namespace envpool::mujoco

#endif  // ENVPOOL_MUJOCO_GYM_TERMS_H_
