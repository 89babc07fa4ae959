// Copyright 2026 The EnvPool Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scheduler: holds the queued requests of a pool and the blocks that collect
// their rows. Batches of SyncScheduler hold all outstanding rows in send order;
// batches of AsyncScheduler hold the rows that finish first.
//
// Threads: none; the engine guards a scheduler with its mutex, except as stated
// at rows(). Errors: std::bad_alloc, where stated; an error changes nothing.

#ifndef ENVPOOL_CORE_ENGINE_SCHEDULE_SCHEDULER_H_
#define ENVPOOL_CORE_ENGINE_SCHEDULE_SCHEDULER_H_

#include <algorithm>
#include <cstdint>

#include "envpool/core/engine/kernel/step_kernel.h"
#include "envpool/core/engine/memory/row_allocator.h"
#include "envpool/core/engine/memory/state_block.h"
#include "envpool/core/engine/schedule/cost_meter.h"
#include "envpool/core/export.h"

namespace envpool {

/// Parameters for the number of envs that a thread claims at once.
struct ChunkSize {
  const CostMeter& cost;
  int fixed;  // chosen by the user; 0: depends on the cost
  std::int64_t queued;
  int workers;
  int together = 1;     // steps that take hardly longer than one
  bool shared = false;  // other threads run envs of this queue now

  [[nodiscard]] int Of(int available) const {
    if (fixed > 0) {
      return std::min(fixed, available);
    }
    const int count = cost.StepsToClaim(available, queued, workers, shared);
    if (count >= together) {
      return count - count % together;
    }
    const auto share = static_cast<int>((queued + workers - 1) / workers);
    return std::max(count, std::min({together, available, share}));
  }
};

class ENVPOOL_EXPORT Scheduler {
 public:
  struct Batch {
    StateBlock* block;
    int rows;
  };

  Scheduler() = default;
  virtual ~Scheduler();
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  /// Queues all of these envs, or none on an error; `ids` null means all envs.
  /// May throw std::bad_alloc.
  virtual void Queue(const int* ids, int count, Request request) = 0;
  /// Queues a step of all envs and takes it at once. No rows may be queued, and
  /// the scheduler must be synchronous. If it needs a block, it takes `*spare`
  /// unless that is null. May throw std::bad_alloc.
  virtual Chunk ClaimAll(int num_envs, StateBlock** spare);
  /// Takes a chunk, preferably of envs of this NUMA node. `receives`: the
  /// caller waits for the results. Returns false if nothing is queued.
  virtual bool Pop(int node, bool receives, const ChunkSize& size,
                   Chunk* chunk) = 0;
  /// Queues the end of a chunk again. Returns false if there is no room.
  virtual bool GiveBack(const Chunk& rest) = 0;
  /// Drops all queued requests.
  virtual void ClearQueue() = 0;

  /// Whether the next batch is complete.
  [[nodiscard]] virtual bool Ready() const = 0;
  /// Whether every row that was queued is complete.
  [[nodiscard]] virtual bool AllDone() const = 0;
  /// Takes the next batch, which must be complete. May throw std::bad_alloc.
  virtual Batch Take() = 0;
  /// Takes a block with its complete rows, even if some are missing; the block
  /// is null if none is left. No row may be in flight.
  virtual Batch TakeAny() = 0;

  /// Uses this block for the rows of the next requests. Returns false if it is
  /// not needed.
  virtual bool OfferBlock(StateBlock* block);
  /// Returns the offered block to the caller if nothing was queued since; else
  /// null.
  virtual StateBlock* RetractBlock();
  /// The allocator of rows for chunks that name no block; null if every chunk
  /// names one. Workers claim rows there without the engine's mutex.
  [[nodiscard]] virtual RowAllocator* rows();
};

}  // namespace envpool

#endif  // ENVPOOL_CORE_ENGINE_SCHEDULE_SCHEDULER_H_
