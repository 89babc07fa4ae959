// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RewardNormalizer: the official normalisations of rewards by what an env has
// earned so far.
//
// Source: metaworld.wrappers.NormalizeRewardsExponential,
// gymnasium.wrappers.NormalizeReward. Threads: one at a time. Errors: none.

#ifndef ENVPOOL_MUJOCO_METAWORLD_NORMALIZER_H_
#define ENVPOOL_MUJOCO_METAWORLD_NORMALIZER_H_

#include <cmath>
#include <string>

#include "envpool/core/env.h"
#include "envpool/mujoco/metaworld/number.h"

namespace envpool::mujoco::metaworld {

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
    const double delta = return_ - mean_.value();
    const double total = count_ + 1;
    const double sum =
        variance_.value() * count_ + delta * delta * count_ / total;
    mean_ = mean_.value() + delta / total;
    variance_ = sum / total;
    count_ = total;
  }

  Method method_;
  double alpha_;
  Number mean_{0};
  Number variance_{1};
  double count_{1e-4};
  double return_{0};  // discounted
};

}  // namespace envpool::mujoco::metaworld

#endif  // ENVPOOL_MUJOCO_METAWORLD_NORMALIZER_H_
