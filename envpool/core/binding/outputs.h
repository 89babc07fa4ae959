// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Outputs: how the results of a pool are put together and what they are made
// of: the cache of blocks and arrays, the plans, and arrays of the user's.
//
// A step of all envs of a synchronous pool writes its rows to the user's memory
// at once. Everything else is copied there when the result is built. The pool
// keeps such memory alive until nobody writes to it any more.
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

  /// As NativePool::Configure.
  void Configure(PyObject* step_plan, PyObject* reset_plan, PyObject* hook,
                 const std::vector<int>& hook_columns);
  /// See ResultCache; called after Configure. Later plans have the same parts.
  void MakeStatic();
  /// Actions of this type are taken as what their method `numpy` returns.
  void SetTensorType(PyObject* type) { tensor_type_ = PyRef::Borrow(type); }
  /// The array of a tensor, or the object itself if it is none.
  [[nodiscard]] PyRef AsArray(PyObject* object) const;
  [[nodiscard]] bool has_tensors() const {
    return static_cast<bool>(tensor_type_);
  }

  [[nodiscard]] ResultCache* cache() { return &cache_; }
  /// What `step` returns, or `reset`.
  [[nodiscard]] PyRef Build(const Result& result, bool reset);

  /// The arrays of the user's for the next result of this thread. Throws Error
  /// for what does not fit; the number of rows is checked later.
  void Want(PyObject* out, bool reset);
  /// The result has been built, or never will.
  void Forget() noexcept;
  /// Before `count` envs are sent. Runs no Python code, not even by freeing
  /// something: what is sent has been read already.
  void Prepare(int count) {
    if (cache_.is_static()) {
      cache_.Reclaim();
    }
    if (call_ != nullptr) {
      Place(count);
    }
  }
  /// Before rows are received that have been sent. Throws Error(kArgument) if
  /// the user's arrays have another number of rows.
  void CheckPendingRows() const;
  /// After a block has been received.
  void Settle(StateBlock* block) {
    if (call_ != nullptr || left_ != nullptr) {
      TakeBack(block);
    }
  }

 private:
  /// The arrays for one result.
  struct Call {
    OutArrays arrays;
    unsigned long thread;         // NOLINT(runtime/int): that wants them
    StateBlock* block = nullptr;  // that writes to them
    // Whether no block writes to them any more, nor is anybody about to copy
    // what one has written there.
    std::shared_ptr<std::atomic<bool>> restored;
    std::unique_ptr<Call> left;  // an earlier one, to be freed with this one

    [[nodiscard]] bool in_use() const {
      return restored != nullptr && !restored->load(std::memory_order_acquire);
    }
  };
  [[nodiscard]] Call* Mine() const;
  void Place(int count);
  [[nodiscard]] bool CanPlace(const Plan& leaf) const;
  void TakeBack(StateBlock* block);

  Engine* const engine_;
  const Layout& layout_;  // of the blocks, which the cache keeps
  ResultCache cache_;
  Plan step_plan_;
  Plan reset_plan_;
  int num_kept_{0};         // how many objects of theirs static results keep
  std::vector<int> shown_;  // how many leaves of step_plan_ show each column
  PyRef hook_;
  std::vector<int> hook_columns_;
  PyRef tensor_type_;
  std::unique_ptr<Call> call_;  // of the step or recv that is going on
  std::unique_ptr<Call> left_;  // of one that Ctrl-C has ended too early
};

/// All columns of a result as a list of arrays.
PyRef ColumnsOf(const Result& result);

/// Forgets what a call wanted when that is over.
class OutScope {
 public:
  OutScope(Outputs* outputs, PyObject* out, bool reset) : outputs_(outputs) {
    outputs->Want(out, reset);
  }
  ~OutScope() { outputs_->Forget(); }
  OutScope(const OutScope&) = delete;
  OutScope& operator=(const OutScope&) = delete;

 private:
  Outputs* const outputs_;
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_BINDING_OUTPUTS_H_
