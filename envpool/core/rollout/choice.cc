// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0

#include "envpool/core/rollout/choice.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace envpool {

/// A choice is drawn by the inverse of the distribution function.
Choice ChooseByLogits(float* logits, int count, const std::int8_t* legal,
                      CountedDraws* draws) {
  const bool has_legal =
      legal != nullptr && std::count(legal, legal + count, 0) < count;
  if (has_legal) {
    for (int i = 0; i < count; ++i) {
      logits[i] =
          legal[i] != 0 ? logits[i] : -std::numeric_limits<float>::infinity();
    }
  }
  int choice =
      static_cast<int>(std::max_element(logits, logits + count) - logits);
  const double most = static_cast<double>(logits[choice]);
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    sum += std::exp(static_cast<double>(logits[i]) - most);
  }
  if (draws != nullptr) {
    double left = draws->Unit() * sum;
    for (int i = 0; i < count; ++i) {
      const double part = std::exp(static_cast<double>(logits[i]) - most);
      if (part > 0) {
        choice = i;
        if (left < part) {
          break;
        }
        left -= part;
      }
    }
  }
  return {choice, static_cast<double>(logits[choice]) - most - std::log(sum)};
}

}  // namespace envpool
