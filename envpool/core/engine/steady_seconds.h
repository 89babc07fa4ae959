// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// The clock that times episodes.

#ifndef ENVPOOL_CORE_ENGINE_STEADY_SECONDS_H_
#define ENVPOOL_CORE_ENGINE_STEADY_SECONDS_H_

#include <chrono>

namespace envpool {

/// Seconds since an arbitrary start; monotonic.
inline double SteadySeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_STEADY_SECONDS_H_
