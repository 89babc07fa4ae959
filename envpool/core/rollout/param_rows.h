// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// ParamRows: copies the present values of a parameter, or of some of its
// elements, into an array with a row for each step and env of a rollout.
//
// Threads: Look may be called at once for different envs, by the threads that
// step them. Ownership: the array is the caller's. Errors: Error(kArgument)
// from the constructor; std::bad_alloc.

#ifndef ENVPOOL_CORE_ROLLOUT_PARAM_ROWS_H_
#define ENVPOOL_CORE_ROLLOUT_PARAM_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "envpool/core/engine/engine.h"

namespace envpool {

class ParamRows {
 public:
  /// A parameter, and the indices of its elements.
  using Elements = std::pair<int, std::vector<int>>;

  /// `kind_of_env` has, by env, an index of `kinds`, which all have the same
  /// number of elements. `data`: (steps, envs, elements), int64 if
  /// `is_integer`, else double.
  ParamRows(Engine* engine, std::vector<int> kind_of_env,
            std::vector<Elements> kinds, bool is_integer, void* data);

  /// Takes the values of some envs, which no other thread steps now.
  void Look(std::int64_t step, int first_env, int count) const;

 private:
  Engine* const engine_;
  const std::vector<int> kind_of_env_;
  const std::vector<Elements> kinds_;
  const bool is_integer_;
  void* const data_;
  std::size_t size_ = 0;  // the number of elements
  std::size_t most_ = 0;  // the largest size of a whole parameter
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ROLLOUT_PARAM_ROWS_H_
