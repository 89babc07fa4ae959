// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Outputs: builds the results of a pool, from the cache of blocks and arrays,
// the plans, and the user's arrays.
//
// A step of all envs of a synchronous pool writes its rows to the user's memory
// directly. All other parts are copied there when the result is built. The pool
// keeps this memory alive until the last write to it.
//
// Threads: with the GIL; one thread may step while another one receives.
// Errors: PythonError or Error.

#ifndef ENVPOOL_CORE_BINDING_OUTPUTS_H_
#define ENVPOOL_CORE_BINDING_OUTPUTS_H_

#include <atomic>
#include <memory>
#include <vector>

#include "envpool/core/binding/out_arrays.h"
#include "envpool/core/binding/plan.h"
#include "envpool/core/binding/py_ref.h"
#include "envpool/core/binding/result_cache.h"
#include "envpool/core/engine/engine.h"

namespace envpool {

class Outputs {
 public:
  explicit Outputs(Engine* engine);
  ~Outputs();
  Outputs(const Outputs&) = delete;
  Outputs& operator=(const Outputs&) = delete;

  /// See NativePool::Configure.
  void Configure(PyObject* step_plan, PyObject* reset_plan, PyObject* hook,
                 const std::vector<int>& hook_columns);
  /// See ResultCache. Called after Configure.
  void MakeStatic();
  /// Actions of this type are converted by their method `numpy`.
  void SetTensorType(PyObject* type) { tensor_type_ = PyRef::Borrow(type); }
  /// The array of a tensor; any other object itself.
  [[nodiscard]] PyRef AsArray(PyObject* object) const;
  [[nodiscard]] bool has_tensors() const {
    return static_cast<bool>(tensor_type_);
  }

  [[nodiscard]] ResultCache* cache() { return &cache_; }
  /// Builds the result of `step` or, with `reset`, of `reset`.
  [[nodiscard]] PyRef Build(Result* result, bool reset);

  /// Sets the user's arrays for the next result of this thread. Throws Error
  /// for an array that does not fit; the number of rows is checked later.
  void SetArrays(PyObject* out, bool reset);
  /// Drops the arrays after the result was built or the call failed.
  void ClearArrays() noexcept;
  /// Called before `count` envs are sent. Runs no Python code and frees no
  /// object, since the action has been read already.
  void Prepare(int count) {
    if (cache_.is_static()) {
      cache_.Reclaim();
    }
    if (call_ != nullptr) {
      Place(count);
    }
  }
  /// Called before pending rows are received. Throws Error(kArgument) if the
  /// user's arrays have another number of rows.
  void CheckPendingRows() const;
  /// Called after a block was received.
  void OnReceived(StateBlock* block) {
    if (call_ != nullptr || interrupted_ != nullptr) {
      TakeBack(block);
    }
  }

 private:
  /// The arrays for one result.
  struct Call {
    OutArrays arrays;
    unsigned long thread;         // NOLINT(runtime/int): its caller's
    StateBlock* block = nullptr;  // the block with rows in these arrays
    // True once neither a block nor a pending copy uses these arrays.
    std::shared_ptr<std::atomic<bool>> restored;
    std::unique_ptr<Call> interrupted;  // an earlier call, freed with this one

    [[nodiscard]] bool in_use() const {
      return restored != nullptr && !restored->load(std::memory_order_acquire);
    }
  };
  [[nodiscard]] Call* CallOfThisThread() const;
  void Place(int count);
  [[nodiscard]] bool CanPlace(const Plan& leaf) const;
  void TakeBack(StateBlock* block);

  Engine* const engine_;
  const Layout& layout_;  // layout of the blocks
  ResultCache cache_;
  Plan step_plan_;
  Plan reset_plan_;
  int num_kept_{0};          // number of objects that static results keep
  unsigned plan_number_{0};  // counts the plans
  bool keeps_trees_{false};  // results of step_plan_ are kept for reuse
  std::vector<int> shown_;   // by column: leaves of step_plan_ with it
  PyRef hook_;
  std::vector<int> hook_columns_;
  PyRef tensor_type_;
  std::unique_ptr<Call> call_;         // call that runs now
  std::unique_ptr<Call> interrupted_;  // call that Ctrl-C interrupted
};

/// All columns of a result as a list of arrays.
PyRef ColumnsOf(Result* result);

/// Calls SetArrays, and ClearArrays at the end of the scope.
class OutScope {
 public:
  OutScope(Outputs* outputs, PyObject* out, bool reset) : outputs_(outputs) {
    outputs->SetArrays(out, reset);
  }
  ~OutScope() { outputs_->ClearArrays(); }
  OutScope(const OutScope&) = delete;
  OutScope& operator=(const OutScope&) = delete;

 private:
  Outputs* const outputs_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_OUTPUTS_H_
