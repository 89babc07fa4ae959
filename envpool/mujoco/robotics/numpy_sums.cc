// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/mujoco/robotics/numpy_sums.h"

#include <array>
#include <cmath>

namespace envpool::mujoco::robotics {
namespace {

// OpenBLAS's dgemv_t sums blocks of four columns in vector registers, with two
// lanes for a pair of rows and four for a single row.
double PairRow(const double* row, const double* vector, int blocks) {
  double even = 0;
  double odd = 0;
  for (int i = 0; i < 4 * blocks; i += 2) {
    even += row[i] * vector[i];
    odd += row[i + 1] * vector[i + 1];
  }
  return even + odd;
}

double SingleRow(const double* row, const double* vector, int blocks) {
  std::array<double, 4> lane{};
  for (int i = 0; i < 4 * blocks; i += 4) {
    for (int k = 0; k < 4; ++k) {
      lane[k] += row[i + k] * vector[i + k];
    }
  }
  return (lane[0] + lane[2]) + (lane[1] + lane[3]);
}

/// The columns after the last block, which the compiler of OpenBLAS fuses.
double AddRest(double sum, const double* row, const double* vector, int count) {
  switch (count) {
    case 1:
      return std::fma(row[0], vector[0], sum);
    case 2:
      return sum + std::fma(row[0], vector[0], row[1] * vector[1]);
    case 3:
      return sum + std::fma(row[2], vector[2],
                            std::fma(row[0], vector[0], row[1] * vector[1]));
    default:
      return sum;
  }
}

}  // namespace

void ThreeRowsTimes(const double* matrix, int columns, const double* vector,
                    double* out) {
  const int blocks = columns / 4;
  const int done = 4 * blocks;
  for (int i = 0; i < 3; ++i) {
    const double* row = matrix + i * columns;
    const double sum =
        i < 2 ? PairRow(row, vector, blocks) : SingleRow(row, vector, blocks);
    out[i] = AddRest(sum, row + done, vector + done, columns - done);
  }
}

}  // namespace envpool::mujoco::robotics
