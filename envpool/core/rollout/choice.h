// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses one of several actions by the outputs of a network.
//
// Threads: a pure function. Errors: none.

#ifndef ENVPOOL_CORE_ROLLOUT_CHOICE_H_
#define ENVPOOL_CORE_ROLLOUT_CHOICE_H_

#include <cstdint>

#include "envpool/core/export.h"
#include "envpool/core/rollout/counted_draws.h"

namespace envpool {

struct Choice {
  int number;
  double log_prob;
};

/// Draws a choice, or takes the likeliest one if `draws` is null. `legal` has a
/// flag for each; if it is null or has none, all are legal. Logits of illegal
/// ones become -inf.
ENVPOOL_EXPORT Choice ChooseByLogits(float* logits, int count,
                                     const std::int8_t* legal,
                                     CountedDraws* draws);

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_CHOICE_H_
