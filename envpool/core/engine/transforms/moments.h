// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Moments: the mean and variance of all vectors that have been added. They are
// those of Gymnasium's RunningMeanStd, which starts with a weight of 1e-4 at
// mean 0 and variance 1. The sums here are those of the vectors alone, so that
// adding the moments of several pools does not count that start twice.
//
// Threads: one at a time. Errors: Error(kArgument) from Set.

#ifndef ENVPOOL_CORE_ENGINE_TRANSFORMS_MOMENTS_H_
#define ENVPOOL_CORE_ENGINE_TRANSFORMS_MOMENTS_H_

#include <cstddef>
#include <vector>

#include "envpool/core/engine/memory/layout.h"
#include "envpool/core/export.h"
#include "envpool/core/isa.h"

namespace envpool {

class ENVPOOL_EXPORT Moments {
 public:
  static constexpr double kFirstCount = 1e-4;
  static constexpr double kEpsilon = 1e-8;  // added to the variance

  explicit Moments(std::size_t size);

  /// Adds `rows` vectors of `size()` numbers each, in C order.
  void Add(DType dtype, const void* values, int rows);
  /// Writes (x - mean) / sqrt(variance + kEpsilon), clipped, for each number x
  /// of the vectors. NaN stays NaN.
  void Normalize(DType dtype, const void* values, int rows, double low,
                 double high, float* out) const;

  [[nodiscard]] std::size_t size() const { return mean_.size(); }
  /// The number of vectors; their mean; the sum of squared deviations from it.
  [[nodiscard]] double count() const { return count_; }
  [[nodiscard]] const std::vector<double>& mean() const { return mean_; }
  [[nodiscard]] const std::vector<double>& squares() const { return squares_; }
  void Set(double count, std::vector<double> mean, std::vector<double> squares);
  /// 1 / sqrt(variance + kEpsilon).
  [[nodiscard]] const std::vector<double>& scale() const { return scale_; }

 private:
  void Derive();

  const Isa isa_;
  double count_{0};
  std::vector<double> mean_;
  std::vector<double> squares_;
  // Derived from count_, mean_ and squares_.
  std::vector<double> center_;
  std::vector<double> scale_;
  // Of one batch: its first vector, and sums of deviations from that vector.
  std::vector<double> shift_;
  std::vector<double> sums_;
  std::vector<double> sums_of_squares_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_TRANSFORMS_MOMENTS_H_
