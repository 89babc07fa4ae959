// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The official normalisations by what an env has earned or observed so far.
//
// Source: metaworld.wrappers.NormalizeRewardsExponential,
// gymnasium.wrappers.NormalizeReward and NormalizeObservation. Threads: one at
// a time. Errors: std::bad_alloc.

#ifndef ENVPOOL_MUJOCO_METAWORLD_NORMALIZER_H_
#define ENVPOOL_MUJOCO_METAWORLD_NORMALIZER_H_

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "envpool/core/env.h"
#include "envpool/mujoco/metaworld/number.h"
#include "envpool/mujoco/metaworld/vectors.h"

namespace envpool::mujoco::metaworld {

/// The count of values before the first one.
constexpr double kFirstCount = 1e-4;

/// Mean and variance so far, as gymnasium's RunningMeanStd computes them.
struct Moments {
  double mean{0};
  double variance{1};

  /// Adds a value after `count` others. `squares` is the variance times the
  /// count.
  void Add(double value, double count, double squares) {
    const double delta = value - mean;
    const double total = count + 1;
    mean += delta / total;
    variance = (squares + delta * delta * count / total) / total;
  }
};

/// Normalises observations of a size; with the size 0, none.
class ObservationNormalizer {
 public:
  explicit ObservationNormalizer(std::size_t size) : moments_(size) {}

  void Reset() { *this = ObservationNormalizer(moments_.size()); }

  void Normalize(double* values) {
    for (Moments& each : moments_) {
      // The official arrays are float32 until the first update.
      each.Add(*values, count_,
               count_ == kFirstCount ? Float32(kFirstCount)
                                     : each.variance * count_);
      *values =
          Float32((*values - each.mean) / std::sqrt(each.variance + 1e-8));
      ++values;
    }
    count_ += 1;
  }

  void Save(StateWriter* writer) const {
    writer->Write(moments_);
    writer->Write(count_);
  }
  void Load(StateReader* reader) {
    reader->Read(&moments_, moments_.size());
    reader->Read(&count_);
  }

 private:
  std::vector<Moments> moments_;
  double count_{kFirstCount};
};

class RewardNormalizer {
 public:
  /// `method`: "exponential", "gymnasium" or, for none, "".
  RewardNormalizer(const std::string& method, double alpha)
      : method_(method == "exponential" ? Method::kExponential
                : method == "gymnasium" ? Method::kGymnasium
                                        : Method::kNone),
        alpha_(alpha) {}

  void Reset() { *this = RewardNormalizer(method_, alpha_); }

  Number Normalize(Number reward, bool terminated) {
    switch (method_) {
      case Method::kExponential:
        Average(reward);  // the official wrapper does this twice
        Average(reward);
        return reward / (variance_.Root() + 1e-8);
      case Method::kGymnasium:
        AddReturn(reward.value(), terminated);
        return reward / Number::Double(std::sqrt(variance_.value() + 1e-8));
      default:
        return reward;
    }
  }

  void Save(StateWriter* writer) const {
    mean_.Save(writer);
    variance_.Save(writer);
    writer->Write(count_);
    writer->Write(return_);
  }
  void Load(StateReader* reader) {
    mean_.Load(reader);
    variance_.Load(reader);
    reader->Read(&count_);
    reader->Read(&return_);
  }

 private:
  enum class Method : char { kNone, kExponential, kGymnasium };

  RewardNormalizer(Method method, double alpha)
      : method_(method), alpha_(alpha) {}

  void Average(Number reward) {
    mean_ = (1 - alpha_) * mean_ + alpha_ * reward;
    variance_ = (1 - alpha_) * variance_ + alpha_ * (reward - mean_).Square();
  }

  void AddReturn(double reward, bool terminated) {
    return_ = return_ * 0.99 * (terminated ? 0 : 1) + reward;
    Moments moments{mean_.value(), variance_.value()};
    moments.Add(return_, count_, moments.variance * count_);
    mean_ = moments.mean;
    variance_ = moments.variance;
    count_ += 1;
  }

  Method method_;
  double alpha_;
  Number mean_{0};
  Number variance_{1};
  double count_{kFirstCount};
  double return_{0};  // discounted
};

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_NORMALIZER_H_
