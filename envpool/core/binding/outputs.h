// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Outputs: how the results of a pool are put together and what they are made
// of: the cache of blocks and arrays, and the plans.
//
// Threads: with the GIL. Errors: PythonError or Error.

#ifndef ENVPOOL_CORE_BINDING_OUTPUTS_H_
#define ENVPOOL_CORE_BINDING_OUTPUTS_H_

#include <memory>
#include <vector>

#include "envpool/core/binding/plan.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/binding/result_cache.h"
#include "envpool/core/engine/engine.h"

namespace envpool {

class Outputs {
 public:
  explicit Outputs(Engine* engine);
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// As NativePool::Configure.
  void Configure(PyObject* step_plan, PyObject* reset_plan, PyObject* hook,
                 const std::vector<int>& hook_columns);
  [[nodiscard]] ResultCache* cache() { return &cache_; }
  /// What `step` returns, or `reset`.
  [[nodiscard]] PyRef Build(const Result& result, bool reset) const;

 private:
  const Layout& layout_;  // of the blocks, which the cache keeps
  ResultCache cache_;
  Plan step_plan_;
  Plan reset_plan_;
  PyRef hook_;
  std::vector<int> hook_columns_;
};

/// All columns of a result as a list of arrays.
PyRef ColumnsOf(const Result& result);

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_OUTPUTS_H_
