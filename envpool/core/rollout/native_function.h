// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// NativeFunction: a policy that is a C function of the user's, compiled by
// Numba or loaded with ctypes. It is called once for each row of an action.
//
// Threads: as Policy; the function is called without the GIL. Errors: none; the
// function must not throw, and stay within the arrays.

#ifndef ENVPOOL_CORE_ROLLOUT_NATIVE_FUNCTION_H_
#define ENVPOOL_CORE_ROLLOUT_NATIVE_FUNCTION_H_

#include <cstdint>
#include <vector>

#include "envpool/core/export.h"
#include "envpool/core/rollout/policy.h"

namespace envpool {

class ENVPOOL_EXPORT NativeFunction : public Policy {
 public:
  /// Reads the env's last observation, and writes its action; both have the
  /// dtype and shape of their entries. If envs have several players, `env_id`
  /// is the number of the row among those of all envs.
  using Function = void (*)(const void* observation, void* action,
                            std::int64_t env_id, std::int64_t step);

  /// `observation`: a column of results.
  NativeFunction(Function function, int observation)
      : function_(function), observation_(observation) {}

  /// An action out of range ends the rollout with Error(kArgument).
  void Act(const Turn& turn) const override;
  [[nodiscard]] std::vector<int> Reads() const override {
    return {observation_};
  }

 private:
  const Function function_;
  const int observation_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_NATIVE_FUNCTION_H_
