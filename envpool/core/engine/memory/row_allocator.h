// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// RowAllocator: places the next finished row of an asynchronous pool.
//
// Rows are numbered in order of completion; row r lies in block r / batch. The
// engine installs a block before it queues an env that may claim one of the
// block's rows, so a claim is one fetch_add and always finds its block.
//
// Threads: Claim and Locate from any worker; all others by the engine under its
// mutex.

#ifndef ENVPOOL_CORE_ENGINE_MEMORY_ROW_ALLOCATOR_H_
#define ENVPOOL_CORE_ENGINE_MEMORY_ROW_ALLOCATOR_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "envpool/core/engine/memory/state_block.h"

namespace envpool {

/// Adjacent rows of one block.
struct RowSpan {
  StateBlock* block;
  int row;
  int count;
};

class RowAllocator {
 public:
  RowAllocator(int num_envs, int batch_size)
      : batch_(batch_size),
        ring_(static_cast<std::size_t>(num_envs) / batch_size + 3) {}

  /// Reserves `count` rows; returns the number of the first.
  std::int64_t Claim(int count) {
    return next_.fetch_add(count, std::memory_order_relaxed);
  }
  /// Returns the rows at the start of [first, first + want) that lie in one
  /// block, and assigns them to first_env and the envs after it.
  [[nodiscard]] RowSpan Locate(std::int64_t first, int want,
                               int first_env) const {
    const int row = static_cast<int>(first % batch_);
    const int count = std::min(want, batch_ - row);
    StateBlock* block =
        ring_[first / batch_ % ring_.size()].load(std::memory_order_acquire);
    int* env_ids = block->env_ids() + row;
    std::iota(env_ids, env_ids + count, first_env);
    return {block, row, count};
  }

  [[nodiscard]] std::int64_t installed_rows() const {
    return installed_ * batch_;
  }
  [[nodiscard]] std::int64_t taken_rows() const { return taken_ * batch_; }
  void Install(StateBlock* block) {
    block->target.store(batch_, std::memory_order_relaxed);
    ring_[installed_ % ring_.size()].store(block, std::memory_order_release);
    ++installed_;
  }
  /// The oldest block not yet taken; null if there is none.
  [[nodiscard]] StateBlock* front() const {
    return taken_ < installed_
               ? ring_[taken_ % ring_.size()].load(std::memory_order_relaxed)
               : nullptr;
  }
  void PopFront() { ++taken_; }
  /// Calls f(block) for every block not yet taken, oldest first.
  template <typename F>
  void ForEach(F&& f) const {
    for (std::int64_t i = taken_; i < installed_; ++i) {
      f(ring_[i % ring_.size()].load(std::memory_order_relaxed));
    }
  }
  /// After every block has been popped and no row is in flight.
  void Restart() {
    next_.store(0, std::memory_order_relaxed);
    installed_ = 0;
    taken_ = 0;
  }

 private:
  const int batch_;
  std::vector<std::atomic<StateBlock*>> ring_;
  alignas(64) std::atomic<std::int64_t> next_{0};
  std::int64_t installed_{0};
  std::int64_t taken_{0};
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_MEMORY_ROW_ALLOCATOR_H_
