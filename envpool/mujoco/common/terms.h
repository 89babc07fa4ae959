// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shared by the tasks: reset noise, reward terms, conditions of health.
//
// Threads: none of their own. Errors: std::runtime_error if no start is found.

#ifndef ENVPOOL_MUJOCO_COMMON_TERMS_H_
#define ENVPOOL_MUJOCO_COMMON_TERMS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "envpool/core/random/rng.h"
#include "envpool/mujoco/common/numpy_sum.h"
#include "envpool/mujoco/common/simulation.h"

namespace envpool::mujoco {

enum class Noise { kUniform, kNormal };

/// Adds uniform noise to all positions, and the given kind of noise to all
/// velocities.
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

/// An action with its dtype: for a float32 action, NumPy computes in float32
/// even if the weight is a double.
struct Controls {
  const double* values;
  int count;
  bool float32;

  [[nodiscard]] double SumOfSquares() const {
    if (!float32) {
      return mujoco::SumOfSquares(values, count);
    }
    const auto square = [this](int i) {
      const auto value = static_cast<float>(values[i]);
      return value * value;
    };
    return Sum(square, 0, count);
  }
  /// weight * sum, rounded for the dtype of these controls.
  [[nodiscard]] double Weighted(double weight, double sum) const {
    return float32 ? static_cast<float>(weight) * static_cast<float>(sum)
                   : weight * sum;
  }
};

/// Calls sample() until it returns true.
template <typename Sample>
void SampleUntil(Sample sample) {
  constexpr int kAttempts = 10'000'000;  // usually a few suffice
  for (int i = 0; i < kAttempts; ++i) {
    if (sample()) {
      return;
    }
  }
  throw std::runtime_error("found no start that the config allows in " +
                           std::to_string(kAttempts) + " attempts");
}

/// The distance of two points. Unlike Distance of vectors.h, it rounds each
/// square.
inline double UnfusedDistance(const double* a, const double* b) {
  const std::array<double, 3> difference{a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return std::sqrt(SumOfSquares(difference.data(), 3));
}

/// The sum of squares of all contact forces, each clipped to [low, high].
inline double SquaredContactForces(const Simulation& simulation, double low,
                                   double high) {
  const double* forces = simulation.data().cfrc_ext;
  const auto square = [&](int i) {
    const double force = std::min(std::max(forces[i], low), high);
    return force * force;
  };
  return Sum(square, 0, 6 * static_cast<int>(simulation.model().nbody));
}

/// x and y of the robot's centre of mass.
inline std::array<double, 2> MassCentre(const Simulation& simulation) {
  const mjModel& model = simulation.model();
  std::array<double, 2> sum{};
  const double mass = Sum([&](int i) { return model.body_mass[i]; }, 0,
                          static_cast<int>(model.nbody));
  for (int i = 0; i < model.nbody; ++i) {
    sum[0] += model.body_mass[i] * simulation.data().xipos[3 * i];
    sum[1] += model.body_mass[i] * simulation.data().xipos[3 * i + 1];
  }
  return {sum[0] / mass, sum[1] / mass};
}

/// A condition of health: bounds of some positions and velocities. Indices
/// count the velocities after the positions.
struct Range {
  static constexpr int kAll = -1;
  static constexpr double kHighest = std::numeric_limits<double>::max();

  int first;
  int count;  // kAll: all from `first` on
  double low{-kHighest};
  double high{kHighest};  // by default any finite value is healthy
  bool closed{true};      // whether the bounds themselves are healthy
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

#endif  // ENVPOOL_MUJOCO_COMMON_TERMS_H_
