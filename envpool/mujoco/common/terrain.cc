// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/common/terrain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace envpool::mujoco {
namespace {

/// Converts a row of values to coefficients of interpolating cubic B-splines,
/// with mirrored ends (Unser, Splines: a perfect fit, 1999, box 2).
void ToCoefficients(double* values, int count, int stride) {
  const double pole = std::sqrt(3.0) - 2;
  const double gain = (1 - pole) * (1 - 1 / pole);
  const auto at = [&](int i) -> double& { return values[i * stride]; };
  for (int i = 0; i < count; ++i) {
    at(i) *= gain;
  }
  // The sum over the mirrored row, which has a period of 2 * count - 2.
  double power = pole;
  double sum = at(0) + std::pow(pole, count - 1) * at(count - 1);
  double back = std::pow(pole, 2 * count - 3);
  for (int i = 1; i < count - 1; ++i) {
    sum += (power + back) * at(i);
    power *= pole;
    back /= pole;
  }
  at(0) = sum / (1 - std::pow(pole, 2 * count - 2));
  for (int i = 1; i < count; ++i) {
    at(i) += pole * at(i - 1);
  }
  at(count - 1) =
      (pole * at(count - 2) + at(count - 1)) * pole / (pole * pole - 1);
  for (int i = count - 2; i >= 0; --i) {
    at(i) = pole * (at(i + 1) - at(i));
  }
}

/// The four splines that are not zero at a place, and their weights.
struct Taps {
  Taps(double place, int count) {
    const int first = static_cast<int>(std::floor(place));
    const double after = place - first;
    const double before = 1 - after;
    weights[1] = (after * after * (after - 2) * 3 + 4) / 6;
    weights[2] = (before * before * (before - 2) * 3 + 4) / 6;
    weights[0] = before * before * before / 6;
    weights[3] = 1 - weights[0] - weights[1] - weights[2];
    for (int i = 0; i < 4; ++i) {
      const int index = std::abs(first - 1 + i);
      indices[i] = index < count ? index : 2 * (count - 1) - index;
    }
  }
  std::array<int, 4> indices{};
  std::array<double, 4> weights{};
};

std::vector<Taps> TapsOf(int rows, int count) {
  std::vector<Taps> taps;
  const double scale =
      static_cast<double>(count - 1) / static_cast<double>(rows - 1);
  for (int i = 0; i < rows; ++i) {
    taps.emplace_back(scale * i, count);
  }
  return taps;
}

double Bowl(double x, double y, double flat) {
  const double radius = std::clamp(std::sqrt(x * x + y * y), flat, 1.0);
  return .5 - std::cos(2 * std::numbers::pi * radius) / 2;
}

}  // namespace

void MakeBowl(int rows, double metres, const BowlShape& shape,
              RandomState* random, float* heights) {
  const int count = static_cast<int>(metres / shape.distance);
  std::vector<double> bumps(static_cast<std::size_t>(count) * count);
  std::ranges::generate(bumps,
                        [&] { return random->Uniform(shape.lowest, 1); });
  for (int i = 0; i < count; ++i) {
    ToCoefficients(bumps.data() + i, count, count);
  }
  for (int i = 0; i < count; ++i) {
    ToCoefficients(bumps.data() + i * count, count, 1);
  }
  const std::vector<Taps> taps = TapsOf(rows, count);
  const double step = 2.0 / (rows - 1);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < rows; ++column) {
      double bump = 0;
      for (int i = 0; i < 4; ++i) {
        const double* line = bumps.data() + taps[row].indices[i] * count;
        for (int j = 0; j < 4; ++j) {
          bump += line[taps[column].indices[j]] * taps[row].weights[i] *
                  taps[column].weights[j];
        }
      }
      *heights++ = static_cast<float>(
          Bowl(column * step - 1, row * step - 1, shape.flat) * bump);
    }
  }
}

}  // namespace envpool::mujoco
